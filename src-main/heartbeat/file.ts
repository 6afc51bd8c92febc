/** HEARTBEAT.md as text: pure. Generated, at most 1,000 tokens, and able to tell whether a person changed it. */
import { createHash } from 'node:crypto'
import { escapeTags } from '@shared/tags/escape'
import { cutGraphemes } from '../language/graphemes'
import { countTokens } from '../language/tokens'

/** The whole file, by o200k_base, whatever comes (07-settled, HEARTBEAT.md). */
export const MAX_TOKENS = 1_000

export interface FileTask {
  id: string
  name: string
  schedule: string
  /** Milliseconds; null: never yet. */
  lastRun: number | null
  /** Milliseconds; null: not planned. */
  nextRun: number | null
}

export interface FileInput {
  /** Milliseconds: when the store was read for it. */
  syncedAt: number
  /** Over the definitions of all personal tasks. */
  hash: string
  /** Quick tasks that are due within a day, soonest first, then the built-in ones. */
  quick: readonly FileTask[]
  /** Active tasks that are not quick or not due within a day; their ids stay in the store. */
  deferred: number
  /** Ids of tasks that changed and do not stand here yet. */
  pending: readonly string[]
}

const HEAD = `# Heartbeat

Catchment writes this file; tasks are changed in the window or with \`catchment heartbeat\`.
What is edited here is set aside and not obeyed.`
const MARK = /\n<!-- checksum: ([0-9a-f]{64}) -->\n$/
const MOST_NAME = 60
const MOST_ID = 64

/**
 * The file's text. Quick tasks that do not fit are counted with those that are left out, so that nothing disappears; names
 * and schedules are data: one line each, cut, and no tag.
 */
export function renderFile(input: FileInput): string {
  let [quick, pending] = [input.quick.length, input.pending.length]
  for (;;) {
    const text = signed(composed(input, quick, pending))
    const tokens = countTokens(text)
    if (tokens <= MAX_TOKENS || (quick === 0 && pending === 0)) return text
    // In proportion, and at least one: a file of ten thousand tasks is cut in a few steps.
    const share = (MAX_TOKENS / tokens) * 0.95
    pending = Math.min(pending - 1, Math.floor(pending * share))
    quick = Math.min(quick - 1, Math.floor(quick * share))
    pending = Math.max(0, pending)
    quick = Math.max(0, quick)
  }
}

function composed(input: FileInput, quick: number, pending: number): string {
  const more = input.quick.length - quick
  const waiting = input.pending.length - pending
  return [
    HEAD,
    `Last sync: ${iso(input.syncedAt)}`,
    `Registry hash: ${input.hash === '' ? 'none' : input.hash.slice(0, MOST_ID)}`,
    '',
    '## Quick tasks (loaded at start, due within a day)',
    ...input.quick.slice(0, quick).map(taskLine),
    ...(more > 0 ? [`- and ${more} more, which are in the store`] : []),
    ...(input.quick.length === 0 ? ['None.'] : []),
    '',
    '## Deferred tasks (loaded when they are due)',
    input.deferred === 0
      ? 'None.'
      : `${input.deferred}; their ids and definitions are in the store, under the hash above.`,
    '',
    '## Pending changes',
    ...input.pending.slice(0, pending).map((id) => `- ${flat(id, MOST_ID)}`),
    ...(waiting > 0 ? [`- and ${waiting} more`] : []),
    ...(input.pending.length === 0 ? ['None.'] : []),
  ].join('\n')
}

const taskLine = ({ id, name, schedule, lastRun, nextRun }: FileTask): string =>
  `- \`${flat(id, MOST_ID)}\` ${flat(name, MOST_NAME)} (${flat(schedule, MOST_NAME)}): last ${lastRun === null ? 'never' : iso(lastRun)}${nextRun === null ? '' : `, next ${iso(nextRun)}`}`

/** To the minute: what stands here is as old as the last sync anyway. */
const iso = (ms: number): string => new Date(ms).toISOString().replace(/:\d\d\.\d{3}Z$/, 'Z')

/** A person's words on one line of a Markdown list. */
const flat = (text: string, most: number): string =>
  escapeTags(
    cutGraphemes(
      text
        .slice(0, most * 8)
        .replace(/[\s\p{Cc}`]+/gu, ' ')
        .trim(),
      most,
    ),
  )

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const signed = (text: string): string => `${text}\n\n<!-- checksum: ${sha256(text)} -->\n`

/** Whether the text is as it was written: what carries no checksum of its own words was edited, or is somebody else's. */
export function isOurs(text: string): boolean {
  const unified = text.replace(/\r\n/g, '\n')
  const found = MARK.exec(unified)
  return found !== null && sha256(unified.slice(0, found.index).replace(/\n$/, '')) === found[1]
}

/** The same but for when it was synced: then it need not be written. */
export const saysTheSame = (a: string, b: string): boolean => withoutTime(a) === withoutTime(b)
const withoutTime = (text: string): string => text.replace(/^Last sync: .*$/mu, '').replace(MARK, '')
