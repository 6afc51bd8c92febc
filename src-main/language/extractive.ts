/** Title and synopsis of a stretch of conversation without a model (01-domain, Segment: the extractive fallback). */

import { inSlices } from '../runtime/slices'
import { guessLanguages } from './function-words'
import { cutGraphemes } from './graphemes'
import { partsOfSpeech } from './parts-of-speech'
import { LOST } from './prose'
import { MAX_QUOTED, pickSentences, type RankedSentence, rankingSentences } from './sentence-rank'
import type { TermStatistics } from './term-statistics'
import { beginning, sentenceCase, UNTITLED } from './title'
import { titleCandidates } from './title-candidates'
import { listedTitle, opensTalk, rankTitles } from './title-choice'
import type { TitleMeaning } from './title-meaning'
import { quotableProse } from './topic-prose'
import { words as wordsOf } from './words'

export interface SummarisedMessage {
  role: 'user' | 'assistant'
  /** `user`, `assistant`, or a name. */
  author: string
  text: string
  /** Milliseconds since the epoch. */
  at: number
}

export interface ExtractiveSummary {
  /** At most eight words and 60 graphemes, telegraphic, never empty. */
  title: string
  /** Two or three sentences where there are that many; what was said, in the order it was said. Never empty. */
  synopsis: string
}

const MIN_CLAUSE = 90
const SENTENCES = 3

/**
 * Summarises by quotation: the most central sentences, those with names, figures and outcomes first, no two alike, each
 * with who said them where people have names. Deterministic but for what `meaning` says; time is bounded for any number and
 * length of messages, and spent in slices between which `pause` is awaited. `title`: the one it has already.
 */
export async function summariseExtractively(
  messages: readonly SummarisedMessage[],
  statistics: TermStatistics,
  { pause, meaning, title }: { pause(): Promise<void>; meaning?: TitleMeaning; title?: string },
): Promise<ExtractiveSummary> {
  const ignore = speakers(messages)
  return {
    title: title ?? (await titleOfTalk(messages, statistics, { ignore, pause, meaning })),
    synopsis: await inSlices(quoting(messages, statistics, ignore), pause),
  }
}

/** Phrases that are compared for a title. */
const CANDIDATES = 24

async function titleOfTalk(
  messages: readonly SummarisedMessage[],
  statistics: TermStatistics,
  ways: { ignore: (word: string) => boolean; pause(): Promise<void>; meaning: TitleMeaning | undefined },
): Promise<string> {
  const { ignore, pause, meaning } = ways
  const said = messages.filter((m) => m.role === 'user').map((m) => m.text)
  const replies = messages.filter((m) => m.role === 'assistant').map((m) => m.text)
  const search = { ignore, pause, max: CANDIDATES, ...(meaning ? { firstNames: meaning.firstNames } : {}) }
  const { candidates, language } = await titleCandidates({ said, replies }, statistics, search)
  const fits = (await meaning?.fits(candidates)) ?? null
  const texts = said.length > 0 ? said : replies
  return (
    listedTitle(rankTitles(candidates, fits, { opening: opensTalk(said.length) }), language) ??
    beginning(texts, ignore) ??
    UNTITLED
  )
}

function* quoting(
  messages: readonly SummarisedMessage[],
  statistics: TermStatistics,
  ignore: (word: string) => boolean,
): Generator<void, string> {
  const texts = messages.map((message) => message.text)
  const isReply = (message: number) => messages[message]?.role === 'assistant'
  const ranked = favourOutcome(yield* rankingSentences(texts, statistics, ignore, isReply), messages.length)
  const picked = messages.some((message) => message.role === 'assistant')
    ? yield* askedAndAnswered(ranked, messages)
    : pickSentences(ranked, SENTENCES)
  return picked.length === 0 ? gist(messages) : quote(picked, messages)
}

/**
 * What was asked, as the person put it, and what came of it: the reader was not there. Of a longer talk two things that were asked;
 * an answer is quoted after its question, never before it.
 */
function* askedAndAnswered(
  ranked: readonly RankedSentence[],
  messages: readonly SummarisedMessage[],
): Generator<void, RankedSentence[]> {
  const [said, answered] = [
    ranked.filter((sentence) => messages[sentence.message]?.role === 'user'),
    ranked.filter((sentence) => messages[sentence.message]?.role === 'assistant'),
  ]
  // The first question names the topic; what follows up on it ("and the second one?") leans on it.
  const weight = (s: RankedSentence) => s.score * (s.question ? ASKED : 1) * (1 + EARLY / (1 + s.message / 2))
  const asking = said.map((s) => ({ ...s, score: weight(s) }))
  const several = messages.filter((m) => m.role === 'user').length >= SEVERAL_QUESTIONS
  const asked = pickSentences(asking, several ? 2 : 1)
  const from = Math.min(...asked.map((s) => s.message))
  const after = answered.filter((s) => s.message > from)
  const replies = new Set(asked.map((s) => messages.findIndex((m, i) => i > s.message && m.role === 'assistant')))
  const answers = (after.length > 0 ? after : answered).map((s) =>
    replies.has(s.message) ? { ...s, score: s.score * ANSWERS } : s,
  )
  const best = answers.sort((a, b) => b.score - a.score).slice(0, LOOKED_AT)
  const weighed: RankedSentence[] = []
  for (const sentence of best) {
    yield
    weighed.push(isInstruction(sentence.text) ? { ...sentence, score: sentence.score * INSTRUCTION } : sentence)
  }
  // Better one sentence less than one that says next to nothing of it.
  const least = LEAST_SHARE * Math.max(0, ...weighed.map((s) => s.score))
  const telling = weighed.filter((s) => s.score >= least)
  return [...asked, ...pickSentences(telling, SENTENCES - asked.length, asked)]
}

