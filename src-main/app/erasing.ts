/** Erasing messages, segments and buckets for good, with everything that was made of them (07-settled, Erase). */
import type { ErasedView, ErasePart } from '@shared/contract/erasing'
import { CatchmentError } from '@shared/contract/errors'
import type { BucketId, MessageId } from '@shared/ids'
import type { StoredBucket } from '../store/types'
import type { App } from './create-app'

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
  if ('segmentId' in part) {
    const messages = (await store.messages.ofSegment(part.segmentId)).map((m) => m.id)
    if (messages.length === 0) throw new CatchmentError('not_found', 'There is no such segment.')
    return { messages, bucket: null }
  }
  const bucket = directory.resolve(part.bucketId)
  if (!bucket) throw new CatchmentError('not_found', `There is no bucket “${part.bucketId}”.`)
  return { messages: await store.erasing.messagesIn(bucket.id), bucket: bucket.id }
}

/** An emptied bucket goes; one whose names were made of its messages is named after what is left. A person's names stay. */
async function settleBucket(app: App, left: StoredBucket, isMeant: boolean): Promise<void> {
  if (isMeant || left.messages === 0) return dropBucket(app, left.id)
  if (left.shapedBy === 'person') return
  const buckets = await app.store.erasing.rename(left.id, await app.desk.nameOfBucket(left.id))
  app.directory.absorb({ buckets, removed: [] })
}

async function dropBucket(app: App, id: BucketId): Promise<void> {
  app.directory.absorb(await app.store.erasing.bucket(id))
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
  const { store, bus, clock, desk } = app
  const { messages, bucket } = await meant(app, part)
  const memories = await store.erasing.memoriesOf(messages)
  for (const id of memories) if ((await store.memories.byIds([id])).length > 0) await app.memories.erase(id)

  const terms = desk.statistics.remove(await store.erasing.textsOf(messages))
  const erased = await store.erasing.messages(messages, terms, clock.now())
  app.directory.absorb({ buckets: erased.buckets, removed: erased.removedBuckets })
  await desk.followOperation(erased)
  for (const left of erased.buckets) await settleBucket(app, left, left.id === bucket)
  if (bucket !== null && !erased.buckets.some((left) => left.id === bucket)) await dropBucket(app, bucket)
  await app.segmentActs.follow({
    segments: { shown: erased.segments, removed: erased.removedSegments, messageIds: [] },
  })
  for (const { id, resummarise } of erased.segments) if (resummarise) await app.segments.collapse(id)
  await app.segments.drain()
  await app.memoryFile.eraseTalks([...erased.segments.map((s) => s.id), ...erased.removedSegments])
  await app.session.restore(clock.now())
  bus.tell({ type: 'history.erased', messageIds: erased.messages })
  await app.handle.tidy()
  if (dropBackups) await app.backups.forgetOld()
  const until = app.backups.heldUntil()
  return {
    messages: erased.messages.length,
    memories: memories.length,
    backupsUntil: dropBackups || until === null ? null : new Date(until).toISOString(),
    elsewhere: app.backups.elsewhere(),
  }
}
