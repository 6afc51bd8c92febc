/** Names of people, where the person introduces them: “my sister Anna”, “ich heiße …”. */

export interface NameSpan {
  name: string
  start: number
  end: number
}

const NAME = String.raw`\p{Lu}\p{Ll}[\p{L}'’-]*(?: (?:(?:de|da|di|van|von|la|le|del|der) )?\p{Lu}\p{Ll}[\p{L}'’-]*){0,2}`
/** Small letters are how many people chat; after these words only a name follows. */
const ANY_NAME = String.raw`\p{L}[\p{L}'’-]+`
const END = String.raw`(?![\p{L}\d])`
const START = String.raw`(?<![\p{L}\d])`

/** People one speaks of as one's own, by language. */
const PEOPLE = {
  en: 'sister|brother|mother|mom|mum|father|dad|wife|husband|partner|girlfriend|boyfriend|fianc[eé]e?|son|daughter|child|baby|twin|aunt|uncle|cousin|niece|nephew|grandma|grandmother|grandpa|grandfather|grandson|granddaughter|friend|best friend|roommate|flatmate|neighbou?r|boss|manager|colleague|coworker|co-worker|teacher|doctor|dentist|therapist|lawyer|landlord|landlady|ex|stepmother|stepfather|mother-in-law|father-in-law|sister-in-law|brother-in-law',
  de: 'Schwester|Bruder|Mutter|Mama|Vater|Papa|Frau|Mann|Ehefrau|Ehemann|Partner(?:in)?|Freund(?:in)?|Verlobter?|Sohn|Tochter|Kind|Tante|Onkel|Cousine?|Nichte|Neffe|Oma|Großmutter|Opa|Großvater|Enkel(?:in)?|Mitbewohner(?:in)?|Nachbar(?:in)?|Chef(?:in)?|Kolleg(?:e|in)|Lehrer(?:in)?|Arzt|Ärztin|Zahnarzt|Therapeut(?:in)?|Anwalt|Anwältin|Vermieter(?:in)?|Schwager|Schwägerin|Schwiegermutter|Schwiegervater',
  fr: 'sœur|soeur|frère|mère|maman|père|papa|femme|mari|copine|copain|fiancée?|fils|fille|tante|oncle|cousine?|nièce|neveu|grand-mère|grand-père|amie?|colocataire|voisine?|patronne?|chef|collègue|professeur|médecin|dentiste|avocate?',
  es: 'hermana|hermano|madre|mamá|padre|papá|esposa|mujer|marido|esposo|novia|novio|pareja|hijo|hija|tía|tío|prima|primo|sobrina|sobrino|abuela|abuelo|nieta|nieto|amiga|amigo|vecina|vecino|jefa|jefe|colega|profesora|profesor|médico|dentista|abogada|abogado',
  pt: 'irmã|irmão|mãe|pai|esposa|mulher|marido|namorada|namorado|filho|filha|tia|tio|prima|primo|sobrinha|sobrinho|avó|avô|neta|neto|amiga|amigo|vizinha|vizinho|chefe|colega|professora|professor|médico|médica|dentista|advogada|advogado',
  it: 'sorella|fratello|madre|mamma|padre|papà|moglie|marito|fidanzata|fidanzato|ragazza|ragazzo|figlio|figlia|zia|zio|cugina|cugino|nipote|nonna|nonno|amica|amico|vicina|vicino|capo|collega|professoressa|professore|medico|dentista|avvocato',
} as const

