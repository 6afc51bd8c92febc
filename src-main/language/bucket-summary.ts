/** A bucket's rolling summary without a model: telegraphic bullets, at most 200 tokens (07-settled, Bucket summary). */
import { SUMMARY_BULLET } from '@shared/contract/segments'
import { isNamed, type SummarisedMessage, speakers } from './extractive'
import { cutGraphemes } from './graphemes'
import { pickSentences, type RankedSentence, rankingSentences } from './sentence-rank'
import type { TermStatistics } from './term-statistics'
import { countTokens } from './tokens'

/** Begins every line written here. A line without it was written by a person and stays as it is. */
export const BULLET = SUMMARY_BULLET
const BULLETS = new RegExp(`^(?:${BULLET})+`, 'u')
/** The latest outcome. */
const OUTCOME = '→ '
/** A question that the person asked last and that may still be open. */
const OPEN = '? '

const MAX_TOKENS = 200
const MAX_BULLET = 120
const FACTS = 4

/** What a person wrote into a summary: every line without a bullet, as it stands. */
export const ownLines = (summary: string): string[] =>
  summary.split('\n').filter((line) => line.trim() !== '' && !line.startsWith(BULLET))

/**
 * `edited` as a person left it. A line with a bullet that no earlier version says in just these words is theirs, so it loses
 * the bullet: else the next update might drop it (07-settled, Bucket summary).
 */
export function asWritten(edited: string, versions: readonly string[]): string {
  const made = new Set(versions.flatMap((version) => version.split('\n')))
  const lines = edited.replace(/\r\n?/g, '\n').trim().split('\n')
  return lines.map((line) => (made.has(line) ? line : line.replace(BULLETS, ''))).join('\n')
}

/**
 * `existing` brought up to date with `newMessages`. A person's lines stay first and unchanged, whatever their length; then
 * older bullets, then the new facts, the latest outcome (→) and an open question (?). Where 200 tokens do not hold all of
 * it, the oldest bullets go. Without anything new to say, `existing` comes back unchanged. In short steps.
 */
export function* bucketSummary(
  existing: string,
  newMessages: readonly SummarisedMessage[],
  statistics: TermStatistics,
): Generator<void, string> {
  const texts = newMessages.map((message) => message.text)
  const isReply = (message: number) => newMessages[message]?.role === 'assistant'
  const ranked = yield* rankingSentences(texts, statistics, speakers(newMessages), isReply)
  const fresh = freshBullets(ranked, newMessages)
  if (fresh.length === 0) return existing
  const own = ownLines(existing)
  const old = existing
    .split('\n')
    .filter((line) => line.startsWith(BULLET))
    .flatMap(settled)
  const news = fresh.filter((bullet) => !old.includes(bullet))
  return [...own, ...newestWithin([...old, ...news], MAX_TOKENS - countTokens(own.join('\n')))].join('\n')
}

/**
 * `existing` with what `taken` says, for a bucket that was merged into it. A person's lines of both stay; of the bullets each
 * side keeps its newest where 200 tokens do not hold all of them.
 */
export function summaryTakingIn(existing: string, taken: string): string {
  const [ours, theirs] = [existing, taken].map((text) => text.split('\n').filter((line) => line.trim() !== ''))
  const own = [...new Set([...(ours ?? []), ...(theirs ?? [])].filter((line) => !line.startsWith(BULLET)))]
  const kept = (ours ?? []).filter((line) => line.startsWith(BULLET))
  const added = (theirs ?? []).filter((line) => line.startsWith(BULLET) && !kept.includes(line)).flatMap(settled)
  const room = MAX_TOKENS - countTokens(own.join('\n'))
  while (kept.length + added.length > 0 && countTokens([...added, ...kept].join('\n')) > room) {
    if (added.length > kept.length) added.shift()
    else kept.shift()
  }
  return [...own, ...added, ...kept].join('\n')
}

/** An older outcome is a fact by now; an older question has been answered or dropped. */
function settled(bullet: string): string[] {
  if (bullet.startsWith(BULLET + OPEN)) return []
  return [bullet.startsWith(BULLET + OUTCOME) ? BULLET + bullet.slice((BULLET + OUTCOME).length) : bullet]
}

function freshBullets(ranked: readonly RankedSentence[], messages: readonly SummarisedMessage[]): string[] {
  const statements = ranked.filter((sentence) => !sentence.question)
  const late = statements
    .filter((sentence) => sentence.message >= messages.length / 2)
    .sort((a, b) => b.score * (b.message + 1) - a.score * (a.message + 1))
  const outcome = messages.length >= 3 ? late[0] : undefined
  const facts = pickSentences(
    statements.filter((sentence) => sentence !== outcome),
    FACTS,
  ).sort((a, b) => a.message - b.message)
  const open = ranked.find((sentence) => sentence.question && sentence.message === lastOfPerson(messages))
  return [
    ...facts.map((fact) => BULLET + brief(fact, messages)),
    ...(outcome ? [BULLET + OUTCOME + brief(outcome, messages)] : []),
    ...(open ? [BULLET + OPEN + brief(open, messages)] : []),
  ]
}

/** The index of the last message, if it is the person's: their question was not answered yet. */
function lastOfPerson(messages: readonly SummarisedMessage[]): number {
  return messages.at(-1)?.role === 'user' ? messages.length - 1 : -1
}

const FIRST_PERSON = /^(?:i|we|i've|we've|ich habe|ich|wir haben|wir|je|j'ai|nous|yo|io|eu|ik)\s+(?=\S)/i

/** Without “I” and the full stop: “went to a support group yesterday”. */
function brief(sentence: RankedSentence, messages: readonly SummarisedMessage[]): string {
  const message = messages[sentence.message]
  const text = sentence.text.replaceAll('’', "'").replace(FIRST_PERSON, '')
  const name = message && isNamed(message) ? `${message.author}: ` : ''
  return name + cutGraphemes(text.replace(/[.。!！\s]+$/u, ''), MAX_BULLET)
}

function newestWithin(bullets: readonly string[], tokens: number): string[] {
  const kept: string[] = []
  for (const bullet of [...bullets].reverse()) {
    if (countTokens([bullet, ...kept].join('\n')) > tokens) break
    kept.unshift(bullet)
  }
  return kept
}
