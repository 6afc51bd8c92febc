/** Memories without a model: patterns on the person's own words, precise rather than greedy (02-janitor-memory). Pure. */
import type { MemoryCategory } from '@shared/memory'
import { languages } from './patterns/languages'
import type { Language, Pattern } from './patterns/types'
import { ownSentences } from './said'

/** What was found in a sentence. */
export interface Found {
  category: MemoryCategory
  content: string
  /** The person asked for it to be remembered. */
  explicit: boolean
}

/** “Do this later”: what it is about was said before, and will not be known. */
const POINTS_BACK =
  /^(?:\p{L}+ ){0,3}(?:of |about |with |on )?(?:this|that|it|these|those|something|everything)\b(?: (?:later|soon|now|in a while|in awhile|again|about it|tomorrow|today|tonight))*[.!]?$/iu
/** A request that goes on where the thing itself has ended. */
const GOES_ON =
  /(?:,| [–—-]|;)? (?:(?:and|so|but) )?(?:can|could|would|will|do|is|are|what|how|where|which|please|any) (?:you|i|it|they|there|that|a|the|help|advise|ideas|tips)\b.*$|(?:,| [–—-]|;| and| so| but)+ (?:i )?(?:need|want|would like) (?:help|to|your)\b.*$/iu

const MOST_OF_A_MESSAGE = 8

/** What a message of the person says that is worth remembering, in its order, each thing once. */
export function findMemories(text: string): Found[] {
  const found = new Map<string, Found>()
  for (const sentence of ownSentences(text))
    for (const memory of inSentence(sentence)) if (!found.has(memory.content)) found.set(memory.content, memory)
  return [...found.values()].slice(0, MOST_OF_A_MESSAGE)
}

function inSentence(sentence: string): Found[] {
  for (const language of languages) {
    const found = clausesOf(sentence, language).flatMap((clause) => match(clause, sentence, language) ?? [])
    if (found.length > 0) return found
  }
  return []
}

function clausesOf(sentence: string, { seam }: Language): string[] {
  return (seam ? sentence.split(seam) : [sentence]).map((c) => c.trim()).filter((c) => c !== '')
}

function match(clause: string, sentence: string, language: Language): Found | null {
  const said = clause.replace(language.leadIn, '').trim()
  for (const pattern of language.patterns) {
    const hit = pattern.form.exec(said)
    if (!hit || isOff(sentence, said, pattern, language)) continue
    const content = tidy(hit.groups?.content ?? said)
    if (content === null) continue
    return pattern.explicit
      ? { category: sharpened(content, pattern, language), content, explicit: true }
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
function sharpened(content: string, pattern: Pattern, { patterns }: Language): MemoryCategory {
  if (pattern.category !== 'fact') return pattern.category
  return patterns.find((p) => p.explicit === undefined && p.form.test(content))?.category ?? 'fact'
}

/** Without what only a sentence needs, with a capital; null if nothing is left that says something. */
function tidy(text: string): string | null {
  const plain = text
    .replace(/^[\s,;:–—-]+|[\s,;:–—-]+$/gu, '')
    .replace(/[?？]+$/u, '')
    .replace(/[.。]+$/u, '')
    .replace(/(?<=[!！])[!！]+$/u, '')
    .replace(
      /(?:,? (?:please|thanks|thank you|ok|okay|lol|haha|too|by the way|btw|fyi|you know|as you know|though|übrigens|por cierto|au fait|a proposito|кстати|bitte|danke|por favor|gracias|s['’]il te plaît|merci|per favore|grazie|пожалуйста))+([.!]?)$/iu,
      '$1',
    )
    .replace(GOES_ON, '')
    .trim()
  if (POINTS_BACK.test(plain)) return null
  if (plain.length < 2 || !/\p{L}{2}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(plain)) return null
  return plain.replace(/^\p{Ll}/u, (c) => c.toUpperCase())
}
