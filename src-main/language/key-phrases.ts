/** What some texts are about, in their own words (RAKE's runs of content words, weighted by keyness instead of degree). */

import { atOnce, inSlices } from '../runtime/slices'
import type { Language } from './function-words'
import { isName, marksNouns } from './noun-evidence'
import { isGreeting, personNames } from './person-names'
import { type Token, type TokenisedText, tokenise } from './phrase-tokens'
import { isWrittenLarge, plainForm, rightForm, withCapitals } from './spelling'
import type { TermStatistics } from './term-statistics'
import { isAcronym, type Term, Vocabulary } from './vocabulary'

export interface KeyPhrase {
  /** As the texts write it, names with their capitals. */
  text: string
  /** Lower-case words, as `words` gives them. */
  words: string[]
  score: number
  /** Number of texts that hold it. */
  texts: number
  /** Which texts those are, by index. */
  heldBy: ReadonlySet<number>
  /** It names a thing, as far as can be seen: no verb or adjective at its end. */
  nominal: boolean
}

export interface KeyPhraseOptions {
  max: number
  /** Words (lower case) that are no topic here, such as the names of those who talk. */
  ignore?: (word: string) => boolean
}

/** More texts than this are sampled evenly: what a bucket is about does not hang on single messages. */
const MAX_TEXTS = 400
const MAX_CHARACTERS = 120_000
const MIN_CUT = 500
const MAX_WORDS = 4
/** Phrases that are scored between two pauses. */
const SCORED_AT_ONCE = 250
/** Below this `Term.noun`, a word is rather a verb or an adjective. */
const VERB_LIKE = 0.56
/** From here on `Term.noun` shows that a word is more often one than not. */
const LONE_NOUN = 0.67
const MIN_SHARE_OF_BEST = 0.12
/** What a word counts that qualifies another one. */
const MODIFIER_SHARE = 0.75

/**
 * The most telling phrases of `texts` (one to four words), best first, at most `max`; none that only repeats words of a
 * better one. Works from `statistics` (the person's own messages, these included), needs no word list, and is
 * deterministic. Empty for texts without words.
 */
export function keyPhrases(
  texts: readonly string[],
  statistics: TermStatistics,
  { max, ignore = () => false }: KeyPhraseOptions,
): KeyPhrase[] {
  const tokenised = tokenise(sample(texts))
  const people = personNames(tokenised)
  const vocabulary = Vocabulary.of(tokenised, statistics, (word) => ignore(word) || people.has(word))
  const candidates = atOnce(ranking(tokenised, vocabulary))
  const floor = (candidates[0]?.score ?? 0) * MIN_SHARE_OF_BEST
  const chosen: Scored[] = []
  for (const candidate of candidates) {
    if (chosen.length >= max || candidate.score <= floor) break
    const told = (phrase: Scored) => chosen.some((better) => overlap(better, phrase))
    if (told(candidate)) continue
    const full = fuller(candidate, candidates)
    chosen.push(told(full) ? candidate : full)
  }
  const spelt = correctly(vocabulary, statistics)
  return chosen.map(({ terms: _terms, ...phrase }) => spelt(phrase))
}

/**
 * The same without leaving any out that repeats a better one, for who chooses by more than words; people are left out by `ignore`
 * alone. Lets everything else have its turn at `pause`.
 */
export async function candidatePhrases(
  texts: readonly TokenisedText[],
  statistics: TermStatistics,
  {
    max,
    language,
    ignore,
    pause,
  }: { max: number; language: Language | null; ignore: (word: string) => boolean; pause(): Promise<void> },
): Promise<KeyPhrase[]> {
  const vocabulary = await inSlices(Vocabulary.reading(texts, statistics, ignore), pause)
  const candidates = await inSlices(ranking(texts, vocabulary), pause)
  const spelt = correctly(vocabulary, statistics, language)
  return candidates.slice(0, max).map(({ terms: _terms, ...phrase }) => spelt(phrase))
}

function* ranking(texts: readonly TokenisedText[], vocabulary: Vocabulary): Generator<void, Scored[]> {
  const found = yield* collect(texts, vocabulary)
  const candidates: Scored[] = []
  for (const candidate of found.values()) {
    candidates.push(scored(candidate, vocabulary, texts.length))
    if (candidates.length % SCORED_AT_ONCE === 0) yield
  }
  // Stable: of equals, the one that was said first.
  return candidates.sort((a, b) => b.score - a.score)
}

