/** Things to be done and appointments, in nine languages; beside the patterns of each language, which know what else is said. */
import { dictionaryForm } from './dictionary-form'
import type { Pattern } from './types'

const form = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'iu')
const task = (...parts: readonly string[]): Pattern => ({ category: 'task', form: form(...parts) })

/** What a person does away from the assistant: said without a day, only these are things to do. */
const EN_DOES =
  '(?:call|phone|ring|pick up|drop off|return|buy|pay|renew|mail|post|water|feed|fetch|collect|hand in|visit|clean|wash|fix|repair|sign|thank|pack|refill|replace|vacuum|mow|take (?:the|my|our|out)|see (?:the|my|a|an) (?:doctor|dentist|vet|gp|lawyer|specialist|landlord|physio\\p{L}*|therapist|optician|barber|hairdresser|accountant|midwife|psycholog\\p{L}+|psychiatrist|orthodontist|dermatologist|surgeon|notary|mechanic|counsell?or|p(?:a)?ediatrician|nurse|surgery|bank)|make an appointment|talk to (?:my|the)|(?:e-?mail|text|message) (?:my|the|\\p{Lu})|do (?:the|my) (?:laundry|dishes|taxes|shopping)|get (?:the|my) (?:car|bike|passport|prescription|keys))'
const EN_DAY =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|noon|midnight|the (?:end|\\d)|next|this|(?:january|february|march|april|may|june|july|august|september|october|november|december)|\\d{1,2}(?:st|nd|rd|th|:\\d\\d| ?[ap]m)?(?![\\d.]| ?(?:%|ms|percent|times|x\\b|k\\b|kg|km|gb|mb))|christmas|easter|new year'
const EN_TALK =
  '(?:know|understand|say|ask you|admit|be\\b|see (?:it|that|this|if|how)|figure|hear|think|tell|confess|agree|remember|feel|wait|find out|have (?:it|this|that))'
const EN_MUST =
  "^(?:i|we)(?:['’]ve got to| have to| need to| must| gotta| should| ought to|['’]m supposed to| am supposed to|['’]ve to| want to| plan to| mustn['’]t forget to)(?: really| also| still| probably| definitely)?"
/** What an assistant that arranges things is asked for, with the days it is to hold for. */
const EN_ARRANGED = '(?:stay|keep it|get it|rent|hire|reserve|check in|have it|travel from|leave from)\\b'
const EN_DATE_NOUN =
  '(?:appointment|meeting|exam|interview|deadline|flight|surgery|operation|check-?up|presentation|audition|wedding|rehearsal|hearing|viewing|train|driving test|dentist|haircut|inspection|concert|vet visit)'

