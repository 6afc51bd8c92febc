/** Where people live, as it is written in the languages the patterns know. */

const NAME = String.raw`[\p{Lu}][\p{L}'’.-]*`
const NAMES = `${NAME}(?:[ -](?:(?:de|del|della|delle|di|da|do|dos|das|des|du|la|le|les|los|las|of|the|von|van|der|den|y|e|et)[ ])*${NAME}){0,4}`
const HOUSE = String.raw`\d{1,4}(?: ?[a-zA-Z])?(?: ?[-/] ?\d{1,4})?`
/** At the end of a number or word. */
const END = String.raw`(?![\p{L}\d])`
const START = String.raw`(?<![\p{L}\d])`

const FORMS: readonly RegExp[] = [
  // 221B Baker Street, 5 Privet Drive
  `${START}\\d{1,5}[a-zA-Z]? ${NAMES} (?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Place|Square|Terrace|Crescent|Close|Highway|Hwy|Parkway|Way)${END}`,
  // P.O. Box 12
  `${START}P\\.? ?O\\.? Box \\d+`,
  // Hauptstraße 12, Am Lindenplatz 3a; Kerkstraat 5
  `${START}(?:(?:Am|An der|Im|In der|Zum|Zur|Auf der) )?\\p{Lu}[\\p{L}-]*(?:straße|strasse|str\\.|gasse|allee|platz|weg|damm|ufer|chaussee|straat|laan|gracht|plein) ${HOUSE}${END}`,
  `${START}(?:\\p{Lu}[\\p{L}-]* ){1,2}(?:Straße|Strasse|Str\\.|Allee|Platz|Weg|Ring) ${HOUSE}${END}`,
  // 12 rue de la Paix, 3 bis, avenue Foch
  `${START}\\d{1,4}(?: ?(?:bis|ter))?,? (?:rue|avenue|boulevard|place|chemin|impasse|allée|quai|route) (?:(?:de|du|des|la|le|les|d['’]|de l['’]) ?)*${NAMES}`,
  // Calle Mayor 3, Avenida de la Paz, 12; Via Roma 5; Rua Augusta, 100
  `${START}(?:[Cc]alle|[Cc]/|[Aa]venida|[Aa]vda\\.?|[Pp]laza|[Pp]aseo|[Vv]ia|[Vv]iale|[Pp]iazza|[Cc]orso|[Vv]icolo|[Rr]ua|[Tt]ravessa|[Pp]raça|[Ll]argo|[Aa]lameda) (?:(?:de|del|della|da|do|dos|das|di|la|las|los) )*${NAMES},? (?:n[.º°]? ?)?${HOUSE}${END}`,
  // ул. Ленина, д. 5
  `${START}(?:ул\\.|улица|улице|проспект|проспекте|пр-т|переулок|бульвар|шоссе) ?\\p{Lu}[\\p{L}-]+(?: \\p{L}+)?,? ?(?:д\\.|дом)? ?\\d{1,4}`,
  `${START}\\p{Lu}[\\p{L}-]+ (?:улица|проспект|переулок|бульвар|шоссе),? ?(?:д\\.|дом)? ?\\d{1,4}`,
  // 〒150-0002, 東京都渋谷区…1-2-3, …2丁目
  '〒 ?\\d{3}-?\\d{4}',
  '\\p{Script=Han}{1,4}[都道府県市区町村][\\p{L}]{1,12}?[0-9０-９一二三四五六七八九十]+(?:丁目|番地?|[-－ー][0-9０-９])',
  // 中山路100号
  '\\p{Script=Han}{1,8}[路街道巷弄][0-9０-９一二三四五六七八九十百]+[号號]',
  // 세종대로 110
  '[\\p{Script=Hangul}]{2,8}(?:로|길) \\d{1,4}(?:-\\d{1,4})?',
].map((form) => new RegExp(form, 'gu'))

/** “My address is …”: whatever follows. */
const ANNOUNCED =
  /\b(?:my (?:home |postal |mailing )?address is|meine (?:adresse|anschrift) (?:ist|lautet)|mon adresse est|mi direcci[oó]n es|o meu endere[cç]o é|meu endere[cç]o é|il mio indirizzo è)|мой адрес\s*[:—-]|(?:私の)?住所は|我(?:的)?(?:家)?(?:地址|住址)是/giu

export function findAddresses(text: string): { start: number; end: number }[] {
  return [...FORMS, ANNOUNCED].flatMap((form) =>
    [...text.matchAll(form)].map((m) => ({ start: m.index, end: m.index + m[0].length })),
  )
}
