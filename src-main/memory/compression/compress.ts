/** Shorter forms of a text by quotation and arithmetic, without a model (02, Compression levels; seed 004, level 0 to 3). */

import { keyPhrases } from '../../language/key-phrases'
import { codeName } from '../../language/prose'
import { pickSentences, type RankedSentence, rankSentences } from '../../language/sentence-rank'
import { sentences } from '../../language/sentences'
import type { TermStatistics } from '../../language/term-statistics'
import { countTokens, cutTokens } from '../../language/tokens'
import { quotableProse } from '../../language/topic-prose'
import { type DerivedLevel, maxTokensOf } from './bounds'

/** Nothing is known of the person: the same text gives the same level for everybody and at any time. */
const NO_STATISTICS: TermStatistics = { documents: 0, frequency: () => 0 }
/** Longer texts are read in evenly spaced parts: a bound on time for any length. */
const MAX_READ = 64_000
/** `proseOf` reads 8,000 characters of a text, so it is given no more at a time. */
const PART = 4_000
const MAX_QUOTED = 40
const MAX_BULLETS = 3
const MAX_PHRASES = 60
const ELLIPSIS = '…'
const BULLET = '• '
/** A bullet that is cut off is worth its line from so many tokens on. */
const LEAST_BULLET = 8

/**
 * `text` at `level`: `summary` quotes its most telling sentences in their order, `bullets` has up to three lines, `keywords`
 * its key phrases. Never more o200k_base tokens than `maxTokensOf` allows, and a text that is within the bound comes back as
 * it is, trimmed (but for its keywords). Any language and script, code too. Deterministic, pure, linear in the length of the
 * text. Empty only if the text is blank or its first grapheme alone breaks the bound.
 */
export function compressTo(text: string, level: DerivedLevel): string {
  const whole = text.trim()
  return compressWithin(whole, level, maxTokensOf(level, countTokens(whole)))
}

/** The same within a bound of one's own, in o200k_base tokens. */
export function compressWithin(text: string, level: DerivedLevel, max: number): string {
  const whole = text.trim()
  const fits = countTokens(whole) <= max
  if (level === 'keywords') return held(keywords(whole, fits, max), max)
  if (fits) return whole
  return held(level === 'summary' ? summary(whole, max) : bullets(whole, max), max)
}

/** A quotation may begin or end with white space of its own; without it the text may be counted otherwise. */
function held(text: string, max: number): string {
  const trimmed = text.trim()
  return countTokens(trimmed) <= max ? trimmed : cutTokens(trimmed, max)
}

function summary(text: string, max: number): string {
  const ranked = rankedOf(text)
  const quoted: RankedSentence[] = []
  for (const sentence of pickSentences(ranked, MAX_QUOTED)) {
    if (countTokens(joined([...quoted, sentence])) <= max) quoted.push(sentence)
  }
  return quoted.length > 0 ? joined(quoted) : beginning(text, max)
}

/** In the order they were written; scripts without spaces between sentences get none. */
function joined(quoted: readonly RankedSentence[]): string {
  return [...quoted]
    .sort((a, b) => a.message - b.message)
    .map((sentence) => sentence.text)
    .reduce((all, next) => (all === '' || /[。！？]$/u.test(all) ? all + next : `${all} ${next}`), '')
}

function bullets(text: string, max: number): string {
  const lines: { at: number; line: string }[] = []
  const render = (list: readonly { line: string }[]) => list.map(({ line }) => BULLET + line).join('\n')
  for (const sentence of pickSentences(rankedOf(text), MAX_BULLETS)) {
    const line = sentence.text.replace(/[.。\s]+$/u, '')
    const fits = [...lines, { at: sentence.message, line }]
    if (countTokens(render(fits)) <= max) {
      lines.push({ at: sentence.message, line })
      continue
    }
    const room = max - countTokens(render([...lines, { line: '' }]))
    if (lines.length > 0 && room < LEAST_BULLET) continue
    const cut = cutMarked(line, room)
    if (cut !== '' && countTokens(render([...lines, { line: cut }])) <= max)
      lines.push({ at: sentence.message, line: cut })
  }
  if (lines.length === 0) return beginning(text, max)
  return render(lines.sort((a, b) => a.at - b.at))
}

function keywords(text: string, fits: boolean, max: number): string {
  const chosen: string[] = []
  for (const phrase of phrasesOf(text)) {
    if (countTokens([...chosen, phrase].join(', ')) <= max) chosen.push(phrase)
  }
  if (chosen.length > 0) return chosen.join(', ')
  return fits ? text : beginning(text, max)
}

function phrasesOf(text: string): string[] {
  const prose = keyPhrases(sentencesOf(text), NO_STATISTICS, { max: MAX_PHRASES })
  if (prose.length > 0) return prose.map((phrase) => phrase.text)
  const name = codeName(text)
  return name === null ? [] : [name, ...identifiers(text).filter((identifier) => identifier !== name)]
}

/** What code is about: its names of four characters and more, most frequent first, then as they come. */
function identifiers(text: string): string[] {
  const counts = new Map<string, number>()
  for (const [name] of text.slice(0, MAX_READ).matchAll(/[A-Za-z_]\w{3,60}/g)) {
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_PHRASES)
    .map(([name]) => name)
}

/** Each sentence is a text of its own to the ranking, so that `message` says where it stood. */
function rankedOf(text: string): RankedSentence[] {
  return rankSentences(sentencesOf(text), NO_STATISTICS, () => false)
}

function sentencesOf(text: string): string[] {
  return partsOf(text).flatMap((part) => sentences(quotableProse(part)))
}

/** Consecutive parts of at most `PART` characters, cut at paragraphs, lines or blanks where there are any. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  for (let from = 0; from < text.length; ) {
    const end = from + PART >= text.length ? text.length : cutPlace(text, from, from + PART)
    parts.push(text.slice(from, end))
    from = end
  }
  const most = MAX_READ / PART
  if (parts.length <= most) return parts
  return Array.from({ length: most }, (_, i) => parts[Math.floor((i * parts.length) / most)] ?? '')
}

function cutPlace(text: string, from: number, to: number): number {
  for (const mark of ['\n\n', '\n', '. ', '。', ' ']) {
    const at = text.lastIndexOf(mark, to)
    if (at > from + PART / 2) return at + mark.length
  }
  // Never between the two halves of one character.
  return /[\uD800-\uDBFF]/.test(text[to - 1] ?? '') ? to - 1 : to
}

/** How a text begins of which no sentence can be quoted: code, a list of figures, one endless line. */
function beginning(text: string, max: number): string {
  return cutMarked(text.slice(0, MAX_READ), max)
}

/** At most `max` tokens of `text`, with an ellipsis where something is missing. */
function cutMarked(text: string, max: number): string {
  const cut = cutTokens(text, max)
  if (cut === text) return text
  for (let room = max - 1; room > 0; room -= 1) {
    const marked = wholeWords(text, cutTokens(text, room)).replace(/[\s,;:]+$/u, '')
    if (marked !== '' && countTokens(marked + ELLIPSIS) <= max) return marked + ELLIPSIS
  }
  return cut
}

/** `cut`, a beginning of `text`, without the piece of a word at its end; scripts that set no blanks have no such piece. */
function wholeWords(text: string, cut: string): string {
  if (!/^\p{L}/u.test(text.slice(cut.length))) return cut
  const whole = cut.replace(/\s\S{1,20}$/u, '')
  return whole.trim() === '' ? cut : whole
}
