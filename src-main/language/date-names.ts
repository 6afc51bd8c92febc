/** How nine languages name days, months and numbers. Lower case; longer forms before shorter ones. */

/** January first. */
export const MONTHS: readonly string[] = [
  'january|jan|januar|jänner|enero|ene|janvier|janv|janeiro|gennaio|gen|января|январе|январь|янв',
  'february|feb|februar|febrero|février|févr|fevereiro|fev|febbraio|февраля|феврале|февраль|фев',
  'march|mar|märz|mär|marzo|mars|março|марта|марте|март|мар',
  'april|apr|abril|abr|avril|avr|aprile|апреля|апреле|апрель|апр',
  'may|mai|mayo|maio|maggio|mag|мая|май|мае',
  'june|jun|juni|junio|juin|junho|giugno|giu|июня|июне|июнь|июн',
  'july|jul|juli|julio|juillet|juil|julho|luglio|lug|июля|июле|июль|июл',
  'august|aug|agosto|août|aout|ago|августа|августе|август|авг',
  'september|sept|sep|septiembre|septembre|setembro|settembre|set|сентября|сентябре|сентябрь|сен',
  'october|oct|oktober|okt|octubre|octobre|outubro|out|ottobre|ott|октября|октябре|октябрь|окт',
  'november|nov|noviembre|novembre|novembro|ноября|ноябре|ноябрь|ноя',
  'december|dec|dezember|dez|diciembre|dic|décembre|déc|dezembro|dicembre|декабря|декабре|декабрь|дек',
]

/** Monday first. */
export const WEEKDAYS: readonly string[] = [
  'monday|mon|montag|lunes|lundi|segunda-feira|segunda|lunedì|lunedi|понедельник[а]?|понедельнику',
  'tuesday|tues|tue|dienstag|martes|mardi|terça-feira|terça|martedì|martedi|вторник[а]?|вторнику',
  'wednesday|wed|mittwoch|miércoles|mercredi|quarta-feira|quarta|mercoledì|mercoledi|среду|среда|среды|среде',
  'thursday|thurs|thu|donnerstag|jueves|jeudi|quinta-feira|quinta|giovedì|giovedi|четверг[а]?|четвергу',
  'friday|fri|freitag|viernes|vendredi|sexta-feira|sexta|venerdì|venerdi|пятницу|пятница|пятницы|пятнице',
  'saturday|sat|samstag|sonnabend|sábado|samedi|sabato|субботу|суббота|субботы|субботе',
  'sunday|sonntag|domingo|dimanche|domenica|воскресенье|воскресенья|воскресенью',
]
/** 月曜 … 日曜 and 周一 … 周日, Monday first. */
export const WEEKDAYS_EAST: readonly [string, string][] = [
  ['月', '一'],
  ['火', '二'],
  ['水', '三'],
  ['木', '四'],
  ['金', '五'],
  ['土', '六'],
  ['日', '日天'],
]

/** Units after a number: days in each, months as negative one. */
export const UNITS: readonly (readonly [string, 'day' | 'week' | 'month'])[] = [
  ['days?|tage?n?|días?|jours?|dias?|giorn[oi]|д(?:ень|ня|ней)|日|天', 'day'],
  ['weeks?|wochen?|semanas?|semaines?|settiman[ae]|недел[юиь]|週間|周|个?星期', 'week'],
  ['months?|monate?n?|mes(?:es)?|mois|mês|mes[ei]|месяц(?:а|ев)?|か月|ヶ月|カ月|个月', 'month'],
]

/** Number words up to ten, in the languages that write them out. */
export const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    ['a an one ein eine einer einem un una uno une um uma один одну 一 1'],
    ['two zwei dos deux dois duas due два две 二 两 2'],
    ['three drei tres trois três tre три 三 3'],
    ['four vier cuatro quatre quatro quattro четыре 四 4'],
    ['five fünf cinco cinq cinque пять 五 5'],
    ['six sechs seis sei шесть 六 6'],
    ['seven sieben siete sept sete sette семь 七 7'],
    ['eight acht ocho huit oito otto восемь 八 8'],
    ['nine neun nueve neuf nove девять 九 9'],
    ['ten zehn diez dix dez dieci десять 十 10'],
  ].flatMap(([list], i) => (list ?? '').split(' ').map((name) => [name, i + 1] as const)),
)
