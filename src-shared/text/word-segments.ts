/**
 * Words of a text by `Intl.Segmenter`, in any script. The segmenter costs half a microsecond for each character, so runs
 * between blanks that hold nothing but letters of alphabets, digits and the signs of common prose are read by a pattern
 * that says the same (property test): no word ever reaches over a blank.
 */
export interface WordSegment {
  segment: string
  /** Place in the text, in UTF-16 units. */
  index: number
  /** A word or number; false for signs, emoji and the like. */
  isWordLike: boolean
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Letters that Unicode's word rules treat alike (ALetter): Latin, Greek and Cyrillic without combining marks. */
const LETTERS =
  'A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f\\u0391-\\u03a1\\u03a3-\\u03c9\\u03cc\\u0400-\\u0481\\u048a-\\u052f'
/** Signs between which the rules know no exception but those of the pattern below. */
const SIGNS = '!"#$%&()*+\\-\\/<=>?@\\[\\\\\\]^`{|}~'
/** A run that the pattern may read: letters, digits, signs, and `'`, `.`, `,`, `;`, `_` where it knows what they do. */
const PLAIN = new RegExp(`^[${LETTERS}0-9_'.,;:${SIGNS}]*$`)
/** Letters and digits stick together; a point or an apostrophe joins letters, and with `,` or `;` digits (UAX 29, WB5 to WB13b). */
const WORD = new RegExp(
  `[${LETTERS}0-9_]+(?:(?:(?<=[${LETTERS}])['.](?=[${LETTERS}])|(?<=[0-9])['.,;](?=[0-9]))[${LETTERS}0-9_]+)*`,
  'g',
)
/** One underscore by itself is a sign; the rules take several for a word. */
const HOLDS_WORD = new RegExp(`[${LETTERS}0-9]|__`)
const RUN = /[^ \t\r\n]+/g
/** Between letters a colon joins or parts, as the version of the tables has it. */
const COLON = new RegExp(`[${LETTERS}]:[${LETTERS}]`)

/** Every word of `text`, and every other segment that is no blank and not plain punctuation, in order. */
export function* wordSegments(text: string): Generator<WordSegment> {
  for (const run of text.matchAll(RUN)) {
    const [piece] = run
    if (PLAIN.test(piece) && !COLON.test(piece)) {
      for (const word of piece.matchAll(WORD))
        if (HOLDS_WORD.test(word[0])) yield { segment: word[0], index: run.index + word.index, isWordLike: true }
      continue
    }
    for (const { segment, index, isWordLike } of segmenter.segment(piece))
      yield { segment, index: run.index + index, isWordLike: isWordLike === true }
  }
}
