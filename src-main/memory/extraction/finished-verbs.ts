/**
 * A task is done where its own verb is said of its own things: “I paid the rent” of “Pay the rent by Friday”, “Die Rechnung
 * ist bezahlt” of “Die Rechnung bezahlen”. Seven languages; Japanese and Chinese verbs keep their words and need no table. Pure.
 */
import type { StoredMemory } from '../../store/types'
import { withoutDue } from '../dates/due'
import { areAmong, thingsIn } from './across-languages'
import { languages } from './patterns/languages'
import { shareIn, tellingTerms } from './telling'

interface Speech {
  code: string
  /** What is to be done, and that it was done; several forms with bars between them. */
  acts: readonly (readonly [toDo: string, done: string])[]
  /** Sentences around what was done (`PAST`): the person did it, or it is done. Group `what`. */
  said: readonly string[]
}

const LATELY =
  '(?: (?:yesterday|today|already|just now|this \\p{L}+|last \\p{L}+|on \\p{L}+day|gestern|heute|schon|ayer|hoy|hier|déjà|ontem|hoje|já|ieri|oggi|già|вчера|сегодня|уже))*[.!]*$'

const SPEECHES: readonly Speech[] = [
  {
    code: 'en',
    acts: [
      ['call|phone|ring|get hold of', 'called|phoned|rang|rung'],
      ['pay', 'paid'],
      ['buy|get', 'bought|got'],
      ['book|reserve', 'booked|reserved'],
      ['send|mail|post|e-?mail|submit|hand in', 'sent|mailed|posted|e-?mailed|submitted|handed in'],
      ['return|bring back|take back', 'returned|brought back|took back|taken back'],
      ['renew', 'renewed'],
      ['pick up|collect|fetch', 'picked up|collected|fetched'],
      ['clean|wash', 'cleaned|washed'],
      ['fix|repair', 'fixed|repaired'],
      ['sign', 'signed'],
      ['water', 'watered'],
      ['cancel', 'cancell?ed'],
      ['finish|write', 'finished|wrote|written'],
    ],
    said: [
      "^(?:(?:i|we)(?:[’'](?:ve)?| have)? )?(?:(?:just|already|finally|now) )*(?:PAST) (?:the |my |our |an? )?(?<what>.{2,80}?)",
      '^(?:the |my |our )?(?<what>.{2,60}?) (?:is|are|was|were|has been|have been|got) (?:(?:now|all|finally|already) )*(?:PAST)',
    ],
  },
  {
    code: 'de',
    acts: [
      ['anrufen|telefonieren', 'angerufen|telefoniert'],
      ['bezahlen|zahlen|überweisen|begleichen', 'bezahlt|gezahlt|überwiesen|beglichen'],
      ['kaufen|besorgen|einkaufen', 'gekauft|besorgt|eingekauft'],
      ['buchen|reservieren', 'gebucht|reserviert'],
      ['schicken|abschicken|senden|einreichen|abgeben', 'geschickt|abgeschickt|gesendet|eingereicht|abgegeben'],
      ['zurückbringen|zurückgeben', 'zurückgebracht|zurückgegeben'],
      ['verlängern|erneuern', 'verlängert|erneuert'],
      ['abholen', 'abgeholt'],
      ['putzen|waschen|aufräumen', 'geputzt|gewaschen|aufgeräumt'],
      ['reparieren', 'repariert'],
      ['unterschreiben', 'unterschrieben'],
      ['gießen', 'gegossen'],
    ],
    said: [
      '^(?:ich|wir) hab(?:e|en)? (?:(?:schon|gerade|endlich|jetzt|heute|gestern) )*(?:den |die |das |dem |der |meine?n?m? |unsere?n? |eine?n? )?(?<what>.{2,80}?) (?:PAST)',
      '^(?:der|die|das|meine?|unsere?) (?<what>.{2,60}?) (?:ist|sind|wurde|wurden) (?:(?:schon|jetzt|endlich|bereits) )*(?:PAST)',
    ],
  },
  {
    code: 'es',
    acts: [
      ['llamar', 'llamé|llamado'],
      ['pagar', 'pagué|pagad[oa]s?'],
      ['comprar', 'compré|comprad[oa]s?'],
      ['reservar', 'reservé|reservad[oa]s?'],
      ['enviar|mandar|entregar', 'envié|mandé|entregué|enviad[oa]s?|mandad[oa]s?|entregad[oa]s?'],
      ['devolver', 'devolví|devuelt[oa]s?'],
      ['renovar', 'renové|renovad[oa]s?'],
      ['recoger', 'recogí|recogid[oa]s?'],
      ['limpiar|lavar', 'limpié|lavé|limpiad[oa]s?|lavad[oa]s?'],
      ['arreglar', 'arreglé|arreglad[oa]s?'],
      ['firmar', 'firmé|firmad[oa]s?'],
    ],
    said: [
      '^(?:ya )?(?:(?:he|hemos) )?(?:ya )?(?:PAST) (?:al? |el |la |los |las |mi |un |una )*(?<what>.{2,80}?)',
      '^(?:el|la|los|las|mi) (?<what>.{2,60}?) (?:ya )?(?:está|están|fue|ha sido) (?:ya )?(?:PAST)',
    ],
  },
  {
    code: 'fr',
    acts: [
      ['appeler|rappeler|téléphoner', 'appelée?|rappelée?|téléphoné'],
      ['payer|régler', 'payée?s?|réglée?s?'],
      ['acheter', 'achetée?s?'],
      ['réserver', 'réservée?s?'],
      ['envoyer|rendre|déposer', 'envoyée?s?|rendue?s?|déposée?s?'],
      ['renouveler', 'renouvelée?s?'],
      ['récupérer|aller chercher', 'récupérée?s?'],
      ['nettoyer|laver', 'nettoyée?s?|lavée?s?'],
      ['réparer', 'réparée?s?'],
      ['signer', 'signée?s?'],
    ],
    said: [
      "^(?:j[’']ai|nous avons|on a) (?:(?:déjà|enfin|bien) )*(?:PAST) (?:au |à la |à l[’']|le |la |les |l[’']|mon |ma |mes |une? )?(?<what>.{2,80}?)",
      "^(?:le |la |les |l[’']|mon |ma )(?<what>.{2,60}?) (?:est|sont|a été) (?:(?:déjà|enfin) )*(?:PAST)",
    ],
  },
  {
    code: 'pt',
    acts: [
      ['ligar|telefonar', 'liguei|telefonei|ligado|telefonado'],
      ['pagar', 'paguei|pag[oa]s?'],
      ['comprar', 'comprei|comprad[oa]s?'],
      ['reservar|marcar', 'reservei|marquei|reservad[oa]s?|marcad[oa]s?'],
      ['enviar|mandar|entregar', 'enviei|mandei|entreguei|enviad[oa]s?|entregues?'],
      ['devolver', 'devolvi|devolvid[oa]s?'],
      ['renovar', 'renovei|renovad[oa]s?'],
      ['buscar|levantar', 'busquei|levantei|fui buscar'],
      ['limpar|lavar', 'limpei|lavei|limp[oa]s?|lavad[oa]s?'],
      ['arranjar|consertar', 'arranjei|consertei|arranjad[oa]s?|consertad[oa]s?'],
      ['assinar', 'assinei|assinad[oa]s?'],
    ],
    said: [
      '^(?:já )?(?:eu )?(?:já )?(?:PAST) (?:ao |à |aos |às |para o |para a |o |a |os |as |um |uma |meu |minha )*(?<what>.{2,80}?)',
      '^(?:o|a|os|as) (?<what>.{2,60}?) (?:já )?(?:está|estão|foi|foram) (?:já )?(?:PAST)',
    ],
  },
  {
    code: 'it',
    acts: [
      ['chiamare|telefonare', 'chiamat[oa]|telefonato'],
      ['pagare|saldare', 'pagat[oaie]|saldat[oaie]'],
      ['comprare', 'comprat[oaie]'],
      ['prenotare', 'prenotat[oaie]'],
      ['inviare|spedire|mandare|consegnare', 'inviat[oaie]|spedit[oaie]|mandat[oaie]|consegnat[oaie]'],
      ['restituire|riportare', 'restituit[oaie]|riportat[oaie]'],
      ['rinnovare', 'rinnovat[oaie]'],
      ['ritirare', 'ritirat[oaie]'],
      ['pulire|lavare', 'pulit[oaie]|lavat[oaie]'],
      ['riparare', 'riparat[oaie]'],
      ['firmare', 'firmat[oaie]'],
    ],
    said: [
      "^(?:ho|abbiamo) (?:(?:già|finalmente|appena) )*(?:PAST) (?:al |alla |all[’']|il |la |lo |l[’']|i |le |un[oa]?[’']? ?)?(?<what>.{2,80}?)",
      "^(?:il |la |lo |l[’']|i |le )(?<what>.{2,60}?) (?:è|sono) (?:stat[oaie] )?(?:già )?(?:PAST)",
    ],
  },
  {
    code: 'ru',
    acts: [
      ['позвонить', 'позвонил[а]?'],
      ['заплатить|оплатить', 'заплатил[а]?|оплатил[а]?|оплачен[аоы]?'],
      ['купить', 'купил[а]?|куплен[аоы]?'],
      ['забронировать|заказать', 'забронировал[а]?|заказал[а]?|забронирован[аоы]?'],
      ['отправить|сдать', 'отправил[а]?|сдал[а]?|отправлен[аоы]?|сдан[аоы]?'],
      ['вернуть', 'вернул[а]?'],
      ['продлить', 'продлил[а]?|продл[её]н[аоы]?'],
      ['забрать', 'забрал[а]?'],
      ['починить', 'починил[а]?'],
      ['подписать', 'подписал[а]?|подписан[аоы]?'],
    ],
    said: [
      '^(?:(?:я|мы) )?(?:(?:уже|наконец) )*(?:PAST) (?<what>.{2,80}?)',
      '^(?:я )(?:уже )?(?<what>.{2,60}?) (?:уже )?(?:PAST)',
      '^(?<what>.{2,60}?) (?:уже )?(?:PAST)',
    ],
  },
]

