/** Whom a statement is about, in nine languages. Pure. */
import { evidenceOf, guessLanguages } from '../../language/function-words'
import { words } from '../../language/words'

const ONESELF =
  /^(?:(?:no|non|não|ya no|já não|больше не|ne|now|ahora|maintenant|agora|ora|adesso|теперь|сейчас),? +)*(?:i|i['’](?:m|ve|d)|we|we['’](?:re|ve)|ich|wir|yo|soy|estoy|tengo|vivo|trabajo|como|bebo|me|nos|je|j['’]|on|nous|eu|sou|estou|tenho|moro|trabalho|bebo|gosto|io|sono|ho|abito|lavoro|mangio|bevo|mi|prefiero|prefiro|preferisco|odio|detesto|adoro|предпочитаю|люблю|я|мы|у меня|мне)(?![\p{L}])|^(?:ya no|já não|não|non) \p{L}{2,}o(?!\p{L})|^j['’]\p{L}|^(?:もう)?(?:私|僕|俺|わたし|ぼく)(?!の)|^我(?!的|们的)|^もう(?=.*(?:ない|ません))|^[^、。]{1,20}(?:ではありません|じゃない|ではない|じゃありません)/iu
const OWN =
  /^(?:my|our|mein\p{L}*|unser\p{L}*|mis?|nuestr[oa]s?|m(?:on|a|es)|notre|nos|(?:o |a |os |as )?(?:meus?|minhas?|nosso|nossa)|(?:il |la |i |le )?mi(?:o|a|ei|e)|мо[йяёи]\p{L}*|наш\p{L}*) (?<what>\p{L}+)|^(?:私|僕|俺|我)(?:の|的)(?<east>[^は是在叫有、，。]{1,8})/iu

export const speaksOfOneself = (content: string): boolean => ONESELF.test(content) || OWN.test(content)

/** '' for the person themselves, else what of theirs it is about (“sister”); null if it is about neither. */
export function subjectOf(content: string): string | null {
  const own = OWN.exec(content)
  if (own) return (own.groups?.what ?? own.groups?.east ?? '').toLowerCase()
  return ONESELF.test(content) ? '' : null
}

/** Somebody who is named at the beginning: “Eva drinks no alcohol”. Null if the first word is an ordinary one. */
export function nameAtFront(content: string): string | null {
  const name = /^(\p{Lu}\p{Ll}+)(?:['’]s)? \p{Ll}/u.exec(content)?.[1]
  if (!name) return null
  const [word] = words(name)
  return word !== undefined && evidenceOf(word, guessLanguages(words(content))) === null ? name.toLowerCase() : null
}

const OWN_NAMED =
  /^(?:[Mm]y|[Oo]ur|[Mm]ein\p{L}*|[Uu]nser\p{L}*|[Mm]is?|[Nn]uestr[oa]|[Mm](?:on|a)|[Nn]otre|(?:[OoAa] )?(?:[Mm]eu|[Mm]inha|[Nn]oss[oa])|(?:[IiLl][la] )?[Mm]i[oa]|[Мм]о[йя]|[Нн]аш\p{L}*) (?:\p{Ll}+ ){1,3}(\p{Lu}\p{Ll}+)(?!\p{L})/u

/** Who is named as the one a statement is about: “Orla comes on Friday”, “My sister Orla comes on Friday”. */
export function namedIn(content: string): string | null {
  const name = OWN_NAMED.exec(content)?.[1]
  return name === undefined ? nameAtFront(content) : name.toLowerCase()
}
