/** Which sentences of a conversation say most about it: central to its vocabulary, with names, figures and outcomes. */

import { atOnce } from '../runtime/slices'
import { sample } from './key-phrases'
import { isName } from './noun-evidence'
import { type Token, type TokenisedText, tokenising } from './phrase-tokens'
import { LOST } from './prose'
import { sentences } from './sentences'
import type { TermStatistics } from './term-statistics'
import { quotableProse } from './topic-prose'
import { type Term, Vocabulary } from './vocabulary'

export interface RankedSentence {
  /** As it was written, white space collapsed. */
  text: string
  /** Index of its message. */
  message: number
  question: boolean
  score: number
  terms: ReadonlyMap<Term, number>
}

/** More sentences are thinned out evenly first: a bound for conversations of any length. */
const MAX_SENTENCES = 600
const MAX_CHARACTERS = 200_000
const MIN_CUT = 300
const MAX_SENTENCE = 400
const MIN_WORDS = 4
/** A sentence of so many telling words is neither favoured nor punished for its length. */
const USUAL_TERMS = 5
/** Asks the other side for something: part of how one got there, not of what came out. */
const REQUEST = /^(?:please|could|can|would|bitte|lütfen|por|per|merci)$/i
/** Points at something outside the sentence. */
const DANGLING =
  /^(?:it|it's|its|that|that's|this|these|those|they|they're|he|she|he's|she's|so|and|but|or|then|also)$/i

/** Cheers the other on: nice, and nothing that happened. */
const CHEER =
  /^(?:let's|let’s|keep|thanks|thank|sounds|looks|loving|love|can't|can’t|glad|happy|congrats|congratulations|good|great|awesome|wow|here's|here’s|danke|toll|super|bravo|gracias|merci|grazie)$/i
/** Says when: what happened, or will. */
const WHEN: ReadonlySet<string> = new Set(
  (
    'yesterday today tomorrow tonight last next ago week weekend month monday tuesday wednesday thursday friday saturday sunday ' +
    'january february march april june july august september october november december just recently ' +
    'gestern heute morgen letzte letzten nächste nächsten woche wochenende hier demain semaine ayer mañana semana ieri domani settimana'
  ).split(' '),
)
const TELLER: ReadonlySet<string> = new Set(
  "i i've i’ve i'm i’m i'll i’ll we we've we’ve we'll we’ll my our ich wir mein meine unser je j'ai nous mon ma yo mi io mio mia eu ik".split(
    ' ',
  ),
)
const ADDRESSED: ReadonlySet<string> = new Set(
  "you your you're you’re you've you’ve yours let's let’s du dein deine ihr tu ton ta vous votre tú te tuo tua".split(
    ' ',
  ),
)

/**
 * All sentences worth quoting, best first, in short steps. `ignore`: words that are no topic here (lower case), such as speakers'
 * names.
 */
export function* rankingSentences(
  texts: readonly string[],
  statistics: TermStatistics,
  ignore: (word: string) => boolean,
  /** True for a message that is written, not typed in passing: there a line without a full stop is a heading or a label. */
  written: (message: number) => boolean = () => false,
): Generator<void, RankedSentence[]> {
  const tokens = yield* tokenising(sample(texts), { kinds: false })
  const vocabulary = yield* Vocabulary.reading(tokens, statistics, ignore)
  const perText = Math.max(MIN_CUT, Math.floor(MAX_CHARACTERS / Math.max(1, texts.length)))
  const all: { text: string; message: number; item: boolean }[] = []
  for (const [message, text] of texts.entries()) {
    const own = sentences(quotableProse(text.slice(0, perText))).map(tidy)
    const items = itemsOf(text.slice(0, perText))
    all.push(...own.map((sentence) => ({ text: sentence, message, item: items.has(keyOf(sentence)) })))
    yield
  }
  const some = thin(all)
  const tokenised = yield* tokenising(
    some.map((s) => s.text),
    { kinds: false },
  )
  const vectors = tokenised.map((t) => vectorOf(t, vocabulary))
  const centre = centreOf(vectors)
  const ranked: RankedSentence[] = []
  const begun = new Set<number>()
  for (const [i, { text, message, item }] of some.entries()) {
    if (i % RANKED_AT_ONCE === 0) yield
    const [words, terms] = [tokenised[i]?.tokens ?? [], vectors[i] ?? new Map<Term, number>()]
    if (!worthQuoting(text, words, terms)) continue
    const isWritten = written(message)
    if (isWritten && (!ENDED.test(text) || COURTESY.test(text) || /^\p{Ll}/u.test(text))) continue
    const question = /[?？]\s*["'”’)]?$/u.test(text)
    // An answer says first what it comes to; what follows explains it, item by item.
    const opening = isWritten && !item && !begun.has(message) ? OPENS : 1
    if (!item) begun.add(message)
    const torn = isWritten ? (item ? ITEM : 1) * (LABELLED.test(text) ? 0.3 : 1) * (LEANING.test(text) ? 0.45 : 1) : 1
    const long = text.length > MAX_QUOTED ? TOO_LONG : 1
    const score = centrality(terms, centre) * (question ? 0.55 : 1) * torn * opening * long * substance(words, ignore)
    ranked.push({ text, message, question, score, terms })
  }
  return ranked.sort((a, b) => b.score - a.score)
}

/** The same at once, for a text or two. */
export const rankSentences = (
  texts: readonly string[],
  statistics: TermStatistics,
  ignore: (word: string) => boolean,
): RankedSentence[] => atOnce(rankingSentences(texts, statistics, ignore))

/** Takes the best sentences that do not repeat each other; `count` of them at most, best first. */
export function pickSentences(
  ranked: readonly RankedSentence[],
  count: number,
  /** Taken already: what is picked repeats none of these either. */
  taken: readonly RankedSentence[] = [],
): RankedSentence[] {
  const picked: RankedSentence[] = []
  let left = ranked.filter((s) => !taken.some((other) => isRepeated(s, other)))
  while (picked.length < count && left.length > 0) {
    const scored = left.map((s) => ({
      s,
      score: s.score * (1 - 0.9 * Math.max(0, ...[...taken, ...picked].map((p) => likeness(p.terms, s.terms)))),
    }))
    const best = scored.reduce((a, b) => (b.score > a.score ? b : a)).s
    picked.push(best)
    left = left.filter((s) => s !== best && s.text !== best.text)
  }
  return picked
}

/** What the first sentence of an answer that says something counts more. */
const OPENS = 1.8
/** What is left of an item of a list: it is one of several, and mostly a step. */
const ITEM = 0.35
/** A sentence of more characters can only be quoted in part. */
export const MAX_QUOTED = 260
const TOO_LONG = 0.8

const LIST_ITEM = /^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+(.+)$/gmu

/** Keys of the sentences that stand in lists. */
function itemsOf(text: string): ReadonlySet<string> {
  const lines = [...text.matchAll(LIST_ITEM)].flatMap(([, line]) => (line ?? '').split(/(?<=[.!?。！？]["'”’)*]*)\s+/u))
  return new Set(lines.map(keyOf))
}

/** What a sentence begins with, whatever markup stood in it. */
const keyOf = (sentence: string): string => (sentence.match(/[\p{L}\p{N}]/gu) ?? []).slice(0, 40).join('')
/** Sentences that are weighed between two pauses. */
const RANKED_AT_ONCE = 50
/** Leans on a sentence before it, or is a step of a list. */
const LEANING =
  /^(?:however|additionally|furthermore|moreover|for (?:example|instance)|finally|next|then|also|instead|otherwise|therefore|thus|hence|alternatively|in (?:this|that|these|other|addition|fact)|this|that|these|those|such|it|they|here|once|after that|another|by (?:doing|following)|similarly|likewise|note|remember|first|second|third|lastly|now|use|make|include|add|create|set|check|ensure|try|open|click|choose|select|install|let['’]s|you (?:can|could|may|might|should|will)|außerdem|zum beispiel|jedoch|dies(?:e[rs]?)?|danach|inoltre|ad esempio|questo|questa|par exemple|cependant|cela|además|por ejemplo|esto|bunun|ayrıca|örneğin|また|例えば|この|これ)(?![\p{L}])/iu
/** Says the same in nearly the same words. */
const isRepeated = (a: RankedSentence, b: RankedSentence): boolean =>
  a.text === b.text || likeness(a.terms, b.terms) > SAME_WORDS
const SAME_WORDS = 0.95

/** Ends like a sentence. */
const ENDED = /[.!?…。！？]["'”’)」』]?$/u
/** An assistant's manners: what it says around what it has to say. */
const COURTESY =
  /^(?:certainly|absolutely|of course|sure|great|as an ai|i(?:['’]m| am) (?:just |only )?an ai|unfortunately, as an ai|got it|no problem|i(?:['’]m| am) (?:glad|happy|sorry|here)|i hope|i['’]d be|feel free|let me know|if you (?:have|need|want|['’]d)|don['’]t hesitate|good luck|enjoy|here(?:['’]s| is| are)|below (?:is|are)|would you like|is there anything|do you|remember(?: to|,)|natürlich|gerne|hier (?:ist|sind)|lass mich|viel erfolg|ecco|certo|fammi sapere|bien sûr|voici|n['’]hésite|por supuesto|aquí|claro|elbette|işte|もちろん|はい)(?![\p{L}])/iu
/** “Step 2: …”, “Budget: …”: an item of a list, torn from it. */
const LABELLED = /^[^.!?:]{2,50}: /u
/** Greetings, thanks, laughter: nothing that happened. */
const MANNERS =
  /^(?:(?:hey|hi|hello|good (?:morning|evening|afternoon|night)|how (?:are you|have you been|about you)|how['’]?s (?:it|everything|life|your)|what['’]?s (?:up|new|going on)|i? ?hope (?:you|all|everything)|(?:it['’]?s |it is )?(?:so |really )?(?:good|great|nice|lovely) (?:to (?:see|hear|talk|chat|catch|meet)|(?:talking|chatting|seeing|hearing|catching))|i? ?haven['’]?t (?:talked|heard|seen|chatted|spoken)|(?:it['’]?s )?been (?:a while|a few days|ages)|long time no (?:see|talk|chat)|talk (?:to you )?(?:soon|later)|let me know how|thanks|thank you|thx|ha(?:[ -]?ha)+|haha\w*|lol|bye|see you|take care|danke|hallo|guten (?:morgen|tag|abend)|tschüss|bis bald|ciao|grazie|buongiorno|salut|bonjour|merci|hola|gracias|adiós|merhaba|selam|teşekkürler?|sağ ?ol|olá|obrigad[oa]|hoi|bedankt|こんにちは|おはよう|ありがとう|谢谢|你好)(?![\p{L}]))/iu

/** True for a sentence that is a greeting, thanks or laughter alone. */
export const isManners = (sentence: string): boolean => MANNERS.test(sentence)

const OPENING =
  /^(?:(?:(?:hi|hey|hello)(?: \p{L}+)?[,!] )|(?:hmm+|hm|um+|uh|but|and|so)[,!]? |(?:yes|yeah|yep|no|oh|ah|ok|okay|sure|wow|hey|hi|hello|thanks|ja|nein|oui|non|sí|sì)[,!]? |(?:well|so|and|but|also|however|anyway|additionally|furthermore|moreover)[,!] )+/iu

/** White space collapsed, opening interjections dropped. */
function tidy(sentence: string): string {
  const text = sentence.replace(/\s+/g, ' ').replace(/ (?=[.,](?: |$))/g, '')
  const body = text.replace(OPENING, '')
  if (body === text || body === '') return text
  return /^\p{Lu}/u.test(text) ? body.replace(/^\p{Ll}/u, (c) => c.toUpperCase()) : body
}

function thin<T>(all: readonly T[]): T[] {
  if (all.length <= MAX_SENTENCES) return [...all]
  return Array.from({ length: MAX_SENTENCES }, (_, i) => all[Math.floor((i * all.length) / MAX_SENTENCES)]).filter(
    (s): s is T => s !== undefined,
  )
}

function vectorOf({ tokens }: TokenisedText, vocabulary: Vocabulary): ReadonlyMap<Term, number> {
  const vector = new Map<Term, number>()
  for (const token of tokens) {
    const term = vocabulary.term(token.word)
    if (term.kind === 'none' && term.weight > 0) vector.set(term, term.weight)
  }
  return vector
}

function centreOf(vectors: readonly ReadonlyMap<Term, number>[]): ReadonlyMap<Term, number> {
  const centre = new Map<Term, number>()
  for (const vector of vectors) for (const [term, weight] of vector) centre.set(term, (centre.get(term) ?? 0) + weight)
  return centre
}

/** Cosine with the whole conversation, less for sentences of very few telling words. */
function centrality(terms: ReadonlyMap<Term, number>, centre: ReadonlyMap<Term, number>): number {
  return likeness(terms, centre) * Math.min(1, Math.sqrt(terms.size / USUAL_TERMS))
}

function likeness(a: ReadonlyMap<Term, number>, b: ReadonlyMap<Term, number>): number {
  let dot = 0
  for (const [term, weight] of a) dot += weight * (b.get(term) ?? 0)
  const norm = Math.sqrt(squares(a) * squares(b))
  return norm === 0 ? 0 : dot / norm
}

function squares(vector: ReadonlyMap<Term, number>): number {
  let sum = 0
  for (const weight of vector.values()) sum += weight * weight
  return sum
}

/** Names and figures make a sentence worth more; an opening that points elsewhere makes it worth less. */
function substance(tokens: readonly Token[], ignore: (word: string) => boolean): number {
  const names = tokens.filter((token) => isName(token) && !ignore(token.word)).length
  const figures = tokens.filter((token) => token.evidence === 'number' && /\p{N}/u.test(token.word)).length
  const first = tokens[0]?.full ?? ''
  const opening = DANGLING.test(first) ? 0.7 : REQUEST.test(first) ? 0.75 : CHEER.test(first) ? 0.55 : 1
  const words = tokens.map((token) => token.full.toLowerCase())
  const when = words.some((word) => WHEN.has(word)) ? 1.35 : 1
  // What somebody did or has, before what one says to encourage the other.
  const told = words.slice(0, 3).some((word) => TELLER.has(word)) ? 1.2 : 1
  const addressed = words.some((word) => ADDRESSED.has(word)) && told === 1 ? 0.7 : 1
  return (1 + 0.12 * Math.min(3, names) + 0.12 * Math.min(2, figures)) * opening * when * told * addressed
}

/** Pieces of formulas and of programs. */
const UNREADABLE =
  /^\w*_\w+\s*[:=]|\b[0-9a-f]{8}-[0-9a-f]{4}-|\\[A-Za-z]{2,}|\^\S|#include\b|=>|\{\{|\(\)\s*\{|(?:^|\s)[A-Za-z]\w*\s?=\s?\S+[;(]/u
/** Formulas and rows of figures are not read aloud. Links count as words. */
const MAX_SIGNS = 0.1
const signs = (text: string): number => {
  const plain = text.replace(/https?:\/\/\S+/giu, '')
  return (plain.match(/[=<>{}[\]|\\$^_%&*+~#/]/g)?.length ?? 0) / Math.max(1, plain.length)
}

function worthQuoting(text: string, tokens: readonly Token[], terms: ReadonlyMap<Term, number>): boolean {
  const spaced = /\s/.test(text)
  if (text.includes(LOST) || UNREADABLE.test(text)) return false
  if (/[:：]$/u.test(text) || MANNERS.test(text) || signs(text) > MAX_SIGNS) return false
  return terms.size > 0 && text.length <= MAX_SENTENCE && (spaced ? tokens.length >= MIN_WORDS : text.length >= 6)
}
