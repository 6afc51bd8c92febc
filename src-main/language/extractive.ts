/** Title and synopsis of a stretch of conversation without a model (01-domain, Segment: the extractive fallback). */

import { cutGraphemes } from './graphemes'
import { type KeyPhrase, keyPhrases } from './key-phrases'
import { pickSentences, type RankedSentence, rankSentences } from './sentence-rank'
import type { TermStatistics } from './term-statistics'
import { sentenceCase, titleFor } from './title'
import { generality } from './title-candidates'
import { quotableProse } from './topic-prose'

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

const MAX_TITLE_WORDS = 8
const MAX_TITLE = 60
const MAX_QUOTE = 240
const MIN_CLAUSE = 90
const SENTENCES = 3
/** A further phrase joins the title if it says at least so much of what the first one says. */
const PHRASE_SHARE = 0.4
const MAX_PHRASES = 3
const FEW_TEXTS = 10
/** From here on a lone word fits nearly any talk. */
const GENERAL = 0.3
const SEVERAL_WORDS = 1.8
const NAMED = 1.25

/**
 * Summarises by quotation: the most central sentences, those with names, figures and outcomes first, no two alike, each
 * with who said it where people have names. Deterministic; time is bounded for any number and length of messages.
 */
export function summariseExtractively(
  messages: readonly SummarisedMessage[],
  statistics: TermStatistics,
): ExtractiveSummary {
  const texts = messages.map((message) => message.text)
  const ignore = speakers(messages)
  const isReply = (message: number) => messages[message]?.role === 'assistant'
  const ranked = favourOutcome(rankSentences(texts, statistics, ignore, isReply), messages.length)
  const picked = messages.some((message) => message.role === 'assistant')
    ? askedAndAnswered(ranked, messages)
    : pickSentences(ranked, SENTENCES)
  const title = segmentTitle(
    texts,
    picked.map((sentence) => sentence.text),
    statistics,
    ignore,
  )
  if (picked.length === 0) return { title, synopsis: gist(messages) }
  return { title, synopsis: quote(picked, messages) }
}

/** What was asked, as the person put it, and what came of it: the reader was not there. */
function askedAndAnswered(ranked: readonly RankedSentence[], messages: readonly SummarisedMessage[]): RankedSentence[] {
  const [said, answered] = [
    ranked.filter((sentence) => messages[sentence.message]?.role === 'user'),
    ranked.filter((sentence) => messages[sentence.message]?.role === 'assistant'),
  ]
  // The first question names the topic; what follows up on it ("and the second one?") leans on it.
  const weight = (s: RankedSentence) => s.score * (s.question ? ASKED : 1) * (1 + EARLY / (1 + s.message / 2))
  const asked = [...said].sort((a, b) => weight(b) - weight(a)).slice(0, 1)
  const rest = pickSentences(
    [...answered, ...said.filter((s) => !asked.includes(s) && !s.question)].sort((a, b) => b.score - a.score),
    SENTENCES - asked.length,
  )
  return [...asked, ...rest]
}

/** Gives back to a question what ranking takes from it. */
const ASKED = 2
const EARLY = 0.6

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

/**
 * Phrases of several words say what a talk was about; single words mostly only what it touched. So the phrases of the whole
 * talk come first, then those of the sentences that are quoted, and single words only where there is nothing else.
 */
