/** One pass: the operations in their order, each on the state the one before left (07-settled, A pass is stable). */
import type { BucketId } from '@shared/ids'
import { inSlices } from '../runtime/slices'
import type { NewSuggestion } from '../store/repositories/buckets/janitor'
import { applyActs, mergesOf } from './apply'
import { planArchiveSuggestions } from './operations/archive-suggestions'
import { planCompetingArchival } from './operations/competing-archival'
import { consolidationActs, groupsOf, proposedMerges } from './operations/consolidation'
import { planDivisions } from './operations/divisions'
import { planEphemeralArchival } from './operations/ephemeral-archival'
import { planLifeChanges } from './operations/life-change'
import { judgedWith, judgeLikeness, type Likeness } from './operations/likeness'
import { planLowReturnArchival } from './operations/low-return-archival'
import { planPriorityBoost } from './operations/priority-boost'
import { needsName, planPromotion, promotable } from './operations/promotion'
import { planRefilings } from './operations/refile'
import { planRetitling } from './operations/retitle'
import { planStaleArchival } from './operations/stale-archival'
import { planSubTopics } from './operations/sub-topics'
import { planSuggestions } from './operations/suggestions'
import { type PairKey, pairKey } from './pairs'
import { advance, loadSnapshot, withBuckets } from './snapshot'
import type { JanitorKind, JanitorPorts, JanitorSnapshot, PlannedAct, ProperName, StepReport } from './types'

export interface PassOutcome {
  acts: PlannedAct[]
  suggestions: NewSuggestion[]
  /** What has been judged by this pass; null if it has to be judged again, because the buckets never held still. */
  judged: JanitorSnapshot['judged'] | null
  /** The state it left. */
  snapshot: JanitorSnapshot
}

export interface PassOptions {
  passId: string
  /** Plans on what each act would leave behind, and changes nothing. */
  dryRun: boolean
  /** Lets a turn through; throws if the pass was cancelled. */
  breathe(): Promise<void>
  /** Aborted when the pass is cancelled: what waits for a model ends at once. */
  signal: AbortSignal
  /** Told what is being done, and the title of what is being looked at. */
  report: StepReport
}

type Planner = (snapshot: JanitorSnapshot) => PlannedAct[] | Promise<PlannedAct[]>

/** How often an operation is planned again because somebody changed its buckets meanwhile. */
const ATTEMPTS = 5

/**
 * Runs the operations of 02-janitor-memory. Promotion comes twice: what consolidation made large enough is promoted in the
 * same pass, so that the next one finds nothing.
 */
export async function runPass(ports: JanitorPorts, options: PassOptions): Promise<PassOutcome> {
  const pass = new Pass(ports, options, await loadSnapshot(ports))
  const judgedSeq = pass.newestSeq()
  const promote: Planner = (snapshot) => pass.planNamedPromotion(snapshot)
  await pass.refile()
  await pass.run('promote', promote)
  await pass.run('consolidate', (snapshot) => pass.planVettedConsolidation(snapshot))
  await pass.run('promote', promote)
  await pass.run('archive_ephemeral', planEphemeralArchival)
  await pass.run('archive_stale', planStaleArchival)
  await pass.run('archive_low_return', planLowReturnArchival)
  await pass.run('boost', planPriorityBoost)
  // Last: titles are told apart among what is left after merges.
  await pass.run('rename', (snapshot) => planRetitling(snapshot, ports.betterTitle, options.breathe))
  if (pass.experiments) {
    await pass.run('life_change', planLifeChanges)
    await pass.run('group', planSubTopics)
    await pass.run('archive_competing', planCompetingArchival)
  }
  return pass.outcome(judgedSeq)
}

class Pass {
  private readonly acts: PlannedAct[] = []
  private readonly vetoed = new Set<PairKey>()
  /** What a model said of the pairs it was asked about. */
  private readonly asked = new Map<PairKey, string>()
  private readonly names = new Map<BucketId, ProperName>()
  private likeness: Likeness = { pairs: [], between: () => 0 }
  private complete = true

  constructor(
    private readonly ports: JanitorPorts,
    private readonly options: PassOptions,
    private snapshot: JanitorSnapshot,
  ) {}

