/** Memories without a model: patterns on the person's own words, precise rather than greedy (02-janitor-memory). Pure. */
import type { MemoryCategory } from '@shared/memory'
import { type Asked, askedFor, asksForWhatWasSaid, CONTINUES, NOTHING_TO_DO } from './asks'
import { movedIn } from './changes'
import { languages } from './patterns/languages'
import { timeLast } from './patterns/time-first'
import type { Language, Pattern } from './patterns/types'
import { correctionLead, type Retraction, retractionIn, withValue } from './retractions'
import { plainOf, readMessage, type Said } from './said'
import { correctedThing, fillsFirmSlot, saysChanged, slotsOf } from './slots'
import { nameAtFront, speaksOfOneself, subjectOf } from './subject'
import { isNegated } from './telling'

/** What was found in a sentence. */
export interface Found {
  category: MemoryCategory
  content: string
  /** The person asked for it to be remembered. */
  explicit: boolean
  /** Worth keeping only where something that stands says the contrary: “I am not vegetarian any more”. */
  onlyAsContrary?: true
}

export interface MessageMemories {
  found: Found[]
  /** What takes back or corrects something of an earlier message, in its order. */
  retractions: Retraction[]
  /** “Please remember that”, and nothing in the message that it could mean: the message before is meant. */
  asksForTheLast: boolean
  /** A game of roles goes on after it. */
  plays: boolean
}

/** “Do this later”: what it is about was said before, and will not be known. */
const POINTS_BACK =
  /^(?:\p{L}+ ){0,3}(?:of |about |with |on )?(?:this|that|it|these|those|something|everything)\b(?: (?:later|soon|now|in a while|in awhile|again|about it|tomorrow|today|tonight))*[.!]?$/iu
