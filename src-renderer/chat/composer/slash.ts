/** Slash commands in the composer: what a typed line means, and how it could go on. Pure. */
import { type BucketCommandKind, commandUsage, parseBucketCommand } from '@shared/commands'
import type { BucketView } from '@shared/domain'
import { matches, sectionOf } from '../../buckets/sections'

/** Commands that are no bucket commands: they close the segment under way, or let the janitor run. */
const OWN_COMMANDS = ['close', 'tidy'] as const
type OwnCommand = (typeof OWN_COMMANDS)[number]

export type TypedLine =
  | { kind: 'message' }
  | { kind: 'own'; command: OwnCommand }
  | { kind: 'bucket'; line: string }
  /** `known` if the command exists and only its arguments are missing or wrong. */
  | { kind: 'broken'; message: string; known: boolean }

const isOwn = (name: string): name is OwnCommand => (OWN_COMMANDS as readonly string[]).includes(name)

/**
 * What sending this text would do. A command is one line that begins with a slash and a single plain word; a path such
 * as `/etc/hosts`, or anything after a space, is a message.
 */
export function readLine(text: string): TypedLine {
  const line = text.trimEnd()
  const name = /^\/([a-z_]+)(\s|$)/i.exec(line)?.[1]?.toLowerCase()
  if (!name || line.includes('\n')) return { kind: 'message' }
  if (isOwn(name)) return { kind: 'own', command: name }
  const parsed = parseBucketCommand(line)
  if (parsed.ok) return { kind: 'bucket', line }
  return { kind: 'broken', message: parsed.message, known: [...commandUsage.keys()].some((kind) => kind === name) }
}

export interface Completion {
  /** The stretch of the text that an item replaces. */
  from: number
  to: number
  items: CompletionItem[]
}

export type CompletionItem =
  | { kind: 'command'; insert: string; name: BucketCommandKind | OwnCommand; usage: string }
  | { kind: 'bucket'; insert: string; bucket: BucketView }

/** How many arguments of a command are buckets; what follows them is free text. */
const BUCKET_ARGUMENTS: Record<BucketCommandKind, number> = {
  mv: 2,
  merge: 3,
  split: 3,
  pin: 1,
  unpin: 1,
  archive: 1,
  unarchive: 1,
  show: 1,
  rename: 1,
}

const MOST_ITEMS = 8

/** The completions at the caret, or null where there is nothing to complete. */
export function complete(text: string, caret: number, buckets: Iterable<BucketView>): Completion | null {
  const head = text.slice(0, caret)
  if (!head.startsWith('/') || text.includes('\n')) return null
  const name = /^\/(\S*)$/.exec(head)?.[1]
  if (name !== undefined) {
    const items = commandsFor(name.toLowerCase())
    return items.length > 0 ? { from: 0, to: caret, items } : null
  }
  const [, kind = ''] = /^\/(\S+)/.exec(head) ?? []
  const wanted = BUCKET_ARGUMENTS[kind.toLowerCase() as BucketCommandKind]
  const argument = argumentAt(head)
  if (wanted === undefined || !argument || argument.index >= wanted) return null
  const items = bucketsFor(argument.text, buckets)
  return items.length > 0 ? { from: argument.from, to: caret, items } : null
}

function commandsFor(prefix: string): CompletionItem[] {
  const bucket = [...commandUsage].map(
    ([name, usage]): CompletionItem => ({ kind: 'command', name, usage: `/${usage}`, insert: `/${name} ` }),
  )
  const own = OWN_COMMANDS.map(
    (name): CompletionItem => ({ kind: 'command', name, usage: `/${name}`, insert: `/${name}` }),
  )
  return [...bucket, ...own].filter((item) => item.kind === 'command' && item.name.startsWith(prefix))
}

/** Ids are written, not titles: they mean one bucket, whatever others are called. */
function bucketsFor(typed: string, buckets: Iterable<BucketView>): CompletionItem[] {
  const standing = [...buckets].filter((bucket) => sectionOf(bucket) !== null)
  if (standing.some((bucket) => bucket.id === typed)) return []
  return standing
    .filter((bucket) => matches(bucket, typed.trim()))
    .sort((a, b) => Date.parse(b.lastActive) - Date.parse(a.lastActive))
    .slice(0, MOST_ITEMS)
    .map((bucket) => ({ kind: 'bucket', insert: `${bucket.id} `, bucket }))
}

/** The argument the caret stands in: where it begins, what it says so far without its quote, and its number. */
function argumentAt(head: string): { index: number; from: number; text: string } | null {
  const finished = /^\/\S+\s+((?:"[^"]*"\s+|'[^']*'\s+|[^\s"']\S*\s+)*)/.exec(head)
  if (!finished) return null
  const from = finished[0].length
  const index = (finished[1] ?? '').match(/"[^"]*"|'[^']*'|\S+/g)?.length ?? 0
  return { index, from, text: head.slice(from).replace(/^["']/, '') }
}

/** The text after an item was chosen, and where the caret then stands. */
export function insertItem(
  text: string,
  completion: Completion,
  item: CompletionItem,
): { text: string; caret: number } {
  const before = text.slice(0, completion.from) + item.insert
  return { text: before + text.slice(completion.to).trimStart(), caret: before.length }
}
