/**
 * How much a word behaves like the name of a thing, seen from its neighbours: “my phone.” against “to misplace it”. Titles
 * are made of such words. Where nothing is known of the language, every word counts the same.
 */
import type { Language } from './function-words'
import type { Token } from './phrase-tokens'

interface Neighbours {
  /** A noun follows these, perhaps after adjectives. */
  beforeNoun: string
  /** A verb, an adverb or a predicate follows these. */
  beforeOther: string
  /** These follow a noun directly (languages that mark it so). */
  afterNoun?: string
  /** These follow the stem of a verb or an adjective. */
  afterOther?: string
}

const NEIGHBOURS: Partial<Record<Language, Neighbours>> = {
  en: {
    beforeNoun: `a an the this these those my your his her its our their some any no each every another of in on at for
      with from about into during without via per which what whose two three four five more many few`,
    beforeOther: `to i you he she we they it i'm you're it's he's she's we're they're that's i've you've we've they've i'd
      you'd we'd i'll you'll we'll can could will would should must may might do does did don't doesn't didn't can't
      couldn't won't wouldn't not is are was were be been being am isn't aren't wasn't so very really too just also always
      never ever please let's how feel feels felt gonna wanna keep getting get got and`,
    afterOther: 'me you him us them it myself yourself a an the my your their our',
  },
  de: {
    beforeNoun: `der die das den dem des ein eine einen einem einer eines mein meine meinen meinem meiner dein deine kein
      keine keinen im am zum zur vom beim ins mit für von in auf nach bei alle jede jeden zwei drei vier`,
    beforeOther: 'ich du er es wir ihr sie zu nicht sehr so ist sind war bin wie mich dich bitte wird',
  },
  fr: {
    beforeNoun:
      'le la les un une des du de mon ma mes ton ta tes son sa ses notre nos votre vos ce cet cette ces au aux en',
    beforeOther: 'je tu il elle on nous vous ils ne pas me te se très est suis sont à pour y',
  },
  es: {
    beforeNoun: 'el la los las un una unos unas de del mi mis tu tus su sus este esta estos ese esa al en con',
    beforeOther: 'yo tú él ella me te se nos no muy es está son soy que a para puedo puede quiero',
  },
  it: {
    beforeNoun: `il lo la i gli le un uno una di del della dei delle al alla nel nella mio mia miei mie tuo tua questo questa
      questi queste tutti tutte due tre quattro`,
    beforeOther: 'io tu lui lei mi ti si ci non molto è sono che per a da posso può voglio',
  },
  pt: {
    beforeNoun: 'o a os as um uma de do da dos das no na nos nas meu minha meus minhas seu sua este esta esse essa em',
    beforeOther: 'eu ele ela me te se não muito é são está que para posso pode quero',
  },
  nl: {
    beforeNoun: 'de het een mijn jouw je zijn haar ons onze deze dit die van voor in op met',
    beforeOther: 'ik jij hij zij we wij te niet heel zeer is ben zijn kan wil',
  },
  ja: {
    beforeNoun: 'の この その あの',
    beforeOther: '',
    afterNoun: 'が を は に の で と も へ から まで や について する',
    afterOther: 'い く な て た って れる られる ない ます ました ませ か さ み',
  },
}

const TABLE = new Map(
  Object.entries(NEIGHBOURS).map(([language, neighbours]) => [
    language,
    {
      beforeNoun: setOf(neighbours.beforeNoun),
      beforeOther: setOf(neighbours.beforeOther),
      afterNoun: setOf(neighbours.afterNoun ?? ''),
      afterOther: setOf(neighbours.afterOther ?? ''),
    },
  ]),
)

/** Nouns of this language can be told from other words. */
export const marksNouns = (language: Language | null): boolean =>
  language !== null && (language === 'de' || TABLE.has(language))

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(/\s+/).filter((word) => word !== ''))
}

/** Endings that adverbs, participles and adjectives have and hardly any noun. */
const ENGLISH_OTHER = /\w{3}(?:ed|ly|ful|ous|ive|able|ible|less|ish|ier|iest|ional|ical)$/

/** Where a tagger has read the sentence, nothing has to be guessed. */
const KNOWN: Partial<Record<NonNullable<Token['kind']>, number>> = { noun: 1, name: 1, adjective: -0.6 }

/** +1 if this occurrence looks like a noun (the last one of its phrase), −1 if it looks like anything else, 0 if unclear. */
export function nounEvidence(tokens: readonly Token[], at: number, language: Language | null): number {
  const token = tokens[at]
  if (!token) return 0
  if (token.kind !== null) return KNOWN[token.kind] ?? -1
  if (language === 'de') return germanNoun(token)
  const table = language && TABLE.get(language)
  if (!table) return 0
  const next = joined(tokens[at + 1])
  if (next && table.afterNoun.has(next.word)) return 1
  if (next && table.afterOther.has(next.word)) return -1
  if (language === 'ja') return 0
  if (isName(token)) return 1
  if (language === 'en' && ENGLISH_OTHER.test(token.word)) return -0.6
  const modifies = next !== undefined && next.evidence === null
  let before = at
  while (before > 0 && at - before < 2 && tokens[before]?.glue !== null && tokens[before - 1]?.evidence === null)
    before -= 1
  const previous = tokens[before]?.glue === null ? undefined : tokens[before - 1]
  if (!previous) return token.opens ? (modifies ? -0.35 : -0.5) : 0
  if (table.beforeNoun.has(previous.word)) return modifies ? -0.3 : 1
  if (before === at && table.beforeOther.has(previous.word)) return -1
  return modifies ? -0.2 : 0
}

/** German writes its nouns with capitals; a person who never does gives no evidence. */
function germanNoun(token: Token): number {
  if (token.opens) return -0.3
  return /^\p{Lu}/u.test(token.surface) ? 1 : -1
}

export function isName(token: Token): boolean {
  return !token.opens && !token.heading && /^\p{Lu}/u.test(token.surface) && token.evidence === null
}

function joined(token: Token | undefined): Token | undefined {
  return token && token.glue !== null ? token : undefined
}
