/** Card, bank and identity numbers by their checksums: what merely has as many digits is none. */

export interface NumberSpan {
  kind: 'card' | 'id'
  /** `[start, end)` in UTF-16 units. */
  start: number
  end: number
}

const digitsOf = (text: string): number[] => [...text.replace(/\D/g, '')].map(Number)

/** Luhn: every second digit from the right counts double. */
export function passesLuhn(digits: readonly number[]): boolean {
  let sum = 0
  digits.toReversed().forEach((digit, i) => {
    const twice = digit * 2
    sum += i % 2 === 0 ? digit : twice > 9 ? twice - 9 : twice
  })
  return sum % 10 === 0
}

/** Remainder of a number of any length, letters as 10 to 35 (ISO 7064, IBAN). */
function remainder(text: string, by: number): number {
  let rest = 0
  for (const c of text.toUpperCase()) {
    const value = Number.parseInt(c, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % by
  }
  return rest
}

/** IBAN: the first four characters go to the end, the whole leaves 1 by 97. */
export function isIban(text: string): boolean {
  const plain = text.replace(/\s/g, '')
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/i.test(plain)) return false
  return remainder(plain.slice(4) + plain.slice(0, 4), 97) === 1
}

/** 13 to 19 digits that begin as the card schemes' do. */
function isCard(text: string): boolean {
  const digits = digitsOf(text)
  if (digits.length < 13 || digits.length > 19 || !/^[2-6]/.test(digits.join(''))) return false
  return new Set(digits).size > 1 && passesLuhn(digits)
}

const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * (digits[i] ?? 0), 0)

/** Spain: DNI, and NIE with a letter in front; the last letter is the remainder by 23. */
function isSpanish(text: string): boolean {
  const plain = text.toUpperCase().replace(/[\s.-]/g, '')
  const number = Number(plain.slice(0, -1).replace(/^[XYZ]/, (c) => String('XYZ'.indexOf(c))))
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23] === plain.at(-1)
}

/** Italy: codice fiscale, a letter for the fifteen characters before it. */
function isItalian(text: string): boolean {
  const plain = text.toUpperCase()
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]
  let sum = 0
  for (let i = 0; i < 15; i++) {
    const c = plain[i] ?? ''
    const value = /\d/.test(c) ? Number(c) : c.charCodeAt(0) - 65
    sum += i % 2 === 0 ? (odd[value] ?? 0) : value
  }
  return String.fromCharCode(65 + (sum % 26)) === plain[15]
}

/** France: numéro de sécurité sociale, the last two digits complete it to 97. */
function isFrench(text: string): boolean {
  const plain = text.toUpperCase().replace(/\s/g, '').replace('2A', '19').replace('2B', '18')
  return remainder(plain.slice(0, 13), 97) === 97 - Number(plain.slice(13))
}

/** Germany: Steuer-Identifikationsnummer (ISO 7064, MOD 11, 10). */
function isGerman(text: string): boolean {
  const digits = digitsOf(text)
  let product = 10
  for (const digit of digits.slice(0, 10)) {
    const sum = (digit + product) % 10 || 10
    product = (sum * 2) % 11
  }
  return digits.length === 11 && (11 - product) % 10 === digits[10]
}

/** Brazil: CPF, two check digits by 11. */
function isBrazilian(text: string): boolean {
  const digits = digitsOf(text)
  if (digits.length !== 11 || new Set(digits).size === 1) return false
  return [9, 10].every((n) => {
    const sum = digits.slice(0, n).reduce((all, digit, i) => all + digit * (n + 1 - i), 0)
    return ((sum * 10) % 11) % 10 === digits[n]
  })
}

/** China: resident identity number, the last character by 11. */
function isChinese(text: string): boolean {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  return '10X98765432'[weighted(digitsOf(text.slice(0, 17)), weights) % 11] === text.toUpperCase().at(-1)
}

