/**
 * What a bulk operation is, in one place (05-trust: a backup before each). An act that one looks at and takes back in a moment is
 * none; one that changes more than anybody would look through is.
 */
import type { ReceiptView } from '@shared/domain'
import type { BucketId } from '@shared/ids'
import type { NewOperation, RegisterWrite } from '../store/types'

/** More messages, segments or memories than these at one go. */
export const MOST_ROWS = 100
/** More acts than these at one go, however small each is. */
export const MOST_ACTS = 10

export type Planned = Pick<NewOperation, 'writes' | 'createsMemories'>

/** How many different things an act changes. */
export interface Changed {
  messages: number
  /** Segments, memories and the like; a bucket counts for what it takes along. */
  others: number
}

/** Whether acts, done at one go, taken back or done again, are a bulk operation. */
export const isBulk = (acts: readonly Changed[]): boolean =>
  acts.length > MOST_ACTS || acts.reduce((sum, { messages, others }) => sum + messages + others, 0) > MOST_ROWS

/**
 * What an act would change, each thing once however many registers of it are written.
 * @param messagesIn how many messages are found in a bucket: one that is merged away takes them along
 */
export function changedBy(
  { writes, createsMemories = [] }: Planned,
  messagesIn: (bucket: BucketId) => number,
): Changed {
  const of = (isMeant: (write: RegisterWrite) => boolean): string[] =>
    writes.filter(isMeant).map(({ entity, entityId }) => `${entity} ${entityId}`)
  const merged = writes.filter((w) => w.entity === 'bucket' && w.field === 'own_merged_into')
  const carried = merged.reduce((sum, { entityId }) => sum + messagesIn(entityId as BucketId), 0)
  const others = of(({ entity }) => entity !== 'bucket' && entity !== 'message')
  return {
    messages: new Set(of(({ entity }) => entity === 'message')).size + carried,
    others: new Set([...others, ...createsMemories.map(({ id }) => `memory ${id}`)]).size,
  }
}

/** The same of an act that was done: the log knows what it wrote, its receipt which messages changed their bucket by it. */
export const changedAgain = ({ messagesMoved }: Pick<ReceiptView, 'messagesMoved'>, logged: Changed): Changed => ({
  messages: Math.max(messagesMoved, logged.messages),
  others: logged.others,
})
