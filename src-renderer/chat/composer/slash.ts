/** Slash commands in the composer: what a typed line means, and how it could go on. Pure. */
import { type BucketCommand, type BucketCommandKind, commandUsage, parseBucketCommand } from '@shared/commands'
import type { BucketView, SuggestionView } from '@shared/domain'
import { matches, sectionOf } from '../../buckets/sections'

/** Commands that are no bucket commands. */
export const OWN_COMMANDS = ['undo', 'redo', 'close', 'tidy', 'accept', 'dismiss'] as const
type OwnCommand = (typeof OWN_COMMANDS)[number]

/** Those that may name a suggestion by its bucket; without it they mean the one that is shown. */
const OF_SUGGESTIONS: ReadonlySet<string> = new Set<OwnCommand>(['accept', 'dismiss'])

export type CommandLine =
  | { kind: 'own'; command: OwnCommand; argument: string }
  | { kind: 'bucket'; line: string; shows: boolean }
  /** Merging and splitting are looked at before they are done (01-domain, Commands). */
  | { kind: 'preview'; line: string; command: Extract<BucketCommand, { kind: 'merge' | 'split' }> }

export type TypedLine =
  | { kind: 'message' }
  | CommandLine
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
  if (isOwn(name)) return ownLine(name, line.slice(name.length + 1).trim())
  const parsed = parseBucketCommand(line)
  if (parsed.ok) {
    const { command } = parsed
    if (command.kind === 'merge' || command.kind === 'split') return { kind: 'preview', line, command }
    return { kind: 'bucket', line, shows: command.kind === 'show' }
  }
  return { kind: 'broken', message: parsed.message, known: [...commandUsage.keys()].some((kind) => kind === name) }
}

function ownLine(command: OwnCommand, argument: string): TypedLine {
  if (argument === '' || OF_SUGGESTIONS.has(command)) return { kind: 'own', command, argument }
  return { kind: 'broken', message: `Write it as: ${command}`, known: true }
}

export interface Completion {
  /** The stretch of the text that an item replaces. */
  from: number
  to: number
  items: CompletionItem[]
}

export type CompletionItem =
  | { kind: 'command'; insert: string; name: BucketCommandKind | OwnCommand; usage: string }
  /** `alike`: another is called the same, so the id tells them apart. */
  | { kind: 'bucket'; insert: string; bucket: BucketView; alike: boolean }
  | { kind: 'suggestion'; insert: string; suggestion: SuggestionView }

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
export function complete(
  text: string,
  caret: number,
  buckets: Iterable<BucketView>,
  suggestions: readonly SuggestionView[] = [],
): Completion | null {
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
  if (argument && OF_SUGGESTIONS.has(kind.toLowerCase())) {
    const items = argument.index > 0 ? [] : suggestionsFor(argument.text, suggestions)
    return items.length > 0 ? { from: argument.from, to: caret, items } : null
  }
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

function suggestionsFor(typed: string, suggestions: readonly SuggestionView[]): CompletionItem[] {
  if (suggestions.some((one) => one.source === typed)) return []
  const wanted = typed.trim().toLocaleLowerCase()
  return suggestions
    .filter((one) => `${one.source} ${one.sourceTitle} ${one.targetTitle ?? ''}`.toLocaleLowerCase().includes(wanted))
    .slice(0, MOST_ITEMS)
    .map((suggestion) => ({ kind: 'suggestion', insert: suggestion.source, suggestion }))
}

/**
 * A title is written where it means one bucket, the id only where two are alike or the title cannot be quoted. The bucket that is
 * called what was typed comes first, then those whose title begins so, then the others.
 */
function bucketsFor(typed: string, buckets: Iterable<BucketView>): CompletionItem[] {
  const standing = [...buckets].filter((bucket) => sectionOf(bucket) !== null)
  const wanted = plain(typed.replace(/["']$/u, ''))
  if (standing.some((bucket) => bucket.id === typed)) return []
  const called = new Map<string, number>()
  for (const { title } of standing) called.set(plain(title), (called.get(plain(title)) ?? 0) + 1)
  const ids = new Set<string>(standing.map(({ id }) => id))
  return standing
    .filter((bucket) => matches(bucket, wanted))
    .sort(
      (a, b) =>
        nearness(plain(a.title), wanted) - nearness(plain(b.title), wanted) ||
        Date.parse(b.lastActive) - Date.parse(a.lastActive),
    )
    .slice(0, MOST_ITEMS)
    .map((bucket) => {
      const alike = (called.get(plain(bucket.title)) ?? 0) > 1 || ids.has(bucket.title)
      return { kind: 'bucket', insert: `${alike ? bucket.id : written(bucket)} `, bucket, alike }
    })
}

const plain = (text: string): string => text.trim().toLocaleLowerCase()

const nearness = (title: string, wanted: string): number => {
  if (wanted === '' || title === wanted) return 0
  return title.startsWith(wanted) ? 1 : title.includes(wanted) ? 2 : 3
}

/** As it has to be typed to mean this bucket. */
const written = ({ id, title }: BucketView): string => {
  if (/^[\p{L}\p{N}]+$/u.test(title)) return title
  return /["“”\n]/u.test(title) || title.trim() !== title ? id : `"${title}"`
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
