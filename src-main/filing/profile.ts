/**
 * What filing knows of a bucket, kept up to date message by message, so that nothing has to be read again to judge the next turn.
 * Every function returns a new profile and leaves its arguments alone.
 */

import type { TermStatistics } from '../language/term-statistics'
import { type ReadTurn, readTurn } from './informativeness'
import type { FilingModel } from './model'
import { rarity } from './terms'
import type { BucketProfile, FilingTurn } from './types'
import { addInPlace } from './vectors'

/** Words kept per bucket, and the size at which the least telling ones are dropped again. One long answer brings a hundred. */
const TERMS_KEPT = 192
const TERMS_LIMIT = 256

type ProfileHead = Pick<BucketProfile, 'id' | 'title' | 'status'>

/** A bucket without messages. Its times are 0 until the first message comes. */
export function emptyProfile(head: ProfileHead, dimensions = 384): BucketProfile {
  const { id, title, status } = head
  return {
    id,
    title,
    status,
    sum: new Float32Array(dimensions),
    weight: 0,
    messages: 0,
    firstAt: 0,
    lastAt: 0,
    terms: new Map(),
  }
}

function boundedTerms(terms: Map<string, number>, statistics: TermStatistics): Map<string, number> {
  if (terms.size <= TERMS_LIMIT) return terms
  const ranked = [...terms].map(([word, count]) => ({ word, count, score: count * rarity(word, statistics) }))
  ranked.sort((a, b) => b.score - a.score || (a.word < b.word ? -1 : 1))
  return new Map(ranked.slice(0, TERMS_KEPT).map(({ word, count }) => [word, count]))
}

/** The profile with one more message. */
export function addToProfile(
  profile: BucketProfile,
  turn: FilingTurn,
  statistics: TermStatistics,
  model: FilingModel,
): BucketProfile {
  return addReadTurns(profile, [readTurn(turn, statistics, model)], statistics)
}

/** The same for turns that were read already. */
export function addReadTurns(
  profile: BucketProfile,
  turns: readonly ReadTurn[],
  statistics: TermStatistics,
): BucketProfile {
  if (turns.length === 0) return profile
  const sum = profile.sum.slice()
  const terms = new Map(profile.terms)
  let { weight, messages, firstAt, lastAt } = profile
  for (const { turn, topic, terms: ofTurn, weight: turnWeight } of turns) {
    addInPlace(sum, topic, turnWeight)
    for (const word of ofTurn) terms.set(word, (terms.get(word) ?? 0) + 1)
    weight += turnWeight
    firstAt = messages === 0 ? turn.at : Math.min(firstAt, turn.at)
    lastAt = messages === 0 ? turn.at : Math.max(lastAt, turn.at)
    messages += 1
  }
  return { ...profile, sum, weight, messages, firstAt, lastAt, terms: boundedTerms(terms, statistics) }
}

/**
 * The profile without some of its messages. Sums and counts are exact as long as the words' statistics have hardly moved since
 * the messages were added; the times stay as they were, because a sum does not know its second-newest message.
 */
export function withoutReadTurns(profile: BucketProfile, turns: readonly ReadTurn[]): BucketProfile {
  if (turns.length === 0) return profile
  if (turns.length >= profile.messages) return emptyProfile(profile, profile.sum.length)
  const sum = profile.sum.slice()
  const terms = new Map(profile.terms)
  let weight = profile.weight
  for (const { topic, terms: ofTurn, weight: turnWeight } of turns) {
    addInPlace(sum, topic, -turnWeight)
    weight -= turnWeight
    for (const word of ofTurn) {
      const left = (terms.get(word) ?? 0) - 1
      if (left > 0) terms.set(word, left)
      else terms.delete(word)
    }
  }
  return { ...profile, sum, weight: Math.max(weight, 1e-6), messages: profile.messages - turns.length, terms }
}

/** Both buckets' messages under the first one's name and status. */
export function mergeProfiles(into: BucketProfile, from: BucketProfile, statistics: TermStatistics): BucketProfile {
  if (from.messages === 0) return into
  if (into.messages === 0) return { ...from, id: into.id, title: into.title, status: into.status }
  const sum = into.sum.slice()
  addInPlace(sum, from.sum, 1)
  const terms = new Map(into.terms)
  for (const [word, count] of from.terms) terms.set(word, (terms.get(word) ?? 0) + count)
  return {
    ...into,
    sum,
    weight: into.weight + from.weight,
    messages: into.messages + from.messages,
    firstAt: Math.min(into.firstAt, from.firstAt),
    lastAt: Math.max(into.lastAt, from.lastAt),
    terms: boundedTerms(terms, statistics),
  }
}

/** A profile of exactly these messages. */
export function profileFrom(
  head: ProfileHead,
  turns: readonly FilingTurn[],
  statistics: TermStatistics,
  model: FilingModel,
): BucketProfile {
  const read = turns.map((turn) => readTurn(turn, statistics, model))
  return addReadTurns(emptyProfile(head, model.background.length), read, statistics)
}
