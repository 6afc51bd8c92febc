import type { Settings } from '@shared/contract/settings'
import type { BucketId } from '@shared/ids'
import type { HintPort } from '../conversation/ports'
import { type PairKey, pairKey } from '../janitor/pairs'
import { collectRefusals } from '../janitor/refusals'
import { suggested } from '../janitor/sentences'
import { readLog } from '../janitor/snapshot'
import type { TopicView } from '../janitor/types'
import type { EventBus } from '../runtime/bus'
import type { Clock } from '../runtime/clock'
import type { Store } from '../store/protocol'
import type { OperationResult, StoredBucket, StoredHint } from '../store/types'
import { hintBar, LEARNED_FROM, type PlannedHint, planHint, YOUNG_MESSAGES } from './plan'

export interface HintPorts {
  store: Store
  clock: Clock
  bus: EventBus
  settings(): Pick<Settings, 'suggestThreshold' | 'hintSuggestions' | 'experimentHintsToModel'>
  directory: { all(): readonly StoredBucket[]; resolve(id: BucketId): StoredBucket | null }
  /** Filing's knowledge now. */
  topics(): TopicView
}

export interface Hints extends HintPort {
  /** To be told of every operation: a merge of the two is a yes, whoever made it. */
  follow(result: OperationResult): Promise<void>
}

/** A model is told of so many at a time. */
const MAX_AT_ONCE = 2
/** Undecided hints older than these are history. */
const REMEMBERED = 200

/**
 * Self-healing hints: a bucket that was just made and is like one that is there is pointed out, to the person as a
 * suggestion and, if that experiment is on, to the model for one turn (01-domain, Terms; seed 001).
 */
export function createHints(ports: HintPorts): Hints {
  const { store, clock, bus, settings, directory } = ports
  /** Buckets made while this process runs that are still small: they are looked at each time they grow. */
  const young = new Set<BucketId>()
  /** Hints to be told to the model with the next turn. */
  let waiting: (PlannedHint & { id: string })[] = []

  /** Pairs a person said no to, and those that were pointed out before. */
  async function refusedPairs(known: readonly StoredHint[]): Promise<Set<PairKey>> {
    const end = (id: BucketId): BucketId => directory.resolve(id)?.id ?? id
    const [log, undoneMerges, dismissed] = await Promise.all([
      readLog(store, { actors: ['janitor', 'person', 'classifier'] }),
      store.operations.refusedPairs(),
      store.janitor.dismissedPairs(),
    ])
    const pairs = new Set(collectRefusals({ log, undoneMerges, dismissed, end }).pairs)
    for (const { bucket, existing } of known) {
      const [a, b] = [end(bucket), end(existing)]
      if (a !== b) pairs.add(pairKey(a, b))
    }
    return pairs
  }

  async function plan(bucket: StoredBucket): Promise<{ hint: PlannedHint; terms: string[] } | null> {
    const topics = ports.topics()
    const profiles = new Map(topics.profiles.map((p) => [p.id, p]))
    const own = profiles.get(bucket.id)
    if (!own) return null
    const similarityTo = (id: BucketId): number => {
      const other = profiles.get(id)
      return other ? topics.similarity(own, other) : 0
    }
    const input = { bucket, buckets: directory.all(), similarityTo }
    // Most new buckets are like none: what was refused before need not be read for them.
    const threshold = settings().suggestThreshold
    if (!planHint({ ...input, refused: new Set(), bar: threshold })) return null
    const known = await store.hints.newest(REMEMBERED)
    const bar = hintBar(threshold, known.slice(0, LEARNED_FROM * 2))
    const hint = planHint({ ...input, refused: await refusedPairs(known), bar })
    const other = hint && profiles.get(hint.existing)
    return hint && other ? { hint, terms: topics.sharedTerms(own, other) } : null
  }

  /** The card for the person; null if the experiment's switch is off. */
  async function suggest(hint: PlannedHint, terms: readonly string[]): Promise<StoredHint['suggestion']> {
    if (!settings().hintSuggestions) return null
    const { source, target, similarity } = hint
    const sentence = suggested(source, target, terms, similarity)
    const card = { kind: 'merge', source: source.id, target: target.id, similarity, sentence } as const
    await store.janitor.addSuggestions([card], clock.now())
    bus.tell({ type: 'suggestions.changed' })
    const open = await store.janitor.openSuggestions()
    return open.find((s) => s.source === source.id && s.target === target.id)?.id ?? null
  }

  return {
    async filed(id, isNew) {
      if (isNew) young.add(id)
      if (!young.has(id)) return
      const bucket = directory.resolve(id)
      if (!bucket || bucket.id !== id || bucket.messages > YOUNG_MESSAGES) {
        young.delete(id)
        return
      }
      const { hintSuggestions, experimentHintsToModel } = settings()
      if (!hintSuggestions && !experimentHintsToModel) return
      const planned = await plan(bucket)
      if (!planned) return
      const { hint, terms } = planned
      const { bucket: fresh, existing, similarity } = hint
      const suggestion = await suggest(hint, terms)
      const stored = await store.hints.add({ bucket: fresh, existing, similarity, suggestion }, clock.now())
      if (experimentHintsToModel && hint.forModel) waiting.push({ ...hint, id: stored.id })
    },

    async forTurn() {
      const due = waiting.filter((h) => {
        const [one, two] = [directory.resolve(h.bucket), directory.resolve(h.existing)]
        return one?.id === h.bucket && two?.id === h.existing && !one.pinned && one.shapedBy !== 'person'
      })
      waiting = []
      if (!settings().experimentHintsToModel) return []
      const told = due.slice(0, MAX_AT_ONCE)
      await store.hints.markShown(
        told.map((h) => h.id),
        clock.now(),
      )
      return told.map((h) => ({ newBucket: h.bucket, existing: h.existing, similarity: h.similarity }))
    },

    async answered(told) {
      if (told.length === 0) return
      const passedOver = (await store.hints.newest(REMEMBERED)).filter(
        (h) => h.status === 'shown' && told.some((t) => t.newBucket === h.bucket && t.existing === h.existing),
      )
      await store.hints.decide(
        passedOver.map((h) => h.id),
        { status: 'ignored', by: 'model' },
        clock.now(),
      )
    },

    async follow(result) {
      if (!result.buckets.some((b) => b.status === 'merged')) return
      const merged = new Set(result.buckets.filter((b) => b.status === 'merged').map((b) => b.id))
      const taken = (await store.hints.newest(REMEMBERED)).filter(
        (h) =>
          h.status !== 'accepted' &&
          (merged.has(h.bucket) || merged.has(h.existing)) &&
          (directory.resolve(h.bucket)?.id ?? h.bucket) === (directory.resolve(h.existing)?.id ?? h.existing),
      )
      if (taken.length === 0) return
      const { actor } = result.receipt
      const by = actor === 'person' || actor === 'model' ? actor : 'janitor'
      await store.hints.decide(
        taken.map((h) => h.id),
        { status: 'accepted', by },
        clock.now(),
      )
    },
  }
}
