/** How a title is shortened where there is no room for it: so that it can still be told from another that begins alike. */

/** What the narrowest row shows of a title, in letters of the Latin kind; a Chinese or Japanese one is twice as wide. */
const SHOWN = 10

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

interface Titled {
  id: string
  title: string
}

/**
 * Where to divide titles that begin like another's: of each the length of its beginning, in UTF-16 units. What follows is what
 * tells it apart, and is shown before the beginning is. Titles that differ within what any row shows are left out, and so are
 * those that are another's beginning: nothing of theirs is different.
 */
export function sharedBeginnings(titles: readonly Titled[]): Map<string, number> {
  const sorted = titles
    .map(({ id, title }) => ({ id, title, key: keyOf(title) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
  const shared = new Map<string, number>()
  sorted.forEach(({ id, title, key }, at) => {
    const most = Math.max(alike(key, sorted[at - 1]?.key), alike(key, sorted[at + 1]?.key))
    if (most >= title.length || widthOf(title.slice(0, most)) < SHOWN) return
    const beginning = wholeWords(title, most)
    if (beginning > 0) shared.set(id, beginning)
  })
  return shared
}

/** Case aside, unless that makes it longer: places in it are places in the title. */
function keyOf(title: string): string {
  const key = title.toLowerCase()
  return key.length === title.length ? key : title
}

function alike(a: string, b = ''): number {
  const most = Math.min(a.length, b.length)
  let at = 0
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++
  return at
}

const widthOf = (text: string): number => text.length + (text.match(WIDE)?.length ?? 0)

/** The words that are alike as a whole: the word, or the letter of many parts, in which two titles part belongs to what differs. */
function wholeWords(title: string, most: number): number {
  if (/^\s/u.test(title.slice(most))) return most + 1
  const space = title.slice(0, most).search(/\s\S*$/u)
  if (space >= 0) return space + 1
  return graphemes.segment(title).containing(most)?.index ?? most
}
