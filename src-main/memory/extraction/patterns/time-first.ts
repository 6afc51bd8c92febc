/** “Tomorrow I have to …” with its time at the end, where patterns look for it: eight languages. Pure. */

const WEEKDAYS: Readonly<Record<string, string>> = {
  en: '(?:mon|tues|wednes|thurs|fri|satur|sun)day',
  de: '(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch',
  es: 'lunes|martes|miércoles|jueves|viernes|sábado|domingo',
  fr: 'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche',
  pt: '(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?|sábado|domingo',
  it: 'lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica',
  ru: 'понедельник[а]?|вторник[а]?|сред[уы]|четверг[а]?|пятниц[уы]|суббот[уы]|воскресень[ея]',
}

/** Groups: `when`, and `rest` with its own subject; in German `verb` stands between them. */
const FORMS: Readonly<Record<string, RegExp>> = {
  en: new RegExp(
    `^(?<when>(?:tomorrow|today|tonight)(?: (?:morning|afternoon|evening|night))?|(?:on|by|before|until|next|this) (?:the )?(?:${WEEKDAYS.en}|\\d|week|weekend|month|end of|january|february|march|april|may|june|july|august|september|october|november|december)[\\p{L}\\d :]{0,24}?),? (?<rest>(?:i|we)(?:['’](?:ve|m|re|ll)| have| need| must| should| gotta| ought| am| are| will)\\b.+)$`,
    'iu',
  ),
  de: new RegExp(
    `^(?<when>(?:heute|morgen|übermorgen)(?: (?:früh|vormittag|nachmittag|mittag|abend))?|(?:am|bis|vor|nächste[nrs]?|diese[nrs]?|kommende[nrs]?)(?: (?:zum|nächsten|kommenden))? (?:${WEEKDAYS.de}|woche|monat|wochenende|\\d)[\\p{L}\\d. ]{0,24}?) (?<verb>muss|sollte|soll|habe|hab|fliege|fahre|treffe|besuche) ich (?<rest>.+)$`,
    'iu',
  ),
  es: new RegExp(
    `^(?<when>mañana|hoy|pasado mañana|esta (?:noche|tarde|semana)|(?:antes del |el (?:próximo )?|para el )(?:${WEEKDAYS.es}|\\d)[\\p{L}\\d ]{0,20}?|la (?:próxima semana|semana que viene)),? (?<rest>(?:yo )?(?:tengo|debo|debería|necesito|hay que|me toca)(?!\\p{L}).+)$`,
    'iu',
  ),
  fr: new RegExp(
    `^(?<when>demain|aujourd['’]hui|ce soir|après-demain|(?:avant |d['’]ici |pour )?(?:le )?(?:${WEEKDAYS.fr})(?: prochain)?|(?:avant |d['’]ici )?le \\d[\\p{L}\\d ]{0,20}?|la semaine prochaine),? (?<rest>(?:je |j['’]|il faut |nous |on ).+)$`,
    'iu',
  ),
  pt: new RegExp(
    `^(?<when>amanhã|hoje|depois de amanhã|esta (?:noite|semana)|(?:na |no |até |até à |até ao |antes de )(?:próxim[oa] )?(?:${WEEKDAYS.pt}|dia \\d)[\\p{L}\\d ]{0,20}?|(?:na )?próxima semana),? (?<rest>(?:eu )?(?:tenho|preciso|devo|devia|deveria)(?!\\p{L}).+)$`,
    'iu',
  ),
  it: new RegExp(
    `^(?<when>domani|oggi|stasera|dopodomani|(?:entro |prima di |per )?(?:il )?(?:${WEEKDAYS.it})(?: prossimo)?|(?:entro |prima del )?il \\d[\\p{L}\\d ]{0,20}?|la (?:prossima settimana|settimana prossima)),? (?<rest>(?:io )?(?:devo|dovrei|ho)(?!\\p{L}).+)$`,
    'iu',
  ),
  ru: new RegExp(
    `^(?<when>завтра|сегодня|послезавтра|(?:в|во|до|к) (?:${WEEKDAYS.ru}|\\d)[\\p{L}\\d ]{0,20}?|на (?:этой|следующей) неделе),? (?<rest>(?:мне (?:нужно|надо)|я долж(?:ен|на)|у меня)(?!\\p{L}).+)$`,
    'iu',
  ),
  zh: /^(?<when>明天|后天|今天|今晚|(?:下个?|这个?|本)?(?:周|星期)[一二三四五六日天]|\d{1,2}月\d{1,2}[日号])(?<rest>我(?!们).+)$/u,
}

/** The clause with its time at the end; null if no time stands at its front. @param code of the language */
export function timeLast(clause: string, code: string): string | null {
  const { when, verb, rest } = FORMS[code]?.exec(clause)?.groups ?? {}
  if (!when || !rest) return null
  if (verb) return `ich ${verb} ${lower(when)} ${rest}`
  if (code === 'zh') return `我${when}${rest.slice(1)}`
  return `${rest.replace(/[.!]+$/u, '')} ${lower(when)}`
}

const lower = (text: string): string => text.replace(/^\p{Lu}/u, (c) => c.toLowerCase())
