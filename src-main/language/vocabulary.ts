/** Which words of some texts are telling: used here far more than elsewhere (keyness), whatever the language. */

import { atOnce } from '../runtime/slices'
import { nounEvidence } from './noun-evidence'
import type { Token, TokenisedText } from './phrase-tokens'
import type { TermStatistics } from './term-statistics'

/** Forms of one word (“alarm”, “alarmı”, “alarms”) count together. */
export interface Term {
  /** Number of the texts that hold it. */
  texts: number
  /** 0 for a word that says nothing here; the larger, the more these texts are about it. */
  keyness: number
  /** The same as far as the word alone would make a good name for it. */
  weight: number
  kind: Kind
  /** 0.25 to 1: how much it looks like the name of a thing. */
  noun: number
  /** How it is written inside a sentence, most frequent first. */
  surfaces: ReadonlyMap<string, number>
}

/** `none`: nothing is known against it; it may be a topic. */
type Kind = keyof typeof EXPECTED

/** How often a word of that kind is expected in texts about anything, before the person's own statistics say better. */
const EXPECTED = { grammar: 0.6, link: 0.6, number: 0.5, everyday: 0.12, none: 0.002 }
/** The expectation counts as so many observed messages. */
const EXPECTATION_TEXTS = 20
/** How much more a word counts that many of the texts hold. */
const COVERAGE_EXPONENT = 1
const RARITY_EXPONENT = 1.15
/** Beyond this, being rare elsewhere says no more: else every slip of the pen would be a topic. */
const MAX_LOG_RATIO = 2.7
/** A single Chinese character is more often a piece of a word than one. */
const LONE_CHARACTER = 0.8
/** Words that are weighed between two pauses. */
const GROUPS_AT_ONCE = 200
/** What is left of the weight of a word that never looks like a noun. */
const MIN_NOUN_FACTOR = 0.25

export class Vocabulary {
  private readonly terms = new Map<string, Term>()
  private readonly counts = new Map<string, number>()
  /** Forms that hardly ever stand without a noun behind them. */
  private readonly leading = new Set<string>()

  private constructor() {}

  static of(
    texts: readonly TokenisedText[],
    statistics: TermStatistics,
    ignored: (word: string) => boolean,
  ): Vocabulary {
    return atOnce(Vocabulary.reading(texts, statistics, ignored))
  }

  /** The same in steps of one text or some hundred words. */
  static *reading(
    texts: readonly TokenisedText[],
    statistics: TermStatistics,
    ignored: (word: string) => boolean,
  ): Generator<void, Vocabulary> {
    const vocabulary = new Vocabulary()
    yield* vocabulary.read(texts, statistics, ignored)
    return vocabulary
  }

  private *read(
    texts: readonly TokenisedText[],
    statistics: TermStatistics,
    ignored: (word: string) => boolean,
  ): Generator<void, void> {
    const found = new Map<string, { texts: Set<number>; occurrences: Token[]; noun: number[]; behind: Token[] }>()
    for (const [i, { tokens, language }] of texts.entries()) {
      for (const [at, token] of tokens.entries()) {
        const entry = found.get(token.word) ?? { texts: new Set(), occurrences: [], noun: [], behind: [] }
        entry.texts.add(i)
        entry.occurrences.push(token)
        entry.noun.push(nounEvidence(tokens, at, language))
        const next = tokens[at + 1]
        if (next?.glue != null) entry.behind.push(next)
        found.set(token.word, entry)
      }
      yield
    }
    // A tagger takes one word for a noun here and for a verb there: “strict dietary needs”.
    const isNoun = ({ word }: Token) => found.get(word)?.occurrences.some(({ kind }) => kind === 'noun') === true
    for (const [word, { texts: held, occurrences, behind }] of found) {
      this.counts.set(word, held.size)
      if (occurrences.length < LEADS_OFTEN) continue
      if (behind.filter(isNoun).length / occurrences.length >= LEADS_MOSTLY) this.leading.add(word)
    }
    const agglutinative = texts.some(({ language }) => language === 'tr')
    for (const [i, forms] of groupForms([...found.keys()], agglutinative).entries()) {
      if (i % GROUPS_AT_ONCE === 0) yield
      const entries = forms.flatMap((form) => found.get(form) ?? [])
      const held = new Set(entries.flatMap((entry) => [...entry.texts]))
      const elsewhere = forms.reduce((sum, form) => sum + statistics.frequency(form), 0)
      const occurrences = entries.flatMap((entry) => entry.occurrences)
      const kind = kindOf(occurrences)
      const telling = forms.some(ignored) ? 0 : keyness(held.size, texts.length, elsewhere, statistics.documents, kind)
      const lone = forms.every((form) => /^\p{Script=Han}$/u.test(form)) ? LONE_CHARACTER : 1
      const noun = nounFactor(entries.flatMap((entry) => entry.noun))
      const term: Term = {
        texts: held.size,
        kind,
        keyness: telling,
        weight: telling * noun * lone,
        noun,
        surfaces: surfacesOf(occurrences, agglutinative),
      }
      for (const form of forms) this.terms.set(form, term)
    }
  }

