/** How many of a thing one has: “I have two cats”, and “I have one cat now”. Nine languages. Pure. */
import { everydayName } from './across-languages'
import { saysChanged } from './slots'
import { tellingTerms } from './telling'

export interface Count {
  /** One name for the thing, whatever its number. */
  thing: string
  /** 0 to 20, or the digits as they were written. */
  number: string
  /** It says that it was another number before: “only”, “left”, “now”. “A dog” says so by the first two alone: it may be another one. */
  isNew: boolean
}

/** Each number in the nine languages. */
const NUMBERS: readonly (readonly string[])[] = [
  'no zero kein keine keinen ningún ninguna aucun aucune nenhum nenhuma nessun nessuna ноль'.split(' '),
  'one a an ein eine einen un una uno une um uma один одна одну 一 ひとつ'.split(' '),
  'two zwei dos deux dois duas due два две 二 两 二つ'.split(' '),
  'three drei tres trois três tre три 三'.split(' '),
  'four vier cuatro quatre quatro quattro четыре 四'.split(' '),
  'five fünf cinco cinq cinque пять 五'.split(' '),
  'six sechs seis sei шесть 六'.split(' '),
  'seven sieben siete sept sete sette семь 七'.split(' '),
  'eight acht ocho huit oito otto восемь 八'.split(' '),
  'nine neun nueve neuf nove девять 九'.split(' '),
  'ten zehn diez dix dez dieci десять 十'.split(' '),
  'eleven elf once onze undici одиннадцать'.split(' '),
  'twelve zwölf doce douze doze dodici двенадцать'.split(' '),
]
const VALUE_OF: ReadonlyMap<string, string> = new Map(
  NUMBERS.flatMap((words, value) => words.map((word): [string, string] => [word, String(value)])),
)
const NUMBER = `(?<number>\\d{1,4}|${[...VALUE_OF.keys()].sort((a, b) => b.length - a.length).join('|')})`
/** What is counted, and where it ends: “two cats and a dog” counts cats, “two cat trees” nothing that is known. */
const THING =
  '(?<thing>[\\p{L}-]{2,30})(?=$|[.,;!]| (?:now|left|any ?more|again|at home|and|since|because|mehr|und|seit|zu hause|ahora|y|desde|maintenant|et|depuis|agora|e|ora|adesso|da|теперь|и|с|дома)(?!\\p{L}))'

const FORMS: readonly RegExp[] = [
  `^(?:i|we) (?:(?:now|only|still|just) )*(?:have|own|keep) (?:(?:now|only|just|got) )*${NUMBER} ${THING}`,
  `^(?:i|we)['’]ve (?:(?:now|only|just|got) )+${NUMBER} ${THING}`,
  `^(?:(?:ich|wir) )?(?:habe|haben) (?:(?:ich|wir|jetzt|nun|nur|noch|inzwischen) )*${NUMBER} ${THING}`,
  `^(?:jetzt|nun|inzwischen) (?:habe|haben) (?:(?:ich|wir|nur|noch) )*${NUMBER} ${THING}`,
  `^(?:(?:yo|ahora|ya) )*(?:solo |sólo )?(?:tengo|tenemos) (?:(?:ahora|solo|sólo|ya) )*${NUMBER} ${THING}`,
  `^(?:maintenant )?(?:j['’]ai|nous avons) (?:(?:maintenant|désormais|seulement) )*${NUMBER} ${THING}`,
  `^(?:maintenant )?(?:je n['’]ai|nous n['’]avons) plus qu(?:e |['’])${NUMBER} ${THING}`,
  `^(?:(?:eu|agora) )*(?:só |apenas )?(?:tenho|temos) (?:(?:agora|só|apenas) )*${NUMBER} ${THING}`,
  `^(?:(?:io|ora|adesso) )*(?:ho|abbiamo) (?:(?:ora|adesso|solo|soltanto) )*${NUMBER} ${THING}`,
  `^(?:теперь |сейчас )?у (?:меня|нас) (?:(?:теперь|сейчас|есть|только|осталась|остался|осталось|остались) )*${NUMBER} ${THING}`,
  '^(?:(?:私|僕|俺|うち)(?:は|には|も))?(?:今は?|もう)?、?(?<thing>[^、。はがを]{1,8})[をが](?<number>\\d{1,4}|[一二三四五六七八九十])(?:匹|人|台|頭|羽|本|冊|つ)(?:だけ)?(?:飼って|い|持って|あり)',
  '^(?:我|我们)(?:家)?(?:现在|目前)?(?:只|还)?(?:有|养了?|剩下?)(?<number>\\d{1,4}|[一两二三四五六七八九十])(?:只|个|辆|台|条|匹|本|套)(?<thing>[^，。了的]{1,8})',
].map((form) => new RegExp(form, 'iu'))

const ARTICLES: ReadonlySet<string> = new Set('a an ein eine einen un una uno une um uma'.split(' '))
/** What stands behind the thing and still speaks of its number. */
const BEHIND = /^ (?:now|left|any ?more|mehr|jetzt|ahora|maintenant|agora|ora|adesso|теперь)(?!\p{L})/iu
const FEWER =
  /(?<!\p{L})(?:only|left|nur|solo|sólo|seulement|plus que|plus qu|só|apenas|soltanto|только|осталось|остал(?:ся|ась|ись))(?!\p{L})|だけ|只|剩/iu

/** “Tengo 30 años”, “I have two weeks”: time is no thing one has. */
const TIME =
  /^(?:years?|months?|weeks?|days?|hours?|minutes?|jahre?|monate?|wochen?|tage?|stunden?|minuten?|años?|mes(?:es)?|semanas?|días?|horas?|ans?|mois|semaines?|jours?|heures?|anos?|dias?|anni?|mesi|settiman[ae]|giorn[oi]|or[ae]|года?|лет|месяц\p{L}*|недел\p{L}*|дн\p{L}+|час\p{L}*|歳|年|岁)$/iu

/** How many of what a statement says one has; null if it counts nothing. */
export function countIn(content: string): Count | null {
  for (const form of FORMS) {
    const match = form.exec(content)
    const { number, thing } = match?.groups ?? {}
    if (!match || !number || !thing || TIME.test(thing)) continue
    // Only what is said of the number: “I have a cat, and we now live in Rome”.
    const said = match[0] + (BEHIND.exec(content.slice(match[0].length))?.[0] ?? '')
    const word = number.toLowerCase()
    return {
      thing: everydayName(thing) ?? [...tellingTerms(thing)].sort().join(' '),
      number: VALUE_OF.get(word) ?? number,
      isNew: FEWER.test(said) || (!ARTICLES.has(word) && saysChanged(said)),
    }
  }
  return null
}