/** A word that was misspelt is written as the person writes it elsewhere. */
function correctly(
  vocabulary: Vocabulary,
  statistics: TermStatistics,
  language: Language | null = null,
): (phrase: KeyPhrase) => KeyPhrase {
  const frequency = (word: string) => Math.max(statistics.frequency(word), vocabulary.occurrences(word))
  return ({ text, words, ...others }) => {
    let [right, written] = [words, language === 'en' ? withNames(text) : text]
    for (const word of words) {
      const form = rightForm(word, frequency)
      const at = form === null ? -1 : written.toLowerCase().indexOf(word)
      if (form === null || at < 0) continue
      const capital = /^\p{Lu}/u.test(written.slice(at))
      const shown = capital ? form.charAt(0).toUpperCase() + form.slice(1) : form
      right = right.map((other) => (other === word ? form : other))
      written = written.slice(0, at) + shown + written.slice(at + word.length)
    }
    const last = right.at(-1) ?? ''
    const plain = plainForm(last, language, { frequency, lone: right.length === 1 })
    if (plain !== null && written.toLowerCase().endsWith(last)) {
      right = [...right.slice(0, -1), plain]
      written = written.slice(0, written.length - last.length + plain.length)
    }
    return { text: written, words: [...right], ...others }
  }
}

