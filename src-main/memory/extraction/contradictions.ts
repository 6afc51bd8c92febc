/**
 * Which of two statements holds, and what a retraction is about (07-settled, Superseding). Pure: plain data in, what is to be
 * ended out. Nothing is ended by what was said before it.
 */
import type { MemoryId } from '@shared/ids'
import type { StoredMemory } from '../../store/types'
import { dueOf, withoutDue } from '../dates/due'
import { areAmong, areOfOtherLanguages, everydayName, thingsIn } from './across-languages'
import { holdsInstead, isMoved, movedIn, switchedFrom } from './changes'
import { countIn } from './counts'
import { deniesEast, rathersOtherWayEast } from './east-denials'
import type { Retraction } from './retractions'
import { differs, saysChanged, slotsOf } from './slots'
import { namedIn, subjectOf } from './subject'
import { isNegated, shareIn, tellingTerms } from './telling'

export interface Statement {
  content: string
  /** When it was said, milliseconds. */
  at: number
}

/** Says of things that one likes them or not: what is liked decides whether two such statements are about one thing. */
const LIKING =
  /(?<!\p{L})(?:like|likes|love|loves|enjoy|adore|prefer|hate|hates|dislike|detest|can['’]t stand|mag|mögen|liebe|hasse|gern|gerne|gusta|gustan|encanta|odio|detesto|prefiero|aime|adore|déteste|préfère|gosto|adoro|prefiro|piace|piacciono|preferisco|amo|люблю|нравится|обожаю|ненавижу|предпочитаю)(?!\p{L})|好き|大好き|嫌い|喜欢|讨厌|爱/giu
/** Says that one thing is liked better than another. */
const RATHER =
  /(?<!\p{L})(?:prefer|rather|lieber|bevorzuge|ziehe|prefiero|préfère|prefiro|preferisco|предпочитаю|больше люблю)(?!\p{L})|より|ほうが|方が|更喜欢|胜过|比起/iu

/** Says only that it is so no more, or so again. */
const STILL =
  /(?<!\p{L})(?:any ?more|anymore|longer|any longer|now|again|not|no|never|don['’]t|doesn['’]t|do|does|nicht|kein\p{L}*|mehr|jetzt|nun|wieder|nie|ya|no|más|ahora|nunca|ne|n|pas|plus|maintenant|jamais|já|não|mais|agora|non|più|adesso|ora|mai|не|больше|теперь|никогда|actually)(?!\p{L})|もう|ではありません|じゃない|ではない|ません|不再|不是|不|了|没/giu
/** What comes after is why or since when, and not what is denied. */
const BESIDES =
  /(?:[,;.，。、]|\s(?:since|because|after|as of|seit|weil|desde|porque|depuis|parce|poiché|perché|da quando|с тех|потому)\s).*$/isu

/** “on the 5th” and “on 5 December” name the same day. */
const ORDINAL = /(?<=\d)(?:st|nd|rd|th|er|º)(?!\p{L})/giu

const core = (content: string): Set<string> =>
  tellingTerms(
    content.replace(BESIDES, '').replace(LIKING, ' ').replace(STILL, ' ').replace(ORDINAL, '').trim() || content,
  )

const HATES =
  /(?<!\p{L})(?:hates?|dislikes?|detest|can['’]t stand|hasse|verabscheue|odio|detesto|déteste|ненавижу)(?!\p{L})|嫌い|讨厌/iu

/** Both are about the one who speaks, one thing of theirs, or one who is named: “Orla …” and “My sister Orla …”. */
function speakOfOne(later: string, earlier: string): boolean {
  const [mine, theirs] = [subjectOf(later), subjectOf(earlier)]
  if (mine !== null && mine === theirs) return true
  const [name, other] = [namedIn(later), namedIn(earlier)]
  return name !== null && name === other
}

const FAVOURITE = /favou?rite|lieblings|favorit|préféré|preferid|preferit|любим|一番好きな|最喜欢的/iu
/** “I don't like ginger tea any more” of “My favourite drink is ginger tea”. */
const isOfFavourite = (later: string, earlier: string): boolean =>
  FAVOURITE.test(earlier) && isNegated(later) && later.search(LIKING) >= 0 && subjectOf(later) === ''

/** `later` says no to what `earlier` says, or the other way round, of one and the same thing. */
function denies(later: string, earlier: string): boolean {
  if (isNegated(later) === isNegated(earlier)) return false
  if (!(speakOfOne(later, earlier) || isOfFavourite(later, earlier))) return false
  const [denied, said] = [core(withoutDue(later)), core(withoutDue(earlier))]
  if (denied.size === 0 || said.size === 0) return false
  const liking = (text: string) => text.search(LIKING) >= 0
  // “I hate tea” is no denial of “I grow tea”
  if ((HATES.test(later) || HATES.test(earlier)) && !(liking(later) && liking(earlier))) return false
  if (shareIn(denied, said) === 1) return true
  return said.size > 1 && shareIn(said, denied) === 1 && denied.size <= said.size + 1
}

/** A sentence without what only says that one likes it, or that it is so no more. */
const affirmed = (content: string): string =>
  withoutDue(content).replace(BESIDES, '').replace(LIKING, ' ').replace(STILL, ' ')

/** The same of two languages: “Ich trinke keinen Kaffee mehr” of “I drink coffee every morning”. */
function deniesInOtherWords(later: string, earlier: string): boolean {
  if (isNegated(later) === isNegated(earlier)) return false
  const [mine, theirs] = [subjectOf(later), subjectOf(earlier)]
  if (mine === null || theirs === null) return false
  if (mine !== theirs && (mine === '' || theirs === '' || everydayName(mine) !== everydayName(theirs))) return false
  if (!areOfOtherLanguages(later, earlier)) return false
  const liking = (text: string) => text.search(LIKING) >= 0
  if ((HATES.test(later) || HATES.test(earlier)) && !(liking(later) && liking(earlier))) return false
  return areAmong(thingsIn(affirmed(later)), thingsIn(affirmed(earlier)))
}

/** “I gave up being vegetarian”: it says no without a word for it. */
const NO_MORE =
  /(?<!\p{L})(?:(?:gave|given|giving) up|stopped|quit|used to) be(?:ing)?(?!\p{L})|aufgehört.{0,10}zu sein|dej(?:é|ado) de ser|cessé d['’]être|deixei de ser|smesso di essere|перестал[а]? быть/iu

/** “I prefer tea over coffee” and “I prefer coffee over tea”: the same two things the other way round. */
function prefersOtherWay(later: string, earlier: string): boolean {
  if (!RATHER.test(later) || !RATHER.test(earlier)) return false
  if (rathersOtherWayEast(later, earlier)) return true
  if (!speakOfOne(later, earlier)) return false
  const things = (text: string): string[] => [
    ...tellingTerms(text.replace(BESIDES, '').replace(RATHER, ' ').replace(LIKING, ' ').replace(STILL, ' ')),
  ]
  const [now, before] = [things(later), things(earlier)]
  return (
    now.length > 1 &&
    now.length === before.length &&
    now.every((t) => before.includes(t)) &&
    now.join() !== before.join()
  )
}

/** Both give a value to one thing, and not the same. */
function givesAnother(later: string, earlier: string): boolean {
  const before = slotsOf(earlier)
  if (before.length === 0) return false
  const negated = isNegated(later) || NO_MORE.test(later)
  return slotsOf(later).some((slot) =>
    before.some((other) => {
      if (slot.key !== other.key) return false
      if (negated || isNegated(earlier)) return negated !== isNegated(earlier) && !differs(slot.value, other.value)
      return differs(slot.value, other.value) && (!slot.soft || saysChanged(later))
    }),
  )
}

/** “I have one cat now” of “I have two cats”, where it says that it was another number. */
function countsAnother(later: string, earlier: string): boolean {
  const [now, before] = [countIn(later), countIn(earlier)]
  if (now === null || before === null || !now.isNew) return false
  return now.thing === before.thing && now.number !== before.number
}

/** An appointment that was put to another day. Both days stand behind the words, or the later one is like the earlier. */
function moves(later: string, earlier: string): boolean {
  if (dueOf(earlier) === null) return false
  const moved = movedIn(withoutDue(later))
  return moved !== null && isMoved(moved, withoutDue(earlier))
}

/** Both speak of one person or thing, or of the one who speaks. */
const ofOneSubject = (later: string, earlier: string): boolean => subjectOf(later) === subjectOf(earlier)

/** Two statements that cannot both hold: the later one does. */
export const contradict = (later: string, earlier: string): boolean =>
  later !== earlier &&
  (givesAnother(later, earlier) ||
    countsAnother(later, earlier) ||
    denies(later, earlier) ||
    deniesInOtherWords(later, earlier) ||
    deniesEast(later, earlier) ||
    prefersOtherWay(later, earlier) ||
    moves(later, earlier) ||
    (ofOneSubject(later, earlier) &&
      !isNegated(withoutDue(earlier)) &&
      (holdsInstead(withoutDue(later), earlier) ||
        (earlier.search(LIKING) < 0 && switchedFrom(withoutDue(later), withoutDue(earlier))))))

/** Entries that `statement` takes the place of, and the one that already took its own. */
export function settle(
  statement: Statement & { id: MemoryId | null },
  standing: readonly StoredMemory[],
): { ends: StoredMemory[]; endedBy: StoredMemory | null } {
  const others = standing.filter((m) => m.id !== statement.id)
  const ends = others.filter((m) => Date.parse(m.createdAt) <= statement.at && contradict(statement.content, m.content))
  const endedBy =
    others.find((m) => Date.parse(m.createdAt) > statement.at && contradict(m.content, statement.content)) ?? null
  return { ends, endedBy }
}

/** So much of the words must be shared by what a retraction names and what an entry says. */
const SHARE = 0.6

/**
 * The entries a retraction is about, best first; none if nothing is.
 * @param ofPrevious entries from the person's message before it
 */
export function meantBy(
  retraction: Retraction,
  at: number,
  standing: readonly StoredMemory[],
  ofPrevious: readonly StoredMemory[],
): StoredMemory[] {
  const before = standing.filter((m) => Date.parse(m.createdAt) <= at)
  switch (retraction.kind) {
    case 'takes_back':
      return [...ofPrevious]
    case 'replace': {
      const { instead } = retraction
      // “Use b@example.com instead of a@example.com”: what is put aside says itself which entry is meant
      const literal = instead !== null && /@|:\/\/|\d{3}/u.test(instead)
      const holding = literal ? before.filter((m) => m.content.includes(instead)) : []
      return ofPrevious.length > 0 ? ofPrevious.slice(-1) : holding.slice(-1)
    }
    case 'forget':
      return named(retraction.about, before, true)
    case 'cancel':
      return named(
        retraction.about,
        before.filter((m) => m.category === 'task' || dueOf(m.content) !== null),
        false,
      ).slice(0, 1)
    case 'lost':
      return named(
        retraction.about,
        before.filter((m) => m.category !== 'task' && !isNegated(m.content) && HAS.test(m.content)),
        false,
      )
  }
}

/** Speaks of having, keeping, doing: what can be lost or given up. */
const HAS =
  /(?<!\p{L})(?:have|['’]ve got|own|bought|drive|ride|keep|play|work|smoke|drink|eat|run|learn(?:ing)?|study(?:ing)?|sing|swim|dance|teach|volunteer|wear|take|habe|fahre|besitze|spiele|arbeite|rauche|trinke|esse|laufe|lerne|studiere|singe|tanze|schwimme|trage|nehme|allergic|allergy|allergisch|allergie|tengo|conduzco|toco|trabajo|fumo|bebo|como|aprendo|estudio|canto|llevo|tomo|ai|conduis|joue|travaille|fume|bois|mange|apprends|étudie|chante|porte|prends|tenho|dirijo|toco|trabalho|estudo|ho|guido|suono|lavoro|bevo|mangio|studio|imparo|porto|prendo|у меня|вожу|играю|работаю|курю|пью|ем|учу|изучаю|пою|ношу|принимаю|my|mein\p{L}*|mi|mon|ma|meu|minha|mio|mia|мо\p{L}+)(?!\p{L})|飼って|持って|います|いる|勉強|習って|有|养|学/iu

/** `said`, and those of `terms` that are parts of its longer words: “Zahnarzt” and “Termin” of “Zahnarzttermin”. */
function withCompounds(said: ReadonlySet<string>, terms: ReadonlySet<string>): ReadonlySet<string> {
  const parts = [...terms].filter(
    (term) => term.length >= 5 && [...said].some((word) => word.length >= term.length + 4 && word.includes(term)),
  )
  return parts.length === 0 ? said : new Set([...said, ...parts])
}

/** What a number or an address is called, and how it looks where it stands without being called so: “My landlord is Beat, 079 555 12 34”. */
const VALUES: readonly { called: RegExp; value: RegExp }[] = [
  {
    called:
      /(?<!\p{L})(?:phone|telephone|number|\p{L}*nummer|telefon|número|teléfono|numéro|téléphone|telefone|numero|telefono|номер\p{L}*|телефон\p{L}*)(?!\p{L})|番号|電話|号码|电话/giu,
    value: /(?:\d[\s./()-]{0,2}){6,}/u,
  },
  {
    called:
      /(?<!\p{L})(?:e-?mail|mail|correo|courriel|mél|почт\p{L}+|(?:e-?mail|mail)-?adresse|address|adresse|dirección|endereço|indirizzo|адрес\p{L}*)(?!\p{L})|メール|アドレス|邮箱|邮件/giu,
    value: /\S@\S+\.\S/u,
  },
]

const DATE = /(?<!\d)\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?!\d)/gu

/** Words of `about` that call a value by its name, of which `content` holds one. */
function valuesOf(about: string, content: string): string[] {
  const undated = withoutDue(content).replace(DATE, ' ')
  return VALUES.filter(({ value }) => value.test(undated)).flatMap(({ called }) =>
    [...about.matchAll(called)].flatMap(([word]) => [...tellingTerms(word)]),
  )
}

function named(about: string, list: readonly StoredMemory[], all: boolean): StoredMemory[] {
  const terms = core(about)
  const things = thingsIn(affirmed(about))
  if (terms.size === 0) return []
  const scored = list
    .map((memory) => {
      const said = new Set([...core(memory.content), ...valuesOf(about, memory.content)])
      const inCompounds = withCompounds(said, terms)
      const share = Math.max(shareIn(terms, inCompounds), terms.size > 1 ? shareIn(said, terms) : 0)
      // said in another language, all of it or nothing counts
      const isNamed = share < SHARE && areAmong(things, thingsIn(affirmed(memory.content)))
      return { memory, share: isNamed ? 1 : share }
    })
    .filter(({ share }) => share >= SHARE)
    .sort((a, b) => b.share - a.share || Date.parse(b.memory.createdAt) - Date.parse(a.memory.createdAt))
  const best = scored[0]?.share ?? 0
  return scored.filter(({ share }) => share === best && (all || share >= SHARE)).map(({ memory }) => memory)
}
