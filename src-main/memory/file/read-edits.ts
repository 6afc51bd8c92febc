/** What a person did to the file: the compare between a state of it and the text that is there now. Pure. */
import type { MemoryId } from '@shared/ids'
import type { MemoryCategory } from '@shared/memory'
import { categoryOfItem } from './category'
import { flat, readLine, sameText, withoutValue, writeLine } from './line'
import { baseLines, type Pair, pairUp } from './pairing'
import { type Item, type Parsed, parseItems } from './parse'
import type { Certainty, Snapshot } from './snapshot'
import { SECTIONS, type SectionKey } from './types'

export interface AddedLine {
  category: MemoryCategory
  /** The person's own words. */
  content: string
  done: boolean
  item: Item
}

/** What of an entry the person changed; what is not named stays as it is. */
export interface EditedLine {
  id: MemoryId
  content?: string
  category?: MemoryCategory
  done?: boolean
}

export interface Edits {
  added: AddedLine[]
  edited: EditedLine[]
  deleted: MemoryId[]
  /** Lines that could not be taken over, as they stand. */
  unreadable: string[]
  /** Headings of ours that are gone; what stood under them was not deleted. */
  lost: SectionKey[]
  /** Lines that are gone and were kept all the same, because nobody can say that a person deleted them. */
  kept: number
  /** Lines of the base that are still there, changed or not, each with what became of it. */
  pairs: Pair[]
}

/** An entry holds at most so many characters, here as in the window. */
const MAX_CONTENT = 20_000
/** Without its version a text is taken to come from the present state if it still holds this share of its entries. */
const MOST = 1 / 2

/**
 * Three things a person can do to a line (add, change, delete), and one to its place (another section is another category).
 *
 * A line counts as deleted only where its section is there from its heading to the next: a file that was cut off, a heading
 * that was lost or a text whose origin is unknown deletes nothing. A line cut in the middle by the end of the file is no
 * edit, and a text without a single heading of ours is not read at all. Lines of Recent Context are quotations; what a
 * person writes there is an entry of their own.
 */
export function readEdits(base: Snapshot, text: string, certainty: Certainty = 'known'): Edits {
  const parsed = parseItems(text)
  const items = withoutCutOff(base, parsed)
  const { pairs, fresh, missing } = pairUp(
    base,
    items.filter((item) => item.text.length <= MAX_CONTENT),
  )
  const whole = wholeSections(parsed)
  const gone = missing.flatMap(({ section, line: { source } }) =>
    source.kind === 'memory' ? [{ section, id: source.id }] : [],
  )
  const deleted = mayDelete(certainty, base, gone.length) ? gone.filter(({ section }) => whole.has(section)) : []
  return {
    added: [...fresh, ...pairs.filter((pair) => isOwnWords(pair, parsed)).map(({ item }) => item)].map(addedLine),
    edited: pairs.flatMap((pair) => editedLine(pair, parsed) ?? []),
    deleted: deleted.map(({ id }) => id),
    unreadable: items.filter((item) => item.text.length > MAX_CONTENT).map((item) => item.text),
    lost: SECTIONS.map((s) => s.key).filter((key) => !parsed.found.includes(key)),
    kept: gone.length - deleted.length,
    pairs,
  }
}

/** Sections that are there from heading to heading; Recent Context ends the file and holds no entries. */
function wholeSections({ found }: Parsed): ReadonlySet<SectionKey> {
  return new Set(found.filter((key, i) => i < found.length - 1 || key === 'recent'))
}

function mayDelete(certainty: Certainty, base: Snapshot, gone: number): boolean {
  if (certainty !== 'likely') return certainty === 'known'
  const entries = baseLines(base).filter(({ line }) => line.source.kind === 'memory').length
  return gone <= entries * MOST
}

