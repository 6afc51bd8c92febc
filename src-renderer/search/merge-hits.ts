import type { SearchHit } from '@shared/contract/search'

const keyOf = (hit: SearchHit): string => `${hit.kind} ${hit.id}`

/**
 * The answer by meaning joins the one by words that is on the screen: what stands up to and including the line that Enter
 * would take stays where it is, everything below comes in the order of the better answer.
 * @param held how many lines of each kind a person may be about to press; at least the first
 */
export function mergeHits(shown: readonly SearchHit[], better: readonly SearchHit[], held: number): SearchHit[] {
  const known = new Map(better.map((hit) => [keyOf(hit), hit]))
  const kept = new Map<SearchHit['kind'], number>()
  const fixed = shown.filter(({ kind }) => {
    const before = kept.get(kind) ?? 0
    kept.set(kind, before + 1)
    return before < held
  })
  const first = new Set(fixed.map(keyOf))
  // The same line with what is known of it by now.
  return [...fixed.map((hit) => known.get(keyOf(hit)) ?? hit), ...better.filter((hit) => !first.has(keyOf(hit)))]
}
