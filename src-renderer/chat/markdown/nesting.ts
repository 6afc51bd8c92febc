/**
 * The parser walks a tree by recursion, and some thousand quotes in quotes exceed the stack. No person nests so deep: a part
 * that does is shown as the text it is (05-trust, Markdown).
 */
const MAX_CONTAINERS = 30
/** A list inside a list is indented by two at least. */
const MAX_LIST_INDENT = MAX_CONTAINERS * 4
const MAX_BRACKETS = 60
/** Marks of emphasis in a row: each pair of them is a level. */
const MAX_MARKS = 60

const PREFIX = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/
const MARKER = />|[-*+]|\d{1,9}[.)]/g

/** Whether Markdown would nest this text deeper than it is worth, by a look at its characters alone. */
export function isNestedTooDeep(text: string): boolean {
  for (const line of text.split('\n')) {
    const prefix = PREFIX.exec(line)?.[0]
    if (prefix && (prefix.match(MARKER)?.length ?? 0) > MAX_CONTAINERS) return true
    if (prefix && /^[ \t]*/.exec(line)?.[0].length && indentOf(line) > MAX_LIST_INDENT) return true
  }
  return deepest(text) > MAX_BRACKETS || marksOf(text) > MAX_MARKS
}

const indentOf = (line: string): number => {
  let columns = 0
  for (const c of line) {
    if (c === ' ') columns += 1
    else if (c === '\t') columns += 4
    else break
  }
  return columns
}

/** The most brackets that are open at once, in one paragraph. */
function deepest(text: string): number {
  let open = 0
  let most = 0
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (c === '[') most = Math.max(most, ++open)
    else if (c === ']') open = Math.max(0, open - 1)
    else if (c === '\n' && text[i + 1] === '\n') open = 0
  }
  return most
}

/** The most marks of emphasis before the first letter that is not one, and the most that open without closing. */
function marksOf(text: string): number {
  let most = 0
  for (const run of text.match(/(?:[*_~]{1,3}(?=\S)[^\s*_~]{0,3}[ ]?){20,}|[*_~]{20,}/g) ?? [])
    most = Math.max(most, run.match(/[*_~]/g)?.length ?? 0)
  // a line of stars or underscores alone is a rule
  return /^[ \t]*([*_~-])(?:[ \t]*\1)*[ \t]*$/m.test(text) && most === longestRule(text) ? 0 : most
}

const longestRule = (text: string): number =>
  Math.max(0, ...text.split('\n').map((line) => (/^[ \t]*([*_~])\1*[ \t]*$/.test(line) ? line.trim().length : 0)))
