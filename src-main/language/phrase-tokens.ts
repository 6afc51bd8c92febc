/** Words with their place in the text: the material of key phrases. */
import { allSegments } from '@shared/text/word-segments'
import { atOnce } from '../runtime/slices'
import { correctClauseVerbs } from './clause-verbs'
import { type Evidence, evidenceOf, guessLanguages, type Language } from './function-words'
import { type PartOfSpeech, partsOfSpeech } from './parts-of-speech'
import { topicProse } from './topic-prose'

export interface Token {
  /** As written, without a possessive or an article tied on by an apostrophe. */
  surface: string
  /** As written. */
  full: string
  /** Lower case: the key of `TermStatistics`. */
  word: string
  evidence: Evidence | 'number' | null
  /** What stands between the word before and this one, if both may belong to one phrase; else null. */
  glue: string | null
  /** All that stands between the word before and this one. */
  gap: string
  /** A capital letter here means nothing: the word begins a sentence. */
  opens: boolean
  /** A capital letter here means nothing: it stands in a heading that writes all its words so. */
  heading: boolean
  /** What kind of word it is, where the language has a tagger and it was asked for; else null. */
  kind: PartOfSpeech | null
}

export interface TokenisedText {
  tokens: Token[]
  language: Language | null
}

/** Only these may stand inside a phrase between two words. */
const GLUE = /^(?:[ \t\u00a0]{0,2}|-|‐|・|\s?&\s?)$/u
const SENTENCE_END = /[.!?。！？…:\n]/u

/**
 * Tokenises texts; a text too short to show its language is read in that of the others. `kinds`: what kind each word is is found
 * out as well, which takes about as long again.
 */
export function tokenise(texts: readonly string[], options?: { kinds: boolean }): TokenisedText[] {
  return atOnce(tokenising(texts, options))
}

/** The same in steps of one text. */
export function* tokenising(
  texts: readonly string[],
  { kinds }: { kinds: boolean } = { kinds: true },
): Generator<void, TokenisedText[]> {
  const read: { prose: string; raw: RawToken[] }[] = []
  for (const text of texts) {
    const prose = topicProse(text).normalize('NFC').replaceAll('’', "'")
    read.push({ prose, raw: rawTokens(prose) })
    yield
  }
  const shared = guessLanguages(read.flatMap(({ raw }) => raw.map(({ word }) => word)))
  const out: TokenisedText[] = []
  for (const { prose, raw } of read) {
    const own = guessLanguages(raw.map(({ word }) => word))
    const languages = [...new Set([...own.slice(0, 1), ...shared])]
    const language = own.length === 1 ? (own[0] ?? null) : (shared.find((l) => own.includes(l)) ?? shared[0] ?? null)
    const tokens = tokensOf(raw, (word) => evidenceOf(word, languages))
    // German writes every noun with a capital, headings or not.
    const headed = language === 'de' ? tokens : withHeadings(tokens, behindLast(raw, prose))
    out.push({ language, tokens: kinds && language === 'en' ? withKinds(headed, raw, prose) : headed })
    yield
  }
  return out
}

/** Line by line: what stands in two lines is no one sentence. In headings capitals mean nothing to the tagger either. */
function withKinds(tokens: Token[], raw: readonly RawToken[], prose: string): Token[] {
  let from = 0
  for (let to = 1; to <= tokens.length; to += 1) {
    if (to < tokens.length && !raw[to]?.gap?.includes('\n')) continue
    const [first, last] = [raw[from], raw[to - 1]]
    if (!first || !last) break
    let line = prose.slice(first.at, last.at + last.written.length + 1)
    const words = raw.slice(from, to).map(({ written, at }) => ({ text: written, at: at - first.at }))
    for (const [i, { text, at }] of words.entries())
      if (tokens[from + i]?.heading && !isAcronymLike(text))
        line = line.slice(0, at) + lowered(text) + line.slice(at + text.length)
    for (const [i, kind] of partsOfSpeech(line, words).entries()) {
      const token = tokens[from + i]
      if (token) token.kind = kind
    }
    from = to
  }
  const known = withModifiers(tokens)
  correctClauseVerbs(known)
  return known
}

/** “USCIS”, “iPhone”, “S23”. */
const isAcronymLike = (word: string): boolean => /.[\p{Lu}\d]/u.test(word)
const lowered = (word: string): string => {
  const small = word.toLowerCase()
  return small.length === word.length ? small : word
}

