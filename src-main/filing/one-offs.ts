/**
 * Filed-away one-offs that a talk takes up again (07-settled, `misc_conversations_…`). The day's bucket attracts nothing as a whole;
 * each one-off in it still has a home of its own, which is what a talk is compared with and what leads elsewhere afterwards.
 */
import { type BucketId, isMisc, operationId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { Clock } from '../runtime/clock'
import type { Store } from '../store/protocol'
import type { NewOperation, OperationResult, StoredBucket } from '../store/types'
import type { BucketProfile } from './types'

/** What was filed away longer ago than six weeks stays there. */
export const FILED_AWAY_MS = 42 * 24 * 3_600_000

export interface OneOffPorts {
  store: Store
  clock: Clock
  directory: {
    get(id: BucketId): StoredBucket | null
    resolve(id: BucketId): StoredBucket | null
    absorb(change: OperationResult): void
  }
  /** Profiles by home, merges not followed. */
  homes(): Iterable<[BucketId, BucketProfile]>
}

export class OneOffs {
  constructor(private readonly ports: OneOffPorts) {}

  /** Profiles of the one-offs filed away in the last six weeks, by their own homes. */
  candidates(): BucketProfile[] {
    const { directory, clock } = this.ports
    const since = clock.now() - FILED_AWAY_MS
    const out: BucketProfile[] = []
    for (const [home, profile] of this.ports.homes()) {
      if (isMisc(home) || profile.messages === 0 || profile.weight <= 0 || profile.lastAt < since) continue
      const leadsTo = directory.resolve(home)
      if (leadsTo !== null && isMisc(leadsTo.id)) out.push({ ...profile, id: home })
    }
    return out
  }

  /**
   * Brings a filed-away one-off into the bucket that goes on from it: one operation with a receipt. Nothing happens where it lies
   * elsewhere by now, or where a person once took that back. True if it was brought along.
   * @param passId the import that it is part of
   */
  async takeAlong(home: BucketId, into: BucketId, at: number, passId: string | null = null): Promise<boolean> {
    const { store, directory } = this.ports
    const from = directory.resolve(home)
    const target = directory.resolve(into)
    if (!from || !target || !isMisc(from.id) || isMisc(target.id)) return false
    const before = await store.operations.list({ bucketId: home, actors: ['segment'], limit: 100 })
    if (before.some(({ kind, undone }) => kind === 'refile' && undone)) return false
    const title = directory.get(home)?.title ?? from.title
    const operation: Omit<NewOperation, 'id'> = {
      ts: at,
      kind: 'refile',
      actor: 'segment',
      sentence: `Took “${title}” along into “${target.title}”: it had been filed away as a one-off, and this talk took it up again.`,
      buckets: [home, from.id, target.id],
      creates: [],
      writes: [{ entity: 'bucket', entityId: home, field: 'own_merged_into', after: target.id }],
      ...(passId === null ? {} : { passId }),
    }
    directory.absorb(await store.operations.apply({ ...operation, id: operationId.parse(uuidv7()) }))
    return true
  }
}
