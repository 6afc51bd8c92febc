/** Which item of a text a line of the base became. Pure. */

import { bigrams, likeness } from './likeness'
import { readLine, sameText, withoutValue } from './line'
import type { Item } from './parse'
import type { Snapshot } from './snapshot'
import type { FileLine, SectionKey } from './types'

/** A line of the base as a person reads it. */
export interface BaseLine {
  section: SectionKey
  line: FileLine
  /** Without bullet, checkbox and value. */
  text: string
}

export interface Pair {
  item: Item
  from: BaseLine
  /** False: the person changed its words. */
  same: boolean
}

export interface Pairing {
  pairs: Pair[]
  /** Items that no line of the base became. */
  fresh: Item[]
  /** Lines of the base that are gone. */
  missing: BaseLine[]
}

/** In one section two lines this alike are the same line, edited; with the same neighbours, this alike. */
const ALIKE = 0.35
const ALIKE_IN_PLACE = 0.15
/** Across sections a line was moved and edited at once if it is this alike. */
const ALIKE_MOVED = 0.6
/** More comparisons than this are not made: what is left was added and deleted. */
const MAX_COMPARISONS = 40_000

export const baseLines = ({ sections }: Snapshot): BaseLine[] =>
  sections.flatMap(({ key, lines }) =>
    lines.map((line): BaseLine => {
      const { text } = readLine(line.line.replace(/^- /u, ''))
      return { section: key, line, text: line.valued ? withoutValue(text) : text }
    }),
  )

/** Words first, then likeness: a line found unchanged is never taken for an edit of another. */
export function pairUp(base: Snapshot, items: readonly Item[]): Pairing {
  const pairs: Pair[] = []
  let missing = baseLines(base)
  let fresh: Item[] = [...items]
  const take = (isSame: (line: BaseLine, item: Item) => boolean): void => {
    const byText = new Map<string, BaseLine[]>()
    for (const line of missing) {
      const key = sameText(line.text)
      byText.set(key, [...(byText.get(key) ?? []), line])
    }
    const taken = new Set<BaseLine>()
    fresh = fresh.filter((item) => {
      const keys = [...new Set([sameText(item.text), sameText(withoutValue(item.text))])]
      const from = keys.flatMap((key) => byText.get(key) ?? []).find((line) => !taken.has(line) && isSame(line, item))
      if (!from) return true
      taken.add(from)
      pairs.push({ item, from, same: true })
      return false
    })
    missing = missing.filter((line) => !taken.has(line))
  }
  take((line, item) => line.section === item.section)
  take(() => true)

  const edits = editsAmong({ missing, fresh, base: baseLines(base), items, pairs })
  const gone = new Set(edits.map(({ from }) => from))
  const used = new Set(edits.map(({ item }) => item))
  return {
    pairs: [...pairs, ...edits],
    fresh: fresh.filter((item) => !used.has(item)),
    missing: missing.filter((line) => !gone.has(line)),
  }
}

function editsAmong(input: {
  missing: readonly BaseLine[]
  fresh: readonly Item[]
  base: readonly BaseLine[]
  items: readonly Item[]
  pairs: readonly Pair[]
}): Pair[] {
  const { missing, fresh } = input
  if (missing.length * fresh.length > MAX_COMPARISONS) return []
  const lines = missing.map((line) => ({ line, grams: bigrams(sameText(line.text)) }))
  const scored = fresh.flatMap((item) => {
    const grams = bigrams(sameText(item.text))
    return lines.flatMap(({ line, grams: of }) => {
      const score = likeness(grams, of)
      if (line.section !== item.section) return score >= ALIKE_MOVED ? [{ item, line, score }] : []
      return score >= ALIKE_IN_PLACE ? [{ item, line, score }] : []
    })
  })
  const found: Pair[] = []
  const takenItems = new Set<Item>()
  const takenLines = new Set<BaseLine>()
  const neighbours = placesOf(input)
  for (const { item, line, score } of scored.sort((a, b) => b.score - a.score)) {
    if (takenItems.has(item) || takenLines.has(line)) continue
    if (score < ALIKE && !neighbours(line, item)) continue
    takenItems.add(item)
    takenLines.add(line)
    found.push({ item, from: line, same: false })
  }
  return found
}

/** Whether a line and an item stand between the same two unchanged lines. */
function placesOf({
  base,
  items,
  pairs,
}: {
  base: readonly BaseLine[]
  items: readonly Item[]
  pairs: readonly Pair[]
}) {
  const itemOf = new Map(pairs.map(({ from, item }) => [from.line, item]))
  const lineBefore = new Map<FileLine, Item | null>()
  let before: Item | null = null
  for (const { line } of base) {
    lineBefore.set(line, before)
    before = itemOf.get(line) ?? before
  }
  const paired = new Set(pairs.map(({ item }) => item))
  const itemBefore = new Map<Item, Item | null>()
  let last: Item | null = null
  for (const item of items) {
    itemBefore.set(item, last)
    if (paired.has(item)) last = item
  }
  return (line: BaseLine, item: Item): boolean => lineBefore.get(line.line) === itemBefore.get(item)
}