/** “With roasted vegetables”, “a growing family”: forms of verbs that qualify a noun; but “I roasted vegetables”, “growing beans”. */
function withModifiers(tokens: Token[]): Token[] {
  for (const [at, token] of tokens.entries()) {
    const [before, after] = [tokens[at - 1], tokens[at + 1]]
    // “Refactor the code”, “Spill the beans”: who asks for something begins with what is to be done.
    if (
      token.opens &&
      (token.kind === 'noun' || token.kind === 'name') &&
      after?.glue != null &&
      after.kind === 'determiner'
    )
      token.kind = 'verb'
    if (token.kind !== 'verb') continue
    // “Ray tracing”, “carb counting with an app”: what is done with nothing after it is a thing.
    if (/ing$/u.test(token.word) && token.glue !== null && before?.kind === 'noun' && !takesObject(after)) {
      token.kind = 'noun'
      continue
    }
    if (after?.glue == null || !isQualified(after)) continue
    const free = token.opens || before === undefined || token.glue === null
    const qualifies = !free && (before.kind === 'determiner' || before.kind === 'adjective')
    if (/ed$|en$/u.test(token.word) && (free || qualifies || before.kind === 'preposition')) token.kind = 'adjective'
    if (/ing$/u.test(token.word) && qualifies) token.kind = 'adjective'
  }
  return tokens
}

const takesObject = (after: Token | undefined): boolean =>
  after?.glue != null && after.kind !== 'preposition' && after.kind !== 'verb'

const isQualified = ({ kind }: Token): boolean => kind === 'noun' || kind === 'name' || kind === 'adjective'

interface RawToken {
  written: string
  word: string
  /** What stands before it; null at the beginning of the text. */
  gap: string | null
  /** Where it begins. */
  at: number
}

function rawTokens(text: string): RawToken[] {
  const raw: RawToken[] = []
  let gap: string | null = null
  for (const part of allSegments(text)) {
    if (!part.isWordLike) {
      gap = (gap ?? '') + part.segment
      continue
    }
    raw.push({ written: part.segment, word: part.segment.normalize('NFKC').toLowerCase(), gap, at: part.index })
    gap = null
  }
  return raw
}

function tokensOf(raw: readonly RawToken[], evidence: (word: string) => Evidence | null): Token[] {
  return raw.map(({ written, word, gap }, at) => {
    const known = evidence(word)
    const surface = known ? written : withoutClitics(written)
    const cut = surface !== written
    return {
      surface,
      full: written,
      word,
      evidence: known ?? (cut ? evidence(surface.toLowerCase()) : null) ?? shapeOf(word),
      glue: at > 0 && GLUE.test(gap ?? '') && !(cut && written.endsWith(surface)) ? (gap ?? '') : null,
      gap: gap ?? '',
      heading: false,
      kind: null,
      opens: at === 0 || SENTENCE_END.test(gap ?? ''),
    }
  })
}

const MIN_HEADING = 2
const MAX_HEADING = 12

const behindLast = (raw: readonly RawToken[], prose: string): string => {
  const last = raw.at(-1)
  return last ? prose.slice(last.at + last.written.length) : ''
}

/** What ends a sentence ends no heading: “It's Ada Lovelace!” */
const ENDED = /^[^\n\p{L}\d]*[.!。！]/u

/**
 * Marks the words of lines, or parts of lines, in which every longer word begins with a capital.
 * @param tail what stands behind the last one
 */
function withHeadings(tokens: Token[], tail: string): Token[] {
  let from = 0
  for (let to = 1; to <= tokens.length; to += 1) {
    if (to < tokens.length && !tokens[to]?.opens) continue
    const line = tokens.slice(from, to)
    const long = line.filter((token) => token.evidence === null || token.full.length > 3)
    const capital = long.filter((token) => /^\p{Lu}/u.test(token.full)).length
    const gap = to === tokens.length ? tail : (tokens[to]?.gap ?? '')
    const ends = (to === tokens.length || /[\n:]/u.test(gap)) && !ENDED.test(gap)
    if (ends && long.length >= MIN_HEADING && line.length <= MAX_HEADING && capital === long.length)
      for (const token of line) token.heading = true
    from = to
  }
  return tokens
}

/** `Melanie's` → `Melanie`, `Missouri'de` → `Missouri`, `l'album` → `album`, `산책은` → `산책`. */
function withoutClitics(word: string): string {
  const korean = /^(\p{Script=Hangul}{2,}?)(?:은|는|을|를|의|에서|에게)$/u.exec(word)
  if (korean?.[1]) return korean[1]
  const at = word.lastIndexOf("'")
  if (at < 0) return word
  const [before, after] = [word.slice(0, at), word.slice(at + 1)]
  return before.length >= after.length ? before : after
}

/** Numbers, single letters and lone hiragana name no topic in any conversation. */
function shapeOf(word: string): Token['evidence'] {
  if (/^[\p{N}.,:'/-]+(?:st|nd|rd|th|am|pm|h|x|k|er|te|ten)?$/u.test(word)) return 'number'
  if (/^\p{Script=Hiragana}{1,3}$/u.test(word)) return 'grammar'
  if (/^[\p{Script=Latin}\p{Script=Cyrillic}]$/u.test(word)) return 'grammar'
  if (!/\p{L}/u.test(word)) return 'number'
  return null
}
