/** One human sentence per act, with the evidence it was decided on (02-janitor-memory, Justified). */
import type { StoredBucket } from '../store/types'
import { DAY_MS } from './types'

type Titled = Pick<StoredBucket, 'title'>

const HOUR_MS = 3_600_000

export const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`
const quoted = ({ title }: Titled): string => `“${title}”`
/** Cut, not rounded: 0.897 must not read as the 0.90 that would have merged. */
const hundredths = (similarity: number): string => (Math.floor(similarity * 100) / 100).toFixed(2)

/** `“A”, “B” and 3 more`. */
function names(buckets: readonly Titled[]): string {
  const shown = buckets.length > 3 ? buckets.slice(0, 2).map(quoted) : buckets.map(quoted)
  const rest = buckets.length - shown.length
  const last = rest > 0 ? `${rest} more` : shown.pop()
  return shown.length === 0 ? `${last}` : `${shown.join(', ')} and ${last}`
}

const topic = (many: boolean, terms: readonly string[]): string =>
  terms.length === 0 ? 'they read alike' : `${many ? 'all' : 'both'} are about ${terms.slice(0, 3).join(', ')}`

/** `similarity` is the lowest within the group, `moved` the messages that change their bucket. */
export const merged = (
  sources: readonly Titled[],
  target: Titled,
  evidence: { terms: readonly string[]; similarity: number; moved: number; because: string },
): string =>
  `Merged ${names(sources)} into ${quoted(target)}: ${topic(sources.length > 1, evidence.terms)} (${hundredths(evidence.similarity)}, ${count(evidence.moved, 'message')}).${evidence.because === '' ? '' : ` The model agrees: ${evidence.because}`}`

export const promoted = (title: string, messages: number): string =>
  `Kept ${quoted({ title })} as a bucket: it grew to ${count(messages, 'message')}.`

export const filedAway = (bucket: Titled, ageMs: number): string =>
  `Filed away ${quoted(bucket)}: a one-off, ${age(ageMs)} old.`

export const emptied = (bucket: Titled): string => `Filed away ${quoted(bucket)}: nothing is left in it.`

export const wentStale = (bucket: Titled & { messages: number }, idleMs: number): string =>
  `Archived ${quoted(bucket)}: only ${count(bucket.messages, 'message')}, untouched for ${count(days(idleMs), 'day')}.`

export const seldomUsed = (bucket: Titled & { returns: number }, idleMs: number, weeks: number): string =>
  `Archived ${quoted(bucket)}: untouched for ${count(days(idleMs), 'day')} and seldom returned to (${count(bucket.returns, 'return')} in ${count(Math.round(weeks), 'week')}).`

export const refiledTo = (source: Titled, target: Titled, moved: number, terms: readonly string[]): string =>
  `Refiled ${count(moved, 'message')} from ${quoted(source)} to ${quoted(target)}: ${terms.length === 0 ? 'they read more like it' : `they are about ${terms.slice(0, 3).join(', ')}`}.`

export const retitled = (bucket: Titled, title: string, because: 'better' | 'same_name'): string =>
  `Renamed ${quoted(bucket)} to ${quoted({ title })}: ${because === 'same_name' ? 'another bucket has that name' : 'it says better what is talked about there'}.`

export const boosted = (bucket: Titled & { messages: number }, ageDays: number): string =>
  `Raised ${quoted(bucket)} to high priority: ${count(bucket.messages, 'message')} in ${count(Math.ceil(ageDays), 'day')}.`

export const suggested = (source: Titled, target: Titled, terms: readonly string[], similarity: number): string =>
  `${quoted(source)} and ${quoted(target)} may be one topic: ${topic(false, terms)} (${hundredths(similarity)}).`

const percent = (share: number): string => `${Math.round(share * 100)} %`

export const tookOver = (bucket: Titled & { messages: number }, ageDays: number, share: number): string =>
  `${quoted(bucket)} may be a change in your life: ${count(bucket.messages, 'message')} in ${count(Math.max(1, Math.ceil(ageDays)), 'day')}, ${percent(share)} of what you talked about this week.`

export const grouped = (buckets: readonly Titled[], parent: Titled): string =>
  `Grouped ${names(buckets)} under ${quoted(parent)}: new topics about the same thing.`

export const leftBehind = (bucket: Titled, rival: Titled, idleMs: number): string =>
  `Archived ${quoted(bucket)}: untouched for ${count(days(idleMs), 'day')}, and ${quoted(rival)} took its place.`

export const mayDivide = (
  bucket: Titled,
  [one, two]: readonly [string, string],
  [few, many]: readonly [number, number],
): string =>
  `${quoted(bucket)} may have become two topics: “${one}” (${count(few, 'message')}) and “${two}” (${count(many, 'message')}).`

export const mayFileAway = (bucket: Titled & { returns: number }, restedMs: number): string =>
  `${quoted(bucket)} may be filed away: a one-off, untouched for ${age(restedMs)}${bucket.returns > 0 ? `, returned to ${bucket.returns === 1 ? 'once' : `${bucket.returns} times`}` : ''}.`

const days = (ms: number): number => Math.floor(ms / DAY_MS)

function age(ms: number): string {
  const whole = days(ms)
  if (whole === 1) return 'a day'
  return whole > 1 ? count(whole, 'day') : count(Math.floor(ms / HOUR_MS), 'hour')
}
