/** Decides what stands at a `<`: a tag, prose, or not enough characters yet to say. Knows nothing of code blocks. */
import { parseBucketCommand } from '../commands'
import { shortId } from '../ids'
import { Cursor } from './cursor'
import { type Attributes, NEVER_IN_A_TAG, readAttributes } from './read-attributes'
import type { Tag } from './tag'

export type Reading =
  | { kind: 'wait' }
  /** No tag. `cut`: where another `<` ended what until there could have become one, else null. */
  | { kind: 'text'; cut: number | null }
  /**
   * A tag up to `end` (exclusive). `analysis` says that a hidden block begins or ends here. `opened`: where the opening tag ends, if
   * contents follow that nothing closes.
   */
  | { kind: 'tag'; end: number; tag: Tag | null; analysis: 'begins' | 'ends' | null; opened?: number }

/** Tags with contents between an opening and a closing tag. */
const PAIRED: ReadonlySet<string> = new Set(['bucket', 'bucket_id', 'bucket_assignment', 'display_title'])
const KNOWN: ReadonlySet<string> = new Set([...PAIRED, 'analysis', 'topic_boundary_marker', 'new_bucket', 'message_id'])
const MAX_BLANKS = 8
const MAX_CONTENTS = 300
/** A title nobody closed is believed only if it is as short as titles are: longer text is prose. */
const MAX_UNCLOSED_TITLE_WORDS = 12

/**
 * Reads at `text[at] === '<'`. The answer depends on the characters from `at` on only, never on how they were cut into
 * chunks: as long as more input could change it, it is `wait` (not in `final` text). Looks at 1,200 characters at most.
 */
export function readTag(text: string, at: number, final: boolean): Reading {
  const cursor = new Cursor(text, at, final)
  const head = readHead(cursor)
  if (cursor.short) return { kind: 'wait' }
  if (!head) return asText(cursor)
  const attributes = readAttributes(cursor, head.name, !KNOWN.has(head.name))
  if (cursor.short) return { kind: 'wait' }
  if (attributes.closed === null) return unclosed(head, attributes) ?? asText(cursor)
  if (head.closing) {
    return { kind: 'tag', end: cursor.at, tag: null, analysis: head.name === 'analysis' ? 'ends' : null }
  }
  if (head.name === 'analysis') {
    const empty = attributes.closed === 'self'
    const tag: Tag | null = empty ? { kind: 'analysis', text: '' } : null
    return { kind: 'tag', end: cursor.at, tag, analysis: empty ? null : 'begins' }
  }
  const tag = fromAttributes(head.name, attributes)
  if (tag) return { kind: 'tag', end: cursor.at, tag, analysis: null }
  if (PAIRED.has(head.name) && attributes.closed === 'open' && attributes.values.size === 0) {
    return readContents(cursor, head.name)
  }
  return { kind: 'tag', end: cursor.at, tag: { kind: 'unknown', name: head.name }, analysis: null }
}

interface Head {
  name: string
  closing: boolean
}

/** `<mira:name`, `</mira:name`, in any case and with blanks in between. */
function readHead(cursor: Cursor): Head | null {
  const blanks = () => cursor.run((c) => c === ' ' || c === '\t', MAX_BLANKS)
  cursor.take('<')
  blanks()
  let closing = cursor.take('/')
  if (closing) blanks()
  for (const c of 'mira') {
    if (cursor.peek().toLowerCase() !== c) return null
    cursor.at += 1
  }
  blanks()
  if (!cursor.take(':')) return null
  blanks()
  if (!closing && cursor.take('/')) closing = true
  const name = cursor.name()
  return name === null ? null : { name, closing }
}

function asText(cursor: Cursor): Reading {
  return { kind: 'text', cut: cursor.text[cursor.at] === '<' ? cursor.at : null }
}

/** A tag without its `>` still counts where a complete quoted value shows that it is one. */
function unclosed(head: Head, attributes: Attributes): Reading | null {
  if (head.closing || attributes.safeEnd === null) return null
  const tag = fromAttributes(head.name, attributes)
  return tag && { kind: 'tag', end: attributes.safeEnd, tag, analysis: null }
}

