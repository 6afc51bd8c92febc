import { CatchmentError } from '@shared/contract/errors'
import type { BucketView } from '@shared/domain'
import { type BucketId, isMisc } from '@shared/ids'
import type { EventBus } from '../runtime/bus'
import type { Store } from '../store/protocol'
import type { StoredBucket } from '../store/types'
import { isSameName } from './references'

/**
 * Every bucket of the profile in memory, merged ones too, so that ids, titles and redirects are looked up without asking
 * the store. Whatever changes buckets hands its result to `absorb`, which also tells the window exactly what changed.
 */
export class BucketDirectory {
  private readonly buckets = new Map<BucketId, StoredBucket>()

  constructor(
    private readonly store: Store,
    private readonly bus: EventBus,
  ) {}

  async load(): Promise<void> {
    this.buckets.clear()
    for (const bucket of await this.store.buckets.list({ merged: true })) this.buckets.set(bucket.id, bucket)
  }

  /** Everything a person can see, newest activity first. */
  visible(): StoredBucket[] {
    return this.all()
      .filter((b) => b.status !== 'merged')
      .sort((a, b) => (a.lastActive < b.lastActive ? 1 : a.lastActive > b.lastActive ? -1 : a.id < b.id ? -1 : 1))
  }

  /** The living bucket that would be taken for one of this title; of several an active one, then the newest. */
  titled(title: string, except?: BucketId): StoredBucket | null {
    const named = this.visible().filter(
      (b) => b.id !== except && !isMisc(b.id) && b.status !== 'archived' && isSameName(b.title, title),
    )
    return named.find((b) => b.status === 'active') ?? named[0] ?? null
  }

  all(): StoredBucket[] {
    return [...this.buckets.values()]
  }

  get(id: BucketId): StoredBucket | null {
    return this.buckets.get(id) ?? null
  }

  /** The bucket an id leads to once merges are followed, or null. */
  resolve(id: BucketId): StoredBucket | null {
    const bucket = this.get(id)
    return bucket?.mergedInto ? this.get(bucket.mergedInto) : bucket
  }

  /** Every id that was merged away, with the id of the bucket it leads to. */
  redirects(): [from: BucketId, to: BucketId][] {
    return this.all().flatMap((bucket): [BucketId, BucketId][] => {
      const now = bucket.status === 'merged' ? this.resolve(bucket.id) : null
      return now && now.id !== bucket.id ? [[bucket.id, now.id]] : []
    })
  }

  /** The bucket a person files or writes into by name. @throws CatchmentError `not_found`, `conflict` for filed-away one-offs */
  writable(id: BucketId): StoredBucket {
    const bucket = this.resolve(id)
    if (!bucket) throw new CatchmentError('not_found', `There is no bucket “${id}”.`)
    if (isMisc(bucket.id))
      throw new CatchmentError('conflict', `“${bucket.title}” holds filed-away one-offs; nothing else goes into it.`)
    return bucket
  }

  /** For the window's chips: null stays null. */
  titleOf(id: BucketId | null): string | null {
    return id === null ? null : (this.resolve(id)?.title ?? null)
  }

  absorb(change: { buckets: readonly StoredBucket[]; removed: readonly BucketId[] }): void {
    if (change.buckets.length === 0 && change.removed.length === 0) return
    for (const id of change.removed) this.buckets.delete(id)
    for (const bucket of change.buckets) this.buckets.set(bucket.id, bucket)
    const shown = change.buckets.filter((b) => b.status !== 'merged')
    const gone = change.buckets.filter((b) => b.status === 'merged').map((b) => b.id)
    this.bus.tell({ type: 'buckets.changed', buckets: shown.map(toView), removed: [...change.removed, ...gone] })
  }
}

/** What of a bucket crosses the bridge. */
export function toView(bucket: StoredBucket): BucketView {
  const {
    id,
    title,
    description,
    status,
    priority,
    pinned,
    starred,
    lifeChangeDetected,
    velocity,
    parentBucketId,
    messages,
    createdAt,
    lastActive,
    mergedInto,
    shapedBy,
    summary,
  } = bucket
  return {
    id,
    title,
    description,
    status,
    priority,
    pinned,
    starred,
    lifeChangeDetected,
    velocity,
    parentBucketId,
    messages,
    createdAt,
    lastActive,
    mergedInto,
    shapedBy,
    summary,
  }
}

/** Buckets by id for a person: merges followed, each once, what is gone left out. */
export function titled(
  directory: Pick<BucketDirectory, 'resolve'>,
  ids: readonly BucketId[],
): { bucketId: BucketId; title: string }[] {
  const found = ids.flatMap((id) => directory.resolve(id) ?? [])
  return [...new Map(found.map((b) => [b.id, { bucketId: b.id, title: b.title }])).values()]
}