  /** Messages that come in while the pass runs are newer than this. */
  newestSeq(): number {
    return Math.max(0, ...[...this.snapshot.buckets.values()].map((b) => b.newestSeq))
  }

  get experiments(): boolean {
    return this.snapshot.recent !== null
  }

  async run(kind: JanitorKind, plan: Planner): Promise<void> {
    this.options.report(kind, null)
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await this.options.breathe()
      const acts = await plan(this.snapshot)
      if (this.options.dryRun) {
        this.acts.push(...acts)
        this.snapshot = advance(this.snapshot, acts)
        return
      }
      if (acts.length > 0) await this.ports.prepare([...this.acts, ...acts])
      const applied = await applyActs(this.ports, acts, { ...this.options, snapshot: this.snapshot })
      this.acts.push(...applied.done)
      if (applied.complete) {
        this.snapshot = withBuckets(advance(this.snapshot, acts), applied.buckets)
        return
      }
      this.snapshot = await loadSnapshot(this.ports)
    }
    this.complete = false
  }

  /** What was refiled changes what buckets hold: everything after it plans on what the store says then. */
  async refile(): Promise<void> {
    const { lookAgain } = this.ports
    if (!lookAgain) return
    const before = this.acts.length
    await this.run('refile', (snapshot) => planRefilings(snapshot, lookAgain, this.options.breathe))
    if (this.acts.length > before && !this.options.dryRun) this.snapshot = await loadSnapshot(this.ports)
  }

  /** Names come from the buckets' messages, so they are looked up before the plan is made. */
  async planNamedPromotion(snapshot: JanitorSnapshot): Promise<PlannedAct[]> {
    const { titleFor, newBucketId } = this.ports
    for (const bucket of promotable(snapshot).filter(needsName)) {
      if (this.names.has(bucket.id)) continue
      await this.options.breathe()
      const { title, description } = await titleFor(bucket.id)
      this.names.set(bucket.id, { id: await newBucketId(title), title, description })
    }
    return planPromotion({ ...snapshot, names: this.names })
  }

  /** Groups are formed anew without the pairs a model holds apart, until it has no more to say. */
  async planVettedConsolidation(snapshot: JanitorSnapshot): Promise<PlannedAct[]> {
    this.likeness = await inSlices(judgeLikeness(snapshot), this.options.breathe)
    for (;;) {
      const groups = groupsOf(snapshot, this.likeness, this.vetoed)
      const before = this.vetoed.size
      for (const merge of groups.flatMap((g) => proposedMerges(g, this.likeness))) {
        const key = pairKey(merge.source.id, merge.target.id)
        if (!this.ports.verdict || this.asked.has(key)) continue
        await this.options.breathe()
        this.options.report('consolidate', merge.source.title)
        const verdict = await this.ports.verdict(merge, this.options.signal)
        this.asked.set(key, verdict?.because ?? '')
        if (verdict?.same === false) this.vetoed.add(key)
      }
      if (this.vetoed.size === before) return consolidationActs(snapshot, groups, this.asked)
    }
  }

  async outcome(judgedSeq: number): Promise<PassOutcome> {
    const open = await this.ports.store.janitor.openSuggestions()
    const except = new Set(this.vetoed)
    for (const { source, target } of open) if (target) except.add(pairKey(source, target))
    const ends = new Map(mergesOf(this.acts))
    const end = (id: BucketId): BucketId => {
      let at = id
      for (let to = ends.get(at); to !== undefined; to = ends.get(at)) at = to
      return at
    }
    const { mixtureOf } = this.ports
    const divisions = mixtureOf ? await planDivisions(this.snapshot, mixtureOf, this.options.breathe) : []
    return {
      acts: this.acts,
      suggestions: [
        ...divisions,
        ...planSuggestions({ snapshot: this.snapshot, likeness: this.likeness, end, except }),
        ...planArchiveSuggestions(this.snapshot),
      ],
      judged: this.complete ? { seq: judgedSeq, with: judgedWith(this.snapshot) } : null,
      snapshot: this.snapshot,
    }
  }
}
