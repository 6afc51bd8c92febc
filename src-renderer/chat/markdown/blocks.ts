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

/** At the margin, and neither blank nor a list item: those may belong to the list before. What may still become one is taken for one. */
const startsAnew = (line: string): boolean => /^\S/.test(line) && !/^(?:([-*+]|\d{1,9}[.)])(\s|$)|\d{1,9}$)/.test(line)

/** A part that is longer is too much to be parsed anew with every frame. */
const MOST_GROWING = 4_000
const MOST_CODE = 16_000
/** Whatever refers to a definition elsewhere is shown as it is written until such a text is whole. */
const MOST_WITH_DEFINITIONS = 12_000

/**
 * The parts of a text that is being written: none is longer than `MOST_GROWING`, code than `MOST_CODE`, so that what a frame costs does not
 * grow with the text, whatever is written. A list or a paragraph that was cut is drawn whole once the reply has ended; code and
 * a formula that were cut are shown in several pieces until then. Where it is cut depends on nothing behind the cut, so that parts before
 * the last one never change.
 */
export function splitGrowing(text: string): string[] {
  const parts = text.length > MOST_WITH_DEFINITIONS ? splitAtBlanks(text) : splitBlocks(text)
  return parts.flatMap(cutLong)
}

/** Code, or a formula, that is open where a part is cut. */
interface OpenFence {
  /** What began it, and ends it: backticks, tildes or the two dollars of a formula. */
  mark: string
  language: string
  /** How far its lines stand from the margin, in a list for example. */
  indent: number
}

/** What a formula on lines of its own begins and ends with, by `normaliseMath`. */
const FORMULA = '$$'

function cutLong(part: string): string[] {
  const pieces: string[] = []
  let fence: OpenFence | null = null
  for (let from = 0; ; ) {
    const isCode = fence ? fence.mark !== FORMULA : /^ {0,3}(?:`{3}|~{3})/.test(part.slice(from, from + 6))
    const most = isCode ? MOST_CODE : MOST_GROWING
    const isLast = part.length - from <= most
    const to = isLast ? part.length : from + cutWithin(part.slice(from, from + most))
    const piece = readFences(part.slice(from, to), fence, from === 0 || part[from - 1] === '\n')
    pieces.push(piece.text)
    if (isLast) return pieces
    fence = piece.fence
    from = to
  }
}

/**
 * A piece of a part as it is drawn on its own: code or a formula that was open before it begins anew at the margin. What is open
 * behind it needs no end, it ends with the piece.
 * @param open the code or formula it begins in
 * @param atLine whether it begins with a line, not within one
 */
function readFences(piece: string, open: OpenFence | null, atLine: boolean): { text: string; fence: OpenFence | null } {
  let fence = open
  // of the lines that follow, those of the code that begins anew go to the margin with it
  let reopened = open
  let text = open ? `${open.mark}${open.language}\n` : ''
  for (const [at, line] of piece.split(/(?<=\n)/).entries()) {
    text += reopened ? outdented(line, reopened.indent) : line
    if (at === 0 && !atLine) continue
    if (fence === null) fence = openedBy(line)
    else if (closes(line, fence)) {
      fence = null
      reopened = null
    }
  }
  return { text, fence }
}

function openedBy(line: string): OpenFence | null {
  const formula = /^([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)\$\$[ \t]*\n?$/.exec(line)?.[1]
  if (formula !== undefined) return { mark: FORMULA, language: '', indent: formula.length }
  const [, before, mark, info] = /^([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})([^\n]*)/.exec(line) ?? []
  if (before === undefined || mark === undefined || info === undefined) return null
  // three backticks and more that end in the same line are code within it
  if (mark[0] === '`' && info.includes('`')) return null
  return { mark, language: /^[ \t]*(\S{0,40})/.exec(info)?.[1] ?? '', indent: before.length }
}

function closes(line: string, { mark }: OpenFence): boolean {
  if (mark === FORMULA) return /^[ \t]*\$\$[ \t]*\n?$/.test(line)
  const end = /^[ \t]*(`{3,}|~{3,})[ \t]*\n?$/.exec(line)?.[1]
  return end !== undefined && end[0] === mark[0] && end.length >= mark.length
}

/** Without so many of the blanks it begins with, if it has them. */
function outdented(line: string, most: number): string {
  let at = 0
  while (at < most && (line[at] === ' ' || line[at] === '\t')) at += 1
  return line.slice(at)
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

/** What `=` or `-` below it do not make a heading of: an item, a quote, a heading, a rule, or the beginning of code or a formula. */
const NO_TITLE =
  /^(?:(?:[-*+]|\d{1,9}[.)])(?:[ \t]|\n)|>|#{1,6}(?:[ \t]|\n)|`{3}|~{3}|\$\$|([-*_])(?:[ \t]*\1){2,}[ \t]*\n)/
const HEADING = /^(?:[ \t]*\n)* {0,3}(?:#{1,4}(?:[ \t]|\n|$)|(\S[^\n]*\n) {0,3}(?:=+|-+)[ \t]*(?:\n|$))/

/** Whether a part begins with a heading of the first four levels, marked by `#` before it or a line below it. Linear in its length. */
export function beginsWithHeading(part: string): boolean {
  const found = HEADING.exec(part)
  return found !== null && !NO_TITLE.test(found[1] ?? '')
}
