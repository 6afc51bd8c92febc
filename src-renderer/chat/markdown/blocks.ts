/**
 * Cuts Markdown into parts that can be rendered on their own, so that a growing reply parses only its last part anew.
 * A cut is made at a blank line outside of fences, before a line that starts something new at the margin: a list that
 * goes on, an indented line or a table stays whole. Text with link definitions or footnotes is one part, because any
 * other part may refer to them. The parts joined are the text.
 */
export function splitBlocks(text: string): string[] {
  if (/^ {0,3}\[[^\]]+\]:/m.test(text)) return [text]
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
