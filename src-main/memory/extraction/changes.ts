/**
 * What a statement says is at another time now, and what it says holds in the place of something else. Eight languages. Pure.
 */
import { areAmong, thingsIn } from './across-languages'
import { tellingTerms } from './telling'

/** “The dentist moved my appointment to Friday”: the thing, and who moved it where that tells which one is meant. */
const MOVED: readonly RegExp[] = [
  /^(?:(?<who>the [\p{L} ]{2,30}?|\p{Lu}[\p{L}.]+(?: \p{Lu}[\p{L}.]+)?|i|we|they|he|she) )?(?:have |has )?(?:just |now )?(?:moved|rescheduled|postponed|pushed(?: back)?|shifted|delayed|brought forward|put off) (?:my |our |the |his |her )?(?<thing>[^,.]{3,50}?)(?: from .{2,30}?)? (?:to|until|till|for) .{2,}/iu,
  /^(?:my |our |the )?(?<thing>[^,.]{3,50}?) (?:has been|have been|was|is|got|were) (?:now )?(?:moved|rescheduled|postponed|pushed(?: back)?|shifted|delayed|brought forward|put off)(?: from .{2,30}?)? (?:to|until|till|for) .{2,}/iu,
  /^(?:ich habe?|wir haben|(?<who>(?:der|die|das) [\p{L} ]{2,30}?|\p{Lu}\p{L}+) (?:hat|haben)) (?:meine?n?|unsere?n?|den|die|das) (?<thing>[^,.]{3,50}?) (?:vom .{2,30}? )?auf .{2,50}? (?:verlegt|verschoben|vorverlegt|vorgezogen)/iu,
  /^(?:meine?|unsere?|der|die|das) (?<thing>[^,.]{3,50}?) (?:wurde|ist) (?:vom .{2,30}? )?auf .{2,50}? (?:verlegt|verschoben|vorverlegt|vorgezogen)/iu,
  /^(?:(?:yo )?(?:he|hemos)|(?<who>(?:el|la) [\p{L} ]{2,30}?) (?:ha|me ha)) (?:cambiado|aplazado|movido|pospuesto|adelantado) (?:mi |la |el |nuestra |nuestro )?(?<thing>[^,.]{3,50}?) (?:al?|para|hasta) .{2,}/iu,
  /^(?:(?<who>(?:el|la) [\p{L} ]{2,30}?) )?(?:cambié|moví|aplacé|cambiamos|movimos|cambió|movió|aplazó) (?:mi |la |el )?(?<thing>[^,.]{3,50}?) (?:al?|para|hasta) .{2,}/iu,
  /^(?:mi |la |el )?(?<thing>[^,.]{3,50}?) se (?:ha )?(?:cambiado|aplazado|movido|pospuesto|cambió|aplazó|pospuso) (?:al?|para|hasta) .{2,}/iu,
  /^(?:j['’]ai|on a|nous avons|(?<who>(?:le|la|l['’]) ?[\p{L} ]{2,30}?) a) (?:déplacé|reporté|décalé|avancé) (?:mon |ma |le |la |l['’]|notre )?(?<thing>[^,.]{3,50}?) (?:à|au|pour) .{2,}/iu,
  /^(?:mon |ma |le |la |l['’])?(?<thing>[^,.]{3,50}?) (?:est|a été) (?:déplacé|reporté|décalé|avancé)e? (?:à|au|pour) .{2,}/iu,
  /^(?:(?<who>[oa] [\p{L} ]{2,30}?) )?(?:mudei|adiei|remarquei|mudámos|mudamos|adiámos|adiamos|mudou|adiou|remarcou) (?:a |o )?(?:minha |meu )?(?<thing>[^,.]{3,50}?) para .{2,}/iu,
  /^(?:a |o )?(?:minha |meu )?(?<thing>[^,.]{3,50}?) foi (?:adiad|mudad|remarcad)[oa] para .{2,}/iu,
  /^(?:ho|abbiamo|(?<who>(?:il|la|l['’]) ?[\p{L} ]{2,30}?) ha) (?:spostato|rimandato|rinviato|anticipato) (?:il |la |l['’])?(?:mi[oa] )?(?<thing>[^,.]{3,50}?) (?:a|al|alle|per) .{2,}/iu,
  /^(?:il |la |l['’])?(?:mi[oa] )?(?<thing>[^,.]{3,50}?) è stat[oa] (?:spostat|rimandat|rinviat|anticipat)[oa] (?:a|al|alle|per) .{2,}/iu,
  /^(?:я |мы )?(?:перен[её]с(?:ла|ли)?|сдвинул[аи]?) (?:мой |мою |моё |наш\p{L}* )?(?<thing>[^,.]{3,50}?) на .{2,}/iu,
  /^(?:мой |моя |моё )?(?<thing>[^,.]{3,50}?) (?:перенесли|перенес[её]н[аоы]?) на .{2,}/iu,
  /^(?:(?:私|僕)の)?(?<thing>[^はをが、。]{2,20})(?:を|は|が)[^。]{1,25}に(?:変更|延期|ずら)/u,
  /^(?:我的|我把)?(?<thing>[^，。]{2,15}?)(?:被)?(?:改到|推迟到|提前到|改在)了?.{1,}/u,
]

export interface Moved {
  thing: string
  /** A role (“the dentist”) that tells which of several is meant; null where it does not. */
  by: string | null
}

/** What a statement says was put to another time; null if it says nothing of the kind. */
export function movedIn(content: string): Moved | null {
  for (const form of MOVED) {
    const groups = form.exec(content)?.groups
    if (!groups?.thing) continue
    const by = groups.who ?? null
    return { thing: groups.thing, by: by !== null && ROLE.test(by) ? by : null }
  }
  return null
}

const ROLE = /^(?:the|der|die|das|el|la|le|l['’]|o|a|il) ?\p{L}/iu

/** The words of a moved thing are those of `earlier`, and so are those of who moved it, if that says which one. */
export function isMoved({ thing, by }: Moved, earlier: string): boolean {
  const said = tellingTerms(earlier)
  const has = (text: string): boolean => {
    const terms = [...tellingTerms(text)]
    if (terms.length > 0 && terms.every((term) => said.has(term))) return true
    return areAmong(thingsIn(text), thingsIn(earlier))
  }
  return has(thing) && (by === null || has(by))
}

/** “… for the bedroom, not green”, “tea instead of coffee”: what does not hold. */
const INSTEAD: readonly RegExp[] = [
  /(?:,| –| —|;) (?:and )?not (?<instead>[^,.;]{2,40})$/iu,
  / (?:instead of|rather than|in place of) (?<instead>[^,.;]{2,40})/iu,
  /(?:,| –| —) nicht (?<instead>[^,.;]{2,40})$| (?:an)?statt (?<instead2>[^,.;]{2,40})/iu,
  /, no (?<instead>[^,.;]{2,40})$| en (?:vez|lugar) de (?<instead2>[^,.;]{2,40})/iu,
  /, (?:et )?pas (?<instead>[^,.;]{2,40})$| (?:au lieu|plutôt que) d(?:e |u |['’])(?<instead2>[^,.;]{2,40})/iu,
  /, (?:e )?não (?<instead>[^,.;]{2,40})$| em vez d[eoa] (?<instead2>[^,.;]{2,40})/iu,
  /, (?:e )?non (?<instead>[^,.;]{2,40})$| (?:invece|al posto) d(?:i|el|ella) (?<instead2>[^,.;]{2,40})/iu,
  /, а не (?<instead>[^,.;]{2,40})$| вместо (?<instead2>[^,.;]{2,40})/iu,
  /^(?<instead>[^、。]{1,20})(?:ではなく|じゃなくて|の代わりに)|(?:而不是|，不是)(?<instead2>[^，。]{1,20})$/u,
]
/** “I switched from physics to chemistry”: what was left. */
const SWITCHED: readonly RegExp[] = [
  /^(?:i|we)(?:['’]ve| have)? (?:just |recently |finally )?(?:switched|changed|moved over|went) from (?<instead>.{2,40}?) to /iu,
  /^ich (?:bin|habe) von (?<instead>.{2,40}?) (?:zu|zur|zum|auf|nach) .{2,40} (?:gewechselt|umgestiegen)/iu,
  /^(?:cambié|he cambiado|me pasé|me he pasado) de (?<instead>.{2,40}?) al? /iu,
  /^je suis passée? (?:de |du |de la |d['’])(?<instead>.{2,40}?) (?:à|au|aux) /iu,
  /^(?:mudei|passei|troquei) d[eoa] (?<instead>.{2,40}?) (?:para|por) /iu,
  /^sono passat[oa] d(?:a|al|alla|all['’]) ?(?<instead>.{2,40}?) (?:a|al|alla|all['’])/iu,
  /^я переш(?:[её]л|ла) с(?:о)? (?<instead>.{2,40}?) на /iu,
]

/** `later` says that what `earlier` says of oneself was given up for something else, and `earlier` says little more than that. */
export function switchedFrom(later: string, earlier: string): boolean {
  const instead = SWITCHED.map((form) => form.exec(later)?.groups?.instead).find((left) => left !== undefined)
  if (instead === undefined) return false
  const [left, said] = [tellingTerms(instead), tellingTerms(earlier)]
  return left.size > 0 && [...left].every((term) => said.has(term)) && said.size - left.size <= 2
}

/** Where “… instead of Paris in May” goes on with what holds all the same. */
const FURTHER = / (?:for|in|on|at|during|für|im|am|en|para|pour|dans|em|no|na|per|nel|nella|для|в|на) /iu
const DECIDES =
  /(?<!\p{L})(?:decided|chosen|chose|agreed|settled|opted|going|go|went|taking|take|entschieden|entschlossen|gewählt|decidido|elegido|décidé|choisi|escolhemos|deciso|scelto|решил\p{L}*|выбрал\p{L}*)(?!\p{L})|決め|决定/giu

/**
 * `later` says that something holds in place of what `earlier` says: what is put aside stands in the earlier one, and the
 * two have a thing in common besides, or both are decisions and the earlier one says little else.
 */
export function holdsInstead(later: string, earlier: string): boolean {
  for (const form of INSTEAD) {
    const found = form.exec(later)
    const instead = found?.groups?.instead ?? found?.groups?.instead2
    if (!found || !instead) continue
    const aside = tellingTerms(instead.split(FURTHER)[0] ?? instead)
    const said = tellingTerms(earlier.replace(DECIDES, ' '))
    if (![...aside].every((term) => said.has(term))) continue
    const rest = tellingTerms(later.replace(found[0], ' ').replace(DECIDES, ' '))
    // what both affirm is no reason: “tea, not coffee” leaves “I like tea and coffee” to be told apart by its words
    const common = [...rest].filter((term) => said.has(term) && !aside.has(term))
    if (common.length > 0) return true
    const decides = (text: string): boolean => text.search(DECIDES) >= 0
    if (decides(later) && decides(earlier) && said.size - aside.size <= 1) return true
  }
  return false
}
