/**
 * Cuts Markdown into parts that can be rendered on their own, so that a growing reply parses only its last part anew.
 * A cut is made at a blank line outside of fences, before a line that starts something new at the margin: a list that
 * goes on, an indented line or a table stays whole. Text with link definitions or footnotes is one part, because any
 * other part may refer to them. The parts joined are the text.
 */
export function splitBlocks(text: string): string[] {
  return /^ {0,3}\[[^\]]+\]:/m.test(text) ? [text] : splitAtBlanks(text)
}

function splitAtBlanks(text: string): string[] {
  const parts: string[] = []
  let part = ''
  let fence: string | null = null
  let afterBlank = false
  for (const line of text.split(/(?<=\n)/)) {
    if (afterBlank && fence === null && startsAnew(line) && part.trim() !== '') {
      parts.push(part)
      part = ''
    }
    part += line
    const mark = /^ {0,3}(`{3,}|~{3,}|\$\$)/.exec(line)?.[1]
    if (mark && fence === null) fence = mark === '$$' && /\$\$.*\$\$/.test(line) ? null : mark
    else if (mark && fence !== null && mark[0] === fence[0] && mark.length >= fence.length) fence = null
    afterBlank = line.trim() === ''
  }
  if (part !== '') parts.push(part)
  return parts
}

/** At the margin, and neither blank nor a list item: those may belong to the list before. */
const startsAnew = (line: string): boolean => /^\S/.test(line) && !/^([-*+]|\d{1,9}[.)])(\s|$)/.test(line)

/** A part that is longer is too much to be parsed anew with every frame. */
const MOST_GROWING = 4_000
const MOST_CODE = 16_000
/** Whatever refers to a definition elsewhere is shown as it is written until such a text is whole. */
const MOST_WITH_DEFINITIONS = 12_000

/**
 * The parts of a text that is being written: none is longer than `MOST_GROWING`, code than `MOST_CODE`, so that what a frame costs does not
 * grow with the text, whatever is written. A list or a paragraph that was cut is drawn whole once the reply has ended. Where it is
 * cut depends on nothing behind the cut, so that parts before the last one never change.
 */
export function splitGrowing(text: string): string[] {
  const parts = text.length > MOST_WITH_DEFINITIONS ? splitAtBlanks(text) : splitBlocks(text)
  return parts.flatMap((part) => {
    const fence = /^ {0,3}(`{3,}|~{3,}|\$\$).*\n?/.exec(part)
    if (!fence) return cutLong(part, MOST_GROWING)
    return fence[1] === '$$' ? [part] : cutFence(part, fence[0], fence[1] ?? '')
  })
}

/** Code that goes on for hundreds of lines is shown in several boxes until it is whole. */
function cutFence(part: string, opening: string, mark: string): string[] {
  if (part.length <= MOST_CODE) return [part]
  const pieces = cutLong(part.slice(opening.length), MOST_CODE)
  const last = pieces.pop() ?? ''
  return [...pieces.map((piece) => `${opening}${piece.replace(/\n$/, '')}\n${mark}\n`), opening + last]
}

function cutLong(part: string, most: number): string[] {
  const pieces: string[] = []
  let from = 0
  while (part.length - from > most) {
    const to = from + cutWithin(part.slice(from, from + most))
    pieces.push(part.slice(from, to))
    from = to
  }
  pieces.push(part.slice(from))
  return pieces
}

/** Behind a line, else a word, of the latter half; else at the end, and within no pair of surrogates. */
function cutWithin(piece: string): number {
  const half = piece.length / 2
  for (const mark of ['\n', ' ']) {
    const at = piece.lastIndexOf(mark)
    if (at >= half) return at + 1
  }
  return /[\uD800-\uDBFF]$/.test(piece) ? piece.length - 1 : piece.length
}
