/**
 * Things people give values to, each under one name whatever it is called and in whatever language: “my number” is the phone's,
 * “mon mot de passe wifi” and “mein WLAN-Passwort” are one thing. Nine languages. Pure.
 */
import { tellingTerms } from './telling'

/** English, German, Spanish, French, Portuguese, Italian, Russian, Japanese, Chinese; a form may serve several. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'phone number': [
    '(?:tele|mobile |cell ?)?phone(?: number)?|(?:mobile|cell)(?: number)?|number|(?:handy|telefon|mobil)?nummer|telefon|handy',
    '(?:número(?: de (?:teléfono|móvil))?|teléfono|móvil)|(?:numéro(?: de (?:téléphone|portable))?|téléphone)',
    '(?:número(?: de (?:telefone|telemóvel))?|telefone|telemóvel)|(?:numero(?: di (?:telefono|cellulare))?|telefono|cellulare)',
    '(?:номер(?: телефона)?|телефон)|(?:携帯|電話)(?:番号)?|(?:电话|手机)(?:号码?)?',
  ],
  'email address': [
    'e-?mail(?: address)?|mail(?: address)?|(?:e-?)?mail-?adresse|correo(?: electrónico)?|(?:adresse )?e-?mail',
    'endereço de e-?mail|indirizzo e-?mail|(?:электронная )?почта|メール(?:アドレス)?|(?:电子)?邮箱(?:地址)?',
  ],
  'home address': [
    '(?:home |postal )?address|(?:wohn|post)?adresse|anschrift|(?:dirección|domicilio)|adresse(?: postale)?',
    'morada|endereço|indirizzo|(?:домашний )?адрес|住所|(?:家庭)?(?:地址|住址)',
  ],
  'wifi password': [
    '(?:wi-?fi|wlan|wireless|internet) ?(?:password|passcode|code|key)|(?:wlan|wi-?fi|internet)-?(?:passwort|kennwort|schlüssel|code)',
    '(?:contraseña|clave) del? (?:wi-?fi|internet)|(?:mot de passe|code|clé) (?:du |de )?(?:wi-?fi|internet)',
    '(?:senha|palavra-passe) d[oa] (?:wi-?fi|internet)|(?:password|chiave) (?:del |della rete )?wi-?fi',
    'пароль (?:от |к )?(?:вай-?фая|вай-?фаю|wi-?fi)|(?:wi-?fi|ワイファイ)(?:の)?パスワード|(?:wi-?fi|无线(?:网)?)(?:的)?密码',
  ],
  'door code': [
    '(?:front )?(?:door|gate|entry|entrance|building) code|(?:haus)?tür-?code|tor-?code|code (?:der|für die) (?:haus)?tür',
    "código (?:del portal|de la puerta|de la entrada)|(?:code|digicode) (?:de la porte|du portail|de l[’']immeuble)|digicode",
    'código (?:da porta|do portão|do prédio)|codice (?:del portone|del cancello|della porta)',
    'код (?:от )?(?:двери|домофона|ворот|подъезда)|(?:ドア|玄関|門)の?(?:暗証番号|コード)|(?:大?门|门禁)(?:的)?密码',
  ],
  birthday: [
    'birthday|date of birth|geburtstag|geburtsdatum|cumpleaños|fecha de nacimiento|anniversaire|date de naissance',
    '(?:data de )?aniversário|data de nascimento|compleanno|data di nascita|день рождения|誕生日|生日',
  ],
  'wedding anniversary': [
    '(?:wedding )?anniversary|hochzeitstag|aniversario(?: de bodas?)?|anniversaire de mariage|aniversário de casamento',
    'anniversario(?: di matrimonio)?|годовщина(?: свадьбы)?|結婚記念日|结婚纪念日',
  ],
  'shoe size': [
    'shoe size|schuhgröße|(?:número|talla) de (?:pie|zapatos?|calzado)|pointure|número de sapatos?|numero di scarpe',
    'размер обуви|靴のサイズ|鞋码',
  ],
  'blood type': [
    'blood (?:type|group)|blutgruppe|(?:grupo sanguíneo|tipo de sangre)|groupe sanguin|gruppo sanguigno|группа крови|血液型|血型',
  ],
  'licence plate': [
    "(?:licen[cs]e|number) plate|(?:auto)?kennzeichen|matrícula|placa|(?:plaque|numéro) d[’']immatriculation|targa|номер машины|ナンバープレート|车牌(?:号码?)?",
  ],
  landlord: [
    'landlord|landlady|vermieter(?:in)?|caser[oa]|propriétaire|bailleur|senhori[oa]|padron[ea] di casa|арендодатель(?:ница)?|хозяйка квартиры|大家(?:さん)?|房东',
  ],
  boss: [
    'boss|manager|chef(?:in)?|vorgesetzter?|jef[ea]|chef|patron(?:ne)?|responsable|chef[ea]|cap[oa]|начальни(?:к|ца)|шеф|上司|老板|上司',
  ],
  employer: [
    'employer|arbeitgeber(?:in)?|empleador[a]?|employeur|empregador[a]?|datore di lavoro|работодатель|勤務先|雇主',
  ],
  dentist: ['dentist|zahnarzt|zahnärztin|dentista|dentiste|стоматолог|зубной врач|歯医者(?:さん)?|牙医'],
  doctor: [
    '(?:family )?doctor|gp|hausarzt|hausärztin|ärztin|arzt|médic[oa](?: de cabecera)?|médecin(?: traitant)?|(?:médic[oa] de família)',
    'medico(?: di base)?|(?:мой )?врач|терапевт|(?:かかりつけ)?医|主治医|家庭医生|医生',
  ],
  sister: ['(?:older |younger |big |little )?sister|schwester|hermana|sœur|soeur|irmã|sorella|сестра|姉|妹|姐姐|妹妹'],
  brother: ['(?:older |younger |big |little )?brother|bruder|hermano|frère|irmão|fratello|брат|兄|弟|哥哥|弟弟'],
  mother: ['mother|mom|mum|mutter|mama|madre|mère|maman|mãe|mamma|мама|мать|母|妈妈|母亲'],
  father: ['father|dad|vater|papa|padre|père|pai|papà|папа|отец|父|爸爸|父亲'],
  daughter: ['daughter|tochter|hija|fille|filha|figlia|дочь|дочка|娘|女儿'],
  son: ['son|sohn|hijo|fils|filho|figlio|сын|息子|儿子'],
  wife: ['wife|(?:ehe)?frau|mujer|esposa|femme|mulher|moglie|жена|妻|老婆|妻子'],
  husband: ['husband|(?:ehe)?mann|marido|esposo|mari|marito|муж|夫|老公|丈夫'],
  'best friend': [
    'best friend|beste freundin|bester freund|mejor amig[oa]|meilleure? amie?|melhor amig[oa]|miglior(?:e)? amic[oa]|лучш(?:ий друг|ая подруга)|親友|最好的朋友',
  ],
}
const THINGS = Object.entries(NAMES).map(
  ([name, forms]) => [name, new RegExp(`^(?:${forms.join('|')})$`, 'iu')] as const,
)

const FAVOURITE =
  /(?<!\p{L})(?:favou?rite|lieblings-?|favorit[oa]s?|préférée?s?|favorite?|preferid[oa]s?|preferit[oa]s?|любим\p{L}+)|(?:一番)?好きな|最喜欢的/giu
/** What one has a favourite of; nine languages. */
const FAVOURITES: readonly (readonly [string, RegExp])[] = [
  ['colour', /^(?:colou?r|farbe|color|couleur|cor|colore|цвет|色|颜色)$/iu],
  [
    'food',
    /^(?:food|dish|meal|essen|gericht|comida|plato|plat|nourriture|prato|cibo|piatto|блюдо|еда|食べ物|料理|食物|菜)$/iu,
  ],
  ['drink', /^(?:drink|getränk|bebida|boisson|bevanda|напиток|飲み物|饮料)$/iu],
  ['film', /^(?:film|movie|película|filme|фильм|映画|电影)$/iu],
  ['book', /^(?:book|buch|libro|livre|livro|книга|本|书)$/iu],
  ['song', /^(?:song|lied|canción|chanson|música|canzone|песня|曲|歌)$/iu],
  ['season', /^(?:season|jahreszeit|estación|saison|estação|stagione|время года|季節|季节)$/iu],
]