export const TASKS: Readonly<Record<string, readonly Pattern[]>> = {
  en: [
    task(
      EN_MUST,
      ` (?!${EN_TALK}|${EN_ARRANGED})(?<content>(?!make sure|ensure).{3,} (?:by|before|until|no later than|not later than) (?:${EN_DAY}).*)`,
    ),
    task(
      EN_MUST.replace('| want to| plan to', ''),
      ` (?<content>${EN_DOES}\\b(?! (?:(?:about )?(?:it|that|this)|you|attention|(?:\\p{L}+ ){0,3}tickets?)\\b).{2,})`,
    ),
    // said in haste, without who
    task(
      `^(?:need to|have to|gotta|got to|must)(?: really| also| still)? (?<content>${EN_DOES}\\b(?! (?:(?:about )?(?:it|that|this)|you|attention|(?:\\p{L}+ ){0,3}tickets?)\\b).{2,})`,
    ),
    task(
      `^(?:my|our|the (?:car|bike|dog|cat|kids?|baby|rent|invoice|bill|tax return|report|parcel|package|library books?))(?: (?!which|that)[\\p{L}’'-]+){0,3} (?:needs?|has|have) to .{3,80}?\\b(?:on|by|before|until|tomorrow|today|this|next)\\b.{0,20}?(?:${EN_DAY}|today).*`,
    ),
    task(
      `^there(?:['’]s| is|['’]ll be| will be) (?:an?|the|our|my) (?:[\\p{L}’'-]+ ){0,3}(?:${EN_DATE_NOUN}|evening|party|training|festival|funeral|birthday|tournament|recital|reunion|barbecue)\\b.{0,50}?\\b(?:on|this|next|tomorrow|today|tonight)\\b.{0,20}?(?:${EN_DAY}|today).*`,
    ),
    task(
      `^(?:my|our|the(?! (?:event|title|date|name|time|subject) is)|i(?:['’]ve got| have| got) (?:an?|my|another|the)) (?:[\\p{L}’'-]+ ){0,3}${EN_DATE_NOUN}\\b(?! (?:rooms?|point|place|id|link|notes?|number|code|password|agenda)\\b).{0,50}?\\b(?:on|at|is|for|this|next|tomorrow|today|tonight|in)\\b.{0,20}?(?:${EN_DAY}|today).*`,
    ),
    // an appointment that was put to another day
    task(
      `^(?:[\\p{L}.’'-]+ ){1,4}?(?:(?:moved|rescheduled|postponed|pushed(?: back)?|shifted|brought forward|put off) (?:my|our|the|his|her) .{3,60}|(?:has been|have been|was|is|got|were) (?:now )?(?:moved|rescheduled|postponed|pushed(?: back)?|shifted|brought forward|put off)) (?:to|until|till|for) (?:.{0,20}?)(?:${EN_DAY}|today|\\d).*`,
    ),
  ],
  de: [
    task(
      '^.{3,80}? auf (?:den |die |das )?.{0,30}?(?:\\d|tag\\b|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen|nächste).{0,30}? (?:verlegt|verschoben|vorverlegt|vorgezogen)(?: worden)?\\W*$',
    ),
    task(
      '^ich (?:muss|sollte|soll|darf nicht vergessen,?) (?:(?:noch|unbedingt|dringend|auch) )*(?!nicht|kein)(?<content>.{3,}(?:anrufen|abholen|zurückbringen|zurückgeben|kaufen|besorgen|bezahlen|überweisen|einreichen|verlängern|erneuern|gießen|füttern|besuchen|putzen|waschen|reparieren|unterschreiben|abgeben|einpacken|einkaufen|abschicken|wegbringen|vereinbaren|zum (?:arzt|zahnarzt|tierarzt|friseur)(?: gehen)?|zur (?:ärztin|werkstatt|post|bank)(?: gehen)?))\\W*$',
    ),
    task(
      '^ich (?:muss|sollte|soll) (?!nicht|kein)(?<content>(?:.{0,80} )?(?:bis (?:zum |spätestens )?|vor (?:dem )?)(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen|ende|nächste|\\d|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|weihnachten).*)',
    ),
    task(
      '^(?:mein|meine|unser|unsere|der|die|das|ich habe (?:eine?n?|den|die|das)) (?:\\p{L}+ ){0,2}\\p{L}*(?:termin|prüfung|klausur|vorstellungsgespräch|flug|operation|besprechung|hochzeit|abgabe|besichtigung|untersuchung)\\b.{0,50}?(?:am|um|ist|nächste|diese|morgen|heute|übermorgen).{0,20}?(?:\\d|tag\\b|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen|woche|heute).*',
    ),
    task(
      '^ich habe? (?:am |nächsten? |diesen? |morgen|übermorgen|heute).{0,40}?(?:eine?n?|den|die|das|meine?n?) (?:\\p{L}+ ){0,2}\\p{L}*(?:termin|prüfung|klausur|gespräch|flug|operation|besprechung|untersuchung)(?!\\p{L}).*',
    ),
    task(
      '^(?:am|nächsten|nächste|morgen|übermorgen|heute) .{0,40}?habe ich (?:um \\d.{0,12} )?(?:eine?n?|den|die|das|meine?n?) (?:\\p{L}+ ){0,2}\\p{L}*(?:termin|prüfung|klausur|gespräch|flug|operation|besprechung|untersuchung)\\b.*',
    ),
  ],
  es: [
    task(
      '^(?:yo )?(?:tengo que|debo|debería|necesito|hay que|me toca) (?<content>(?:llamar|recoger|comprar|pagar|devolver|renovar|enviar|regar|visitar|limpiar|lavar|arreglar|firmar|entregar|ir al (?:médico|dentista|banco)|pedir cita)(?!\\p{L})(?! (?:eso|esto)).{2,})',
    ),
    task(
      '^(?:yo )?(?:tengo que|debo|debería|necesito|hay que) (?!(?:decir|saber|preguntar|admitir))(?<content>.{3,}(?:antes del?|para el|hasta el) .*)',
    ),
    task(
      '^(?:mi|la|el|tengo (?:una?|mi|el|la)) (?:\\p{L}+ ){0,2}(?:cita|examen|reunión|entrevista|vuelo|operación|boda|consulta|revisión)(?!\\p{L}).{0,50}?(?:el|es|a las?|mañana|hoy|próxim[oa]).{0,25}?(?:\\d|lunes|martes|miércoles|jueves|viernes|sábado|domingo|mañana|hoy).*',
    ),
  ],
  fr: [
    task(
      "^(?:je dois|il faut que je|je devrais|il me faut|j['’]ai besoin d['’]e?) ?(?<content>(?:appeler|appelle|rappeler|aller chercher|acheter|payer|rendre|renouveler|envoyer|arroser|nettoyer|laver|réparer|signer|déposer|récupérer|aller (?:chez|à la|au)|prendre rendez-vous)(?!\\p{L})(?! (?:ça|cela)).{2,})",
    ),
    task(
      "^(?:je dois|il faut que je|je devrais) (?!(?:dire|savoir|avouer))(?<content>.{3,}(?:avant|d['’]ici|pour le) .*)",
    ),
    task(
      "^(?:mon|ma|le|la|j['’]ai(?: (?:une?|mon|ma|le|la))?) (?:\\p{L}+ ){0,2}(?:rendez-vous|examen|réunion|entretien|vol|opération|mariage|consultation|contrôle)(?!\\p{L}).{0,50}?(?:le|est|à|demain|prochaine?).{0,25}?(?:\\d|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|demain).*",
    ),
  ],
  pt: [
    task(
      '^(?:eu )?(?:tenho de|tenho que|preciso de|preciso|devo|devia|deveria) (?<content>(?:ligar|telefonar|buscar|comprar|pagar|devolver|renovar|enviar|regar|visitar|limpar|lavar|consertar|arranjar|assinar|entregar|ir ao (?:médico|dentista|banco)|marcar (?:uma )?consulta)(?!\\p{L})(?! (?:isso|isto)).{2,})',
    ),
    task(
      '^(?:eu )?(?:tenho de|tenho que|preciso de|preciso|devo|devia|deveria) (?!(?:dizer|saber|perguntar|admitir))(?<content>.{3,}(?:antes d[eoa]?|até) .*)',
    ),
    task(
      '^(?:o |a )?(?:minha|meu|tenho (?:uma?|o|a)) (?:\\p{L}+ ){0,2}(?:consulta|exame|reunião|entrevista|voo|cirurgia|casamento|compromisso|prova)(?!\\p{L}).{0,50}?(?:é|no|na|em|às?|dia|amanhã).{0,25}?(?:\\d|segunda|terça|quarta|quinta|sexta|sábado|domingo|amanhã).*',
    ),
  ],
  it: [
    task(
      '^(?:io )?(?:devo|dovrei|bisogna che|ho bisogno di|mi tocca) (?<content>(?:chiamare|telefonare|ritirare|comprare|pagare|restituire|rinnovare|spedire|inviare|annaffiare|visitare|pulire|lavare|riparare|firmare|consegnare|andare (?:dal|in banca|alla)|prenotare una visita)(?!\\p{L})(?! (?:questo|quello)).{2,})',
    ),
    task(
      '^(?:io )?(?:devo|dovrei) (?!(?:dire|sapere|ammettere))(?<content>.{3,}(?:entro|prima d|per (?:lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|il)).*)',
    ),
    task(
      "^(?:il mio|la mia|il|la|ho(?: (?:un[ao]?[’' ]?|il|la))?) ?(?:\\p{L}+ ){0,2}(?:appuntamento|esame|riunione|colloquio|volo|operazione|matrimonio|visita)(?!\\p{L}).{0,50}?(?:è|il|alle|domani|prossim[oa]).{0,25}?(?:\\d|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|domani).*",
    ),
  ],
  ru: [
    task(
      '^(?:мне )?(?:нужно|надо|следует|я должен|я должна|пора) (?<content>(?:позвонить|забрать|купить|заплатить|оплатить|вернуть|продлить|отправить|полить|навестить|убрать|постирать|починить|подписать|сдать|сходить|записаться)(?!\\p{L}).{2,})',
    ),
    task(
      '^(?:мне )?(?:нужно|надо|следует|я должен|я должна) (?!(?:сказать|знать|понять|спросить))(?<content>.{3,}(?:до|к|не позднее) .*)',
    ),
    task(
      '^(?:у меня|мой|моя|моё) (?:\\p{L}+ ){0,2}(?:при[её]м|встреча|экзамен|собеседование|рейс|операция|свадьба|запись|осмотр|самол[её]т)(?!\\p{L}).{0,60}?(?:\\d|понедельник|вторник|среду|четверг|пятницу|субботу|воскресенье|завтра|сегодня).*',
    ),
  ],
  ja: [
    {
      ...task(
        '^(?:(?:私|僕)は)?(?<content>[^。]{2,40}?(?:電話|買|払|返|取りに行|送|提出|予約|更新|掃除|洗|修理|サイン|行か|し)[^。]{0,6}?)(?:なければな(?:らない|りません)|なきゃ(?:いけない|いけません|ならない|なりません)?|ないといけ(?:ない|ません)|必要があ(?:る|ります))[。]?$',
      ),
      readAs: dictionaryForm,
    },
    task(
      '^(?:(?:私|僕)の)?(?:\\p{L}{0,8})(?:予約|診察|試験|会議|面接|フライト|打ち合わせ|手術|結婚式)(?:は|が)[^。]{0,20}(?:\\d|明日|今日|明後日|曜)[^。]{0,20}(?:です|だ|にあります|にある|あります)[。]?$',
    ),
    task(
      '^(?:\\d+月\\d+日|明日|明後日|今日|来週|[月火水木金土日]曜日?)[^。]{0,15}(?:予約|診察|試験|会議|面接|フライト|打ち合わせ|手術|結婚式)(?:が|の予定が)(?:あります|ある|入って(?:います|いる))[。]?$',
    ),
  ],
  zh: [
    task(
      '^我(?<content>(?:[^，。]{0,6}?)(?:还)?(?:得|必须|需要|应该|要|该)(?:去)?(?:在)?(?:[^，。]{0,10}?)(?:打电话|给[^，。]{1,8}打电话|买|付|还|取|寄|交|缴|续签|打扫|洗|修|签|去(?:医院|银行|看牙|看医生)|预约|订)[^，。]{0,25})[。]?$',
    ),
    task(
      '^(?:我的|我)?[^，。]{0,12}(?:预约|考试|会议|面试|航班|手术|婚礼|看牙|体检)(?:在|是|定在)[^。]{0,25}(?:\\d|[一二三四五六七八九十]+[点月日号]|明天|后天|今天|周[一二三四五六日天]|星期)[^。]{0,15}',
    ),
    task(
      '^(?:我)?(?:明天|后天|今天|下?周[一二三四五六日天]|\\d+月\\d+[日号])[^，。]{0,12}(?:有|要)(?:一个|个|场|次)?[^，。]{0,8}(?:预约|考试|会议|面试|航班|手术|婚礼|体检)',
    ),
  ],
}