function fromAttributes(head: string, { values }: Attributes): Tag | null {
  const id = values.get('bucket_id') ?? (head === 'bucket' || head === 'bucket_id' ? values.get('id') : undefined)
  if (id) {
    const flag = values.get('new_bucket') ?? values.get('new') ?? 'false'
    return { kind: 'bucket', id, isNew: ['true', 'yes', '1'].includes(flag.toLowerCase()) }
  }
  if (head !== 'topic_boundary_marker' && head !== 'message_id') return null
  const marked = shortId.safeParse(values.get('message_id') ?? values.get('id') ?? values.get(head))
  return marked.success ? { kind: 'boundary', shortId: marked.data } : null
}

/**
 * One line of contents, with white space around it, up to the closing tag. Without a closing tag the line must speak for
 * itself (a command that parses, ids, a short title), otherwise all of it is prose.
 */
function readContents(cursor: Cursor, name: string): Reading {
  const begin = cursor.at
  skipWhite(cursor)
  const from = cursor.at
  let to = from
  let stop: 'closing' | 'tag' | 'line' | null = null
  while (!stop && cursor.at - from <= MAX_CONTENTS) {
    const c = cursor.peek()
    if (cursor.short) return { kind: 'wait' }
    if (c === '<') {
      to = cursor.at
      const next = atTag(cursor, name)
      if (next === 'short') return { kind: 'wait' }
      if (next) stop = next
      else cursor.at += 1
    } else if (c === '' || c === '\n') {
      to = cursor.at
      skipWhite(cursor)
      const ending = cursor.peek() === '<' ? atTag(cursor, name) : 'line'
      if (cursor.short || ending === 'short') return { kind: 'wait' }
      stop = ending === 'closing' ? 'closing' : 'line'
    } else if (NEVER_IN_A_TAG.has(c) && !(c === '`' && name === 'display_title')) break
    else cursor.at += 1
  }
  const line = cursor.text.slice(from, to).trim()
  if (!stop) return { kind: 'text', cut: null }
  if (line === '') {
    const end = stop === 'closing' ? cursor.at : begin
    return { kind: 'tag', end, tag: { kind: 'unknown', name }, analysis: null }
  }
  const tag = fromContents(name, line, stop === 'closing')
  if (!tag) return { kind: 'text', cut: stop === 'tag' ? to : null }
  return stop === 'closing'
    ? { kind: 'tag', end: cursor.at, tag, analysis: null }
    : { kind: 'tag', end: to, tag, analysis: null, opened: begin }
}

function skipWhite(cursor: Cursor): void {
  cursor.run((c) => /\s/.test(c), MAX_CONTENTS)
}

/** What begins at this `<`: our closing tag (then the cursor moves behind it), some other tag, or nothing of ours. */
function atTag(cursor: Cursor, name: string): 'closing' | 'tag' | 'short' | null {
  const ahead = new Cursor(cursor.text, cursor.at, cursor.final)
  const head = readHead(ahead)
  if (ahead.short) return 'short'
  if (!head) return null
  if (!head.closing || head.name !== name) return 'tag'
  ahead.spaces(false)
  if (!ahead.take('>')) return ahead.short ? 'short' : 'tag'
  cursor.at = ahead.at
  return 'closing'
}

function fromContents(name: string, line: string, closed: boolean): Tag | null {
  if (name === 'bucket') {
    const parsed = parseBucketCommand(line)
    return closed || parsed.ok ? { kind: 'command', line, parsed } : null
  }
  if (name === 'bucket_id') return closed ? { kind: 'bucket', id: line.slice(0, 200), isNew: false } : null
  if (name === 'bucket_assignment') {
    const ids = line.split(/[,;、，]/u).map(unquoted)
    if (!closed && !ids.every((id) => /^[\p{L}\p{M}\p{N}_-]+$/u.test(id))) return null
    const given = ids.filter((id) => id !== '')
    return given.length > 0 ? { kind: 'assignment', ids: given } : { kind: 'unknown', name }
  }
  if (!closed && line.split(/\s+/).length > MAX_UNCLOSED_TITLE_WORDS) return null
  const text = unquoted(line)
  return text === '' ? { kind: 'unknown', name } : { kind: 'title', text }
}

function unquoted(text: string): string {
  const bare = text.trim()
  return /^(["'“‘]).*(["'”’])$/u.test(bare) && bare.length > 1 ? bare.slice(1, -1).trim() : bare
}
