/** Doing what was planned: the one place where the janitor changes anything. */
import { type BucketId, isMisc } from '@shared/ids'
import type { StoredBucket } from '../store/types'
import type { JanitorPorts, JanitorSnapshot, PlannedAct } from './types'

export interface Applied {
  done: PlannedAct[]
  /** Buckets as the store holds them after the acts; the later entry of the same bucket counts. */
  buckets: StoredBucket[]
  /** False if somebody changed a bucket meanwhile: the rest has to be planned again. */
  complete: boolean
}

/**
 * Does the acts one by one, each in one transaction of the store: whenever the process ends, whole acts have been done. Before
 * each one `breathe` lets everything else have its turn, and the buckets are looked at again: what a person or a turn has
 * changed since the plan was made is not acted upon.
 * @throws CatchmentError `cancelled` from `breathe`, between two acts
 */
export async function applyActs(
  ports: Pick<JanitorPorts, 'store' | 'apply'>,
  acts: readonly PlannedAct[],
  context: { snapshot: JanitorSnapshot; passId: string; breathe(): Promise<void> },
): Promise<Applied> {
  const { apply } = ports
  const done: PlannedAct[] = []
  const buckets: StoredBucket[] = []
  // One plan may move several things out of a bucket: what its own acts did to it is no change by somebody else.
  const expected = new Map(context.snapshot.buckets)
  for (const act of acts) {
    await context.breathe()
    if (!(await isAsPlanned(ports, act, expected))) return { done, buckets, complete: false }
    const result = await apply({ ...act, actor: 'janitor', passId: context.passId })
    done.push(act)
    buckets.push(...result.buckets)
    for (const bucket of result.buckets) if (expected.has(bucket.id)) expected.set(bucket.id, bucket)
  }
  return { done, buckets, complete: true }
}

/** The day's `misc_…` bucket is filled by several acts of one plan, and nothing about it was decided on. */
async function isAsPlanned(
  { store }: Pick<JanitorPorts, 'store'>,
  act: PlannedAct,
  expected: ReadonlyMap<BucketId, StoredBucket>,
): Promise<boolean> {
  const looked = act.buckets.filter((id) => !isMisc(id) && expected.has(id))
  const now = new Map((await store.buckets.byIds(looked)).map((b) => [b.id, b]))
  return looked.every((id) => fingerprint(now.get(id)) === fingerprint(expected.get(id)))
}

/** What plans decide by. */
function fingerprint(bucket: StoredBucket | undefined): string | null {
  if (!bucket) return null
  const { status, mergedInto, messages, newestSeq, lastActive, pinned, shapedBy, priority, title } = bucket
  return JSON.stringify([status, mergedInto, messages, newestSeq, lastActive, pinned, shapedBy, priority, title])
}

/** Buckets that were merged away by these acts, with where they went. */
export const mergesOf = (acts: readonly PlannedAct[]): [from: BucketId, to: BucketId][] =>
  acts.flatMap((act) =>
    act.writes.flatMap(({ field, entityId, after }): [BucketId, BucketId][] => {
      const from = act.buckets.find((id) => id === entityId)
      const to = act.buckets.find((id) => id === after)
      return field === 'own_merged_into' && from && to ? [[from, to]] : []
    }),
  )