/** What is worth a day behind it even where it is no task: an appointment, a journey, a day something is due. */
export const DATED =
  /(?<!\p{L})(?:appointment|meeting|exam|interview|deadline|flight|train|surgery|operation|check-?up|presentation|dentist|doctor|wedding|party|concert|rehearsal|hearing|trip|visit|moving|dinner|lunch|booked|reserved|reservation|match|game|class|course|guests?|coming (?:on|over|at)|due|starts?|begins?|leav(?:e|ing)|arriv\p{L}+|expires?|marries|heiratet|\p{L}*termin|\p{L}*prüfung|klausur|flug|zug|besprechung|hochzeit|umzug|reise|abgabe|fällig|beginnt|cita|examen|reunión|vuelo|entrevista|boda|viaje|vence|empieza|rendez-vous|réunion|vol|entretien|mariage|voyage|commence|consulta|exame|reunião|voo|casamento|viagem|começa|appuntamento|esame|riunione|volo|colloquio|matrimonio|viaggio|scade|inizia|встреч\p{L}+|при[её]м|экзамен|рейс|собеседовани\p{L}|свадьб\p{L}|поездк\p{L}|начинается)(?!\p{L})|予約|試験|会議|面接|フライト|結婚式|約束|出発|締め切り|预约|考试|会议|面试|航班|婚礼|出发|截止|到期/iu
