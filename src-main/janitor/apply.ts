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

/** Acts in one transaction at most: a turn that comes in waits for them. */
const TOGETHER = 25
/** The same of registers: an act of refiling may move hundreds of messages. */
const WRITES_TOGETHER = 500

/**
 * Does the acts, some in each transaction of the store: whenever the process ends, whole acts have been done. Before each
 * transaction `breathe` lets everything else have its turn, and in it the buckets are looked at again: what a person or a turn has
 * changed since the plan was made is not acted upon.
 * @throws CatchmentError `cancelled` from `breathe`, between two transactions
 */
export async function applyActs(
  ports: Pick<JanitorPorts, 'apply' | 'together'>,
  acts: readonly PlannedAct[],
  context: { snapshot: JanitorSnapshot; passId: string; breathe(): Promise<void> },
): Promise<Applied> {
  const done: PlannedAct[] = []
  const buckets: StoredBucket[] = []
  // One plan may move several things out of a bucket: what its own acts did to it is no change by somebody else.
  const expected = new Map(context.snapshot.buckets)
  for (const some of groupsOf(acts, ports.together ?? TOGETHER)) {
    await context.breathe()
    const results = await ports.apply(
      some.map((act) => ({ ...act, actor: 'janitor' as const, passId: context.passId })),
      some.flatMap((act) => act.buckets.flatMap((id) => (isMisc(id) ? [] : (expected.get(id) ?? [])))),
    )
    done.push(...some.slice(0, results.length))
    for (const result of results) {
      buckets.push(...result.buckets)
      for (const bucket of result.buckets) if (expected.has(bucket.id)) expected.set(bucket.id, bucket)
    }
    if (results.length < some.length) return { done, buckets, complete: false }
  }
  return { done, buckets, complete: true }
}

/**
 * Acts in their order, in groups in which no two speak of the same bucket. The day's `misc_…` bucket is filled by several acts of one
 * plan, and nothing about it was decided on.
 */
function groupsOf(acts: readonly PlannedAct[], most: number): PlannedAct[][] {
  const groups: PlannedAct[][] = []
  let spokenOf = new Set<BucketId>()
  let writes = 0
  for (const act of acts) {
    const own = act.buckets.filter((id) => !isMisc(id))
    const group = groups.at(-1)
    const isFull = group === undefined || group.length >= most || writes + act.writes.length > WRITES_TOGETHER
    if (isFull || own.some((id) => spokenOf.has(id))) {
      groups.push([act])
      spokenOf = new Set(own)
      writes = act.writes.length
      continue
    }
    group.push(act)
    for (const id of own) spokenOf.add(id)
    writes += act.writes.length
  }
  return groups
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
