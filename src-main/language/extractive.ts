/** Title and synopsis of a stretch of conversation without a model (01-domain, Segment: the extractive fallback). */
import type { TermStatistics } from '../filing/types'
import { cutGraphemes } from './graphemes'
import { keyPhrases } from './key-phrases'
import { proseOf } from './prose'
import { pickSentences, type RankedSentence, rankSentences } from './sentence-rank'
import { sentenceCase, titleFor } from './title'

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
const SENTENCES = 3
/** A further phrase joins the title if it says at least so much of what the first one says. */
const PHRASE_SHARE = 0.4

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
  const title = segmentTitle(texts, statistics, ignore)
  const picked = pickSentences(favourOutcome(rankSentences(texts, statistics, ignore), messages.length), SENTENCES)
  if (picked.length === 0) return { title, synopsis: gist(messages) }
  return { title, synopsis: quote(picked, messages) }
}

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

function segmentTitle(texts: readonly string[], statistics: TermStatistics, ignore: (word: string) => boolean): string {
  const phrases = keyPhrases(texts, statistics, { max: 6, ignore })
  const best = phrases[0]
  if (!best) return titleFor(texts, statistics, ignore)
  const chosen: string[] = []
  let count = 0
  for (const phrase of phrases) {
    const enough = phrase.score >= best.score * PHRASE_SHARE && (phrase.texts > 1 || texts.length < 4)
    if (phrase !== best && !(enough && phrase.nominal)) continue
    if (chosen.length === 3 || count + phrase.words.length > MAX_TITLE_WORDS) break
    chosen.push(phrase.text)
    count += phrase.words.length
  }
  return sentenceCase(cutGraphemes(chosen.join(', '), MAX_TITLE), null)
}

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
      return name + ended(cutGraphemes(sentence.text, MAX_QUOTE))
    })
    .reduce((all, next) => (/[。！？]$/u.test(all) || all === '' ? all + next : `${all} ${next}`), '')
}

function ended(sentence: string): string {
  if (/[.!?…。！？]["'”’)」』]?$/u.test(sentence)) return sentence
  const stop = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(sentence) ? '。' : '.'
  return sentence.replace(/[,;:\s]+$/u, '') + stop
}

/** For messages without a sentence worth quoting (“ok”, an emoji, only code): how they begin. */
function gist(messages: readonly SummarisedMessage[]): string {
  const first = messages.find((message) => proseOf(message.text).trim() !== '') ?? messages[0]
  const prose = first ? proseOf(first.text) : ''
  const source = prose.trim() === '' ? (first?.text ?? '').replace(/^[ \t]*(?:`{3,}|~{3,}).*$/gm, '') : prose
  const text = source.slice(0, 2_000).replace(/\s+/g, ' ').trim()
  if (text === '') return '…'
  const name = first && isNamed(first) ? `${first.author}: ` : ''
  return name + cutGraphemes(text, MAX_QUOTE)
}
