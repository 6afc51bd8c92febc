/** The decisions of a collapse: pure, so that every path of the state machine can be told from its inputs. */
import { allSegments } from '@shared/text/word-segments'
import { cutGraphemes } from '../language/graphemes'
import type { StoredMessage } from '../store/types'

/** A claim that is not finished by then was cut off by a crash and may be taken over. */
export const CLAIM_MS = 10 * 60_000

const MODEL_ATTEMPTS = 3
const STORE_ATTEMPTS = 3
const MINUTE = 60_000
/** Waits after the first and second failure of a model, and of the store. */
const BACK_OFF_MS = [MINUTE, 5 * MINUTE]
/** Without vectors nothing can be filed or found: a collapse waits for the embedding model, for ever if need be. */
export const EMBEDDING_WAIT_MS = 5 * MINUTE

export type AfterFailure = { next: 'retry'; attempts: number; retryAt: number } | { next: 'give_up'; attempts: number }

/**
 * `attempts` is one ladder: 1 and 2 are failures of the model, at 3 it is not asked any more (the summary is extractive);
 * 4 and 5 are failures to store, at 6 the segment has failed until somebody asks again (07-settled: `failed` only when
 * storing fails three times).
 */
export function afterModelFailure(attempts: number, now: number): AfterFailure {
  return step(attempts + 1, MODEL_ATTEMPTS, attempts, now)
}

export function afterStoreFailure(attempts: number, now: number): AfterFailure {
  const before = Math.max(attempts, MODEL_ATTEMPTS)
  return step(before + 1, MODEL_ATTEMPTS + STORE_ATTEMPTS, before - MODEL_ATTEMPTS, now)
}

/** The model still has an attempt left. */
export const mayAskModel = (attempts: number): boolean => attempts < MODEL_ATTEMPTS

function step(attempts: number, last: number, waited: number, now: number): AfterFailure {
  if (attempts >= last) return { next: 'give_up', attempts }
  return { next: 'retry', attempts, retryAt: now + (BACK_OFF_MS[waited] ?? 5 * MINUTE) }
}

/** 1 to 5, from messages, buckets and tools (07-settled): a greeting is 1, an afternoon over several topics with tools 5. */
export function complexity(of: { messages: number; buckets: number; tools: number }): number {
  const size = of.messages >= 60 ? 3 : of.messages >= 20 ? 2 : of.messages >= 6 ? 1 : 0
  const spread = of.buckets >= 4 ? 2 : of.buckets >= 2 ? 1 : 0
  const tools = of.tools > 0 ? 1 : 0
  return Math.min(5, 1 + size + spread + tools)
}

export interface Summary {
  title: string
  synopsis: string
}

const MAX_TITLE_WORDS = 8
const MAX_TITLE_GRAPHEMES = 60

/** A title on one line with at most eight words and 60 graphemes (01-domain, Segment); '' stays ''. */
export function fitTitle(title: string): string {
  const flat = title
    .replace(/\s+/gu, ' ')
    .replace(/^["'“”«»\s]+|["'“”«».\s]+$/gu, '')
    .trim()
  let count = 0
  for (const part of allSegments(flat)) {
    if (part.isWordLike) count += 1
    if (count > MAX_TITLE_WORDS) return cutGraphemes(flat.slice(0, part.index).trimEnd(), MAX_TITLE_GRAPHEMES)
  }
  return cutGraphemes(flat, MAX_TITLE_GRAPHEMES)
}

/** What is said of a segment in which nobody said anything: tools worked, or its messages were erased. */
export function summaryWithoutMessages(tools: readonly string[]): Summary {
  if (tools.length === 0) return { title: 'Empty segment', synopsis: 'Nothing was said in this segment.' }
  const names = tools.join(', ')
  return {
    title: fitTitle(`Tools: ${names}`),
    synopsis: `Nothing was said in this segment; tools were used: ${names}.`,
  }
}

/** A message as the language room reads it. */
export const toSummarised = (message: StoredMessage) => ({
  role: message.role === 'assistant' ? ('assistant' as const) : ('user' as const),
  author: message.author,
  text: message.text,
  at: Date.parse(message.ts),
})
