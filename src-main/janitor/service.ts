import { setTimeout } from 'node:timers/promises'
import { CatchmentError } from '@shared/contract/errors'
import type { JanitorState, SessionReceipt, TidyAnswer } from '@shared/contract/receipts'
import type { ReceiptView } from '@shared/domain'
import type { BucketId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import { nextTick } from '../runtime/slices'
import type { OperationResult } from '../store/types'
import { mergesOf } from './apply'
import { outdatedSummaries, rebuildDailySummary } from './daily-summaries'
import { velocityOf } from './operations/velocity'
import { type PassOutcome, runPass } from './pass'
import { receiptText, sessionReceipt } from './receipts'
import { readLog } from './snapshot'
import type { JanitorPorts, JanitorSnapshot, PlannedAct, StepReport } from './types'

const HOUR_MS = 3_600_000
/** How often a waiting pass looks whether the reply has ended. */
const LOOK_AGAIN_MS = 25
/** Steps of a pass (promotion comes twice), and those that the experiment adds. */
const STEPS = 8
const EXPERIMENTS = 3

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

export interface Janitor {
  /**
   * Makes one pass, or says what one would do. Waits while a reply streams; between two acts it can be cancelled, and what
   * was done by then stands, with its receipts.
   * @throws CatchmentError `conflict` if a pass is under way, `cancelled`
   */
  tidy(options: { dryRun: boolean; signal?: AbortSignal }): Promise<TidyAnswer>
  state(): Promise<JanitorState>
  /** True if the last pass is the setting's hours ago, lies in the future (the clock was set back) or never was. */
  isDue(now: number): Promise<boolean>
  /** Makes a pass if one is due and nothing stands in its way; null if none was made. */
  runIfDue(signal?: AbortSignal): Promise<TidyAnswer | null>
  /** Ends the pass under way between two acts; what it did stands. Without one, nothing happens. */
  cancel(): void
  /** The same, and waits until it has ended: before the store is closed. */
  close(): Promise<void>
  /**
   * The card of a session: what was done since `endedAt`, the end of the last session (milliseconds), or in the window that
   * is given, so that acts in the middle of the last session are told as well, and each act once.
   */
  sessionReceipt(
    endedAt: number | null,
    window?: { after: number | null; until?: number },
  ): Promise<SessionReceipt | null>
  /** The janitor's acts of a window (milliseconds, both ends included), newest first. */
  actsBetween(window: { after: number | null; until?: number }): Promise<ReceiptView[]>
  /** The card as text; empty if there is nothing to tell. */
  receiptText(endedAt: number | null): Promise<string>
  /** To be told of every operation that was applied, undone or redone by anyone: keeps the daily summaries true. */
  follow(result: OperationResult): Promise<void>
}

/** The janitor: out-of-band upkeep with a receipt and an undo for everything it does (02-janitor-memory). */
export function createJanitor(ports: JanitorPorts): Janitor {
  const { store, clock, bus, settings } = ports
  let running = false
  let step: JanitorState['step'] = null
  /** The state when the pass began: its steps are told with them, so that telling costs nothing. */
  let begun: JanitorState | null = null
  /** Ends the pass under way. */
  let stop = new AbortController()
  let ended: Promise<unknown> = Promise.resolve()
  const outdated = new Set<BucketId>()

  const periodMs = (): number => settings().janitorEveryHours * HOUR_MS

  async function state(): Promise<JanitorState> {
    const [stored, counts] = await Promise.all([store.janitor.state(), store.operations.counts()])
    return {
      lastRun: iso(stored.lastRun),
      nextRun: iso(stored.lastRun === null ? null : stored.lastRun + periodMs()),
      lastChanges: stored.lastChanges,
      consolidated: stored.consolidated,
      archived: stored.archived,
      ...counts,
      running,
      step,
    }
  }

  async function breathe(signal: AbortSignal): Promise<void> {
    const orEnd = (): void => {
      if (signal.aborted)
        throw new CatchmentError('cancelled', 'The janitor stopped. What it did so far stands and can be undone.')
    }
    orEnd()
    await nextTick()
    while (ports.isBusy()) {
      orEnd()
      await setTimeout(LOOK_AGAIN_MS)
    }
    orEnd()
  }

  async function rebuildOutdated(): Promise<void> {
    for (const day of [...outdated]) {
      outdated.delete(day)
      await rebuildDailySummary(ports, day)
    }
  }

  /** Counters, and how far it has judged: a pass that was cut short leaves this to the next one. */
  async function remember(startedAt: number, { acts, judged }: PassOutcome): Promise<void> {
    const before = await store.janitor.state()
    await store.janitor.saveState({
      lastRun: startedAt,
      nextRun: startedAt + periodMs(),
      consolidated: before.consolidated + mergesOf(acts.filter((a) => a.kind === 'consolidate')).length,
      archived: before.archived + acts.filter((a) => a.kind.startsWith('archive')).length,
      lastChanges: acts.length,
      judgedSeq: judged?.seq ?? before.judgedSeq,
      judgedWith: judged?.with ?? before.judgedWith,
    })
  }

  async function pass(dryRun: boolean, signal: AbortSignal): Promise<PlannedAct[]> {
    const startedAt = clock.now()
    const outcome = await runPass(ports, {
      passId: uuidv7(),
      dryRun,
      breathe: () => breathe(signal),
      signal,
      report,
    })
    if (dryRun) return outcome.acts
    ports.absorb({ buckets: await store.janitor.saveVelocities(velocitiesOf(outcome.snapshot)), removed: [] })
    if (outcome.suggestions.length > 0) {
      await store.janitor.addSuggestions(outcome.suggestions, startedAt)
      bus.tell({ type: 'suggestions.changed' })
    }
    await remember(startedAt, outcome)
    for (const day of outdatedSummaries(outcome.snapshot.buckets.values())) outdated.add(day)
    return outcome.acts
  }

  async function tidy({ dryRun, signal }: { dryRun: boolean; signal?: AbortSignal }): Promise<TidyAnswer> {
    if (running) throw new CatchmentError('conflict', 'The janitor is at work already.')
    running = true
    stop = new AbortController()
    const work = onePass(dryRun, signal ? AbortSignal.any([signal, stop.signal]) : stop.signal)
    ended = work.catch(() => undefined)
    return work
  }

  async function onePass(dryRun: boolean, signal: AbortSignal): Promise<TidyAnswer> {
    try {
      begun = await state()
      bus.tell({ type: 'janitor.changed', state: begun })
      const from = performance.now()
      const acts = await pass(dryRun, signal)
      if (!dryRun) ports.passTook?.(performance.now() - from)
      return { lines: acts.map(({ kind, sentence }) => ({ kind, sentence })), dryRun }
    } finally {
      running = false
      step = null
      begun = null
      await rebuildOutdated()
      bus.tell({ type: 'janitor.changed', state: await state() })
    }
  }

  /** Where the pass is, for whoever watches. */
  const report: StepReport = (kind, looking) => {
    const of = settings().experimentLifeChange ? STEPS + EXPERIMENTS : STEPS
    const at = step === null ? 1 : Math.min(of, step.at + (looking === null ? 1 : 0))
    step = { kind, at, of, looking }
    if (begun) bus.tell({ type: 'janitor.changed', state: { ...begun, step } })
  }

  async function isDue(now: number): Promise<boolean> {
    const { lastRun } = await store.janitor.state()
    return lastRun === null || now - lastRun >= periodMs() || now < lastRun
  }

  const actsBetween: Janitor['actsBetween'] = async ({ after, until }) => {
    const acts = await readLog(store, { actors: ['janitor'], ...(after === null ? {} : { since: after }) })
    return until === undefined ? acts : acts.filter((act) => Date.parse(act.ts) <= until)
  }

  const card: Janitor['sessionReceipt'] = async (endedAt, window = { after: endedAt }) =>
    sessionReceipt(await actsBetween(window), iso(endedAt))

  return {
    tidy,
    state,
    isDue,
    async runIfDue(signal) {
      if (running || ports.isBusy() || !(await isDue(clock.now()))) return null
      return tidy({ dryRun: false, ...(signal ? { signal } : {}) })
    },
    cancel: () => stop.abort(),
    async close() {
      stop.abort()
      await ended
    },
    sessionReceipt: card,
    actsBetween,
    async receiptText(endedAt) {
      const receipt = await card(endedAt)
      return receipt ? receiptText(receipt, { now: clock.now(), timeZone: ports.timeZone() }) : ''
    },
    async follow(result) {
      for (const day of outdatedSummaries(result.buckets)) outdated.add(day)
      if (!running) await rebuildOutdated()
    },
  }
}

/** Messages a day of each active bucket, as the experiment measures them; nothing without it. */
const velocitiesOf = ({ buckets, recent, now }: JanitorSnapshot): { id: BucketId; velocity: number }[] =>
  recent === null
    ? []
    : [...buckets.values()]
        .filter((b) => b.status === 'active')
        .map((b) => ({ id: b.id, velocity: Math.round(velocityOf(b, now) * 100) / 100 }))
