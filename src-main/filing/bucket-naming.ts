import { type BucketId, operationId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../app/clock'
import { UNTITLED } from '../language/title'
import type { Store } from '../store/protocol'
import type { NewOperation, StoredBucket } from '../store/types'
import type { WordCounts } from './statistics'
import type { TurnReader } from './turn-reader'
import type { FilingTurn } from './types'

/** A bucket of at most so many messages may still get a better title by itself. */
const YOUNG = 24

export interface NamingPorts {
  store: Store
  clock: Clock
  directory: {
    resolve(id: BucketId): StoredBucket | null
    absorb(change: { buckets: readonly StoredBucket[]; removed: readonly BucketId[] }): void
  }
  /** A free id for a title; the system gives the suffix. */
  newBucketId(title: string): Promise<BucketId>
  /** `ignore`: words that name people who speak, not what is spoken about. */
  titleFor(texts: readonly string[], statistics: WordCounts, ignore: (word: string) => boolean): string
  describe(texts: readonly string[], statistics: WordCounts): string
}

/** How buckets that filing makes are called, and what becomes of a name as more is said. */
export class BucketNaming {
  constructor(
    private readonly ports: NamingPorts,
    private readonly statistics: WordCounts,
    private readonly reader: TurnReader,
  ) {}

  /** A title and a description of what the person said; of the replies where they said nothing. */
  nameOf(turns: readonly FilingTurn[]): { title: string; description: string } {
    const own = turns.filter((t) => t.role === 'user').map((t) => t.text)
    const texts = own.length > 0 ? own : turns.map((t) => t.text)
    return {
      title: this.ports.titleFor(texts, this.statistics, this.reader.isSpeaker),
      description: this.ports.describe(texts, this.statistics),
    }
  }

  /**
   * A title made from a bucket's first words is made again while the bucket is young. Logged and undoable; never where a
   * model named it or a person named, pinned or shaped it, and never again once a person took such a renaming back. True
   * if it was renamed.
   */
  async retitle(id: BucketId): Promise<boolean> {
    const { store, directory, clock, titleFor } = this.ports
    const bucket = directory.resolve(id)
    if (bucket?.status !== 'active' || bucket.messages > YOUNG) return false
    if (bucket.pinned || bucket.shapedBy === 'person') return false
    const messages = await store.messages.ofBucket(bucket.id, { limit: YOUNG, newest: false })
    if (messages[0]?.filedBy === 'model') return false
    const own = messages.filter((m) => m.role === 'user').map((m) => m.text)
    const title = titleFor(own, this.statistics, this.reader.isSpeaker)
    if (title === bucket.title || title === UNTITLED) return false
    const before = await store.operations.list({ bucketId: bucket.id, actors: ['segment'], limit: 100 })
    if (before.some((o) => o.kind === 'rename' && o.undone)) return false
    await this.apply({
      ts: clock.now(),
      kind: 'rename',
      actor: 'segment',
      sentence: `Renamed “${bucket.title}” to “${title}”: more was said about it.`,
      buckets: [bucket.id],
      creates: [],
      writes: [{ entity: 'bucket', entityId: bucket.id, field: 'title', after: title }],
    })
    return true
  }

  /**
   * A one-off that came up again becomes a topic. Its proper id leads on from here and the ephemeral one resolves to it for
   * good; what a person pinned or named becomes active as it is (07-settled, Who decides, finally).
   */
  async promote(id: BucketId, at: number): Promise<void> {
    const { directory, newBucketId } = this.ports
    const bucket = directory.resolve(id)
    if (bucket?.status !== 'ephemeral') return
    const { title, description } = bucket
    const act = { ts: at, kind: 'promote', actor: 'classifier' } as const
    const sentence = `Kept “${title}” as a bucket: it came up again.`
    if (bucket.pinned || bucket.shapedBy === 'person') {
      await this.apply({
        ...act,
        sentence,
        buckets: [bucket.id],
        creates: [],
        writes: [{ entity: 'bucket', entityId: bucket.id, field: 'own_status', after: 'active' }],
      })
      return
    }
    const kept = await newBucketId(title)
    await this.apply({
      ...act,
      sentence,
      buckets: [bucket.id, kept],
      creates: [{ id: kept, title, description, status: 'active', shapedBy: 'automation', at }],
      writes: [{ entity: 'bucket', entityId: bucket.id, field: 'own_merged_into', after: kept }],
    })
  }

  private async apply(operation: Omit<NewOperation, 'id'>): Promise<void> {
    const { store, directory } = this.ports
    directory.absorb(await store.operations.apply({ ...operation, id: operationId.parse(uuidv7()) }))
  }
}
