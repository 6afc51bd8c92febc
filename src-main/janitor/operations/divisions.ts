/** Buckets that have become several topics, offered for division (07-settled, A mixed bucket): the janitor never divides by itself. */
import { isMisc } from '@shared/ids'
import type { NewSuggestion } from '../../store/repositories/buckets/janitor'
import { mayDivide } from '../sentences'
import type { JanitorPorts, JanitorSnapshot } from '../types'
import { judgedWith } from './likeness'
import { byId } from './registers'

/** Two topics that could stand by themselves. */
const FEWEST = 20

/**
 * Looks at buckets in which something new was said since the last pass; what was offered once, and dismissed or taken, is never
 * offered again. Also what a person named may have become two topics: they are only asked.
 */
export async function planDivisions(
  snapshot: JanitorSnapshot,
  mixtureOf: NonNullable<JanitorPorts['mixtureOf']>,
  breathe: () => Promise<void>,
): Promise<NewSuggestion[]> {
  const afresh = snapshot.judged.with !== judgedWith(snapshot)
  const found: NewSuggestion[] = []
  for (const bucket of byId(snapshot)) {
    if (bucket.status !== 'active' || isMisc(bucket.id) || bucket.messages < FEWEST) continue
    if (!afresh && bucket.newestSeq <= snapshot.judged.seq) continue
    await breathe()
    const mixture = await mixtureOf(bucket.id, breathe)
    if (mixture === null) continue
    const { titles, messages } = mixture
    found.push({
      kind: 'divide',
      source: bucket.id,
      target: null,
      similarity: null,
      parts: titles,
      sentence: mayDivide(bucket, titles, messages),
    })
  }
  return found
}
