/** Marks a passage of a message that was jumped to, and brings it into view; without changing what React rendered. */

const NAME = 'found-passage'
/** So many letters of its beginning and its end find a passage: Markdown leaves out the signs between them. */
const RECOGNISED = 48

interface Letters {
  text: string
  /** Where each letter stands. */
  at: { node: Text; offset: number }[]
}

const LETTER = /[\p{L}\p{N}]/u
const lettersOf = (text: string): string => Array.from(text.toLowerCase(), (c) => (LETTER.test(c) ? c : '')).join('')

/**
 * The range of `passage` (as it was written) inside of what is shown of it; null where it is not shown.
 * @param before what is written before it: the same words may stand there, too
 */
export function rangeOf(root: Element, passage: string, before = ''): Range | null {
  const shown = shownLetters(root)
  const wanted = lettersOf(passage)
  if (wanted === '') return null
  const first = placeOf(shown.text, wanted.slice(0, RECOGNISED), lettersOf(before))
  if (first < 0) return null
  const ending = wanted.slice(-RECOGNISED)
  const last = shown.text.indexOf(ending, first)
  const from = shown.at[first]
  const to = shown.at[(last < 0 ? Math.min(shown.text.length, first + wanted.length) : last + ending.length) - 1]
  if (!from || !to) return null
  const range = document.createRange()
  range.setStart(from.node, from.offset)
  range.setEnd(to.node, to.offset + 1)
  return range
}

/** Where it stands after as many others like it as stand before it; where there are fewer, at the last of them. */
function placeOf(shown: string, wanted: string, before: string): number {
  let at = shown.indexOf(wanted)
  for (let seen = before.indexOf(wanted); seen >= 0 && at >= 0; seen = before.indexOf(wanted, seen + wanted.length)) {
    const next = shown.indexOf(wanted, at + wanted.length)
    if (next < 0) break
    at = next
  }
  return at
}

function shownLetters(root: Element): Letters {
  const letters: Letters = { text: '', at: [] }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue
    let offset = 0
    for (const character of node.data) {
      const folded = character.toLowerCase()
      if (LETTER.test(character)) {
        letters.text += folded
        for (let i = 0; i < folded.length; i++) letters.at.push({ node, offset })
      }
      offset += character.length
    }
  }
  return letters
}

/** Marks it until another one is marked; answers whether it was there to be marked. */
export function markPassage(root: Element, passage: string, before = ''): boolean {
  if (!('highlights' in CSS)) return false
  CSS.highlights.delete(NAME)
  const range = rangeOf(root, passage, before)
  if (!range) return false
  CSS.highlights.set(NAME, new Highlight(range))
  bringIntoView(range)
  return true
}

/** Where the eye looks for what it was led to: a third down. */
const EYE = 1 / 3

/**
 * Scrolls the words themselves there. Their element will not do: a long message is one, and its middle may be screens away. Where
 * more is marked than fits below, its beginning counts.
 */
function bringIntoView(range: Range): void {
  const scroller = scrollerOf(range.startContainer)
  if (!scroller) return
  const { top, height } = scroller.getBoundingClientRect()
  scroller.scrollTop += range.getBoundingClientRect().top - (top + height * EYE)
}

function scrollerOf(node: Node): Element | null {
  for (let element = node.parentElement; element; element = element.parentElement)
    if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY))
      return element
  return null
}

export const unmarkPassage = (): void => {
  if ('highlights' in CSS) CSS.highlights.delete(NAME)
}
