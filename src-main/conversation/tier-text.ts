/** The tiers as the model reads them, with the headings and wording of seed 001 (System Prompt Formatting). */
import { escapeTags } from '@shared/tags/escape'
import { cutGraphemes } from '../language/graphemes'
import { oneLine } from './message-text'
import type { TierBucket } from './tiers'

export interface TierRendering {
  /** How "last active" is written; given, so that a budget can be counted without knowing what time it is. */
  lastActive(iso: string): string
  /** The model can load a bucket by the pin command; one that can do neither is only told that the topics exist. */
  pin: boolean
  /** It can look for one with `bucket_search`. */
  search: boolean
}

const MAX_TOPIC = 200
const HANGING = ' '.repeat('Summary: '.length)

/** What people and models wrote into titles and summaries is escaped, titles stay on one line and summaries are indented: neither can pass for a heading or a tag. */
export function renderPrimary(buckets: readonly TierBucket[], rendering: TierRendering): string {
  if (buckets.length === 0) return ''
  return section(
    '=== PRIMARY CONTEXT - Active Topics ===',
    'Focus on these topics when responding. These are currently being discussed.',
    ...buckets.map((b) => `\n${bucketBlock(b, rendering)}`),
  )
}

export function renderBackground(buckets: readonly TierBucket[], rendering: TierRendering): string {
  if (buckets.length === 0) return ''
  return section(
    '=== BACKGROUND CONTEXT - High-Affinity Topics ===',
    'Reference these topics if relevant to current discussion.',
    ...buckets.map((b) => `\n${bucketBlock(b, rendering)}`),
  )
}

/** @param more how many further buckets there are */
export function renderAvailable(buckets: readonly TierBucket[], more: number, rendering: TierRendering): string {
  if (buckets.length === 0) return ''
  const lines = buckets.map((b) => availableLine(b, rendering))
  if (more > 0) lines.push(rendering.search ? `and ${more} more: use bucket_search` : `and ${more} more`)
  return section('=== AVAILABLE TOPICS - Load on Demand ===', `${howToLoad(rendering)}\n`, ...lines)
}

function howToLoad({ pin, search }: TierRendering): string {
  const means = [...(search ? ['bucket_search'] : []), ...(pin ? ['the pin command'] : [])]
  if (means.length === 0) return 'These topics exist but are not loaded.'
  return `These topics are available but not loaded. Use ${means.join(' or ')} to load one if needed.`
}

export function availableLine(bucket: TierBucket, { lastActive }: TierRendering): string {
  return `- ${bucket.id}: ${topic(bucket)} (${bucket.messages} msgs, last: ${lastActive(bucket.lastActive)})`
}

/** One bucket of PRIMARY or BACKGROUND; also what a `pin` in the middle of a session adds to the newest turn. */
export function bucketBlock(bucket: TierBucket, { lastActive }: TierRendering): string {
  return section(
    `Bucket: ${bucket.id}`,
    `Topic: ${topic(bucket)}`,
    `Summary: ${summaryLines(bucket.summary)}`,
    `Messages: ${bucket.messages} | Last active: ${lastActive(bucket.lastActive)}`,
  )
}

const section = (...lines: string[]): string => lines.join('\n')

function topic({ title, description }: TierBucket): string {
  const text = description === '' || description === title ? title : `${title} – ${description}`
  return oneLine(cutGraphemes(text, MAX_TOPIC))
}

function summaryLines(summary: string): string {
  const lines = escapeTags(summary)
    .split(/\r\n|[\n\r\u2028\u2029]/u)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return lines.length === 0 ? 'none yet' : lines.join(`\n${HANGING}`)
}