const WORD = /[\p{L}\p{N}'’]+/gu

/** “lebron james” as it is written. */
function withNames(text: string): string {
  const right = withCapitals(text.match(WORD) ?? [])
  let at = 0
  return text.replace(WORD, (word) => right[at++] ?? word)
}

/** The phrase a single word mostly stands in (“rate” → “interest rate”), or the word itself. */
function fuller(word: Scored, candidates: readonly Scored[]): Scored {
  const [term, second] = word.terms
  if (!term || second) return word
  const least = Math.max(2, term.texts * 0.3)
  const phrase = candidates.find((c) => c.terms.length > 1 && c.terms.includes(term) && c.texts >= least)
  return phrase ? { ...phrase, score: word.score } : word
}

/** At most `MAX_TEXTS` of the texts, evenly spaced, each cut so that all together stay within `MAX_CHARACTERS`. */
export function sample(texts: readonly string[]): readonly string[] {
  const count = Math.min(texts.length, MAX_TEXTS)
  const perText = Math.max(MIN_CUT, Math.floor(MAX_CHARACTERS / Math.max(1, count)))
  return Array.from({ length: count }, (_, i) => texts[Math.floor((i * texts.length) / count)]?.slice(0, perText) ?? '')
}

interface Candidate {
  /** “Car rental” and “rental car” are one phrase; it is written as it mostly is. */
  spellings: Map<string, { tokens: readonly Token[]; count: number }>
  texts: Set<number>
  /** “My checking account”, “a cooking class”: it stood behind an article, so it is no verb that begins it. */
  determined: boolean
}

function keyOf(phrase: readonly Token[]): string {
  const plain = phrase.every((token) => token.evidence === null)
  const words = phrase.map((token) => token.word)
  return (plain ? words.sort() : words).join(' ')
}

function* collect(texts: readonly TokenisedText[], vocabulary: Vocabulary): Generator<void, Map<string, Candidate>> {
  const found = new Map<string, Candidate>()
  for (const [i, { tokens, language }] of texts.entries()) {
    const whole = marksNouns(language)
    for (let from = 0; from < tokens.length; from += 1) {
      if (!mayBegin(tokens, from, language)) continue
      for (const phrase of phrasesAt(tokens, from, vocabulary, whole)) {
        const key = keyOf(phrase)
        const candidate = found.get(key) ?? { spellings: new Map(), texts: new Set(), determined: false }
        candidate.texts.add(i)
        if (DETERMINERS.has(tokens[from - 1]?.word ?? '')) candidate.determined = true
        const spelling = phrase.map((token) => token.word).join(' ')
        const known = candidate.spellings.get(spelling)
        // Keep the tokens from inside a sentence: there a capital letter means a name.
        const kept = known && !(known.tokens[0]?.opens && !phrase[0]?.opens) ? known.tokens : phrase
        candidate.spellings.set(spelling, { tokens: kept, count: (known?.count ?? 0) + 1 })
        found.set(key, candidate)
      }
    }
    yield
  }
  return found
}

/**
 * All phrases that begin at `from`: content words at both ends, at most one linking word between two of them. Where nouns can
 * be told (`whole`), a phrase does not end before the noun it belongs to: “multiple dietary” of “multiple dietary restrictions”.
 */
function* phrasesAt(
  tokens: readonly Token[],
  from: number,
  vocabulary: Vocabulary,
  whole: boolean,
): Generator<readonly Token[]> {
  if (insideName(tokens, from) || tokens[from]?.glue === '-') return
  let contents = 0
  for (let to = from; to < tokens.length; to += 1) {
    const token = tokens[to]
    if (!token || (to > from && token.glue === null)) return
    const content = isContent(token, vocabulary)
    if (content) contents += 1
    else if (!mayLink(token) && !articleAfterLink(tokens, to)) return
    // “Meaning of life”: an everyday word says something where it is what the other one is of.
    if (!content && isOfWhat(tokens, from, to)) yield tokens.slice(from, to + 1)
    if (to === from && !content && !(token.evidence === 'everyday' && mayOpen(token, tokens[to + 1]))) return
    if (contents > MAX_WORDS || to - from >= MAX_WORDS + 2) return
    if (tokens[to - 1]?.evidence === 'link' && (token.evidence === 'link' || token.evidence === 'everyday')) return
    // “Cook-off”, “first-hand”: a compound is taken whole or not at all.
    if (tokens[to + 1]?.glue === '-') continue
    if (
      content &&
      isNominal(token) &&
      !isCutOff(tokens, to) &&
      !insideName(tokens, to + 1) &&
      !(whole && nounFollows(tokens, to + 1, vocabulary)) &&
      (isName(token) || !vocabulary.onlyLeads(token.word))
    )
      yield tokens.slice(from, to + 1)
  }
}

const isOfWhat = (tokens: readonly Token[], from: number, to: number): boolean =>
  to > from + 1 && tokens[to - 1]?.word === 'of' && tokens[to]?.kind === 'noun' && tokens[to]?.evidence === 'everyday'

/**
 * In languages without a tagger, what shows that a phrase would begin amid an inflected one: “(mit dem) letzten Wecker”, “(das)
 * aktuelle Buch”; and that it is one in Japanese.
 */
function mayBegin(tokens: readonly Token[], from: number, language: Language | null): boolean {
  const [before, token, after] = [tokens[from - 1], tokens[from], tokens[from + 1]]
  if (!token) return false
  // Who writes no noun with a capital shows nothing.
  if (language !== 'de' || after?.glue == null || after.evidence !== null || !/^\p{Lu}/u.test(after.surface))
    return true
  if (token.opens) return false
  if (!/^\p{Ll}/u.test(token.surface)) return true
  if (/es$/u.test(token.word)) return before?.word !== 'des'
  return /e$/u.test(token.word) && before?.word !== 'das' && before?.word !== 'der'
}

function nounFollows(tokens: readonly Token[], at: number, vocabulary: Vocabulary): boolean {
  const token = tokens[at]
  return (
    token !== undefined &&
    token.glue !== null &&
    isContent(token, vocabulary) &&
    (token.kind === null ? vocabulary.term(token.word).noun >= VERB_LIKE : isNominal(token))
  )
}

/** It may stand in a phrase, as far as is known: “work schedule”, but not “using Flask”. */
const isQualifier = (token: Token): boolean => isNominal(token) || token.kind === 'adjective'

/** An everyday word that may begin one: “work schedule”, but not “type of art”, “time at the park”, “thanks for the offer”. */
const mayOpen = (token: Token, next: Token | undefined): boolean =>
  token.kind !== null &&
  isQualifier(token) &&
  !isGreeting(token.word) &&
  !WISHES.has(token.word) &&
  !(token.kind === 'noun' && next?.evidence === 'link')

const AFTER_HAN: ReadonlySet<string> = new Set(
  'が を に は の で と も へ から まで や か です だ など より'.split(' '),
)

/** “寒い” is said of something; “終” of “終わり” is cut off. */
function isCutOff(tokens: readonly Token[], to: number): boolean {
  const [token, next] = [tokens[to], tokens[to + 1]]
  if (!token || !/^\p{Script=Han}/u.test(token.word)) return false
  if (/\p{Script=Hiragana}い$/u.test(token.word) || /\p{Script=Han}い$/u.test(token.word)) return true
  const lone = /^\p{Script=Han}$/u.test(token.word) && next?.gap === '' && /^\p{Script=Hiragana}+$/u.test(next.word)
  return lone && !AFTER_HAN.has(next.word)
}

/** “Car of my sister”; and, where a tagger tells a noun from a verb, “book of new recipes”, but not “Buch fünf Sterne”. */
const mayLink = ({ evidence, kind }: Token): boolean =>
  evidence === 'link' || (evidence === 'everyday' && kind !== null)

/** What a tagger takes for a noun where people leave the subject out: “love nature”, “need help”. */
const WISHES: ReadonlySet<string> = new Set(
  'love loves like likes hope wish want need needs enjoy thank help'.split(' '),
)

/** It may end a phrase, as far as is known. */
const isNominal = ({ kind }: Token): boolean => kind === null || kind === 'noun' || kind === 'name'

/** “Salt and pepper” is one thing only if it comes again; most often two things meet by chance. */
export const JOINS: ReadonlySet<string> = new Set('and und et y e ve и と 和 与 en et or'.split(' '))
const DETERMINERS: ReadonlySet<string> = new Set('a an the my your his her its our their this that'.split(' '))
export const ARTICLES: ReadonlySet<string> = new Set(
  'the la las los le les der die das dem den il lo gli o os as de het'.split(' '),
)

/** “Lord of *the* Rings”. */
function articleAfterLink(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]?.evidence === 'link' && ARTICLES.has(tokens[at]?.word ?? '')
}

