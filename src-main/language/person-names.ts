/**
 * Which capitalised words of some texts are people, seen from what stands around them: “with Ada”, “Ada's”, “my sister Ada”,
 * “Ada said”, against “in Paris”, “using Flask”, “the Louvre”. A topic is hardly ever called after a person who is merely mentioned.
 */
import type { Token, TokenisedText } from './phrase-tokens'

const set = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter((word) => word !== ''))

/** Comes right before a person's name. */
const ROLES =
  set(`mr mrs ms miss dr prof aunt uncle grandma grandpa friend friends husband wife brother sister son daughter mother mom mum dad
  father boss colleague mentor coworker partner girlfriend boyfriend fiancé fiancée cousin neighbor neighbour roommate professor coach manager
  attorney lawyer therapist nephew niece herr frau freund freundin bruder schwester mann sohn tochter chef chefin kollege kollegin amico amica marito
  moglie fratello sorella figlio figlia collega señor señora amigo amiga hermano hermana marido esposa hijo hija monsieur madame ami amie
  mari femme frère soeur sœur fils fille collègue vriend vriendin broer zus man vrouw zoon dochter arkadaşım kardeşim eşim`)
const GREETINGS = set(
  'hey hi hello dear thanks thank hallo liebe lieber hola ciao merci salut cara caro merhaba selam sevgili hoi beste olá oi querida querido',
)
/** Laughter, sighs and cheers, however long they are drawn: “ahhahha”, “oof”, “woohoo”. */
const EXCLAMATION =
  /^(?:[ah]{3,}|(?:he){2,}h?|(?:hi){2,}|(?:ja){2,}|(?:je){2,}|(?:ха){2,}х?|lo+l+|lmf?ao+|rofl|oo+f+|oo+h+|aw+|ww*o+w+|woa+h*|who+a+h*|ya+y+|u+gh+|phew+|yikes|w?oops|hm+|geez|gosh|woo+(?:hoo+)?)$/u
/** True for a word that greets, thanks or only exclaims (lower case): “hey”, “danke”, “haha”. */
export const isGreeting = (word: string): boolean => GREETINGS.has(word) || EXCLAMATION.test(word)

/** What people do and programs, places and firms do not. */
const SAYING =
  set(`said says told tells asked asks suggested suggests thinks thought wants wanted recommended recommends mentioned mentions offered
  offers insisted insists prefers agreed agrees promised invited invites feels felt loves hates declined encouraged advised believes
  sagte sagt meinte meint fragte fragt will möchte dice dijo quiere ha detto vuole dit pense veut zei zegt wil`)
const COMPANY = set('with and for help encourage ask tell remind mit con avec met und e y et ile')
/** Comes before things and places. */
const THINGS =
  set(`the a an this that these those my our your in on at into using via from of per through within inside under der die das dem den
  ein eine im am in auf aus el la los las un una en il lo gli le nel al du des au sur dans het een`)

/** How a capitalised word is used in some texts. */
export interface NameUse {
  /** As it is written. */
  name: string
  /** It is mostly used as people's names are, seen from what stands around it. */
  likely: boolean
  /** Something, if little, speaks for a person, and not more against it. */
  possible: boolean
  /** It mostly stands where places and things stand: “in Jordan”, “the Louvre”. */
  against: boolean
}

/** The lower-case words that are mostly used as the name of a person who is spoken of or spoken to. */
export function personNames(texts: readonly TokenisedText[]): ReadonlySet<string> {
  return withPossessives(nameUses(texts).flatMap(({ name, likely }) => (likely ? [name] : [])))
}

/** Names as the words of a text: “ada”, “ada's”. */
export const withPossessives = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => [name.toLowerCase(), `${name.toLowerCase()}'s`]))

/** Capitalised words that mostly stand alone (“Ada”, not “Ada Lovelace”), the most frequent first; German writes every noun so. */
export function nameUses(texts: readonly TokenisedText[]): NameUse[] {
  const uses = new Map<
    string,
    { name: string; sum: number; seen: number; strong: number; against: number; lone: number }
  >()
  // Who writes “comfort” as well writes no name.
  const small = new Set<string>()
  for (const { tokens, language } of texts) {
    if (language === 'de') continue
    for (const [at, token] of tokens.entries()) {
      if (token.evidence === null && /^\p{Ll}/u.test(token.surface)) small.add(token.surface.toLowerCase())
      if (token.evidence !== null || token.heading || !/^\p{Lu}\p{Ll}/u.test(token.surface)) continue
      const name = token.surface.toLowerCase()
      const known = uses.get(name) ?? { name: token.surface, sum: 0, seen: 0, strong: 0, against: 0, lone: 0 }
      const weight = isPartOfName(tokens, at) ? null : personEvidence(tokens, at)
      known.seen += 1
      if (weight !== null) {
        known.sum += weight
        known.lone += 1
        if (weight >= 1) known.strong += 1
        if (weight < 0) known.against += 1
      }
      uses.set(name, known)
    }
  }
  return [...uses]
    .filter(([word, { lone, seen }]) => !small.has(word) && lone * 2 >= seen)
    .sort(([, a], [, b]) => b.seen - a.seen)
    .map(([, { name, sum, seen, strong, against }]) => {
      // Somebody much spoken of is often just an object of sentences, but hardly ever a place of them.
      const often = sum >= 2 && against <= sum / 2
      const likely = sum >= 0.8 && (often || sum / seen >= 0.22) && (strong > 0 || sum >= 1.5 || against === 0)
      return { name, likely, possible: sum > 0 && against <= sum, against: against * 2 > seen }
    })
}

/** “Ada Lovelace”, “Galaxy S23”: a name of several words is a name of its own. */
function isPartOfName(tokens: readonly Token[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  if (joins(token, before) && /^\p{Lu}/u.test(before?.surface ?? '') && !before?.opens && before?.evidence === null)
    return true
  return joins(after, token) && /^[\p{Lu}\p{N}]/u.test(after?.surface ?? '') && after?.evidence !== 'grammar'
}

function personEvidence(tokens: readonly Token[], at: number): number {
  const token = tokens[at]
  if (!token) return 0
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  const [previous, next] = [before?.word ?? '', after?.word ?? '']
  let sum = 0
  if (ROLES.has(previous) || (GREETINGS.has(previous) && token.gap.trim().length <= 1)) sum += 1
  if (SAYING.has(next) || (next === 'and' && tokens[at + 2]?.word === 'i')) sum += 1
  const owns = token.full !== token.surface && /['’]s$/u.test(token.full)
  if (owns) sum += 0.5
  // “Ada tries”, “encourage Ada to try”: a program may stand so too.
  if (after?.kind === 'verb' && !owns && !after.opens) sum += 0.4
  else if (before?.kind === 'verb' && joins(token, before) && after?.kind !== 'noun') sum += 0.2
  if (after?.kind === null && /^\p{Ll}{2,}ed$/u.test(next) && after.glue !== null) sum += 0.4
  if (COMPANY.has(previous) && joins(token, before)) sum += 0.4
  if (THINGS.has(previous) && joins(token, before) && !owns) sum -= 1
  // “Flask app”: the first part of the name of a thing.
  const noun =
    joins(after, token) && after?.evidence === null && /^\p{Ll}/u.test(after.surface) && token.full === token.surface
  if (noun) sum -= 0.3
  return sum
}

const joins = (token: Token | undefined, before: Token | undefined): boolean =>
  token !== undefined && before !== undefined && token.glue !== null