/** Those to be read: without the last, if it is but the beginning of a line that was there: the text ends in the middle of it. */
function withoutCutOff(base: Snapshot, { items, found }: Parsed): Item[] {
  if (found.length === 0) return []
  const last = items.at(-1)
  if (!last || last.section === null || last.section !== found.at(-1)) return items
  const begun = sameText(last.text)
  const lines = baseLines(base).filter(({ section }) => section === last.section)
  const isOne = lines.some(({ text }) => sameText(text) === begun)
  const isCut = lines.some(({ line }) => {
    const body = line.line.replace(/^- /u, '')
    return [body, readLine(body).text].some((whole) => sameText(whole).startsWith(begun))
  })
  return isCut && !isOne ? items.slice(0, -1) : items
}

/** A quotation in Recent Context that a person rewrote, or moved to where entries stand. */
function isOwnWords({ item, from, same }: Pair, parsed: Parsed): boolean {
  return from.line.source.kind === 'segment' && (!same || isMove(item, from.section, parsed))
}

/** A line under another heading was moved, unless its own heading is gone: then the heading was, not the line. */
const isMove = (item: Item, before: SectionKey, { found }: Parsed): boolean =>
  item.section !== before && found.includes(before)

function addedLine(item: Item): AddedLine {
  return {
    category: categoryOfItem(item) ?? 'fact',
    content: withoutValue(item.text),
    done: item.checked === true,
    item,
  }
}

function editedLine({ item, from, same }: Pair, parsed: Parsed): EditedLine | null {
  const { source, valued, category: before } = from.line
  if (source.kind !== 'memory') return null
  const category = isMove(item, from.section, parsed) ? categoryOfItem(item) : null
  const edited: EditedLine = {
    id: source.id,
    ...(same ? {} : { content: valued ? withoutValue(item.text) : item.text }),
    ...(category !== null && category !== before ? { category } : {}),
    ...(item.checked === true ? { done: true } : {}),
  }
  return Object.keys(edited).length > 1 ? edited : null
}

/**
 * Of several states a text may come from, the one it has the fewest edits of; the first of equals. So a text that was open
 * while somebody else added a line does not delete that line.
 */
export function nearestBase(bases: readonly Snapshot[], text: string, certainty: Certainty): Snapshot | null {
  let nearest: { base: Snapshot; edits: number } | null = null
  for (const base of bases) {
    const { added, edited, deleted } = readEdits(base, text, certainty)
    const edits = added.length + edited.length + deleted.length
    if (nearest === null || edits < nearest.edits) nearest = { base, edits }
  }
  return nearest?.base ?? null
}

/**
 * The state of the file once its edits were taken in: the base for whatever a person does next to the same text.
 * @param idOf the entry that an added line became; null if it became none
 */
export function afterEdits(
  base: Snapshot,
  { pairs, added }: Edits,
  idOf: (line: AddedLine) => MemoryId | null,
): Snapshot {
  const sections = SECTIONS.map(({ key }): Snapshot['sections'][number] => ({ key, lines: [] }))
  const put = (item: Item, line: Snapshot['sections'][number]['lines'][number]): void => {
    // Under a heading of the person's own: kept in the last section that holds entries.
    sections.find((s) => s.key === (item.section ?? 'insights'))?.lines.push(line)
  }
  const own = new Set(added.map(({ item }) => item))
  for (const { item, from, same } of pairs) {
    if (own.has(item)) continue
    const line = { ...from.line, ...plainLine(item), valued: from.line.valued && hasValue(item) }
    // Until the store has looked at new words, they are not given away.
    put(item, same ? line : { ...line, level: 'full', sensitive: true })
  }
  for (const line of added) {
    const id = idOf(line)
    if (id === null) continue
    const { item, category } = line
    const source = { kind: 'memory', id } as const
    put(item, { source, ...plainLine(item), level: 'full', category, valued: hasValue(item), sensitive: true })
  }
  return { version: base.version, sections }
}

const plainLine = (item: Item) => ({ line: writeLine(flat(item.text), { checkbox: false, value: null }) })
const hasValue = (item: Item): boolean => withoutValue(item.text) !== item.text
