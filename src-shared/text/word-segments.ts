/**
 * Words of a text by `Intl.Segmenter`, in any script, the same in every runtime. The segmenter costs half a microsecond for each character, so runs
 * between blanks that hold nothing but letters of alphabets, digits and the signs of common prose are read by a table of
 * characters that says the same (property test): no word ever reaches over a blank.
 */
export interface WordSegment {
  segment: string
  /** Place in the text, in UTF-16 units. */
  index: number
  /** A word or number; false for signs, emoji and the like. */
  isWordLike: boolean
}

/** Of one language everywhere: Swedish and Finnish part words otherwise, and so does a system without a language. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * Signs that the tables of Node and of Chromium (which the window's processes have) read differently, and a sign for each that both
 * read as it is meant here. A point stands within a word (“Node.js”), as Unicode's rules have it and the apostrophe does; a colon
 * parts (“card:hover”), as in all but two languages. What remains are letters newer than the older of the two tables.
 */
const SAME_EVERYWHERE: Record<string, string> = {
  '.': '’',
  '\uff0e': '’',
  ':': '!',
  '\ufe55': '!',
  '\uff1a': '!',
  '\u00b8': '!',
  '\ufe10': '!',
  '\ufe14': '!',
}
const READ_DIFFERENTLY = new RegExp(`[${Object.keys(SAME_EVERYWHERE).join('')}]`, 'g')

/** Every segment of a text by the segmenter itself, blanks and signs as well; the same in every process of the product. */
export function* allSegments(text: string): Generator<WordSegment> {
  const read = text.replace(READ_DIFFERENTLY, (sign) => SAME_EVERYWHERE[sign] ?? sign)
  for (const { segment, index, isWordLike } of segmenter.segment(read))
    yield { segment: text.slice(index, index + segment.length), index, isWordLike: isWordLike === true }
}

const BLANK = 0
const LETTER = 1
const DIGIT = 2
const UNDERSCORE = 3
const SIGN = 4
/** Goes with the letter or the mark before it. */
const MARK = 5
/** Only the segmenter knows. */
const OTHER = 6

/** What each UTF-16 unit is to the rules; what lies from 0x980 on is for the segmenter. */
const KINDS = new Uint8Array(0x10000).fill(OTHER)
for (const blank of ' \t\r\n') KINDS[blank.charCodeAt(0)] = BLANK
for (const sign of '!"#$%&()*+-/<=>?@[\\]^`{|}~\'.,;:\u00a1\u00a7\u00ab\u00b6\u00bb\u00bf\u061b\u061f\u0964\u0965')
  KINDS[sign.charCodeAt(0)] = SIGN
KINDS['_'.charCodeAt(0)] = UNDERSCORE
KINDS.fill(DIGIT, 0x30, 0x3a)
/** Letters that Unicode's word rules treat alike (ALetter): Latin, Greek, Cyrillic, Arabic, Devanagari; from, to. */
const LETTERS = [
  [0x41, 0x5a],
  [0x61, 0x7a],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x24f],
  [0x391, 0x3a1],
  [0x3a3, 0x3c9],
  [0x3cc, 0x3cc],
  [0x400, 0x481],
  [0x48a, 0x52f],
  [0x620, 0x64a],
  [0x671, 0x6d3],
  [0x904, 0x939],
] as const
for (const [from, to] of LETTERS) KINDS.fill(LETTER, from, to + 1)
const MARKS = [
  [0x300, 0x36f],
  [0x64b, 0x65f],
  [0x900, 0x903],
  [0x93a, 0x93c],
  [0x93e, 0x94f],
] as const
for (const [from, to] of MARKS) KINDS.fill(MARK, from, to + 1)

const [APOSTROPHE, COMMA, POINT, SEMICOLON] = [0x27, 0x2c, 0x2e, 0x3b]

const kindAt = (text: string, at: number): number => KINDS[text.charCodeAt(at)] ?? OTHER

/**
 * Every word of `text`, and every other segment that is no blank and not plain punctuation, in order.
 * @param unneeded runs of which nothing is asked: all of their characters are such
 */
export function wordSegments(text: string, unneeded?: RegExp): WordSegment[] {
  const out: WordSegment[] = []
  for (let start = 0; start < text.length; ) {
    if (kindAt(text, start) === BLANK) {
      start += 1
      continue
    }
    const { end, plain } = runFrom(text, start)
    if (plain) plainWords(text, start, end, out)
    else {
      const run = text.slice(start, end)
      if (!unneeded?.test(run)) for (const part of allSegments(run)) out.push({ ...part, index: start + part.index })
    }
    start = end
  }
  return out
}

/** Where the run that begins here ends, and whether the table says all that there is to know of it. */
function runFrom(text: string, start: number): { end: number; plain: boolean } {
  let plain = true
  let end = start
  let before = SIGN
  for (; end < text.length; end++) {
    const kind = kindAt(text, end)
    if (kind === BLANK) break
    // Most characters are letters, and of those nothing else is asked.
    if (kind !== LETTER) {
      if (kind === OTHER || (kind === MARK && before !== LETTER && before !== MARK)) plain = false
    }
    before = kind
  }
  return { end, plain }
}

/** The kind of the letter, digit or sign before `at`, marks left out. */
function kindBefore(text: string, at: number): number {
  for (let i = at - 1; i >= 0; i--) {
    const kind = kindAt(text, i)
    if (kind !== MARK) return kind
  }
  return BLANK
}

const isBetweenLetters = (text: string, at: number): boolean =>
  kindBefore(text, at) === LETTER && kindAt(text, at + 1) === LETTER
const isBetweenDigits = (text: string, at: number): boolean =>
  kindBefore(text, at) === DIGIT && kindAt(text, at + 1) === DIGIT

/** Letters and digits stick together; a point or an apostrophe joins letters, and with `,` or `;` digits (UAX 29, WB5 to WB13b). */
function plainWords(text: string, start: number, end: number, out: WordSegment[]): void {
  for (let at = start; at < end; ) {
    if (kindAt(text, at) === SIGN) {
      at += 1
      continue
    }
    const begin = at
    let holdsWord = false
    for (; at < end; at++) {
      const kind = kindAt(text, at)
      if (kind === SIGN) {
        if (!joins(text, at)) break
        // one underscore by itself is a sign; the rules take several for a word
      } else if (kind !== UNDERSCORE || (at > begin && kindAt(text, at - 1) === UNDERSCORE)) holdsWord = true
    }
    if (holdsWord) out.push({ segment: text.slice(begin, at), index: begin, isWordLike: true })
  }
}

function joins(text: string, at: number): boolean {
  const sign = text.charCodeAt(at)
  if (sign === APOSTROPHE || sign === POINT) return isBetweenLetters(text, at) || isBetweenDigits(text, at)
  return (sign === COMMA || sign === SEMICOLON) && isBetweenDigits(text, at)
}
