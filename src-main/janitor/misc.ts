/** The day's `misc_conversations_…` bucket: where one-offs are filed away (07-settled). */
import { type BucketId, bucketId, MISC_PREFIX } from '@shared/ids'
import { cutGraphemes } from '../language/graphemes'

/** Making one takes longer than a hundred uses of it, and a pass asks for the day of hundreds of one-offs. */
const formats = new Map<string, { numbers: Intl.DateTimeFormat; month: Intl.DateTimeFormat }>()

function formatsOf(timeZone: string) {
  const known = formats.get(timeZone)
  if (known) return known
  const made = {
    numbers: new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' }),
    month: new Intl.DateTimeFormat('en', { timeZone, month: 'long' }),
  }
  formats.set(timeZone, made)
  return made
}

/** Id and title of the day's bucket for a moment, by the calendar of `timeZone`. */
export function miscBucket(at: number, timeZone: string): { id: BucketId; title: string } {
  const { numbers, month: named } = formatsOf(timeZone)
  const parts = numbers.formatToParts(at)
  const part = (type: string): string => parts.find((p) => p.type === type)?.value ?? ''
  const [year, month, day] = [part('year'), part('month'), part('day')]
  const id = bucketId.parse(`${MISC_PREFIX}${year}_${month.padStart(2, '0')}_${day.padStart(2, '0')}`)
  return { id, title: `One-offs of ${day} ${named.format(at)} ${year}` }
}

export interface OneOff {
  title: string
  /** The first thing the person said; empty if they said nothing. */
  opening: string
}

/** About 200 tokens, the size of any bucket's summary (07-settled). */
const ROOM = 800
const SHORTEST_LINE = 24
const LONGEST_LINE = 120

/**
 * The day's summary: a line per one-off, in the order they are given. Lines get shorter as there are more of them; what
 * has no room even so is counted in the last line.
 */
export function dailySummary(oneOffs: readonly OneOff[]): string {
  const room = Math.floor(ROOM / Math.max(1, oneOffs.length)) - 3
  const shown = room >= SHORTEST_LINE ? oneOffs : oneOffs.slice(0, Math.floor(ROOM / (SHORTEST_LINE + 3)))
  const width = Math.min(LONGEST_LINE, Math.max(SHORTEST_LINE, room))
  const lines = shown.map(({ title, opening }) => {
    const said = opening.trim().replace(/\s+/gu, ' ')
    return `- ${cutGraphemes(said === '' || said === title ? title : `${title}: ${said}`, width)}`
  })
  const rest = oneOffs.length - shown.length
  return (rest > 0 ? [...lines, `- and ${rest} more`] : lines).join('\n')
}
