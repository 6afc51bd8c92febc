/**
 * What a bulk operation is, in one place (05-trust: a backup before each). An act that one looks at and takes back in a moment is
 * none; one that changes more than anybody would look through is.
 */
import type { ReceiptView } from '@shared/domain'
import type { BucketId } from '@shared/ids'
import type { NewOperation } from '../store/types'

/** More messages, segments or memories than these at one go. */
export const MOST_ROWS = 100
/** More acts than these at one go, however small each is. */
export const MOST_ACTS = 10

type Planned = Pick<NewOperation, 'writes' | 'createsMemories'>

/**
 * Whether these acts, done at one go, are a bulk operation.
 * @param messagesIn how many messages are found in a bucket: one that is merged away takes them along
 */
export function isBulk(acts: readonly Planned[], messagesIn: (bucket: BucketId) => number): boolean {
  const rows = acts.reduce((sum, act) => sum + rowsOf(act, messagesIn), 0)
  return acts.length > MOST_ACTS || rows > MOST_ROWS
}

function rowsOf({ writes, createsMemories = [] }: Planned, messagesIn: (bucket: BucketId) => number): number {
  const written = new Set(writes.flatMap((w) => (w.entity === 'bucket' ? [] : [`${w.entity} ${w.entityId}`])))
  const merged = writes.filter((w) => w.entity === 'bucket' && w.field === 'own_merged_into')
  const carried = merged.reduce((sum, { entityId }) => sum + messagesIn(entityId as BucketId), 0)
  return written.size + carried + createsMemories.length
}

/** The same of acts that are taken back, or done again. */
export const isBulkUndo = (acts: readonly Pick<ReceiptView, 'messagesMoved'>[]): boolean =>
  acts.length > MOST_ACTS || acts.reduce((sum, act) => sum + act.messagesMoved, 0) > MOST_ROWS
