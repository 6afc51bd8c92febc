/** ChatGPT marks its sources in the text by signs that only its own window can show. */
import { type Fields, fieldsOf, listOf, wordsOf } from './fields'

/** U+E200 opens a mark, U+E202 parts its fields, U+E201 closes it. */
const PRIVATE_MARK = /[ \t]*\ue200[^\ue200\ue201]*\ue201/g
const PRIVATE_SIGN = /[\ue200-\ue20f]/g
/** `【1†source】`, with or without a third field. */
const BRACKETED = /[ \t]*【[^【】\n]{0,300}†[^【】\n]{0,300}】/g

/** The text with its marks turned into links where the message tells where they lead, and removed where it does not. */
export function withoutMarks(text: string, metadata: Fields): string {
  if (!/[\ue200-\ue20f【]/.test(text)) return text
  const linked = withReferences(withCitations(text, metadata), metadata)
  return linked
    .replace(PRIVATE_MARK, '')
    .replace(PRIVATE_SIGN, '')
    .replace(BRACKETED, '')
    .replace(/[ \t]+$/gm, '')
}

/** In a person's words only the signs that nobody can type go. */
export const withoutPrivateSigns = (text: string): string =>
  text.replace(PRIVATE_MARK, '').replace(PRIVATE_SIGN, '').trimEnd()

/** `content_references`: the mark as it stands in the text, and what the window showed in its place. */
function withReferences(text: string, metadata: Fields): string {
  let out = text
  for (const value of listOf(metadata.content_references)) {
    const reference = fieldsOf(value)
    const mark = wordsOf(reference?.matched_text)
    // A single blank is “matched” by lists of sources that stand below the text.
    if (!reference || mark === null || !/[\ue200【]/.test(mark)) continue
    out = out.replaceAll(mark, shownFor(reference))
  }
  return out
}

function shownFor(reference: Fields): string {
  const alt = wordsOf(reference.alt)
  if (alt !== null) return alt
  const item = fieldsOf(listOf(reference.items)[0]) ?? reference
  return linkTo(wordsOf(item.title) ?? wordsOf(item.name), wordsOf(item.url)) ?? ''
}

/** `citations`: places in the text, counted in characters as Python counts them. */
function withCitations(text: string, metadata: Fields): string {
  const found = listOf(metadata.citations).flatMap((value) => {
    const citation = fieldsOf(value)
    const { start_ix: start, end_ix: end } = citation ?? {}
    const source = fieldsOf(citation?.metadata)
    const link = source && linkTo(wordsOf(source.title) ?? wordsOf(source.name), wordsOf(source.url))
    return typeof start === 'number' && typeof end === 'number' && link ? [{ start, end, link }] : []
  })
  if (found.length === 0) return text
  const signs = [...text]
  for (const { start, end, link } of found.sort((a, b) => b.start - a.start))
    if (/^【[^【】]*】$/.test(signs.slice(start, end).join(''))) signs.splice(start, end - start, ` ${link}`)
  return signs.join('')
}

function linkTo(title: string | null, url: string | null): string | null {
  if (url !== null && /^https?:\/\//i.test(url)) return `([${(title ?? url).replace(/[[\]]/g, '')}](${url}))`
  return title === null ? null : `(${title})`
}
