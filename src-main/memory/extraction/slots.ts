/**
 * What a statement gives a value to: where one lives, how one is called, “my X is …”. Two statements about one slot with
 * different values cannot both hold; the later one does. Nine languages, one name for each slot. Pure.
 */
import { speaksOfOneself } from './subject'
import { tellingTerms } from './telling'
import { thingKey } from './things'

export interface Slot {
  key: string
  value: string
  /** Only what says that something changed takes its place: people have two jobs, and several appointments. */
  soft: boolean
}

const CITY =
  '(?<value>[^,.;。，、]{2,60}?)(?:,? (?:now|jetzt|ahora|maintenant|agora|adesso|теперь))?(?=[,.;。，]|$| (?:and|last|this|next|again|in|a|the|el|la|le|am|im|im|letzt\\p{L}+|seit|with|since|for|near|because|und|mit|seit|y|con|desde|et|avec|depuis|e|com|desde|con|da|и|с) |了)'
const HOME: readonly string[] = [
  `^(?:i|we)(?:['’]m| am|['’]ve| have|['’]re| are)? (?:now |currently |just |recently |finally )*(?:live|living|lived|based|moved|relocated)(?: back| over| out| now)*(?: from .{2,30})? (?:in|to|at) ${CITY}`,
  `^(?:my|our) new (?:place|home|house|flat|apartment|address) is (?:now )?(?:in|at) ${CITY}`,
  `^(?:ich|wir) (?:wohne|lebe|wohnen|leben) (?:jetzt |nun |seit \\p{L}+ (?:\\p{L}+ )?)*in ${CITY}`,
  `^(?:ich|wir) (?:bin|sind) (?:\\p{L}+ ){0,4}?nach (?<value>[^,.;]{2,40}?) (?:um)?gezogen`,
  `^(?:yo )?(?:(?:ahora |ya )?(?:vivo|vivimos|resido)(?: ahora)? en|me (?:he mudado|mudé) a|nos mudamos a) ${CITY}`,
  `^(?:j['’]habite|je vis|nous habitons|j['’]ai (?:dé|em)ménagé|je me suis installée?|je vis maintenant)(?: maintenant| désormais)? (?:à|en|au|aux|dans) ${CITY}`,
  `^(?:eu )?(?:agora )?(?:moro|vivo|moramos|mudei-me|me mudei|mudei)(?: agora)? (?:em|no|na|para o|para a|para) ${CITY}`,
  `^(?:io )?(?:ora |adesso )?(?:abito|vivo|mi sono trasferit[oa]|ci siamo trasferiti)(?: ora| adesso)? (?:a|in|nel|nella) ${CITY}`,
  `^(?:я |мы )?(?:теперь |сейчас |недавно )*(?:живу|жив[её]м|переехал[аи]?)(?: теперь)? (?:в|во|на) ${CITY}`,
  `^(?:(?:私|僕|俺|わたし|ぼく)(?:は|も))?(?:今は?|先月|先週|最近)?、?(?<value>[^、。]{2,15}?)(?:に住んで|に引っ越|へ引っ越|に移り)`,
  `^我(?:现在|目前|已经|刚|最近)*(?:住在|搬到了?|搬去了?|搬家到了?)(?<value>[^，。了]{2,15})`,
]
const WORK: readonly string[] = [
  `^i(?:['’]m| am|['’]ve)? (?:now |currently |just )*(?:work|working|started(?: working| a (?:new )?job)?|employed)(?: now)? (?:for|at|with|by) ${CITY}`,
  `^ich arbeite (?:jetzt |nun |inzwischen )?(?:bei|für) ${CITY}`,
  `^(?:yo )?(?:ahora )?trabajo (?:ahora )?(?:en|para) ${CITY}`,
  `^je travaille (?:maintenant )?(?:chez|pour|à) ${CITY}`,
  `^(?:eu )?(?:agora )?trabalho (?:agora )?(?:na|no|em|para) ${CITY}`,
  `^(?:io )?(?:ora )?lavoro (?:ora )?(?:da|per|presso|alla|al|in) ${CITY}`,
  `^я (?:теперь )?работаю (?:теперь )?(?:в|на) ${CITY}`,
  `^(?:(?:私|僕|俺)(?:は|も))?(?:今は?)?(?<value>[^、。]{2,20}?)で(?:働いて|勤めて)`,
  `^我(?:现在)?在(?<value>[^，。]{2,15}?)(?:工作|上班)`,
]
const NAME: readonly string[] = [
  '^my (?:full |real )?name is (?!what\\b)(?<value>.{2,40})',
  '^(?:ich heiße|mein name ist) (?<value>.{2,40})',
  '^(?:yo )?(?:me llamo|mi nombre es) (?<value>.{2,40})',
  "^(?:je m['’]appelle|mon (?:nom|prénom) est) (?<value>.{2,40})",
  '^(?:eu )?(?:chamo-me|me chamo|(?:o )?meu nome é) (?<value>.{2,40})',
  '^(?:mi chiamo|il mio nome è) (?<value>.{2,40})',
  '^меня зовут (?<value>.{2,40})',
  '^(?:私|僕|俺)の名前は(?<value>.{1,15}?)(?:です|だ)',
  '^我(?:的名字)?(?:叫|是叫)(?<value>.{1,12})',
]
const CALLED: readonly string[] = [
  '(?:call|address) me (?:by )?(?!(?:something|anything|this|that|(?:a|my) (?:certain |new |other )?names?|another|what|when|back|later|if|by|at|on|tomorrow|today|names?)(?!\\p{L}))(?<value>.{2,40})',
  'nenn(?:e)? mich (?<value>.{2,40})',
  'llámame (?<value>.{2,40})',
  'appelle-moi (?<value>.{2,40})',
  '(?:chama-me|me chame(?: de)?) (?<value>.{2,40})',
  'chiamami (?<value>.{2,40})',
  '(?:называй|зови) меня (?<value>.{2,40})',
  '叫我(?<value>.{1,12})',
]
const AGE: readonly string[] = [
  "^(?:i['’]m|i am) (?<value>\\d{1,3})(?: years old| now|$)",
  '^i (?:have |just |recently )*turned (?<value>\\d{1,3})(?!\\d)',
  '^(?:yo )?(?:he cumplido|cumplí) (?<value>\\d{1,3})(?!\\d)',
  "^j['’]ai eu (?<value>\\d{1,3}) ans",
  '^(?:eu )?fiz (?<value>\\d{1,3}) anos',
  '^(?:io )?ho compiuto (?<value>\\d{1,3}) anni',
  '^мне исполнилось (?<value>\\d{1,3})',
  '^ich bin (?:jetzt )?(?<value>\\d{1,3})(?: jahre| geworden|$)',
  '^(?:yo )?tengo (?<value>\\d{1,3}) años',
  "^j['’]ai (?<value>\\d{1,3}) ans",
  '^(?:eu )?tenho (?<value>\\d{1,3}) anos',
  '^(?:io )?ho (?<value>\\d{1,3}) anni',
  '^мне (?:уже )?(?<value>\\d{1,3}) (?:лет|год)',
  '^(?:私|僕|俺)は(?<value>\\d{1,3})歳',
  '^我(?:今年)?(?<value>\\d{1,3})岁',
]
/** Of one's own: what one eats, whether one is married. Each value in every language. */
const STATES: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [
  [
    'diet',
    [
      ['vegan', 'vegan[aeo]?|veganer(?:in)?|végane?|végétalien(?:ne)?|веган(?:ка)?|ヴィーガン|ビーガン|纯素'],
      ['pescatarian', 'pescatarian|pescetarian(?:er(?:in)?|[oa])?|pescetarier(?:in)?|пескетариан\\p{L}+'],
      [
        'vegetarian',
        'vegetarian[oa]?|vegetarier(?:in)?|vegetarisch|végétarien(?:ne)?|вегетариан(?:ец|ка)|ベジタリアン|素食(?:者|主义者)?',
      ],
      [
        'meat',
        '(?:eat|eating) (?:meat|everything)|esse (?:\\p{L}+ )?fleisch|como (?:\\p{L}+ )?carne|(?:re)?mange (?:\\p{L}+ )?(?:de (?:la )?)?viande|mangio (?:\\p{L}+ )?carne|ем (?:\\p{L}+ )?мясо|肉を食べ(?:ます|る)|吃肉',
      ],
    ],
  ],
  [
    'marital',
    [
      [
        'divorced',
        'divorced|geschieden|divorciad[oa]|divorcée?|divorziat[oa]|разведён|разведен[а]?|развел(?:ся|ась)|離婚|离婚',
      ],
      [
        'married',
        '(?:got )?married|verheiratet|geheiratet|casad[oa]|me casé|mariée?|casei(?:-me)?|sposat[oa]|замужем|женат|結婚し|结婚',
      ],
      [
        'engaged',
        'engaged|verlobt|prometid[oa]|comprometid[oa]|fiancée?|noiv[oa]|fidanzat[oa]|помолвлен[а]?|婚約|订婚',
      ],
      ['widowed', 'widowed|widow(?:er)?|verwitwet|viud[oa]|veufe?|veuve|viúv[oa]|vedov[oa]|вдов(?:а|ец)|丧偶'],
      ['single', 'single|ledig|solter[oa]|célibataire|solteir[oa]|single|не женат|не замужем|独身|单身'],
    ],
  ],
]
/** A thing of which one has one, or whose name says which one is meant. */
const ONE_OF =
  /(?<!\p{L})(?:number|phone|mobile|cell|e-?mail|address|password|passcode|pin|code|birthday|anniversary|fav(?:ou?rite)? .+|name|size|height|weight|blood type|deadline|budget|time ?zone|license plate|iban|username|handle|nickname|employer|boss|manager|landlord|landlady|hometown|native language|(?:\p{L}*)?(?:nummer|adresse|passwort|geburtstag|hochzeitstag|größe|gewicht|blutgruppe|budget|kennzeichen|arbeitgeber|chef(?:in)?|vermieter(?:in)?|lieblings\p{L}+|spitzname|muttersprache)|número|teléfono|correo|dirección|contraseña|clave|código|cumpleaños|aniversario|.+ favorit[oa]|talla|altura|peso|presupuesto|apodo|jef[ea]|numéro|téléphone|adresse|mot de passe|anniversaire|.+ préférée?|.+ favorite?|taille|poids|surnom|patron(?:ne)?|telefone|endereço|morada|senha|palavra-passe|aniversário|.+ preferid[oa]|tamanho|orçamento|chefe|numero|telefono|indirizzo|password|codice|compleanno|.+ preferit[oa]|altezza|soprannome|cap[oa]|номер|телефон|адрес|пароль|код|почта|день рождения|любим\p{L}+ .+|размер|рост|вес|бюджет|начальни\p{L}+)(?!\p{L})|番号|電話|メール|住所|パスワード|暗証|コード|誕生日|好きな|身長|体重|予算|上司|号码|电话|邮箱|地址|密码|代码|生日|最喜欢的|身高|体重|预算|老板/iu