/** A request that goes on where the thing itself has ended. “My dad is a doctor” is none: a question needs a sign before it. */
const GOES_ON = new RegExp(
  [
    '(?:(?:,| [–—-]|;)(?: (?:and|so|but|also))?| (?:and|so|but)) (?:can|could|would|will|do|does|is|are|what|how|where|which|please|any) (?:you|i|it|they|there|that|a|the|help|advise|ideas|tips)\\b.*$',
    ' (?:(?:can|could|would|will) you|(?:can|could|may|should) i (?:rent|get|have|use|book|pay)|what (?:will|would|should|can)(?! i )|do you (?:have|know|think)|please (?:help|advise|suggest)|any (?:ideas|tips|advice|suggestions))\\b.*$',
    ' by putting (?:it|this|that) on my .*$',
    '(?:,| [–—-]|-)(?=(?:do|can|could|would|are|what|how) you\\b).*$',
    // half a clause behind it: “…, and balancing that with …”, “…, and with the time anchor being …”
    ', and (?:with (?:the|that|this|all)|\\p{L}+ing (?:that|this|it|them|all|both))\\b.*$',
    '(?:,| and| but)+ (?:now )?(?:i )?(?:notice|need (?:it|assistance)|need to (?:revert|undo|change|update|cancel))\\b.*$',
    ' i need (?:to|help|a|an|assistance)\\b.*$',
    '(?:,| [–—-]|;)? but (?:today|tomorrow|tonight|this (?:time|week|morning|evening|month)|next \\p{L}+|for now|right now)\\b.*$',
    "(?:,| [–—-]|;)? (?:(?:but|so) (?:you|that|this|let[’']?s)|and you|as much as you)\\b.*$",
    '(?:,| [–—-]|;| and| so| but)+ (?:i )?(?:(?:need|want|would like) (?:help|to|your|some|more|info\\p{L}*|advice)|wanted to|(?:was|am) (?:wondering|looking)|heard (?:about|that|of)|have (?:a|some) (?:questions?|projects?))\\b.*$',
  ].join('|'),
  'iu',
)
/** Who or what is meant stands in what was said before: it will not be known later. */
const POINTS_ELSEWHERE =
  /\b(?:you(?:['’]ve)? (?:just )?(?:mentioned|said|suggested|listed|described|recommended)|such (?:an?|things?|places?)|(?:that|this) (?:kind|sort|type) of|(?:almost|just) as much)\b|\bmy \p{L}+ (?:for|of|with|about) (?:it|this|that|them)\b|^(?:i|we) (?:\p{L}+ )?(?:work|live|study|teach|stay|eat|shop|volunteer|grew up|go)(?:ed|d)? (?:t?here)\b|^(?!.*(?:,| and ))(?:i|we|i['’]m) .*\b(?:on|for|with|in|at|to|about|of) (?:them|it|those|these|mine|yours|hers|theirs)(?: next \p{L}+| soon| now)?[.!]?$|^(?:i|we) \p{L}+ (?:those|these)\b|^(?:i|we) (?:always|never|usually|rarely|hardly ever|only|mostly) \p{L}+ (?:it|them|this|that|these|those)\b/iu
/** “I love the theme” is of what was shown; “I love the sea”, “I love the Beatles” and “I love the smell of …” are not. */
const LIKES_THE =
  /^I (?:also |really |just |do |absolutely |don['’]t |do not )*(?:like|love|enjoy|prefer|hate) the (?!(?:\p{L}+ )?(?:sea|ocean|beach|mountains?|outdoors|country(?:side)?|city|woods|forest|rain|snow|sun|cold|heat|dark|night|summer|winter|spring|autumn|fall|theat(?:re|er)|cinema|movies|opera|ballet|piano|guitar|violin|drums|harp|internet|radio|news|bus|train|car|gym|pool|library|seats?|mornings?|evenings?|weekends?|shifts?|desktop|colou?rs?)(?!\p{L})|(?:smell|sound|taste|feel|feeling|look|thought|music|books?|films?|works?|songs?|poems?|novels?|idea) of )[^\p{Lu}]*$/u
/** A choice of which only a word or two is said: of what it is one will not be known. */
const BARE_CHOICE =
  /^(?:I|We|Let['’]s)(?:['’](?:ll|m|re)| will| am| are)? (?:go|stick|going|sticking) with (?:\p{Ll}[\p{Ll}-]*(?: \p{Ll}[\p{Ll}-]*)?[.!]?$|the \p{L}+(?: \p{L}+)? (?:that )?(?:I|we|you) )/u
const saysTooLittle = (content: string): boolean =>
  POINTS_ELSEWHERE.test(content) || LIKES_THE.test(content) || BARE_CHOICE.test(content)

const COURTESY =
  /(?:,? (?:please|thanks|thank you|ok|okay|lol|haha|by the way|btw|fyi|you know|as you know|übrigens|por cierto|au fait|a proposito|кстати|bitte|danke|por favor|gracias|s['’]il te plaît|merci|per favore|grazie|пожалуйста))+([.!]?)$/iu

const MOST_OF_A_MESSAGE = 8
const MOST_OF_A_CONTRARY = 200

/** What a message of the person says that is worth remembering, in its order, each thing once. */
export const findMemories = (text: string): Found[] => readMemories(text).found.filter((m) => !m.onlyAsContrary)

/** @param playing a game of roles was going on before it */
export function readMemories(text: string, playing = false): MessageMemories {
  const said = readMessage(text, playing)
  const { statements, restore } = said
  const found: Found[] = []
  const retractions: Retraction[] = []
  let asksForTheLast = false
  /** Sentences without a memory in them, for “remember that” which may mean just them. */
  let last: string | null = null
  for (let at = 0; at < statements.length; at += 1) {
    const statement = statements[at]
    if (!statement?.own && !statement?.introduces) continue
    if (statement.own && asksForWhatWasSaid(statement.text)) {
      const before = found.at(-1)
      if (before && last === null) before.explicit = true
      else if (last !== null) found.push(...factsOf({ category: 'fact', content: last }, said))
      else asksForTheLast = true
      last = null
      continue
    }
    const ask = askedFor(statements, at)
    if (ask) {
      const before = plainOf({ ...statement, text: ask.before })
      if (before !== null)
        for (const memory of inSentence(before)) add(found, { ...memory, content: restore(memory.content) })
      found.push(...ask.asked.flatMap((asked) => factsOf(asked, said)))
      at += ask.used - 1
      continue
    }
    if (!statement.own) continue
    const plain = withoutJoke(plainOf(statement))
    last = restore(statement.text)
    if (plain === null) continue
    const taken = takeBack(retractionIn(plain), found, plain)
    if (taken) retractions.push(taken)
    if (taken && taken.kind !== 'lost') continue
    const memories =
      plain.length > MOST_OF_A_CONTRARY && !taken ? inSentence(plain) : inSentence(correctionLead(plain).rest)
    const asked =
      memories.length > 0 ? [] : inSentence(plain.replace(ASKS_BEHIND, '')).filter((m) => m.category === 'task')
    const kept = memories.length > 0 ? memories : asked.length > 0 ? asked : contraryIn(plain, taken)
    if (kept.length > 0 && !kept.every((m) => m.onlyAsContrary)) last = null
    for (const memory of kept) add(found, { ...memory, content: restore(memory.content) })
  }
  const implicit = found.filter((m) => !m.explicit)
  const dropped = new Set(implicit.slice(MOST_OF_A_MESSAGE))
  return {
    found: found.filter((m) => !dropped.has(m)),
    retractions,
    asksForTheLast,
    plays: said.plays,
  }
}

/** “I'm no morning person, I was joking”: what says no counts; why it was said otherwise is no part of it. */
function withoutJoke(plain: string | null): string | null {
  const head = plain?.replace(
    /[,;.–—-]+ ?(?:but )?(?:that was (?:just )?a joke|i (?:was|am) (?:just |only )?(?:joking|kidding))[.!]*$/iu,
    '',
  )
  return plain !== null && head !== undefined && head !== plain && isNegated(head) ? head : plain
}

function add(found: Found[], memory: Found): void {
  const known = found.find((m) => m.content === memory.content)
  if (!known) found.push(memory)
  else if (memory.explicit) known.explicit = true
}

/** A retraction of what the same message said before is done here; what is left is about earlier messages. */
function takeBack(retraction: Retraction | null, found: Found[], sentence: string): Retraction | null {
  const before = found.at(-1)
  if (retraction?.kind === 'takes_back' && before) {
    found.pop()
    return null
  }
  if (retraction?.kind === 'replace' && before) {
    const content = withValue(before.content, retraction.value, retraction.instead)
    if (content !== null) {
      before.content = content
      return null
    }
  }
  // “It is not Lisbon”, after nothing it could be about
  return retraction && sentence !== '' ? retraction : null
}

function inSentence(sentence: string): Found[] {
  for (const language of languages) {
    const found = clausesOf(sentence, language).flatMap(
      (clause) => match(clause, sentence, language) ?? matchTimeFirst(clause, sentence, language) ?? [],
    )
    if (found.length > 0) return found
  }
  return []
}

/** What comes after it is the person's own. */
const TURNED_OUT =
  /^(?:it )?turn(?:s|ed) out|^es (?:hat sich herausgestellt|stellte sich heraus)|^resulta|^il s['’]avère|^afinal|^a quanto pare|^оказал(?:ось|ся|ась)/iu
/** “I gave up being vegetarian, I eat meat again”: each half may say no to something. */
const HALVES = /(?:,|;| –| —)? (?:and|but|so|und|aber|y|pero|et|mais|e|mas|ma|и|но|а) (?=\p{L})|[,;] (?=\p{L})/iu
/** “I got tested: I am not …”: only one who speaks of themselves goes on so. */
const AFTER_COLON = /: (?=\p{L})/u
/** Of somebody who is named, that it is otherwise again or no more. */
const OTHERWISE =
  /(?<!\p{L})(?:again|after all|any ?more|anymore|no longer|now|wieder|doch|nicht mehr|jetzt|de nuevo|otra vez|ya no|de nouveau|ne .{1,20} plus|outra vez|de novo|já não|di nuovo|non .{1,20} più|снова|опять|больше не)(?!\p{L})/iu

/** Statements that no pattern knows, and that say no to something or correct it. */
function contraryIn(plain: string, taken: Retraction | null): Found[] {
  const { corrects, rest } = correctionLead(plain)
  const whole = contraryOf(rest.trim(), corrects, taken)
  if (whole.length > 0 && whole.every((m) => !m.onlyAsContrary)) return whole
  const parts = subjectOf(rest) === '' ? rest.split(AFTER_COLON) : [rest]
  const halves = parts.flatMap((part) => part.split(HALVES)).map((half) => half.trim())
  // somebody else may be speaking in the second half, unless the first one is the person's own
  const mine = speaksOfOneself(rest) || nameAtFront(rest) !== null || TURNED_OUT.test(rest)
  if (halves.length < 2 || !mine || isNeverSaid(rest)) return whole
  // the whole says more, and so comes first: what it ends the halves find ended
  return [
    ...whole,
    ...halves
      .flatMap((half) => contraryOf(half, corrects, taken))
      .map((m) => (isNegated(m.content) ? onlyAsContrary(m) : m)),
  ]
}

/** A question, a supposition, somebody else's words, in any language. */
const isNeverSaid = (text: string): boolean => languages.some(({ never }) => never.test(text))

const onlyAsContrary = (memory: Found): Found => ({ ...memory, onlyAsContrary: true })

/** “I need to register by Friday, what do I have to bring?”: what is to be done is said all the same. */
const ASKS_BEHIND =
  /[,;] (?:(?:and|so|und|also|y|et|e|и) )?(?:what|how|where|when|which|who|why|was|wie|wo|wann|welche[rsn]?|wer|qué|cómo|dónde|cuándo|cuál|quoi|comment|où|quand|quel(?:le)?s?|qu['’]est-ce|o que|como|onde|quando|qual|(?:che )?cosa|come|dove|quale|что|как|где|когда|как(?:ой|ая|ие))(?!\p{L})[^.]*\?$/iu

/** A question that nobody gave its mark. */
const ASKS = /^(?:what|which|who|how|when|where|why|do (?:you|i)|does|did|is|are|can i|could i|may i)\b/iu

function contraryOf(said: string, corrects: boolean, taken: Retraction | null): Found[] {
  if (ASKS.test(said)) return []
  // “Le dentiste a déplacé mon rendez-vous au 4 décembre”: by itself where it names a day (`without-model.ts`)
  const moved = said.length <= MOST_OF_A_CONTRARY && movedIn(said) !== null && !isNeverSaid(said) ? tidy(said) : null
  if (moved !== null) return [{ category: 'task', content: moved, explicit: false, onlyAsContrary: true }]
  const ofNamed = nameAtFront(said) !== null && (OTHERWISE.test(said) || isNegated(said) || taken?.kind === 'lost')
  const ofThing = (corrects || saysChanged(said)) && correctedThing(said) !== null
  if (said.length > MOST_OF_A_CONTRARY || !(ofNamed || ofThing || speaksOfOneself(said) || fillsFirmSlot(said)))
    return []
  if (ofNamed && !isNeverSaid(said)) {
    const content = tidy(said)
    return content === null ? [] : [{ category: 'fact', content, explicit: false, onlyAsContrary: true }]
  }
  const firm = fillsFirmSlot(said) && !isNegated(said)
  if (!firm && !corrects && taken?.kind !== 'lost' && !isNegated(said) && slotsOf(said).length === 0) return []
  if (isNeverSaid(said)) return []
  // “I eat everything” points back, but for what it says no to
  const content = tidy(said) ?? (slotsOf(said).length > 0 ? capital(said.replace(/[.!]+$/u, '')) : null)
  if (content !== null && firm && !POINTS_ELSEWHERE.test(content))
    return [{ category: 'fact', content, explicit: false }]
  return content === null ? [] : [{ category: 'fact', content, explicit: false, onlyAsContrary: true }]
}

function clausesOf(sentence: string, { seam }: Language): string[] {
  return (seam ? sentence.split(seam) : [sentence]).map((c) => c.trim()).filter((c) => c !== '')
}

/** “Tomorrow I have to see the doctor”: what is to be done, read with its day at the end. */
function matchTimeFirst(clause: string, sentence: string, language: Language): Found | null {
  const turned = timeLast(clause.replace(language.leadIn, '').trim(), language.code)
  const found = turned === null ? null : match(turned, sentence, language)
  return found?.category === 'task' || found?.category === 'fact' ? found : null
}

function match(clause: string, sentence: string, language: Language): Found | null {
  const said = clause.replace(language.leadIn, '').trim()
  for (const pattern of language.patterns) {
    const hit = pattern.form.exec(said)
    if (!hit || isOff(sentence, said, pattern, language)) continue
    const kept = hit.groups?.content ?? said
    const content = tidy(pattern.readAs?.(kept) ?? kept)
    if (content === null || (pattern.explicit ? NOTHING_TO_DO.test(content) : saysTooLittle(content))) continue
    return pattern.explicit
      ? { category: sharpened(content, pattern.category), content, explicit: true }
      : { category: pattern.category, content, explicit: false }
  }
  return null
}

/** A question mark after “can you remember that …” asks for a favour; anything else of the kind ends it. */
function isOff(sentence: string, said: string, pattern: Pattern, { never }: Language): boolean {
  const judged = pattern.explicit ? said.replace(/[?？]+\s*$/u, '') : sentence
  return never.test(judged)
}

/** “Remember that I prefer tea” is a preference, whatever asked for it. */
function sharpened(content: string, category: MemoryCategory): MemoryCategory {
  if (category !== 'fact') return category
  for (const { patterns, leadIn } of languages) {
    const said = content.replace(leadIn, '')
    const found = patterns.find((p) => p.explicit === undefined && p.form.test(said))
    if (found) return found.category
  }
  return category
}

/** What is asked to be kept, in its facts where it lists several, each whole. */
function factsOf({ category, content }: Asked, { restore }: Said): Found[] {
  const parts = category === 'task' ? [content] : listedIn(content)
  return parts.flatMap((part) => {
    const plain = tidyAsked(restore(part.replace(ENUMERATOR, '')))
    return plain === null ? [] : [{ category: sharpened(plain, category), content: plain, explicit: true }]
  })
}

/** Begins with whom or what a new fact is about. */
const SUBJECT =
  "(?:i|i['’]m|i['’]ve|my|our|we|ich|mein|meine|unser|unsere|wir|yo|mi|mis|soy|tengo|vivo|nuestr[oa]s?|je|j['’]|mon|ma|mes|notre|nos|eu|o meu|a minha|meu|minha|sou|tenho|moro|io|il mio|la mia|i miei|le mie|mio|mia|sono|ho|я|у меня|мой|моя|моё|мои|мне)"
/** “the gate code is …”: a thing that is said something of. */
const THING_IS =
  "(?:the (?!(?:last|first|second|third|next|other|rest|former|latter|same)\\b)(?:[\\p{L}-]+ ){1,3}(?=(?:is|are)\\b)|(?:der|die|das) (?:[\\p{L}-]+ ){1,2}(?=(?:ist|sind|lautet)(?!\\p{L}))|(?:el|la|los|las) (?:[\\p{L}-]+ ){1,3}(?=(?:es|son|está)(?!\\p{L}))|(?:les? |la |l['’])(?:[\\p{L}-]+ ){1,3}(?=(?:est|sont)(?!\\p{L}))|[oa]s? (?:[\\p{L}-]+ ){1,3}(?=(?:é|são|está)(?!\\p{L}))|(?:il |la |i |le |l['’])(?:[\\p{L}-]+ ){1,3}(?=(?:è|sono)(?!\\p{L})))"
const LIST = new RegExp(
  `(?:[,;]|[,;]? (?:and|und|y|et|e|и|plus|also|&))\\s+(?=${SUBJECT}(?!\\p{L})|j['’]\\p{L}|${THING_IS})|;\\s+(?=\\p{L})`,
  'giu',
)
const LIST_EAST =
  /[、，,；;。](?:而且|还有|另外|そして|また|それと)?(?=(?:私|僕|俺|我)(?:的|は|の|も|家|妻|夫|在|是|有|对|住|喜欢|不)?)/gu
/** Something is said of the subject: without that, “my sister, my brother and my dog” is one list of people. */
const SAYS_SOMETHING =
  /(?<!\p{L})(?:is|are|was|were|am|has|have|had|can|can['’]t|don['’]t|doesn['’]t|won['’]t|never|always|live[sd]?|works?|worked|likes?|loves?|hates?|prefers?|needs?|goes|go|eats?|drinks?|starts?|ends?|opens?|expires?|ist|sind|bin|habe|hat|heißt|heiße|wohne|wohnt|arbeite|arbeitet|mag|esse|trinke|lautet|es|son|soy|está|estoy|tengo|tiene|vivo|vive|trabajo|trabaja|se llama|me gusta|est|sont|suis|ai|a|habite|travaille|s['’]appelle|aime|é|são|sou|está|estou|tenho|tem|moro|mora|chama-se|gosto|è|sono|ho|ha|abito|si chiama|lavoro|piace|зовут|жив[уеё]т?|работа[юе]т?|люблю|есть|аллергия)(?!\p{L})|['’](?:s|m|re|ve)(?!\p{L})|[:=—]|[是叫住有在对爱为]|です|ます|だ|いる/iu

/** “… that A, and that B”: the word said again begins another fact, whoever it is about. */
const THAT_AGAIN = /(?:,? (?:and(?: also)?|und(?: auch)?|y|et|e|и)|,) (?:that|dass|daß|que|qu['’]|che|что) (?=\S)/iu

/** “1) … 2) …” in one sentence. */
const NUMBERED = /(?:^|[,;.]? )\(?\d{1,2}[).] (?=\p{L})/gu
const NUMBERED_FIRST = /^\(?1[).] .* \(?2[).] /su
const ENUMERATOR = /^\(?\d{1,2}[).] (?=\p{L})/u

function listedIn(content: string): string[] {
  const again = content.split(THAT_AGAIN)
  // “… and that his number is …” says nothing without the name before it
  const apart = again.every((part, i) => SAYS_SOMETHING.test(part) && (i === 0 || !CONTINUES.test(part)))
  if (again.length > 1 && apart) return again.flatMap(listedIn)
  const numbered = content.split(NUMBERED).filter((part) => part !== '')
  if (numbered.length > 1 && NUMBERED_FIRST.test(content)) return numbered.flatMap(listedIn)
  const parts = content.split(LIST).flatMap((part) => part.split(LIST_EAST))
  if (parts.length === 1 || !parts.every((part) => SAYS_SOMETHING.test(part))) return [content]
  return parts
}

/** Without what only a sentence needs, with a capital; null if nothing is left that says something. */
function tidy(text: string): string | null {
  const plain = text
    .replace(/^[\s,;:–—-]+|[\s,;:–—-]+$/gu, '')
    .replace(/[?？]+$/u, '')
    .replace(/[.。]+$/u, '')
    .replace(/(?<=[!！])[!！]+$/u, '')
    .replace(GOES_ON, '')
    .replace(/(?:,? (?:and|but|so|because|since|or|also|plus))+$/iu, '')
    .replace(COURTESY, '$1')
    .replace(/,? (?:too|though)([.!]?)$/iu, '$1')
    .trim()
  if (POINTS_BACK.test(plain)) return null
  return capital(plain)
}

/** What is asked to be kept is kept as it is, but for the courtesy around it. */
function tidyAsked(text: string): string | null {
  const plain = text
    .replace(/^[\s,;:–—-]+|[\s,;–—-]+$/gu, '')
    .replace(/[?？]+$/u, '')
    .replace(/(?<![.。])[.。]$/u, '')
    .replace(COURTESY, '$1')
    .trim()
  return capital(plain)
}

function capital(plain: string): string | null {
  if (plain.length < 2 || !/\p{L}{2}|\p{L}\d|\d{2}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(plain))
    return null
  return /^\S+(?:@|:\/\/)/u.test(plain) ? plain : plain.replace(/^\p{Ll}/u, (c) => c.toUpperCase())
}