/** Between the two words of a name: no phrase begins or ends here. */
function insideName(tokens: readonly Token[], at: number): boolean {
  const [before, here] = [tokens[at - 1], tokens[at]]
  if (before?.word === 'new' && here?.glue != null && isWrittenLarge(here.word)) return true
  return (
    before !== undefined &&
    here !== undefined &&
    here.glue !== null &&
    isName(here) &&
    (isName(before) || (before.opens && before.evidence === null && /^\p{Lu}/u.test(before.surface)))
  )
}

function isContent(token: Token, vocabulary: Vocabulary): boolean {
  const term = vocabulary.term(token.word)
  return (
    token.evidence === null && isQualifier(token) && !isGreeting(token.word) && term.kind === 'none' && term.weight > 0
  )
}

interface Scored extends KeyPhrase {
  terms: readonly Term[]
}

function scored({ spellings, texts, determined }: Candidate, vocabulary: Vocabulary, total: number): Scored {
  const [usual] = [...spellings.values()].sort((a, b) => b.count - a.count)
  const tokens = usual?.tokens ?? []
  const terms = tokens.map((token) => vocabulary.term(token.word))
  const telling = terms.filter((_, i) => tokens[i] && isContent(tokens[i], vocabulary))
  const head = telling.at(-1)?.weight ?? 0
  const others = telling.slice(0, -1).reduce((sum, term) => sum + term.keyness * MODIFIER_SHARE, 0)
  const mean = (head + others) / telling.length
  const rarest = Math.min(...telling.map((term) => term.texts))
  const named = [tokens[0], tokens.at(-1)].some((token) => token && isName(token))
  const joins = tokens.some((token) => JOINS.has(token.word))
  // The longer a phrase that came once, the likelier it is just a piece of its sentence.
  const chance = named ? 1 : 0.78 ** Math.max(0, telling.length - 2)
  const once = (joins ? 0.3 : total <= 3 ? 0.9 : named ? 0.75 : total > 6 ? 0.4 : 0.6) * chance
  const cohesion = tokens.length === 1 ? 1 : texts.size > 1 ? 0.45 + 0.55 * (texts.size / rarest) : once
  // “Old house” says little more than “house”, “work schedule” does.
  const padding = tokens.some((token) => token.evidence === 'everyday' && token.kind !== 'noun') ? 0.6 : 1
  const known = tokens.every((token) => token.kind !== null)
  // “Creative”, of those who are so: an adjective that was once taken for a noun.
  const unsure = known && tokens.length === 1 && (terms[0]?.noun ?? 0) < LONE_NOUN
  const torn = joins && !known && telling.some((term) => term.noun < VERB_LIKE) ? 0.5 : 1
  const gerund = !known && tokens.length > 1 && !determined && GERUND.test(tokens[0]?.word ?? '') ? 0.55 : 1
  const verbal = !known && tokens.length > 1 ? verbFactor(tokens, terms) : 1
  const ends = tokens.length === 1 ? 1 : verbal * (known ? 1 : endFactor(terms.at(-1))) * torn * gerund
  const length = 1 + 0.5 * (telling.length - 1)
  const opinion = tokens.length > 1 && texts.size === 1 && isOpinion(tokens[0]?.word ?? '')
  return {
    text: write(tokens, terms),
    words: tokens.map((token) => token.word),
    score: mean * length * cohesion * padding * ends,
    texts: texts.size,
    heldBy: texts,
    nominal: !opinion && (known ? !unsure : (terms.at(-1)?.noun ?? 0) >= VERB_LIKE),
    terms: telling,
  }
}

