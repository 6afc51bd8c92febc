/** The buckets as one judgement sees and changes them: without the turns that are being judged, with those it has placed. */
import { type BucketId, isMisc, type MessageId } from '@shared/ids'
import type { TermStatistics } from '../language/term-statistics'
import { type CentredBucket, centre } from './candidates'
import type { ReadTurn } from './informativeness'
import type { FilingModel } from './model'
import { addReadTurns, emptyProfile, mergeProfiles, withoutReadTurns } from './profile'
import type { BucketProfile } from './types'

/** A bucket's id, or `?` and the founding stretch's id for one that does not exist yet. */
export type ShelfId = BucketId

export class Shelf {
  private readonly buckets = new Map<ShelfId, CentredBucket>()
  private readonly keys = new Map<ShelfId, MessageId>()
  private readonly oneOffs = new Map<ShelfId, CentredBucket>()
  private readonly filedAway: ReadonlySet<ShelfId>
  private readonly resumed = new Map<ShelfId, ShelfId>()

  /** `oneOffs`: filed-away one-offs that a talk may take up again, by their own homes. */
  constructor(
    profiles: readonly BucketProfile[],
    oneOffs: readonly BucketProfile[],
    private readonly statistics: TermStatistics,
    /** In topic space. */
    private readonly background: Float32Array,
    private readonly model: Pick<FilingModel, 'nuisance'>,
  ) {
    // A day's filed-away one-offs attract nothing as a whole (07-settled).
    const topics = profiles.filter((profile) => !isMisc(profile.id))
    // With every turn all buckets are centred anew: one block of memory for all, or the collector of garbage takes as long again.
    const size = background.length
    const block = new Float32Array((topics.length + oneOffs.length) * size)
    const room = (i: number): Float32Array => block.subarray(i * size, (i + 1) * size)
    for (const [i, profile] of topics.entries())
      this.buckets.set(profile.id, centre(profile, background, model, room(i)))
    for (const [i, profile] of oneOffs.entries())
      this.oneOffs.set(profile.id, centre(profile, background, model, room(topics.length + i)))
    this.filedAway = new Set(oneOffs.map(({ id }) => id))
  }

  all(): CentredBucket[] {
    return [...this.buckets.values()]
  }

  /** Where a stretch may go: to a bucket, or on from a filed-away one-off. */
  options(): CentredBucket[] {
    return [...this.buckets.values(), ...this.oneOffs.values()]
  }

  isOneOff(id: ShelfId): boolean {
    return this.filedAway.has(id)
  }

  /** A bucket for a stretch that takes a filed-away one-off up again; from now on it holds what that one held. */
  resume(oneOff: ShelfId, stretchId: MessageId, turns: readonly ReadTurn[]): ShelfId {
    const before = this.oneOffs.get(oneOff)?.profile
    const id = this.found(stretchId, turns)
    const now = this.profile(id)
    if (before === undefined || now === undefined) throw new Error(`${oneOff} is no filed-away one-off`)
    this.oneOffs.delete(oneOff)
    this.resumed.set(id, oneOff)
    this.put(mergeProfiles(now, before, this.statistics))
    return id
  }

  /** The one-off that a bucket goes on from in this judgement. */
  resumedIn(id: ShelfId): ShelfId | null {
    return this.resumed.get(id) ?? null
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
    this.buckets.set(profile.id, centre(profile, this.background, this.model))
  }
}
