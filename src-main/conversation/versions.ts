/** Other versions of what was said: which messages go with them, and where they stand (docs/adr/0018-versions.md). */
import { CatchmentError } from '@shared/contract/errors'
import { type BucketId, type MessageId, operationId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { Store } from '../store/protocol'
import type { NewVersion } from '../store/repositories/conversation/turns'
import type { RegisterWrite, StoredMessage } from '../store/types'
import type { FiledAs } from './filing-port'
import type { TurnPorts } from './ports'

/**
 * Whether what follows a message leaves with it. Where nobody answered, notes stand side by side, and one does not follow from
 * another: only the message itself gives way.
 * @param messages the message and what was said after it, oldest first
 */
export const goesWith = (messages: readonly Pick<StoredMessage, 'role'>[], isAnswered: boolean): boolean =>
  messages.slice(1).some((m) => m.role === 'assistant') || (messages.length === 1 && isAnswered)

/** Whether what is said now still belongs to the talk this message, the last of it, was said in. */
export async function isGoingOn(
  { segments }: Pick<Store, 'segments'>,
  { conv, segmentId }: StoredMessage,
  at: number,
  silenceMs: number,
): Promise<boolean> {
  if (conv !== null) return false
  // Nothing was said after a message that is in no segment yet.
  if (segmentId === null) return true
  const segment = await segments.byId(segmentId)
  return segment?.status === 'active' && !segment.closing && at - Date.parse(segment.endedAt) <= silenceMs
}

/** Where a version is filed that is not said now: where the one before it lies. */
export const filedAs = ({ bucketId, filedBy, confidence, candidates }: StoredMessage): FiledAs | null =>
  bucketId === null || filedBy === null ? null : { bucketId, filedBy, confidence, candidates }

/** The message that is to be answered again, and the reply that gives way. @throws CatchmentError `not_found` */
export async function askedAgainFor(
  { messages }: Pick<Store, 'messages'>,
  named: MessageId,
): Promise<{ message: StoredMessage; reply: StoredMessage | null }> {
  const [found] = await messages.byIds([named])
  const talk = found?.segmentId ? await messages.ofSegment(found.segmentId) : []
  const index = talk.findIndex((m) => m.id === named)
  if (found?.role === 'user') {
    const next = talk[index + 1]
    return { message: found, reply: next?.role === 'assistant' && next.replyTo === found.id ? next : null }
  }
  const [asked] = found?.replyTo ? await messages.byIds([found.replyTo]) : []
  // An import does not say what a reply answers.
  const message = asked ?? talk.slice(0, Math.max(0, index)).findLast((m) => m.role === 'user')
  if (!found || !message) throw new CatchmentError('not_found', 'There is nothing to answer again.')
  return { message, reply: found }
}

/** The receipt of an edit. It quotes nothing: what is erased later must stand nowhere. */
export const editAct = (edit: {
  at: number
  buckets: readonly BucketId[]
  followers: number
  writes: RegisterWrite[]
}): NewVersion['act'] => ({
  id: operationId.parse(uuidv7()),
  ts: edit.at,
  kind: 'edit_message',
  actor: 'person',
  sentence:
    edit.followers === 0
      ? 'You edited a message. The earlier one is kept beside it.'
      : `You edited a message. The earlier one is kept beside it, with ${edit.followers === 1 ? 'the one message' : `the ${edit.followers} messages`} that followed.`,
  buckets: [...new Set(edit.buckets)],
  writes: edit.writes,
})

/** The receipt of a reply that took another's place. */
export const askedAgain = (
  { clock }: Pick<TurnPorts, 'clock'>,
  { bucketId }: StoredMessage,
  head: MessageId,
): NewVersion => ({
  head,
  whole: true,
  act: {
    id: operationId.parse(uuidv7()),
    ts: clock.now(),
    kind: 'ask_again',
    actor: 'person',
    sentence: 'You asked again. The earlier reply is kept beside the new one.',
    buckets: bucketId === null ? [] : [bucketId],
    writes: [],
  },
})