/** What follows one of one's people: their name, straight or after “is called”. */
const FORMS: readonly RegExp[] = [
  // my sister Anna; my brother, Ben; my boss is called Carla; my dog's name is …
  `${START}[Mm]y (?:\\p{L}+ ){0,2}?(?:${PEOPLE.en}),? (?:(?:is (?:called|named)|named|called) )?(?<name>${NAME})${END}`,
  `${START}[Mm]y (?:\\p{L}+ ){0,2}?(?:${PEOPLE.en})(?:['’]s|s['’])? name is (?<name>${ANY_NAME})${END}`,
  `${START}(?<name>${NAME}) is my (?:\\p{L}+ )?(?:${PEOPLE.en})${END}`,
  `${START}[Mm]y (?:full |real |first |last |sur)?name(?: is|['’]s) (?<name>${ANY_NAME}(?: \\p{Lu}[\\p{L}'’-]+)*)${END}`,
  `${START}(?:I am|I['’]m) called (?<name>${NAME})${END}`,
  `${START}[Cc]all me (?<name>${NAME})${END}`,
  // meine Schwester Anna, mein Chef heißt Bernd, ich heiße Clara
  `${START}[Mm]ein(?:e[mnrs]?|)? (?:\\p{Ll}+ )?(?:${PEOPLE.de})(?:,| heißt| heisst| namens)? (?<name>${NAME})${END}`,
  `${START}[Ii]ch (?:heiße|heisse|bin (?:der|die)) (?<name>${ANY_NAME}(?: \\p{Lu}[\\p{L}'’-]+)*)${END}`,
  `${START}[Mm]ein (?:Vor|Nach|Familien)?[Nn]ame ist (?<name>${ANY_NAME}(?: \\p{Lu}[\\p{L}'’-]+)*)${END}`,
  // ma sœur Anne, je m'appelle Claire
  `${START}[Mm](?:a|on|es) (?:\\p{Ll}+ )?(?:${PEOPLE.fr})(?:,| s['’]appelle)? (?<name>${NAME})${END}`,
  `${START}[Jj]e m['’]appelle (?<name>${ANY_NAME}(?: \\p{Lu}[\\p{L}'’-]+)*)${END}`,
  // mi hermana Ana, me llamo Clara
  `${START}[Mm]is? (?:\\p{Ll}+ )?(?:${PEOPLE.es})(?:,| se llama)? (?<name>${NAME})${END}`,
  `${START}(?:[Mm]e llamo|[Mm]i nombre es) (?<name>${ANY_NAME}(?: \\p{Lu}[\\p{L}'’-]+)*)${END}`,
  // minha irmã Ana, chamo-me Clara
  `${START}(?:[Mm]inha|[Mm]eu)s? (?:\\p{Ll}+ )?(?:${PEOPLE.pt})(?:,| se chama| chama-se)? (?<name>${NAME})${END}`,
  `${START}(?:[Mm]e chamo|[Cc]hamo-me|[Mm]eu nome é) (?<name>${ANY_NAME}(?: \\p{Lu}[\\p{L}'’-]+)*)${END}`,
  // mia sorella Anna, mi chiamo Chiara
  `${START}(?:[Mm]i[ao]|[Mm]iei) (?:\\p{Ll}+ )?(?:${PEOPLE.it})(?:,| si chiama)? (?<name>${NAME})${END}`,
  `${START}(?:[Mm]i chiamo|[Ii]l mio nome è) (?<name>${ANY_NAME}(?: \\p{Lu}[\\p{L}'’-]+)*)${END}`,
  // моя сестра Анна, меня зовут Клара
  `${START}[Мм]о(?:я|й) (?:сестра|брат|мама|мать|папа|отец|жена|муж|сын|дочь|дочка|друг|подруга|бабушка|дедушка|тётя|дядя|начальник|начальница|коллега|сосед|соседка|врач)(?:,| —| –|у зовут)? (?<name>${NAME})${END}`,
  `${START}[Мм]ою (?:сестру|жену|маму|дочь|подругу|бабушку) зовут (?<name>${NAME})${END}`,
  `${START}[Мм]оего (?:брата|мужа|сына|друга|отца) зовут (?<name>${NAME})${END}`,
  `${START}[Мм]еня зовут (?<name>${ANY_NAME})${END}`,
  // 私の名前は…です, 妹の花子
  '(?:私|僕|俺)の名前は(?<name>[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー]{1,10}?)(?:です|と言|といい|だ|。|$)',
  '(?:姉|妹|兄|弟|母|父|妻|夫|息子|娘|友達|友人|彼女|彼氏|同僚|上司)の(?<name>\\p{Script=Han}{2,4}|\\p{Script=Katakana}{2,8})(?=[はがのにとをさも、。]|$)',
  // 我叫…, 我妹妹叫小红
  '我(?:的名字)?(?:叫|是叫)(?<name>\\p{Script=Han}{2,4})(?=[，。,.！!]|$)',
  '我(?:的)?(?:姐姐|妹妹|哥哥|弟弟|妈妈|母亲|爸爸|父亲|妻子|老婆|丈夫|老公|儿子|女儿|朋友|同事|老板)(?:的名字)?(?:叫|名叫|是)(?<name>\\p{Script=Han}{2,4})(?=[，。,.！!]|$)',
].map((form) => new RegExp(form, 'gu'))

/** Words that stand where a name would and are none. */
const NO_NAMES =
  /^(?:i|i'm|not|a|an|the|is|was|and|but|so|who|when|on|in|at|from|to|it|he|she|we|they|just|now|never|always|also|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|christmas|easter|english|german|french|spanish|italian|russian|american|british|ist|hat|und|oder|aber|nicht|est|et|que|es|y|é|e|in|der|die|das)$/iu

/** Names that the person introduces in `text`. */
export function introducedNames(text: string): NameSpan[] {
  return FORMS.flatMap((form) =>
    [...text.matchAll(form)].flatMap((m): NameSpan[] => {
      const name = m.groups?.name ?? ''
      if (name === '' || NO_NAMES.test(name.split(' ')[0] ?? '')) return []
      const start = m.index + m[0].lastIndexOf(name)
      return [{ name, start, end: start + name.length }]
    }),
  )
}

const WORDED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u

/** Where names that are known stand in `text`; in scripts with blanks as whole words. */
export function knownNames(text: string, names: ReadonlySet<string>): NameSpan[] {
  return [...names].flatMap((name) => {
    const plain = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    const form = new RegExp(WORDED.test(name) ? `${START}${plain}${END}` : plain, 'gu')
    return [...text.matchAll(form)].map((m) => ({ name, start: m.index, end: m.index + m[0].length }))
  })
}