  /** Number of the texts that hold exactly this form. */
  occurrences(word: string): number {
    return this.counts.get(word) ?? 0
  }

  /** True for “dietary” of “dietary laws” and “dietary needs”: it ends no phrase, whatever it is taken for. Only where a tagger tells nouns. */
  onlyLeads(word: string): boolean {
    return this.leading.has(word)
  }

  term(word: string): Term {
    return this.terms.get(word) ?? { texts: 0, keyness: 0, weight: 0, kind: 'none', noun: 1, surfaces: new Map() }
  }
}

/** A word that was said so often shows how it is used: with a noun behind it at least so often. */
const LEADS_OFTEN = 4
const LEADS_MOSTLY = 0.75

/** Log-likelihood of seeing a word in `held` of `texts` texts, against its share elsewhere. */
function keyness(held: number, texts: number, known: number, documents: number, kind: Kind): number {
  const outside = Math.max(0, Math.min(known, documents) - held)
  const others = Math.max(outside, documents - texts)
  const share = (outside + EXPECTATION_TEXTS * EXPECTED[kind]) / (others + EXPECTATION_TEXTS)
  const rarity = Math.min(MAX_LOG_RATIO, Math.max(0, Math.log(held / texts / share)))
  return rarity ** RARITY_EXPONENT * held ** COVERAGE_EXPONENT
}

function nounFactor(evidence: readonly number[]): number {
  const sum = evidence.reduce((a, b) => a + b, 0)
  const balance = sum / (evidence.length + 1)
  return MIN_NOUN_FACTOR + (1 - MIN_NOUN_FACTOR) * Math.min(1, Math.max(0, 0.55 + 0.6 * balance))
}

function kindOf(occurrences: readonly Token[]): Kind {
  const kinds = new Map<Kind, number>()
  for (const { evidence } of occurrences) kinds.set(evidence ?? 'none', (kinds.get(evidence ?? 'none') ?? 0) + 1)
  return [...kinds].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'none'
}

/** Most frequent first; where every case has its own ending, the plainest form first. */
function surfacesOf(occurrences: readonly Token[], shortest: boolean): Map<string, number> {
  const inside = occurrences.filter((token) => !token.opens && !token.heading)
  const counts = new Map<string, number>()
  for (const token of inside.length > 0 ? inside : occurrences) {
    const surface = inside.length > 0 || isAcronym(token.surface) ? token.surface : token.surface.toLowerCase()
    counts.set(surface, (counts.get(surface) ?? 0) + 1)
  }
  if (shortest) for (const [form, count] of counts) if (count * 10 < occurrences.length) counts.delete(form)
  const order = shortest ? [1, 0] : [0, 1]
  const rank = ([form, count]: [string, number]) => order.map((i) => (i === 0 ? -count : form.length))
  const compare = (a: [string, number], b: [string, number]) => {
    const [x, y] = [rank(a), rank(b)]
    return (x[0] ?? 0) - (y[0] ?? 0) || (x[1] ?? 0) - (y[1] ?? 0) || (a[0] < b[0] ? -1 : 1)
  }
  return new Map([...counts].sort(compare))
}

/** “USCIS”, “WebSocket”, “iCloud”: capitals that mean something wherever they stand. */
export const isAcronym = (surface: string): boolean => /.\p{Lu}/u.test(surface)

const MIN_STEM = 4
const MAX_ENDING = 3
const MAX_AGGLUTINATED_ENDING = 8

/** Groups words that differ in their ending only: the shorter is a prefix of the longer but for a letter or two. */
function groupForms(words: readonly string[], agglutinative: boolean): string[][] {
  const maxEnding = agglutinative ? MAX_AGGLUTINATED_ENDING : MAX_ENDING
  const groups: string[][] = []
  for (const word of [...words].sort()) {
    const group = groups.at(-1)
    const [stem, last] = [group?.[0], group?.at(-1)]
    const same = [stem, last].some((form) => form !== undefined && sameWord(form, word, maxEnding))
    if (group && same) group.push(word)
    else groups.push([word])
  }
  return groups
}

function sameWord(stem: string, word: string, maxEnding: number): boolean {
  const least = /\p{Script=Hangul}/u.test(stem) ? 2 : MIN_STEM
  if (stem.length < least) return stem.length === 3 && word === `${stem}s`
  let same = 0
  while (same < stem.length && stem[same] === word[same]) same += 1
  const left = stem.length - same
  return same >= least && left <= (stem.length > 5 ? 1 : 0) && word.length - same <= maxEnding
}
