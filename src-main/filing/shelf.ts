/** The buckets as one judgement sees and changes them: without the turns that are being judged, with those it has placed. */
import type { BucketId, MessageId } from '@shared/ids'
import type { TermStatistics } from '../language/term-statistics'
import { type CentredBucket, centre } from './candidates'
import type { ReadTurn } from './informativeness'
import { addReadTurns, emptyProfile, withoutReadTurns } from './profile'
import type { BucketProfile } from './types'

/** A bucket's id, or `?` and the founding stretch's id for one that does not exist yet. */
export type ShelfId = BucketId

/** `misc_…` holds filed-away one-offs and attracts nothing (07-settled). */
const isCandidate = (profile: BucketProfile): boolean => !profile.id.startsWith('misc_conversations_')

export class Shelf {
  private readonly buckets = new Map<ShelfId, CentredBucket>()
  private readonly keys = new Map<ShelfId, MessageId>()

  constructor(
    profiles: readonly BucketProfile[],
    private readonly statistics: TermStatistics,
    private readonly background: Float32Array,
  ) {
    for (const profile of profiles) if (isCandidate(profile)) this.put(profile)
  }

  all(): CentredBucket[] {
    return [...this.buckets.values()]
  }

  profile(id: ShelfId): BucketProfile | undefined {
    return this.buckets.get(id)?.profile
  }

  /** The id of the stretch that founded a bucket in this judgement; undefined for buckets that exist. */
  foundedBy(id: ShelfId): MessageId | undefined {
    return this.keys.get(id)
  }

  add(id: ShelfId, turns: readonly ReadTurn[]): void {
    const profile = this.profile(id)
    if (profile !== undefined) this.put(addReadTurns(profile, turns, this.statistics))
  }

  /** Takes turns out of the buckets they lie in now. */
  takeOut(turns: readonly ReadTurn[]): void {
    const byBucket = new Map<ShelfId, ReadTurn[]>()
    for (const read of turns) {
      const id = read.turn.bucketId
      if (id !== null) byBucket.set(id, [...(byBucket.get(id) ?? []), read])
    }
    for (const [id, own] of byBucket) {
      const profile = this.profile(id)
      if (profile !== undefined) this.put(withoutReadTurns(profile, own))
    }
  }

  /** A bucket for a stretch that fits nowhere: the one it lies in already if that holds nothing else, else a new one. */
  found(stretchId: MessageId, turns: readonly ReadTurn[]): ShelfId {
    const emptied = turns.map(({ turn }) => turn.bucketId).find((id) => id !== null && this.profile(id)?.messages === 0)
    if (emptied !== undefined && emptied !== null) {
      this.add(emptied, turns)
      return emptied
    }
    const id = `?${stretchId}` as ShelfId
    this.keys.set(id, stretchId)
    this.put(emptyProfile({ id, title: '', status: 'ephemeral' }, this.background.length))
    this.add(id, turns)
    return id
  }

  private put(profile: BucketProfile): void {
    this.buckets.set(profile.id, centre(profile, this.background))
  }
}
