/** The bucket commands: one shape, three callers (a model's tag, a slash command, the window). 01-domain, Commands. */
import { z } from 'zod'
import { bucketId, messageId } from './ids'

/** What a person or a model may write for a bucket: an id, or a name that still has to be resolved. */
const reference = z.string().trim().min(1).max(200)

export const bucketCommand = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mv'), source: reference, target: reference }),
  z.object({ kind: z.literal('merge'), sources: z.tuple([reference, reference]), target: reference }),
  z.object({
    kind: z.literal('split'),
    source: reference,
    targets: z.tuple([reference, reference]),
    /** A person's corrections of the proposed division: message id → 0 or 1. */
    division: z.record(messageId, z.union([z.literal(0), z.literal(1)])).optional(),
  }),
  z.object({ kind: z.literal('pin'), bucket: reference }),
  z.object({ kind: z.literal('unpin'), bucket: reference }),
  z.object({ kind: z.literal('archive'), bucket: reference }),
  z.object({ kind: z.literal('unarchive'), bucket: reference }),
  z.object({ kind: z.literal('show'), bucket: reference }),
  z.object({ kind: z.literal('rename'), bucket: reference, title: z.string().trim().min(1).max(200) }),
])
export type BucketCommand = z.infer<typeof bucketCommand>
export type BucketCommandKind = BucketCommand['kind']

export const moveMessages = z.object({
  messageIds: z.array(messageId).min(1).max(10_000),
  /** Each with what it answers, or with what answers it. */
  wholeTurns: z.boolean(),
  /** An existing bucket, or a title for a new one. */
  target: z.union([z.object({ bucketId }), z.object({ newTitle: z.string().trim().min(1).max(200) })]),
})

const ARGUMENTS: Record<BucketCommandKind, string> = {
  mv: 'A B',
  merge: 'A B NEW',
  split: 'S D1 D2',
  pin: 'X',
  unpin: 'X',
  archive: 'X',
  unarchive: 'X',
  show: 'X',
  rename: 'X "title"',
}

/** How each command is written, for completion and for error messages. */
export const commandUsage: ReadonlyMap<BucketCommandKind, string> = new Map(
  (Object.keys(ARGUMENTS) as BucketCommandKind[]).map((kind) => [kind, `${kind} ${ARGUMENTS[kind]}`]),
)

export type ParsedCommand = { ok: true; command: BucketCommand } | { ok: false; message: string }

/** Splits on spaces; `"two words"` and `'two words'` stay together. */
function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/gu)]
    .map((m) => m[1] ?? m[2] ?? m[3] ?? '')
    .filter((w) => w !== '')
}

/**
 * Parses `mv a b`, `/merge a b "New name"`, … Never throws: a line that is no command comes back with a message that
 * says how the command is written.
 */
export const parseBucketCommand = (line: string): ParsedCommand => commandOf(words(line.trim().replace(/^\//, '')))

/** The same for words that are parted already: what a shell hands over. */
export function commandOf([name = '', ...args]: readonly string[]): ParsedCommand {
  const kind = name.toLowerCase() as BucketCommandKind
  const usage = commandUsage.get(kind)
  if (!usage)
    return { ok: false, message: `There is no command “${name}”. Commands: ${[...commandUsage.keys()].join(', ')}.` }
  const parsed = bucketCommand.safeParse(build(kind, args))
  return parsed.success ? { ok: true, command: parsed.data } : { ok: false, message: `Write it as: ${usage}` }
}

function build(kind: BucketCommandKind, args: string[]): unknown {
  const [a, b, c] = args
  switch (kind) {
    case 'mv':
      return args.length === 2 && { kind, source: a, target: b }
    case 'merge':
      return args.length === 3 && { kind, sources: [a, b], target: c }
    case 'split':
      return args.length === 3 && { kind, source: a, targets: [b, c] }
    case 'rename':
      return args.length >= 2 && { kind, bucket: a, title: args.slice(1).join(' ') }
    default:
      return args.length === 1 && { kind, bucket: a }
  }
}
