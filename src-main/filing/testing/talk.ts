/** Made-up talks with real vectors, for filing's tests. */
import type { BucketId, MessageId } from '@shared/ids'
import { filingModelFor } from '../fitted'
import { profileFrom } from '../profile'
import { WordCounts } from '../statistics'
import type { BucketProfile, FilingTurn } from '../types'
import { decodeVector } from './encoding'
import { SENTENCES, type Topic } from './sentences'
import encoded from './sentences.json'

const found = filingModelFor('multilingual-e5-small')
if (found === undefined) throw new Error('the default embedding model has fitted numbers')
export const model = found

export const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS
export const START = Date.UTC(2026, 0, 5, 8)

const vectors = new Map(Object.entries(encoded).map(([text, vector]) => [text, decodeVector(vector)]))

let made = 0
/** A turn that says one of the test sentences. */
export function turn(text: string, at: number, more: Partial<FilingTurn> = {}): FilingTurn {
  const vector = vectors.get(text)
  if (vector === undefined) throw new Error(`“${text}” has no vector: fit test-vectors`)
  made += 1
  const id = `message-${String(made).padStart(6, '0')}` as MessageId
  return { id, role: 'user', text, at, vector, bucketId: null, stretchId: null, locked: false, ...more }
}

/** Sentences `from` to `to` of a topic, a minute apart. */
export const talkAbout = (topic: Topic, from: number, to: number, at = START): FilingTurn[] =>
  SENTENCES[topic].slice(from, to).map((text, i) => turn(text, at + i * MINUTE_MS))

export const bucketId = (id: string): BucketId => id as BucketId

/** The person's words so far: everything the test sentences say. */
export const statistics = new WordCounts()
statistics.add(Object.values(SENTENCES).flat())

/** A bucket that holds a topic's first `rounds` sentences, said five days before `START`. */
export function bucketOf(
  topic: Topic,
  rounds = 4,
  id = `${topic}_001`,
  status: BucketProfile['status'] = 'active',
): BucketProfile {
  const turns = talkAbout(topic, 0, rounds, START - 5 * DAY_MS)
  return profileFrom({ id: bucketId(id), title: topic, status }, turns, statistics, model)
}