/** Poland: PESEL. */
function isPolish(text: string): boolean {
  const digits = digitsOf(text)
  return digits.length === 11 && (10 - (weighted(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === digits[10]
}

/** The Netherlands: burgerservicenummer. */
function isDutch(text: string): boolean {
  const digits = digitsOf(text)
  return digits.length === 9 && weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0
}

/** Switzerland: AHV, a thirteen-digit article number that begins with 756. */
function isSwiss(text: string): boolean {
  const digits = digitsOf(text)
  return digits.length === 13 && weighted(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0
}

/** What may stand between a word like “passport” and its number. */
const NAMED = String.raw`(?:\s+(?:no|nr|number|id|is|lautet|ist|es|è|é|est|numero|número|numéro|nummer)\b\.?|[\s:#№.=-])*`

/**
 * Forms of numbers with what they must pass. A form that a number of another kind may have by chance asks for its name
 * in front (`(?<=…)`).
 */
const FORMS: readonly { kind: NumberSpan['kind']; form: RegExp; passes(text: string): boolean }[] = [
  {
    kind: 'id',
    form: /(?<![\p{L}\d])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?![\p{L}\d])/giu,
    passes: isIban,
  },
  { kind: 'id', form: /(?<![\d-])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\d-])/g, passes: () => true },
  {
    kind: 'id',
    form: /(?<![\p{L}\d])(?:\d{2}\.?\d{3}\.?\d{3}|[XYZ]-?\d{7})-?[A-HJ-NP-TV-Z](?![\p{L}\d])/giu,
    passes: isSpanish,
  },
  {
    kind: 'id',
    form: /(?<![\p{L}\d])[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?![\p{L}\d])/giu,
    passes: isItalian,
  },
  {
    kind: 'id',
    form: /(?<!\d)[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}(?!\d)/g,
    passes: isFrench,
  },
  { kind: 'id', form: /(?<!\d)\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/g, passes: isBrazilian },
  { kind: 'id', form: /(?<!\d)756\.?\d{4}\.?\d{4}\.?\d{2}(?!\d)/g, passes: isSwiss },
  {
    kind: 'id',
    form: /(?<!\d)[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX](?!\d)/gi,
    passes: isChinese,
  },
  {
    kind: 'id',
    form: new RegExp(
      String.raw`(?<=\b(?:steuer-?(?:id|identifikationsnummer|nummer)|idnr)${NAMED})\d{2} ?\d{3} ?\d{3} ?\d{3}(?!\d)`,
      'giu',
    ),
    passes: isGerman,
  },
  { kind: 'id', form: new RegExp(String.raw`(?<=\bcpf${NAMED})\d{11}(?!\d)`, 'giu'), passes: isBrazilian },
  { kind: 'id', form: new RegExp(String.raw`(?<=\bpesel${NAMED})\d{11}(?!\d)`, 'giu'), passes: isPolish },
  {
    kind: 'id',
    form: new RegExp(String.raw`(?<=\b(?:bsn|burgerservicenummer)${NAMED})\d{9}(?!\d)`, 'giu'),
    passes: isDutch,
  },
  {
    kind: 'id',
    form: /(?<![\p{L}\d])(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?![\p{L}\d])/gu,
    passes: () => true,
  },
  {
    kind: 'id',
    form: new RegExp(
      String.raw`(?<=(?:\b(?:passport|reisepass|passeport|pasaporte|passaporto|passaporte|paspoort|driving licen[cs]e|driver'?s licen[cs]e|führerschein|personalausweis)|паспорт|パスポート|护照)${NAMED})(?=(?:[A-Z]*\d){4})[A-Z0-9]{6,12}(?![\p{L}\d])`,
      'giu',
    ),
    passes: () => true,
  },
  { kind: 'card', form: /(?<![\d.,-])\d(?:[ -]?\d){12,18}(?![\d-])/g, passes: isCard },
]

/** Numbers in `text` that are somebody's: of cards, bank accounts, papers and authorities. */
export function findNumbers(text: string): NumberSpan[] {
  return FORMS.flatMap(({ kind, form, passes }) =>
    [...text.matchAll(form)]
      .filter((m) => passes(m[0]))
      .map((m) => ({ kind, start: m.index, end: m.index + m[0].length })),
  )
}