/** In every language's table the same act stands in the same place; Russian has no table for cleaning. */
const ACTS = ['call', 'pay', 'buy', 'book', 'send', 'return', 'renew', 'pick up', 'clean', 'fix', 'sign'] as const
const actOf = (code: string, at: number): string => ACTS[code === 'ru' && at >= 8 ? at + 1 : at] ?? `${code} ${at}`

const WHEN_DONE = new RegExp(LATELY, 'iu')
const whole = (list: string): RegExp => new RegExp(`(?<!\\p{L})(?:${list})(?!\\p{L})`, 'iu')
const TABLE = SPEECHES.flatMap(({ code, acts, said }) => {
  const notDone = languages.find((l) => l.code === code)?.notDone
  return acts.map(([toDo, done], at) => ({
    act: actOf(code, at),
    toDo: whole(toDo),
    said: said.map((form) => new RegExp(form.replace('PAST', done) + LATELY, 'iu')),
    notDone,
  }))
})

const ANY_TO_DO = whole(SPEECHES.flatMap(({ acts }) => acts.map(([toDo]) => toDo)).join('|'))
const ANY_DONE = whole(SPEECHES.flatMap(({ acts }) => acts.map(([, done]) => done)).join('|'))

/** What a clause says was done, and how the task would have said it. */
function actsIn(clause: string): { act: string; toDo: RegExp; what: string }[] {
  if (!ANY_DONE.test(clause)) return []
  return TABLE.flatMap(({ act, toDo, said, notDone }) => {
    if (notDone?.test(clause)) return []
    const what = said.map((form) => form.exec(clause)?.groups?.what).find((w) => w !== undefined)
    return what === undefined ? [] : [{ act, toDo, what: what.replace(WHEN_DONE, '') }]
  })
}