const THING: readonly RegExp[] = [
  /^(?:i|we)(?:['’]ve| have)? (?:just )?changed (?:my|our|the) (?<thing>[^,.:;]{2,50}?)(?: from .{1,40}?)? to (?<value>.{1,80})$/iu,
  /^(?:ich habe|wir haben) (?:mein\p{L}*|unser\p{L}*|den|die|das) (?<thing>[^,.:;]{2,50}?) (?:auf|in|zu) (?<value>.{1,80}?) geändert$/iu,
  /^(?:i|we)(?: have|['’]ve got|['’]ve| got)(?: got)? an? new (?<thing>[^,.:;]{2,40}?)(?::| -|,? (?:it['’]s|it is|which is)) (?<value>.{1,120})$/iu,
  /^(?:my|our) (?<thing>[^,.:;]{2,50}?) (?:has )?(?:changed|is different now)[,:;]? (?:and )?(?:(?:it['’]s|it is|now it['’]s|now it is)(?: now)?|to|now) (?<value>.{1,120})$/iu,
  /^ich habe eine? neue[nsr]? (?<thing>[^,.:;]{2,40}?)(?::|,? (?:sie|er|es|die|das|der) (?:ist|lautet)) (?<value>.{1,120})$/iu,
  /^(?:mein|meine|unser|unsere) (?<thing>[^,.:;]{2,50}?) hat sich geändert[,:;]? (?:(?:sie|er|es) (?:ist|lautet)(?: jetzt)?|jetzt|nun) (?<value>.{1,120})$/iu,
  /^tengo (?:un|una) nuev[oa] (?<thing>[^,.:;]{2,40}?)(?::|, (?:es|que es)) (?<value>.{1,120})$/iu,
  /^mi (?<thing>[^,.:;]{2,50}?) (?:ha cambiado|cambió)[,:;]? (?:ahora es|es(?: ahora)?) (?<value>.{1,120})$/iu,
  /^j['’]ai une? (?:nouve(?:au|lle)|nouvel) (?<thing>[^,.:;]{2,40}?) ?(?::|, c['’]est(?: le)?) (?<value>.{1,120})$/iu,
  /^m(?:on|a) (?<thing>[^,.:;]{2,50}?) a changé ?[,:;]? (?:c['’]est(?: maintenant)?(?: le)?|maintenant c['’]est(?: le)?) (?<value>.{1,120})$/iu,
  /^tenho (?:um|uma) nov[oa] (?<thing>[^,.:;]{2,40}?)(?::|, (?:é|que é)) (?<value>.{1,120})$/iu,
  /^(?:o |a )?(?:meu|minha) (?<thing>[^,.:;]{2,50}?) mudou[,:;]? (?:agora é|é(?: agora)?) (?:o |a )?(?<value>.{1,120})$/iu,
  /^ho un(?:a)? nuov[oa] (?<thing>[^,.:;]{2,40}?)(?::|, è) (?:il |la )?(?<value>.{1,120})$/iu,
  /^(?:il mio|la mia) (?<thing>[^,.:;]{2,50}?) è cambiat[oa][,:;]? (?:ora è|adesso è|è(?: ora)?) (?:il |la )?(?<value>.{1,120})$/iu,
  /^у меня нов(?:ый|ая|ое) (?<thing>[^,.:;—–-]{2,40}?) ?(?:—|–|-|:) ?(?<value>.{1,120})$/iu,
  /^мо[йяё] (?<thing>[^,.:;—–-]{2,50}?) (?:изменил(?:ся|ась|ось)|сменил(?:ся|ась))[,:;]? (?:теперь (?:это )?)?(?<value>.{1,120})$/iu,
  /^(?:my|our) (?<thing>[^,.:;]{2,50}?)(?: is| are| was| has changed to| changed to| (?:has been|was|got) (?:moved|changed|rescheduled|postponed|pushed) to|:)(?: now| actually)? (?<value>.{1,120})$/iu,
  /^(?:mein|meine|unser|unsere) (?<thing>[^,.:;]{2,50}?)(?: ist| lautet| sind| heißt| wurde|:)(?: jetzt| nun)?(?: auf)? (?<value>.{1,120})$/iu,
  /^mi (?<thing>[^,.:;]{2,50}?)(?: ahora)?(?: es| son| se (?:ha cambiado|cambió) (?:a|al)|:)(?: ahora)? (?<value>.{1,120})$/iu,
  /^m(?:on|a) (?<thing>[^,.:;]{2,50}?)(?: est| sont|:)(?: maintenant| désormais)? (?<value>.{1,120})$/iu,
  /^(?:o |a )?(?:meu|minha) (?<thing>[^,.:;]{2,50}?)(?: agora)?(?: é| são|:)(?: agora)? (?<value>.{1,120})$/iu,
  /^(?:il mio|la mia) (?<thing>[^,.:;]{2,50}?)(?: ora)?(?: è| sono|:)(?: ora| adesso)? (?<value>.{1,120})$/iu,
  /^мо[йяё] (?<thing>[^,.:;—–-]{2,50}?)(?: теперь)? ?(?:—|–|-|:|это)(?: теперь)? ?(?<value>.{1,120})$/iu,
  /^(?:私|僕|俺)の(?<thing>[^は、。]{1,20})は(?:今は?)?(?<value>[^。]{1,40}?)(?:です|だ|になりました|に変わりました)/u,
  /^我(?:的|家的?|(?=生日|电话|手机|邮箱|地址|密码|身高|体重))(?<thing>[^是为：，。]{1,15}?)(?:现在)?(?:是|为|：|改(?:成|为)了?|换成了?)(?<value>[^。]{1,40})/u,
]
/** Where one's sister, son, friend … lives. */
const KIN_HOME: readonly RegExp[] = compiled([
  `^my (?<kin>\\p{L}+(?: \\p{L}+)?) (?:has |have )?(?:now )?(?:lives?|moved|is living|are living|relocated)(?: back| over| now)* (?:in|to|at) ${CITY}`,
  `^(?:mein|meine) (?<kin>\\p{L}+(?: \\p{Lu}\\p{L}+)?) (?:wohnt|lebt) (?:jetzt |inzwischen |nun |seit \\p{L}+ )*in ${CITY}`,
  `^(?:mein|meine) (?<kin>\\p{L}+(?: \\p{Lu}\\p{L}+)?) (?:ist|sind) (?:\\p{L}+ ){0,3}?nach (?<value>[^,.;]{2,40}?) (?:um)?gezogen`,
  `^mi (?<kin>\\p{L}+(?: \\p{Lu}\\p{L}+)?) (?:ahora |ya )?(?:vive|reside|se ha mudado|se mudó)(?: ahora)? (?:en|a) ${CITY}`,
  `^m(?:on|a) (?<kin>\\p{L}+(?: \\p{Lu}\\p{L}+)?) (?:habite|vit|a déménagé|s['’]est installée?)(?: maintenant| désormais)? (?:à|en|au|aux|dans) ${CITY}`,
  `^(?:o |a )?(?:meu|minha) (?<kin>\\p{L}+(?: \\p{Lu}\\p{L}+)?) (?:agora )?(?:mora|vive|mudou-se|se mudou|mudou)(?: agora)? (?:em|no|na|para o|para a|para) ${CITY}`,
  `^(?:il |la )?mi[oa] (?<kin>\\p{L}+(?: \\p{Lu}\\p{L}+)?) (?:ora |adesso )?(?:abita|vive|si è trasferit[oa])(?: ora| adesso)? (?:a|in|nel|nella) ${CITY}`,
  `^мо[йя] (?<kin>\\p{L}+(?: \\p{Lu}\\p{L}+)?) (?:теперь |сейчас )?(?:жив[её]т|переехал[а]?)(?: теперь)? (?:в|во|на) ${CITY}`,
  '^(?:私|僕|俺)の(?<kin>[^はが、。]{1,8})は(?:今は?)?(?<value>[^、。]{2,15}?)(?:に住んで|に引っ越|へ引っ越)',
  '^我(?:的)?(?<kin>[^在住搬，。]{1,6}?)(?:现在|已经)?(?:住在|搬到了?|搬去了?)(?<value>[^，。了]{2,15})',
])

const CHANGED =
  /(?<!\p{L})(?:now|new|actually|any ?more|no longer|changed|moved|switched|instead|rescheduled|postponed|pushed|as of|from now on|jetzt|neu\p{L}*|nun|inzwischen|mittlerweile|stattdessen|verschoben|verlegt|geändert|gewechselt|ahora|nuev\p{L}+|cambi\p{L}+|en realidad|maintenant|nouve\p{L}+|désormais|chang\p{L}+|déplac\p{L}+|report\p{L}+|agora|nov[oa]s?|mud\p{L}+|adiad\p{L}+|adesso|ora|nuov\p{L}+|spostat\p{L}+|cambiat\p{L}+|теперь|сейчас|нов\p{L}+|измен\p{L}+|перен[её]с\p{L}*)(?!\p{L})|今は|今では|新しい|変わ|変更|现在|新的|改成|改为|换/iu

/** Whether a statement says that something is not as it was. */
export const saysChanged = (content: string): boolean => CHANGED.test(content)

const FIRM: ReadonlySet<string> = new Set(['home', 'name', 'called', 'age'])
/** Whether a statement is worth keeping for the slot it fills, whatever patterns say of it. */
export const fillsFirmSlot = (content: string): boolean =>
  ownSlotsOf(content).some(
    ({ key, value, soft }) => FIRM.has(key) || (key.startsWith('thing:') && !soft && /[\d@\uE000-\uE003]/u.test(value)),
  )

const TABLE: readonly (readonly [string, readonly RegExp[], boolean])[] = [
  ['home', compiled(HOME), false],
  ['work', compiled(WORK), true],
  ['name', compiled(NAME), false],
  ['called', compiled(CALLED), false],
  ['age', compiled(AGE), false],
]
function compiled(forms: readonly string[]): RegExp[] {
  return forms.map((form) => new RegExp(form, 'iu'))
}
const STATE_TABLE = STATES.map(
  ([key, values]) =>
    [
      key,
      values.map(
        ([value, form]) =>
          [
            value,
            new RegExp(`(?<!\\p{L})(?:${form})(?!\\p{L})|(?:${form})(?=[^\\p{sc=Latn}\\p{sc=Cyrl}]|$)`, 'iu'),
          ] as const,
      ),
    ] as const,
)

/** “The wifi password is …”: whose it is goes without saying, if its name says which one is meant. */
const THE_THING =
  /^(?:the|der|die|das|el|la|le|l['’]|o|a|il) ?(?<thing>(?:[\p{L}-]+ ){1,3}?[\p{L}-]+|\p{L}{8,}|code|passcode|pin|clave|código|senha|codice|kennwort)(?: is| (?:has |was |has been )?changed to| ist| lautet| es| est| é| è)(?: now| jetzt| ahora| maintenant| agora| adesso| ora)? (?<value>.{1,80})$/iu

/** The same in languages without an article. */
const THE_THING_EAST: readonly RegExp[] = [
  /^(?<thing>(?:пароль|код|пин-?код|номер|адрес)(?: [\p{L}-]+){0,3}?)(?: теперь| изменился,? теперь| сменили на|:| —| –)+ (?<value>.{1,80})$/iu,
  /^(?<thing>[^は、。]{0,12}(?:パスワード|コード|暗証番号|番号|住所))(?:は|が)(?:今は?|新しく)?(?<value>[^、。]{1,40}?)(?:です|だ|になりました|になった|に変わりました|に変わった)$/u,
  /^(?<thing>[^，。是为改换我]{0,8}(?:密码|号码|地址|代码))(?:现在|已经)?(?:是|改成了?|改为了?|换成了?|变成了?)(?<value>[^，。]{1,40}?)了?$/u,
]

/** The thing a correction gives another value to: “Actually the wifi password is …”. Null if it names none of which there is one. */
export function correctedThing(content: string): Slot | null {
  const found = [THE_THING, ...THE_THING_EAST].map((form) => form.exec(content)?.groups).find((g) => g !== undefined)
  const { thing, value } = found ?? {}
  return thing && value && ONE_OF.test(thing) ? { key: `thing:${thingKey(thing, value)}`, value, soft: false } : null
}

/** The slots a statement fills; few do. */
export function slotsOf(content: string): Slot[] {
  const corrected = correctedThing(content)
  return [...ownSlotsOf(content), ...(corrected ? [corrected] : [])]
}

function ownSlotsOf(content: string): Slot[] {
  const slots: Slot[] = []
  for (const [key, forms, soft] of TABLE) {
    const value = forms.map((form) => form.exec(content)?.groups?.value).find((v) => v !== undefined)
    if (value) slots.push({ key, value, soft })
  }
  if (speaksOfOneself(content))
    for (const [key, values] of STATE_TABLE) {
      const value = values.find(([, form]) => form.test(content))?.[0]
      if (value) slots.push({ key, value, soft: false })
    }
  for (const form of THING) {
    const { thing, value } = form.exec(content)?.groups ?? {}
    if (!thing || !value) continue
    slots.push({ key: `thing:${thingKey(thing, value)}`, value, soft: !ONE_OF.test(thing) })
    break
  }
  const { kin, value: home } = KIN_HOME.map((form) => form.exec(content)?.groups).find((g) => g !== undefined) ?? {}
  if (kin && home) slots.push({ key: `home:${thingKey(kin, home)}`, value: home, soft: false })
  return slots
}

/** Two values that do not say the same: neither has all words of the other. */
export function differs(a: string, b: string): boolean {
  const [one, other] = [tellingTerms(a), tellingTerms(b)]
  const within = (part: ReadonlySet<string>, all: ReadonlySet<string>) => [...part].every((term) => all.has(term))
  return !within(one, other) && !within(other, one)
}
