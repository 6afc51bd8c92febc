/** Refiling: stretches that filing put into one bucket and that everything said since shows to belong in another (07-settled). */
import { type BucketId, isMisc } from '@shared/ids'
import { FILED_AWAY_MS } from '../../filing/one-offs'
import type { StoredBucket } from '../../store/types'
import { pairKey } from '../pairs'
import { refiledTo } from '../sentences'
import type { JanitorPorts, JanitorSnapshot, PlannedAct } from '../types'
import { judgedWith } from './likeness'
import { byId } from './registers'

const HOUR_MS = 3_600_000
/** A profile of so many messages is looked at as a whole. */
const WHOLE = 3_000
/** Of a larger one, so many where something new was said, newest first: what is older was looked at when it was new, and a pass stays short. */
const NEW = 1_000

/**
 * One act for each two buckets. A message that a person filed is never among them; two buckets that a person
 * holds apart (an undone refiling among the reasons) are never tried again. Nothing is looked at unless something new was said, so
 * a second pass finds nothing.
 */
export async function planRefilings(
  snapshot: JanitorSnapshot,
  lookAgain: NonNullable<JanitorPorts['lookAgain']>,
  breathe: () => Promise<void>,
): Promise<PlannedAct[]> {
  const active = byId(snapshot).filter((b) => b.status === 'active' && !isMisc(b.id) && b.messages > 0)
  const afresh = snapshot.judged.with !== judgedWith(snapshot)
  const fresh = active.filter((b) => afresh || b.newestSeq > snapshot.judged.seq)
  if (fresh.length === 0) return []
  const small = active.reduce((sum, b) => sum + b.messages, 0) <= WHOLE
  const seen = await lookAgain({
    from: (small ? active : newest(fresh)).map(({ id }) => id),
    oneOffs: filedAway(snapshot),
    among: new Set(active.map(({ id }) => id)),
    before: snapshot.now - HOUR_MS,
    barred: (a, b) => snapshot.refusals.pairs.has(pairKey(a, b)),
    breathe,
  })
  const acts = new Map<`${BucketId} > ${BucketId}`, PlannedAct>()
  const evidence = new Map<PlannedAct, Map<string, number>>()
  for (const { messageIds, from, to, terms } of seen) {
    const [source, target] = [snapshot.buckets.get(from), snapshot.buckets.get(to)]
    if (!source || !target) continue
    const act = acts.get(`${from} > ${to}`) ?? {
      kind: 'refile',
      sentence: '',
      buckets: [from, to],
      creates: [],
      writes: [],
    }
    for (const id of messageIds)
      act.writes.push({ entity: 'message', entityId: id, field: 'home_bucket_id', after: target.id })
    const words = evidence.get(act) ?? new Map<string, number>()
    for (const word of terms) words.set(word, (words.get(word) ?? 0) + messageIds.length)
    evidence.set(act, words)
    act.sentence = refiledTo(source, target, act.writes.length, mostOften(words))
    acts.set(`${from} > ${to}`, act)
  }
  // What shares no telling word with where it would go moves by a likeness of tone alone.
  return [...acts].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, act]) => (evidence.get(act)?.size ? [act] : []))
}

/** The days' buckets of one-offs that a topic may still go back to, newest first. */
function filedAway(snapshot: JanitorSnapshot): BucketId[] {
  const since = snapshot.now - FILED_AWAY_MS
  return byId(snapshot)
    .filter((b) => isMisc(b.id) && b.messages > 0 && Date.parse(b.lastActive) >= since)
    .map(({ id }) => id)
}

/** The buckets spoken of last, up to so many messages; at least one. */
function newest(fresh: readonly StoredBucket[]): StoredBucket[] {
  let messages = 0
  return [...fresh]
    .sort((a, b) => b.newestSeq - a.newestSeq)
    .filter((bucket, i) => {
      messages += bucket.messages
      return i === 0 || messages <= NEW
    })
}

const mostOften = (words: ReadonlyMap<string, number>): string[] =>
  [...words].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word)
