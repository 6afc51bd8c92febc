/** How nine languages say what lies between now and then. Lower case; longer forms before shorter ones. */

const w = (list: string): string => `(?<!\\p{L})(?:${list})(?!\\p{L})`

/** Words that say how many days on. Those that hold another one come before it. */
export const DAYS_ON: readonly (readonly [string, number])[] = [
  [
    `${w('the day after tomorrow|day after tomorrow|übermorgen|pasado mañana|après-demain|depois de amanhã|dopodomani|послезавтра')}|明後日|あさって|后天`,
    2,
  ],
  [
    `${w('tomorrow|morgen(?! früh aufstehen)|mañana(?<!por la mañana)(?<!de la mañana)|demain|amanhã|domani|завтра')}|明日|あした|明天`,
    1,
  ],
  [
    `${w("today|tonight|this (?:evening|afternoon|morning)|heute(?: abend)?|hoy|esta (?:noche|tarde)|aujourd['’]hui|ce soir|hoje|esta noite|oggi|stasera|stamattina|сегодня")}|今日|今夜|今晩|本日|今天|今晚`,
    0,
  ],
]

/** Before such a number. */
export const IN = 'in|within|en|dans|em|daqui a|dentro de|tra|fra|entro|через|innerhalb von'
/** A stretch of days, of which the last counts. */
export const SPANS: readonly (readonly [string, 'week' | 'next_week' | 'weekend' | 'month' | 'next_month' | 'year'])[] =
  [
    [
      `${w('next weekend|nächste[ns]? wochenende|próximo fin de semana|week-end prochain|próximo fim de semana|prossimo (?:fine settimana|weekend)')}|来週末|下周末`,
      'next_week',
    ],
    [
      `${w('(?:this |the )?weekend|(?:dieses |am )?wochenende|(?:este |el )?fin de semana|(?:ce |le )?week-end|(?:este )?fim de semana|(?:questo )?(?:fine settimana|weekend)|выходны[еx]')}|今週末|週末|周末`,
      'weekend',
    ],
    [
      `${w('next week|nächste[rn]? woche|kommende[rn]? woche|(?:la )?(?:próxima semana|semana que viene)|(?:la )?semaine prochaine|(?:na )?próxima semana|semana que vem|(?:la )?(?:prossima settimana|settimana prossima)|(?:на )?следующей неделе')}|来週|下(?:个)?(?:周|星期)`,
      'next_week',
    ],
    [
      `${w('this week|the end of the week|diese[rn]? woche|ende der woche|esta semana|cette semaine|questa settimana|(?:на )?этой неделе|конца недели')}|今週|这周|本周`,
      'week',
    ],
    [
      `${w('next month|nächste[nrs]? monat|(?:el )?(?:próximo mes|mes que viene)|le mois prochain|(?:no )?próximo mês|mês que vem|(?:il )?(?:prossimo mese|mese prossimo)|(?:в )?следующем месяце')}|来月|下个月`,
      'next_month',
    ],
    [
      `${w('(?:the )?end of (?:the|this) month|this month|ende (?:des|dieses) monats|monatsende|diesen monat|(?:fin de mes|este mes)|(?:la )?fin du mois|ce mois-ci|(?:o )?fim do mês|este mês|(?:la )?fine (?:del )?mese|questo mese|конца месяца|(?:в )?этом месяце')}|今月|月末|这个月|本月|月底`,
      'month',
    ],
    [
      `${w("(?:the )?end of the year|jahresende|ende des jahres|fin de año|(?:la )?fin de l['’]année|(?:o )?fim do ano|(?:la )?fine (?:dell['’])?anno|конца года")}|年末|年内|年底`,
      'year',
    ],
  ]

/** “Next” of a weekday that means the week after this one. */
export const NEXT_WEEKS = '(?<!\\p{L})next|следующ(?:ую|ий|ее|ей|его)|来週の?|来週|下(?:个)?(?:周|星期|礼拜)'
/** Of a weekday, a day or a week that is over. */
export const LAST =
  '(?<!\\p{L})(?:last|yesterday|past|ago|letzte[nrsm]?|vergangene[nrsm]?|gestern|vor|pasad[oa]|ayer|hace|dernière?|hier|il y a|passad[oa]|ontem|há|scors[oa]|passat[oa]|ieri|прошл\\p{L}+|вчера|назад)(?!\\p{L})|先週|昨日|前回|上周|昨天|前天|上个'

/** What comes again and again has no day of its own: “every Tuesday”, “on Mondays”. */
export const EVERY =
  '(?<!\\p{L})(?:every|each|weekly|daily|monthly|yearly|annually|(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends|jede[nrsm]?|täglich|wöchentlich|monatlich|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs|cada|todos los|todas las|los (?:lunes|martes|miércoles|jueves|viernes|sábados|domingos)|chaque|tous les|toutes les|todos os|todas as|às (?:segundas|terças|quartas|quintas|sextas)|ogni|tutt[ie] (?:i|le|gli)|кажд\\p{L}+|ежедневно|еженедельно|по (?:понедельникам|вторникам|средам|четвергам|пятницам|субботам|воскресеньям))(?!\\p{L})|毎(?:日|週|月|年|朝|晩)|每(?:天|周|月|年|个|星期)'
