/** The receipt at session start: what the janitor did meanwhile, five lines at most (seed 000, Session Startup Audit Receipt). */
import type { SessionReceipt } from '@shared/contract/receipts'
import type { ReceiptView } from '@shared/domain'
import { count } from './sentences'

const MOST_LINES = 5

/**
 * The card: each act with its sentence, oldest first, so that it reads as it happened; more than five become one line per
 * kind, counting what still stands. Null if there is nothing to tell.
 * @param log the janitor's acts since the last session, in any order
 */
export function sessionReceipt(log: readonly ReceiptView[], lastSessionEndedAt: string | null): SessionReceipt | null {
  if (log.length === 0) return null
  const acts = [...log].sort((a, b) => (a.ts < b.ts ? -1 : a.ts > b.ts ? 1 : a.id < b.id ? -1 : 1))
  const standing = acts.filter((r) => !r.undone)
  if (acts.length <= MOST_LINES) {
    return { lastSessionEndedAt, lines: toldApart(acts), total: acts.length, standing: standing.length }
  }
  return {
    lastSessionEndedAt,
    lines: perKind(standing).map((sentence) => ({ sentence, receipt: null })),
    total: acts.length,
    standing: standing.length,
  }
}

/** Two acts that read alike are told apart by the buckets they speak of: nobody can act on four equal lines. */
function toldApart(acts: readonly ReceiptView[]): SessionReceipt['lines'] {
  return acts.map((receipt) => {
    const { sentence, buckets } = receipt
    const isAlone = buckets.length === 0 || acts.filter((act) => act.sentence === sentence).length === 1
    return { sentence: isAlone ? sentence : `${sentence} (${buckets.join(', ')})`, receipt }
  })
}

/** Kinds that have a line of their own. Every act is in one: a card that leaves some out would not be true. */
const TOLD: ReadonlySet<ReceiptView['kind']> = new Set([
  'consolidate',
  'promote',
  'archive_ephemeral',
  'archive_stale',
  'archive_low_return',
  'archive_competing',
  'refile',
  'boost',
  'life_change',
  'group',
  'rename',
  'consolidate_memories',
])

/** One line per kind; what is alike to a reader is one kind, so that without experiments the summary keeps to a handful. */
function perKind(acts: readonly ReceiptView[]): string[] {
  const of = (...kinds: ReceiptView['kind'][]) => acts.filter((a) => kinds.includes(a.kind))
  const mergedAway = of('consolidate').reduce((sum, act) => sum + Math.max(1, act.buckets.length - 1), 0)
  const lines: [number, (n: number) => string][] = [
    [mergedAway, (n) => `Consolidated ${count(n, 'bucket')}`],
    [of('promote').length, (n) => `Kept ${count(n, 'one-off')} as ${n === 1 ? 'a bucket' : 'buckets'}`],
    [of('archive_ephemeral').length, (n) => `Filed away ${count(n, 'one-off')}`],
    [
      of('archive_stale', 'archive_low_return', 'archive_competing').length,
      (n) => `Archived ${count(n, 'quiet bucket')}`,
    ],
    [of('refile').length, (n) => `Refiled messages between buckets ${n === 1 ? 'once' : `${n} times`}`],
    [of('boost').length, (n) => `Raised ${count(n, 'bucket')} to high priority`],
    [of('life_change').length, (n) => `Noticed ${count(n, 'change')} in your life`],
    [of('group').reduce((sum, act) => sum + act.buckets.length - 1, 0), (n) => `Grouped ${count(n, 'bucket')}`],
    [of('rename').length, (n) => `Renamed ${count(n, 'bucket')}`],
    [of('consolidate_memories').length, (n) => `Put memories together ${n === 1 ? 'once' : `${n} times`}`],
    [acts.filter((act) => !TOLD.has(act.kind)).length, others],
  ]
  const told = lines.filter(([n]) => n > 0)
  const shown = told.length > MOST_LINES ? told.slice(0, MOST_LINES - 1) : told
  const rest = told.slice(shown.length).reduce((sum, [n]) => sum + n, 0)
  return [...shown.map(([n, say]) => say(n)), ...(rest > 0 ? [others(rest)] : [])]
}

const others = (n: number): string => `Did ${count(n, 'other thing')}`

/**
 * The card as text, for the command line and for prompts, in the ADR's format. What was undone is left out: it is not so.
 * The date is added where the session did not end today.
 */
export function receiptText(receipt: SessionReceipt, at: { now: number; timeZone: string }): string {
  const lines = receipt.lines.filter((line) => !line.receipt?.undone).map((line) => `- ${line.sentence}`)
  if (receipt.lines.some((line) => line.receipt === null)) lines.push('- see full log')
  const ended = receipt.lastSessionEndedAt
  return [
    ...(ended === null ? [] : [`NOTIFICATION: LAST SESSION ENDED AT ${endedAt(Date.parse(ended), at)}`]),
    'JANITOR ACTIVITY SINCE LAST SESSION:',
    ...(lines.length === 0 ? ['- none'] : lines),
  ].join('\n')
}

const ACTORS: Record<ReceiptView['actor'], string> = {
  person: 'you',
  model: 'the model',
  janitor: 'the janitor',
  classifier: 'filing',
  segment: 'closing a segment',
}

/**
 * All receipts as text, in the format of the ADR's block, each line with who did it; what was taken back says so. Oldest first, as
 * it happened.
 * @param log any acts, in any order
 */
export function receiptsText(
  log: readonly ReceiptView[],
  lastSessionEndedAt: string | null,
  at: { now: number; timeZone: string },
): string {
  const acts = [...log].sort((a, b) => (a.ts < b.ts ? -1 : a.ts > b.ts ? 1 : a.id < b.id ? -1 : 1))
  const who = ({ actor, undone }: ReceiptView): string => `(${ACTORS[actor]}${undone ? ', taken back' : ''})`
  return [
    ...(lastSessionEndedAt === null
      ? []
      : [`NOTIFICATION: LAST SESSION ENDED AT ${endedAt(Date.parse(lastSessionEndedAt), at)}`]),
    'ACTIVITY SINCE LAST SESSION:',
    ...(acts.length === 0 ? ['- none'] : acts.map((act) => `- ${act.sentence} ${who(act)}`)),
  ].join('\n')
}

function endedAt(ms: number, { now, timeZone }: { now: number; timeZone: string }): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(ms)
  const date = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long' })
  return date.format(ms) === date.format(now) ? time : `${time} (${date.format(ms)})`
}