const OLD_OR_NEW =
  /(?<!\p{L})(?:new|old|current|neue[rnms]?|alte[rnms]?|aktuelle[rnms]?|nuev[oa]|actual|nouve(?:au|lle|l)|nov[oa]|nuov[oa]|нов\p{L}+)(?!\p{L})|新しい|新的?/giu

/** Of what such a value is at all: “my phone is broken” says nothing of its number. */
const VALUES: Readonly<Record<string, RegExp>> = {
  'phone number': /\d[\d ()/.-]{2,}|[\uE000-\uE003]/u,
  'email address': /@|[\uE000-\uE003]/u,
}

/**
 * One name for a thing; one that no table knows goes by the words that tell it.
 * @param value what is said of it
 */
export function thingKey(named: string, value: string): string {
  const thing = named.replace(OLD_OR_NEW, ' ').replace(/\s+/gu, ' ').trim()
  const usual = THINGS.find(([, form]) => form.test(thing))?.[0]
  if (usual !== undefined && VALUES[usual]?.test(value) !== false) return usual
  const what = thing.replace(FAVOURITE, ' ').trim()
  const favourite = what === thing ? undefined : FAVOURITES.find(([, form]) => form.test(what))
  return favourite ? `favourite ${favourite[0]}` : [...tellingTerms(thing)].sort().join(' ')
}
