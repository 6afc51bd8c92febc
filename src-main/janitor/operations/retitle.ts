/** Retitling: a bucket's title says what tells it from the others, and no two living buckets bear the same (07-settled, Titles are unique). */
import { type BucketId, isMisc } from '@shared/ids'
import type { StoredBucket } from '../../store/types'
import { isTakenBack } from '../refusals'
import { retitled } from '../sentences'
import { byStrength, isHandsOff } from '../strength'
import type { JanitorPorts, JanitorSnapshot, PlannedAct } from '../types'
import { judgedWith } from './likeness'
import { byId, onBucket } from './registers'

/** Buckets looked at for a better title in one pass, those spoken of last first: a pass stays short. */
const MOST_LOOKED_AT = 40

/**
 * One act for each bucket that gets another title: those of which one bears the title of a stronger one, and those in which
 * something new was said and for which there is a clearly better title. Nothing is looked at twice without new messages, so a
 * second pass finds nothing. Never what a person named, pinned or took back.
 */
export async function planRetitling(
  snapshot: JanitorSnapshot,
  betterTitle: JanitorPorts['betterTitle'],
  breathe: () => Promise<void>,
): Promise<PlannedAct[]> {
  if (!betterTitle) return []
  const living = byId(snapshot).filter((b) => !isMisc(b.id) && b.messages > 0)
  const titles = new Map(living.map((b) => [b.id, b.title]))
  const acts: PlannedAct[] = []
  for (const bucket of lookedAt(snapshot, living)) {
    if (isHandsOff(bucket) || isTakenBack(snapshot.refusals, bucket.id, ['rename'])) continue
    await breathe()
    const taken = othersOf(titles, bucket.id)
    const better = await betterTitle(bucket.id, taken)
    if (better === null || better.title === bucket.title || taken.has(better.title.toLowerCase())) continue
    titles.set(bucket.id, better.title)
    acts.push({
      kind: 'rename',
      sentence: retitled(bucket, better.title, better.because),
      buckets: [bucket.id],
      creates: [],
      writes: [onBucket(bucket.id, 'title', better.title)],
    })
  }
  return acts
}

/** Namesakes first, so that better titles are chosen among names that stand. */
function lookedAt(snapshot: JanitorSnapshot, living: readonly StoredBucket[]): StoredBucket[] {
  const namesakes = new Set(namesakesOf(living))
  const afresh = snapshot.judged.with !== judgedWith(snapshot)
  const fresh = living
    .filter((b) => b.status === 'active' && (afresh || b.newestSeq > snapshot.judged.seq) && !namesakes.has(b))
    .sort((a, b) => b.newestSeq - a.newestSeq || (a.id < b.id ? -1 : 1))
  return [...namesakes, ...fresh.slice(0, MOST_LOOKED_AT)]
}

/** Buckets that bear the title of one that keeps it: a person's, an archived one, or the stronger. */
function namesakesOf(living: readonly StoredBucket[]): StoredBucket[] {
  const byTitle = new Map<string, StoredBucket[]>()
  for (const bucket of living) {
    const key = bucket.title.toLowerCase()
    byTitle.set(key, [...(byTitle.get(key) ?? []), bucket])
  }
  return [...byTitle.values()].flatMap((same) => {
    const keepers = same.filter((b) => isHandsOff(b) || b.status === 'archived')
    const others = same.filter((b) => !keepers.includes(b)).sort(byStrength)
    return keepers.length > 0 ? others : others.slice(1)
  })
}

const othersOf = (titles: ReadonlyMap<BucketId, string>, bucket: BucketId): Set<string> =>
  new Set([...titles].flatMap(([id, title]) => (id === bucket ? [] : [title.toLowerCase()])))