/** What an answer to what is quoted counts more than one to something else. */
const ANSWERS = 1.5
/** So many of the best answers are read for how they begin. */
const LOOKED_AT = 24
/** “Configure the logger to …” is a step of what was answered, not what it came to. */
const INSTRUCTION = 0.5

function isInstruction(text: string): boolean {
  const words = wordsOf(text.slice(0, 300))
  if (guessLanguages(words)[0] !== 'en') return false
  const first = /^[\p{L}-]+/u.exec(text)?.[0] ?? ''
  if (/(?:ing|ed)$/u.test(first)) return false
  const [kind] = partsOfSpeech(text.slice(0, 120), [{ text: first, at: 0 }])
  return kind === 'verb' && !/^(?:is|are|was|do|does|did|can|could|will|would|should|may|must|has|have)$/iu.test(first)
}

/** Of the best answer's score. */
const LEAST_SHARE = 0.3
/** Gives back to a question what ranking takes from it. */
const ASKED = 2.5
const EARLY = 1
/** A talk of so many turns was about more than its first question. */
const SEVERAL_QUESTIONS = 4

/** True for the lower-case names of those who talk, in full or as a pet name (“Mel” for Melanie). */
export function speakers(messages: readonly SummarisedMessage[]): (word: string) => boolean {
  const names = [
    ...new Set(messages.flatMap((message) => (isNamed(message) ? message.author.toLowerCase().split(/\s+/) : []))),
  ]
  return (word) => {
    const bare = word.replace(/['’]s$/, '')
    return names.some((name) => name === bare || (bare.length >= 3 && name.startsWith(bare)))
  }
}

export function isNamed({ author }: SummarisedMessage): boolean {
  return author !== 'user' && author !== 'assistant' && author !== ''
}

/** What was said towards the end is more often how it came out. */
function favourOutcome(ranked: readonly RankedSentence[], messages: number): RankedSentence[] {
  return ranked
    .map((s) => (s.message >= messages * 0.6 && !s.question ? { ...s, score: s.score * 1.1 } : s))
    .sort((a, b) => b.score - a.score)
}

function quote(picked: readonly RankedSentence[], messages: readonly SummarisedMessage[]): string {
  let speaker = ''
  const language = guessLanguages(picked.flatMap(({ text }) => wordsOf(text)))[0] ?? null
  return [...picked]
    .sort((a, b) => a.message - b.message)
    .map((sentence) => {
      const message = messages[sentence.message]
      const name = message && isNamed(message) && message.author !== speaker ? `${message.author}: ` : ''
      if (message) speaker = message.author
      return name + sentenceCase(ended(clipped(sentence.text)), language)
    })
    .reduce((all, next) => (/[。！？]$/u.test(all) || all === '' ? all + next : `${all} ${next}`), '')
}

/**
 * A long sentence ends before another main clause, where what is left is one (“…, but I am not sure”); else at a clause, else between
 * words, and shows that it goes on. Never within a word, a link or an address.
 */
function clipped(sentence: string): string {
  const cut = cutGraphemes(sentence, MAX_QUOTED)
  if (cut === sentence) return sentence
  const kept = cut.replace(/…$/u, '')
  const main = [...kept.matchAll(MAIN_CLAUSE)].findLast((found) => found.index >= MIN_CLAUSE)
  if (main) return `${kept.slice(0, main.index).trimEnd()}.`
  const clause = Math.max(...[', ', '; ', ' - ', ' – ', '、', '，'].map((mark) => kept.lastIndexOf(mark)))
  const at = clause >= MIN_CLAUSE ? clause : kept.search(/\s\S*$/u)
  return `${(at > 0 ? kept.slice(0, at) : kept).trimEnd()}…`
}

/** Begins a clause that the one before does without. */
const MAIN_CLAUSE =
  /(?:[,;]| [-–—])\s+(?=(?:but|so|can you|could you|would you|will you|do you|what|how|is (?:there|it|this)|should i|any (?:ideas|tips|advice)|i(?:['’]m| am|['’]d| was| would| want| need)|and i(?:['’]m| am)?|aber|denn|kannst du|können sie|ma|puoi|mais|pouvez|pero|puedes|ama|bana)(?![\p{L}]))|;\s+/giu

function ended(sentence: string): string {
  if (/[.!?…。！？]["'”’)」』]?$/u.test(sentence)) return sentence
  const stop = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(sentence) ? '。' : '.'
  return sentence.replace(/[,;:\s]+$/u, '') + stop
}

/** For messages without a sentence worth quoting (“ok”, an emoji, only code): how they begin. */
function gist(messages: readonly SummarisedMessage[]): string {
  const first = messages.find((message) => quotableProse(message.text).trim() !== '') ?? messages[0]
  const prose = first ? quotableProse(first.text) : ''
  const source = prose.trim() === '' ? (first?.text ?? '').replace(/^[ \t]*(?:`{3,}|~{3,}).*$/gm, '') : prose
  const text = source.slice(0, 2_000).replaceAll(LOST, ' ').replace(/\s+/g, ' ').trim()
  if (text === '') return '…'
  const name = first && isNamed(first) ? `${first.author}: ` : ''
  return name + clipped(text)
}
