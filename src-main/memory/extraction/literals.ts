/**
 * What must stay word for word while sentences are cut and matched: links, addresses and inline code are put
 * behind a mark and brought back at the end. Pure.
 */

/** What a mark stands for: kept as it is, somebody's words in quotation marks, a block of code, or a note about the message. */
export type LiteralKind = 'literal' | 'quote' | 'code' | 'note'

export interface Masked {
  text: string
  /** Puts everything back that stands behind marks. */
  restore(text: string): string
}

const SIGN: Readonly<Record<LiteralKind, string>> = {
  literal: '\uE000',
  quote: '\uE001',
  code: '\uE002',
  note: '\uE003',
}
const END = '\uE00F'
const MARK = /[\uE000-\uE003](\d+)\uE00F/gu
const PRIVATE = /[\uE000-\uE00F]/gu

const FENCED = /^[ \t]{0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n[ \t]{0,3}\1[`~]*[ \t]*(?=\n|$)|(?![\s\S]))/gmu
/** “…”, "…", «…», „…“, 「…」: of more than a word or two. Apostrophes are none. */
const QUOTATION =
  /“[^”\n]{3,2000}”|„[^“”\n]{3,2000}[“”]|"[^"\n]{3,2000}"|«[^»\n]{3,2000}»|»[^«\n]{3,2000}«|「[^」\n]{2,2000}」|『[^』\n]{2,2000}』|(?<![\p{L}\d])['‘](?=[\p{L}])[^'’\n]{8,2000}['’](?![\p{L}\d])/gu
const LITERAL =
  /\[[^\]\n]{1,200}\]\([^)\s]{1,2000}\)|\b(?:[a-z][a-z0-9+.-]{1,12}:\/\/|www\.)[^\s<>"”»」]*[^\s<>"”»」.,;:!?)\]，。！？、]|[\p{sc=Latn}\d._%+-]{1,64}@[\p{sc=Latn}\d-]{1,63}(?:\.[\p{sc=Latn}\d-]{1,63}){1,6}|`[^`\n]{1,500}`/giu
/** `[image]`, `[shares a picture: …]`, `[1]`, a tag of HTML: about the message, not part of what it says. */
const NOTE = /\[[^\][\n\uE000-\uE00F]{0,400}\]|<\/?[a-z][^<>\n]{0,200}>/giu

/** `text` with a mark for everything of these kinds. Marks hold a digit, so that a pattern that wants one finds it. */
export function maskLiterals(text: string): Masked {
  const kept: string[] = []
  const mask = (kind: LiteralKind) => (found: string) => `${SIGN[kind]}${kept.push(found) - 1}${END}`
  const masked = text
    .replace(PRIVATE, '')
    .replace(FENCED, mask('code'))
    .replace(LITERAL, mask('literal'))
    .replace(QUOTATION, mask('quote'))
    .replace(NOTE, mask('note'))
  const restore = (part: string): string => {
    const whole = part.replace(MARK, (_, at: string) => kept[Number(at)] ?? '')
    // a quotation may hold a link
    return MARK.test(whole) ? restore(whole) : whole
  }
  return { text: masked, restore }
}

export const hasMark = (text: string, kind: LiteralKind): boolean => text.includes(SIGN[kind])
export const withoutMarks = (text: string, kind: LiteralKind, instead = ' '): string =>
  text.replace(new RegExp(`${SIGN[kind]}\\d+${END}`, 'gu'), instead)
