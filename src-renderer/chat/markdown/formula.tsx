import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'

interface FormulaProps {
  tex: string
  display: boolean
}

/**
 * A formula, drawn by KaTeX into its own element: as DOM nodes, because markup with style attributes would be refused
 * by the content security policy. What KaTeX cannot read is shown as it was written.
 */
export function Formula({ tex, display }: FormulaProps) {
  const place = useRef<HTMLSpanElement>(null)
  const [broken, setBroken] = useState(false)
  const katex = useQuery({ queryKey: ['katex'], queryFn: async () => (await import('katex')).default }).data
  useLayoutEffect(() => {
    if (!katex || !place.current) return
    try {
      katex.render(tex, place.current, { displayMode: display, throwOnError: true, maxExpand: 200, maxSize: 20 })
      setBroken(false)
    } catch {
      setBroken(true) // not an error of ours: half a formula while it streams, or TeX that is none
    }
  }, [katex, tex, display])
  if (broken) return <code>{tex}</code>
  return display ? (
    <span ref={place} className="block overflow-x-auto overflow-y-hidden py-1" />
  ) : (
    <span ref={place}>{katex ? null : tex}</span>
  )
}
