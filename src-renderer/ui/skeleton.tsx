import { useEffect, useState } from 'react'

/** True once something has taken longer than `ms`: what comes sooner than that shows no placeholder at all. */
export function useSlow(ms = 300): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return slow
}

const WIDTHS = ['72%', '88%', '54%', '80%', '64%', '92%']

/** Grey lines where text will be, from the 300th millisecond on. */
export function Skeleton({ lines, label }: { lines: number; label: string }) {
  const slow = useSlow()
  if (!slow) return null
  return (
    <div role="status" aria-label={label} className="grid gap-3 px-3 py-3">
      {Array.from({ length: lines }, (_, line) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder lines never move
          key={line}
          style={{ width: WIDTHS[line % WIDTHS.length] }}
          className="h-3 animate-pulse-soft rounded-full bg-hover"
        />
      ))}
    </div>
  )
}