function segmentTitle(
  texts: readonly string[],
  quoted: readonly string[],
  statistics: TermStatistics,
  ignore: (word: string) => boolean,
): string {
  const ranked = keyPhrases(texts, statistics, { max: 12, ignore })
  const repeated = ranked.filter((phrase) => phrase.texts > 1)
  const whole = (repeated.length > 0 ? repeated : ranked)
    .map((phrase) => ({ ...phrase, score: phrase.score * weightOf(phrase) }))
    .sort((a, b) => b.score - a.score)
  const best = whole[0]
  if (!best) return titleFor(texts, statistics, ignore)
  const enough = whole.filter((p) => p.score >= best.score * PHRASE_SHARE && (p.texts > 1 || texts.length < 4))
  const central = new Set(best.words)
  const spoken = keyPhrases(quoted, statistics, { max: 6, ignore }).filter(isTelling)
  const about = spoken.filter((phrase) => phrase.words.some((word) => central.has(word)))
  // In a short talk the best phrase is said once; in a long one that would be chance.
  const lead = ranked.slice(0, 1).filter((p) => isTelling(p) && (p.texts > 1 || texts.length <= FEW_TEXTS))
  const candidates = [
    ...lead,
    ...enough.filter(isTelling),
    ...about,
    ...(about.length > 0 ? [] : [best]),
    ...spoken,
    ...enough.filter((p) => p.nominal),
  ]
  const chosen: KeyPhrase[] = []
  let count = 0
  // “Ideas”, “solutions”: words that would fit any talk only where there is nothing else.
  const naming = candidates.filter((phrase) => generality(phrase.words) < GENERAL)
  for (const phrase of naming) {
    if (chosen.length === MAX_PHRASES) break
    if (count + phrase.words.length > MAX_TITLE_WORDS || chosen.some((c) => sharesWord(c, phrase))) continue
    // Two phrases say it; a single word more would only be a keyword.
    if (chosen.length >= 2 && !isTelling(phrase)) break
    // Half a word is worse than a phrase less.
    if (chosen.length > 0 && [...chosen, phrase].map((c) => c.text).join(', ').length > MAX_TITLE) continue
    chosen.push(phrase)
    count += phrase.words.length
  }
  const title = (chosen.length > 0 ? chosen : [best]).map((phrase) => phrase.text).join(', ')
  return sentenceCase(cutGraphemes(title, MAX_TITLE), null)
}

const isTelling = (phrase: KeyPhrase): boolean =>
  phrase.nominal && (phrase.words.length > 1 || (hasCapital(phrase.text) && phrase.texts > 1))

const sharesWord = (a: KeyPhrase, b: KeyPhrase): boolean =>
  a.words.some((word) => b.words.some((other) => other === word || stemOf(other) === stemOf(word)))

/** “Agency” and “agencies” are one word here. */
const stemOf = (word: string): string => (word.length > 5 ? word.slice(0, -2) : word)

const weightOf = (phrase: KeyPhrase): number =>
  (phrase.words.length > 1 ? SEVERAL_WORDS : 1) * (hasCapital(phrase.text) ? NAMED : 1) * (phrase.nominal ? 1 : 0.6)

/** A name, where capitals mean one. */
const hasCapital = (text: string): boolean => /\p{Lu}/u.test(text) && /\p{Ll}/u.test(text)

/** What was said towards the end is more often how it came out. */
function favourOutcome(ranked: readonly RankedSentence[], messages: number): RankedSentence[] {
  return ranked
    .map((s) => (s.message >= messages * 0.6 && !s.question ? { ...s, score: s.score * 1.1 } : s))
    .sort((a, b) => b.score - a.score)
}

function quote(picked: readonly RankedSentence[], messages: readonly SummarisedMessage[]): string {
  let speaker = ''
  return [...picked]
    .sort((a, b) => a.message - b.message)
    .map((sentence) => {
      const message = messages[sentence.message]
      const name = message && isNamed(message) && message.author !== speaker ? `${message.author}: ` : ''
      if (message) speaker = message.author
      return name + ended(clipped(sentence.text))
    })
    .reduce((all, next) => (/[。！？]$/u.test(all) || all === '' ? all + next : `${all} ${next}`), '')
}

/** A long sentence ends at a clause, else between words: never within a word, a link or an address. */
function clipped(sentence: string): string {
  const cut = cutGraphemes(sentence, MAX_QUOTE)
  if (cut === sentence) return sentence
  const kept = cut.replace(/…$/u, '')
  const clause = Math.max(...[', ', '; ', ' - ', ' – ', '、', '，'].map((mark) => kept.lastIndexOf(mark)))
  const at = clause >= MIN_CLAUSE ? clause : kept.search(/\s\S*$/u)
  return `${(at > 0 ? kept.slice(0, at) : kept).trimEnd()}…`
}

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
  const text = source.slice(0, 2_000).replace(/\s+/g, ' ').trim()
  if (text === '') return '…'
  const name = first && isNamed(first) ? `${first.author}: ` : ''
  return name + clipped(text)
}