const CLAUSES = /[,;:–—]+ |[,;]? (?:and|und|y|et|e|и|so|but) (?=\p{L})/iu
const clausesOf = (sentence: string): string[] => sentence.split(CLAUSES).map((clause) => clause.trim())

export const saysItsVerb = (sentence: string): boolean => clausesOf(sentence).some((c) => actsIn(c).length > 0)

/** So much of what was done must stand in the task. */
const SHARE = 0.6

/** The one open task whose verb and things a clause of the sentence says were done; null if it is none, or more than one. */
export function doneByItsVerb(sentence: string, open: readonly StoredMemory[]): StoredMemory | null {
  for (const clause of clausesOf(sentence))
    for (const { act, toDo, what } of actsIn(clause)) {
      const terms = tellingTerms(what)
      const scored = open
        .map((task) => ({ task, words: withoutDue(task.content) }))
        // one of several things is not the task
        .filter(({ words }) => toDo.test(words) && clausesOf(words).filter((part) => ANY_TO_DO.test(part)).length === 1)
        .map(({ task, words }) => ({ task, share: shareIn(terms, tellingTerms(words)) }))
        .filter(({ share }) => share >= SHARE)
        .sort((a, b) => b.share - a.share)
      const [best, next] = scored
      if (best && (!next || next.share < best.share)) return best.task
      const elsewhere = best ? null : inAnotherLanguage(act, what, open)
      if (elsewhere) return elsewhere
    }
  return null
}

/** “J’ai appelé le plombier” of “Call the plumber”: the same act on the same things, of one task alone. */
function inAnotherLanguage(act: string, what: string, open: readonly StoredMemory[]): StoredMemory | null {
  const things = thingsIn(what)
  const same = TABLE.filter((row) => row.act === act)
  const meant = open.filter((task) => {
    const words = withoutDue(task.content)
    return (
      same.some(({ toDo }) => toDo.test(words)) &&
      clausesOf(words).filter((part) => ANY_TO_DO.test(part)).length === 1 &&
      areAmong(things, thingsIn(words))
    )
  })
  return meant.length === 1 ? (meant[0] ?? null) : null
}
