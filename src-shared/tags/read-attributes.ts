/** The inside of one tag, `= "x" new_bucket='true' />`, read as leniently as 01-domain, Tags asks for. */
import type { Cursor } from './cursor'

export interface Attributes {
  values: Map<string, string>
  /** How the tag ended; `null` if it never did and only `safeEnd` can tell where it stops. */
  closed: 'open' | 'self' | null
  /** End of the last complete quoted value: up to here an unclosed tag is certain not to be prose. */
  safeEnd: number | null
}

const MAX_TAG = 600
const MAX_VALUE = 200
const CLOSING_QUOTE: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
])
/** The only attributes that mean something without a value. Any other bare word may be prose after an unclosed tag. */
const FLAGS: ReadonlySet<string> = new Set(['new_bucket', 'new'])

export const NEVER_IN_A_TAG: ReadonlySet<string> = new Set(['<', '`', '\n', '\u2060'])

/**
 * Reads from behind the name `head` to the end of the tag. `bareWords` allows attributes without a value (for unknown
 * tags, which are hidden only if they are closed). Leaves `cursor.short` set if more input is needed to decide.
 */
export function readAttributes(cursor: Cursor, head: string, bareWords: boolean): Attributes {
  const start = cursor.at
  const out: Attributes = { values: new Map(), closed: null, safeEnd: null }
  let name: string | null = head
  while (!cursor.short && cursor.at - start <= MAX_TAG) {
    const behindName: number = cursor.at
    cursor.spaces(name !== head)
    if (name !== null && cursor.take('=')) {
      cursor.spaces(false)
      const from = cursor.at
      const value = readValue(cursor)
      if (!value) {
        // The stream broke off inside the flag of an otherwise complete tag.
        const cutOff = cursor.peek() === '' && FLAGS.has(name) && /^["']?[a-z]{0,5}$/i.test(cursor.text.slice(from))
        if (cutOff && out.safeEnd !== null) out.safeEnd = cursor.at
        return out
      }
      out.values.set(name, value.text)
      if (value.endedTag) {
        out.closed = value.endedTag
        return out
      }
      if (value.quoted) out.safeEnd = cursor.at
      name = null
      continue
    }
    if (name !== null && name !== head) {
      if (!bareWords && !FLAGS.has(name)) return out
      out.values.set(name, 'true')
      cursor.at = behindName
    }
    cursor.spaces(true)
    if (cursor.take('>')) {
      out.closed = 'open'
      return out
    }
    if (cursor.take('/')) {
      const behindSlash = cursor.at
      cursor.spaces(false)
      if (cursor.take('>')) out.closed = 'self'
      else if (out.safeEnd !== null) out.safeEnd = behindSlash
      return out
    }
    name = cursor.name()
    if (name === null) return out
  }
  return out
}

interface Value {
  text: string
  quoted: boolean
  /** Set when the quote was never closed and `>` ended value and tag together. */
  endedTag: 'open' | 'self' | null
}

function readValue(cursor: Cursor): Value | null {
  const close = CLOSING_QUOTE.get(cursor.peek())
  if (close === undefined) {
    const text = cursor.run((c) => /[^\s<>"'`=/\u2060]/u.test(c), MAX_VALUE)
    return text === '' ? null : { text, quoted: false, endedTag: null }
  }
  cursor.at += 1
  const text = cursor.run((c) => c !== close && c !== '>' && !NEVER_IN_A_TAG.has(c), MAX_VALUE)
  if (cursor.take(close)) return { text: text.trim(), quoted: true, endedTag: null }
  if (!cursor.take('>')) return null
  const body = text.trim()
  return body.endsWith('/')
    ? { text: body.slice(0, -1).trim(), quoted: false, endedTag: 'self' }
    : { text: body, quoted: false, endedTag: 'open' }
}
