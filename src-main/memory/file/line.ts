/** One entry on one line: how it is written, and how a person's line is read. */
import { escapeTags } from '@shared/tags/escape'

/** Marks that turn the direction of the text around them: with them a line could seem to stand elsewhere than it does. */
const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/gu
const CHECKBOX = /^\[([ xX])\](?:\s+|$)/u
/** A text of an entry that itself looks like a checkbox. */
const LIKE_CHECKBOX = /^\\*\[[ xX]\]/u
const ESCAPED_CHECKBOX = /^\\+\[[ xX]\]/u
const VALUE = /\s*\(value: [01]\.\d\d\)$/u

/**
 * Any text on one line that can neither be a heading of the file nor speak as a tag: white space and control characters
 * become blanks, halves of surrogate pairs the replacement mark.
 */
export const flat = (text: string): string =>
  escapeTags(
    text
      .toWellFormed()
      .replace(DIRECTIONS, '')
      .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim(),
  )

export interface Written {
  /** Given to tasks. */
  checkbox: boolean
  /** 0 to 1; null: none is written. */
  value: number | null
}

/** @param text of `flat` */
export function writeLine(text: string, { checkbox, value }: Written): string {
  const box = checkbox ? '[ ] ' : ''
  const escaped = LIKE_CHECKBOX.test(text) ? `\\${text}` : text
  return `- ${box}${escaped}${value === null ? '' : ` (value: ${written(value)})`}`
}

/** Cut, not rounded: what is written as 0.80 is not below it. */
const written = (value: number): string => (Math.floor(Math.min(1, Math.max(0, value)) * 100) / 100).toFixed(2)

/** What stands behind a bullet. `checked`: null if there is no checkbox. */
export function readLine(body: string): { text: string; checked: boolean | null } {
  const box = CHECKBOX.exec(body)
  const rest = (box ? body.slice(box[0].length) : body).trim()
  const text = ESCAPED_CHECKBOX.test(rest) ? rest.slice(1) : rest
  return { text, checked: box ? box[1] !== ' ' : null }
}

/** Without `(value: 0.93)` at its end. */
export const withoutValue = (text: string): string => text.replace(VALUE, '')

/** What two texts that read alike have in common: white space and the ways to compose a letter do not count. */
export const sameText = (text: string): string => flat(text).normalize('NFC')
