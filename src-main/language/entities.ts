const ENTITY = /&(?:#(\d{2,7})|#x([\da-f]{2,6})|([a-z]{2,8}));/giu

/** What stands above or below a letter, by the end of its name. */
const ACCENTS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  uml: '\u0308',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030a',
  caron: '\u030c',
}
const ACCENTED = /^([a-z])(acute|grave|circ|uml|tilde|cedil|ring|caron)$/iu

/** `<` and `>` would be taken for markup: they go, as whatever is not known does. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', quot: '"', apos: "'", szlig: 'ß', aelig: 'æ', AElig: 'Æ', oslash: 'ø', Oslash: 'Ø', oelig: 'œ' },
  ...{ ndash: '–', mdash: '—', hellip: '…', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»' },
  ...{ deg: '°', euro: '€', pound: '£', frac12: '½', times: '×', middot: '·', iexcl: '¡', iquest: '¿' },
}

/** The characters that a text out of a web page still carries by name: “saut&eacute;ed”. What names none becomes a blank. */
export const withoutEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(ENTITY, (_, decimal?: string, hexadecimal?: string, name?: string) => {
        if (name === undefined) return ofCode(decimal ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16))
        const [, letter, accent] = ACCENTED.exec(name) ?? []
        if (letter !== undefined && accent !== undefined)
          return `${letter}${ACCENTS[accent.toLowerCase()] ?? ''}`.normalize('NFC')
        return NAMED[name] ?? ' '
      })
    : text

/** Letters, signs and pictures; no control characters, halves of pairs or brackets of markup. */
function ofCode(code: number): string {
  if (!(code >= 0x20 && code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) return ' '
  const character = String.fromCodePoint(code)
  return /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(character) && !/[<>]/.test(character) ? character : ' '
}
