/** Erasing messages, segments and buckets for good, with everything that was made of them (07-settled, Erase). */
import type { ErasedView, ErasePart, HeldView } from '@shared/contract/erasing'
import { CatchmentError } from '@shared/contract/errors'
import type { BucketId, MemoryId, MessageId } from '@shared/ids'
import { erasing } from '../store/erased-room'
import type { App } from './create-app'
import { takeOut } from './taking-out'

interface Meant {
  messages: MessageId[]
  bucket: BucketId | null
}

async function meant({ store, directory }: App, part: ErasePart): Promise<Meant> {
  if ('messageId' in part) {
    const [message] = await store.messages.byIds([part.messageId])
    if (!message) throw new CatchmentError('not_found', 'There is no such message.')
    return { messages: [message.id], bucket: null }
  }
  if ('messageIds' in part) {
    const messages = (await store.messages.byIds(part.messageIds)).map((m) => m.id)
    if (messages.length === 0) throw new CatchmentError('not_found', 'There are no such messages.')
    return { messages, bucket: null }
  }
  if ('segmentId' in part) {
    const messages = (await store.messages.ofSegment(part.segmentId)).map((m) => m.id)
    if (messages.length === 0) throw new CatchmentError('not_found', 'There is no such segment.')
    return { messages, bucket: null }
  }
  const bucket = directory.resolve(part.bucketId)
  if (!bucket) throw new CatchmentError('not_found', `There is no bucket “${part.bucketId}”.`)
  return { messages: await store.erasing.messagesIn(bucket.id), bucket: bucket.id }
}

/** What would go, before anybody is asked. @throws CatchmentError `not_found` */
export async function lookAtErasing(app: App, part: ErasePart): Promise<{ messages: number; memories: number }> {
  const { messages } = await meant(app, part)
  return { messages: messages.length, memories: (await app.store.erasing.memoriesOf(messages)).length }
}

/**
 * Erases a message, a segment or a bucket. Nothing brings it back. Done again after a crash it goes on: memories go first,
 * then the messages and everything made of them in one transaction.
 * @throws CatchmentError `not_found`, `conflict` while a turn is under way
 */
export async function eraseHistory(app: App, part: ErasePart, dropBackups: boolean): Promise<ErasedView> {
  if (app.conversation.isBusy) throw new CatchmentError('conflict', 'A reply is under way. Erase when it has ended.')
  const found = await meant(app, part)
  const counts = await erasing(app.handle, app.clock.now(), () => eraseMeant(app, found))
  return { ...counts, ...(await leaveBackups(app, dropBackups)) }
}

async function eraseMeant(app: App, { messages, bucket }: Meant): Promise<{ messages: number; memories: number }> {
  const { store, bus, clock } = app
  const memories = await store.erasing.memoriesOf(messages)
  for (const id of memories) if ((await store.memories.byIds([id])).length > 0) await app.memories.erase(id)

  // Files go first as well: what is erased must not outlive the messages that name it.
  await app.attachments.erase(await store.erasing.filesOf(messages))
  const erased = await takeOut(app, { messages, bucket, forGood: true })
  await app.memoryFile.eraseTalks([...erased.segments.map((s) => s.id), ...erased.removedSegments])
  await app.lastImport.forgetWords()
  await app.session.restore(clock.now())
  bus.tell({ type: 'history.erased', messageIds: erased.messages })
  return { messages: erased.messages.length, memories: memories.length }
}

/**
 * Erases one memory for good, as a person asks it to; backups are told of it like of a message.
 * @throws CatchmentError `not_found`
 */
export async function eraseMemory(app: App, id: MemoryId, dropBackups: boolean): Promise<HeldView> {
  if ((await app.store.memories.byIds([id])).length === 0)
    throw new CatchmentError('not_found', 'There is no such memory.')
  await erasing(app.handle, app.clock.now(), () => app.memories.erase(id))
  return leaveBackups(app, dropBackups)
}

/** What was erased goes from the backups as well: by a day that is said, or at once. */
export async function leaveBackups({ backups }: Pick<App, 'backups'>, dropNow: boolean): Promise<HeldView> {
  const elsewhere = backups.elsewhere()
  if (elsewhere !== null) return { backupsUntil: null, elsewhere }
  if (dropNow) return { backupsUntil: null, elsewhere: await backups.forgetOld() }
  const until = backups.noteErasure()
  return { backupsUntil: until === null ? null : new Date(until).toISOString(), elsewhere: null }
}