/** “Bad spot”, “ongoing adventure”: what somebody thinks of a thing is no kind of it, unless it is said again (“best practice”). */
const OPINIONS: ReadonlySet<string> = new Set(
  `good great nice awesome amazing wonderful fantastic perfect excellent lovely fine bad better best worse worst cool super happy
  glad sad exciting interesting important special incredible beautiful favorite favourite tough ongoing recent upcoming entire
  meaningful inspiring powerful simple simpler little small big huge tiny kind determined cozy`.split(/\s+/u),
)
/** True for a word (lower case) that says what somebody thinks of a thing. */
export const isOpinion = (word: string): boolean => OPINIONS.has(word)

/** “Considering sneakers”: more often what is done with a thing than a kind of it (“cooking class”). */
const GERUND = /^[a-z]{2,}ing$/

/** “Trip to Japan” against “team to discuss progress”, “home library” against “library offers audiobooks”. */
function verbFactor(tokens: readonly Token[], terms: readonly Term[]): number {
  for (const [at, token] of tokens.slice(0, -1).entries()) {
    if (token.evidence !== null || isName(token)) continue
    const noun = terms[at]?.noun ?? 1
    if (noun < VERB || (ADVERB.test(token.full) && noun < VERB_LIKE)) return 0.4
    // “Involved in the choir”, “applied to schools”; but “roasted vegetables”.
    if (at === 0 && PARTICIPLE.test(token.full)) return tokens[1]?.evidence === 'link' ? 0.3 : 0.75
    if (THIRD_PERSON.test(token.full) && tokens[at + 1]?.evidence === null) return 0.5
  }
  return 1
}

/** Below this `Term.noun` a word is more likely a verb than an adjective. */
const VERB = 0.46
const ADVERB = /^\p{Ll}{3,}ly$/u
/** “Stayed calm” as well as “roasted vegetables”. */
const PARTICIPLE = /^\p{Ll}{3,}ed$/u
/** “Offers”, “requires” before a noun; a plural seldom stands there. */
const THIRD_PERSON = /^\p{Ll}{2,}[^suia'’]s$/u

/** A phrase that ends with a verb or an adjective is a piece of a sentence. */
function endFactor(term: Term | undefined): number {
  return term && term.noun < VERB_LIKE ? 0.5 : 1
}

function write(tokens: readonly Token[], terms: readonly Term[]): string {
  return tokens
    .map((token, i) => {
      const last = i === tokens.length - 1
      const written = last ? token.surface : token.full
      const usual = tokens.length === 1 ? terms[i]?.surfaces.keys().next().value : undefined
      return (
        (i === 0 ? '' : (token.glue ?? '')) +
        (usual ?? (token.opens || token.heading ? decapitalise(written, terms[i]?.surfaces) : written))
      )
    })
    .join('')
}

/** A capital letter at the start of a sentence goes, unless the word has one elsewhere too. */
function decapitalise(word: string, surfaces: ReadonlyMap<string, number> | undefined): string {
  return surfaces?.has(word) || isAcronym(word) ? word : word.toLowerCase()
}

/** Says little that `better` does not say. */
function overlap(better: Scored, candidate: Scored): boolean {
  const shared = candidate.terms.filter((term) =>
    better.terms.some((other) => other === term || akin(other, term)),
  ).length
  return shared * 2 >= candidate.terms.length || shared === better.terms.length
}

/** One word holds the other: Wetter and Wettervorhersage, phone and cellphone. */
function akin(a: Term, b: Term): boolean {
  const [x = '', y = ''] = [a, b].map((term) => term.surfaces.keys().next().value?.toLowerCase())
  const least = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]/u.test(x) ? 2 : 4
  return Math.min(x.length, y.length) >= least && (x.includes(y) || y.includes(x))
}
