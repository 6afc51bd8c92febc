/** What a person means by “the text” of a message: without code, links, markup and annotations. */

const FENCED = /^[ \t]{0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n[ \t]{0,3}\1[`~]*[ \t]*(?=\n|$)|(?![\s\S]))/gm
const LINK = /!?\[([^\]\n]{0,200})\]\([^)\s]{0,2000}(?:\s[^)]{0,200})?\)/g
const URL = /\b(?:https?:\/\/|www\.)[^\s<>"')\]]+/gi
const ADDRESS = /[^\s@]{1,64}@[^\s@]{1,254}[^\s@.,;:!?)]/g
/** `[image]`, `[shares a picture: …]`, `[1]`: notes about the message, not part of it. */
const ANNOTATION = /\[[^\][\n]{0,400}\]/g
/** One that was cut off with its text. */
const TORN_ANNOTATION = /\[[\p{L}][^\][\n]{0,400}$/u
const HTML = /<\/?[a-z][^<>\n]{0,200}>/gi
const LINE_MARKS = /^[ \t]*(?:[-*+•]|#{1,6}|>|\d{1,3}[.)]|\|)[ \t]+/gm
const EMPHASIS = /(?<![\p{L}\p{N}])([*_]{1,3}|~~)(?=\S)|(?<=\S)([*_]{1,3}|~~)(?![\p{L}\p{N}])/gu

/** Long turns are read from both ends: their middle seldom changes what they are about. */
const MAX_HEAD = 6_000
const MAX_TAIL = 2_000

/** `text` without code blocks, links, addresses, markup and annotations in square brackets; at most 8,000 characters. */
export const proseOf = (text: string): string => withoutMarkup(bounded(text))

/** Beginning and end of a long text: 8,000 characters together. */
export function bounded(text: string): string {
  return text.length > MAX_HEAD + MAX_TAIL ? `${text.slice(0, MAX_HEAD)}\n${text.slice(-MAX_TAIL)}` : text
}

/** `<b>`, `<br>`: marks around words of a sentence. Others (`<button>`) are words of it. */
const FORMATTING = /<\/?(?:b|i|u|em|strong|br|p|span|sub|sup|small|mark|kbd|center|font)\b[^<>\n]{0,200}>/gi
/** A note in square brackets that is about the message: it names what it shows, counts, or stands alone in its line. */
const NOTE =
  /\[(?:\d{1,3}|[^\][\n]{1,60}:[^\][\n]{0,400}|image|photo|picture|audio|video|file|attachment)\]|^[ \t]*\[[^\][\n]{0,400}\][ \t]*$/gimu
/** Stands where a sentence lost a word of it. */
export const LOST = '\ufffc'

/**
 * The words without markup and annotations. `quote`: as sentences to quote; links, addresses and words in brackets stay whole, and what
 * had to be taken out of the middle of a sentence leaves `LOST` behind.
 */
export function withoutMarkup(text: string, { quote = false }: { quote?: boolean } = {}): string {
  const linked = text.replace(/\r\n?/g, '\n').replace(FENCED, '\n').replace(LINK, '$1')
  const words = quote
    ? linked.replace(NOTE, ' ').replace(FORMATTING, ' ').replace(HTML, LOST)
    : linked.replace(URL, ' ').replace(ADDRESS, ' ').replace(ANNOTATION, ' ').replace(HTML, ' ')
  return words.replace(TORN_ANNOTATION, ' ').replace(LINE_MARKS, '').replace(EMPHASIS, '').replaceAll('`', '')
}

const DEFINED =
  /\b(?:def|class|function|func|fn|interface|struct|enum|module|const|let|var|table|from|package)\s+["'`]?([A-Za-z_][\w.]{2,60})/i
const IDENTIFIER = /[A-Za-z_]\w{3,60}/

/** A name for a text that holds code or a link but no prose: what it defines, or the host; null if there is neither. */
export function codeName(full: string): string | null {
  const text = full.slice(0, MAX_HEAD)
  const url = /\bhttps?:\/\/(?:www\.)?([^\s/<>"')\]:]+)/i.exec(text)
  const code = text.replace(/^[ \t]*(?:`{3,}|~{3,}).*$/gm, '')
  const name = url?.[1] ?? DEFINED.exec(code)?.[1] ?? IDENTIFIER.exec(code)?.[0]
  if (!name || url) return name ?? null
  const spaced = name
    .replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ')
    .replace(/[_.\s]+/g, ' ')
    .trim()
  return /\p{Lu}{2}/u.test(spaced) ? spaced : spaced.toLowerCase()
}
