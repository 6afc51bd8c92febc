/** Messages leave the conversation with everything that was made of them, and what is left is settled anew. */
import type { BucketId, MessageId } from '@shared/ids'
import type { BucketDirectory } from '../buckets/directory'
import type { FilingDesk } from '../filing/desk'
import type { MemoryService } from '../memory/entries/service'
import type { EventBus } from '../runtime/bus'
import type { Clock } from '../runtime/clock'
import type { SegmentActs } from '../segments/acts'
import type { SegmentService } from '../segments/service'
import type { Store } from '../store/protocol'
import type { Erased } from '../store/repositories/erasing/erasing'
import type { StoredBucket, StoredMessage } from '../store/types'

/** What they are taken out of. */
interface TakingOut {
  store: Store
  clock: Clock
  desk: FilingDesk
  directory: BucketDirectory
  segmentActs: SegmentActs
  segments: SegmentService
}

interface Leaving {
  messages: readonly MessageId[]
  /** A bucket that is meant to go with them. */
  bucket: BucketId | null
  /** They do not come again with an import. */
  forGood: boolean
}

/** Takes them out of the store, the index, segments and buckets. Memories are the caller's. */
export async function takeOut(app: TakingOut, { messages, bucket, forGood }: Leaving): Promise<Erased> {
  const { store, desk } = app
  const terms = desk.statistics.remove(await store.erasing.textsOf(messages))
  const erased = await store.erasing.messages(messages, terms, forGood ? app.clock.now() : null)
  app.directory.absorb({ buckets: erased.buckets, removed: erased.removedBuckets })
  await desk.followOperation(erased)
  for (const left of erased.buckets) await settleBucket(app, left, left.id === bucket)
  if (bucket !== null && !erased.buckets.some((left) => left.id === bucket)) await dropBucket(app, bucket)
  await app.segmentActs.follow({
    segments: { shown: erased.segments, removed: erased.removedSegments, messageIds: [] },
  })
  for (const { id, resummarise } of erased.segments) if (resummarise) await app.segments.collapse(id)
  await app.segments.drain()
  return erased
}

/**
 * The person went on with another branch in the program they come from: these are shown no longer. What was learned from them
 * alone holds no more; it stays in the history of memories.
 */
export async function leaveToBranch(
  app: TakingOut & { bus: EventBus; memories: Pick<MemoryService, 'end'> },
  messages: readonly StoredMessage[],
): Promise<void> {
  const ids = messages.map((m) => m.id)
  const learned = await app.store.erasing.memoriesOf(ids)
  const [last] = messages.slice(-1)
  if (learned.length > 0 && last)
    await app.memories.end({ ids: learned, by: null, at: Date.parse(last.ts), why: last.text })
  await takeOut(app, { messages: ids, bucket: null, forGood: false })
  app.bus.tell({ type: 'history.erased', messageIds: ids })
}

/** An emptied bucket goes; one whose names were made of its messages is named after what is left. A person's names stay. */
async function settleBucket(app: TakingOut, left: StoredBucket, isMeant: boolean): Promise<void> {
  if (isMeant || left.messages === 0) return dropBucket(app, left.id)
  if (left.shapedBy === 'person') return
  const buckets = await app.store.erasing.rename(left.id, await app.desk.nameOfBucket(left.id))
  app.directory.absorb({ buckets, removed: [] })
}

async function dropBucket(app: TakingOut, id: BucketId): Promise<void> {
  app.directory.absorb(await app.store.erasing.bucket(id))
}
