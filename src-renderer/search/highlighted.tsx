import type { SearchSnippet } from '@shared/contract/search'

interface Part {
  text: string
  /** Where it begins in the snippet. */
  at: number
  marked: boolean
}

/** A snippet in the order it is read, cut where a highlight begins or ends. Ranges that make no sense mark nothing. */
export function partsOf({ text, highlights }: SearchSnippet): Part[] {
  const parts: Part[] = []
  let at = 0
  const push = (end: number, marked: boolean): void => {
    if (end > at) parts.push({ text: text.slice(at, end), at, marked })
    at = Math.max(at, end)
  }
  for (const [start, end] of highlights) {
    if (start < at || end <= start || end > text.length) continue
    push(start, false)
    push(end, true)
  }
  push(text.length, false)
  return parts
}

/** What was found, with the words that speak for it marked. */
export function Highlighted({ snippet }: { snippet: SearchSnippet }) {
  return partsOf(snippet).map((part) =>
    part.marked ? (
      <mark
        key={part.at}
        className="rounded-[3px] bg-[color-mix(in_oklch,var(--accent)_22%,transparent)] px-px text-ink forced-colors:bg-[Mark]"
      >
        {part.text}
      </mark>
    ) : (
      <span key={part.at}>{part.text}</span>
    ),
  )
}
