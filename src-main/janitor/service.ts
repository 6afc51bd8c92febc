import { setTimeout } from 'node:timers/promises'
import { CatchmentError } from '@shared/contract/errors'
import type { JanitorState, SessionReceipt, TidyAnswer } from '@shared/contract/receipts'
import type { BucketId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { OperationResult } from '../store/types'
import { mergesOf } from './apply'
import { outdatedSummaries, rebuildDailySummary } from './daily-summaries'
import { type PassOutcome, runPass } from './pass'
import { receiptText, sessionReceipt } from './receipts'
import { nextTick } from './slices'
import { readLog } from './snapshot'
import type { JanitorPorts, PlannedAct } from './types'

const HOUR_MS = 3_600_000
/** How often a waiting pass looks whether the reply has ended. */
const LOOK_AGAIN_MS = 25

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
  /** The card for a session that starts now: what was done since `endedAt`, the end of the last session (milliseconds). */
  sessionReceipt(endedAt: number | null): Promise<SessionReceipt | null>
  /** The card as text; empty if there is nothing to tell. */
  receiptText(endedAt: number | null): Promise<string>
  /** To be told of every operation that was applied, undone or redone by anyone: keeps the daily summaries true. */
  follow(result: OperationResult): Promise<void>
}

/** The janitor: out-of-band upkeep with a receipt and an undo for everything it does (02-janitor-memory). */
export function createJanitor(ports: JanitorPorts): Janitor {
  const { store, clock, bus, settings } = ports
  let running = false
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
    }
  }

  async function breathe(signal: AbortSignal | undefined): Promise<void> {
    const stop = (): void => {
      if (signal?.aborted)
        throw new CatchmentError('cancelled', 'The janitor stopped. What it did so far stands and can be undone.')
    }
    stop()
    await nextTick()
    while (ports.isBusy()) {
      stop()
      await setTimeout(LOOK_AGAIN_MS)
    }
    stop()
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

  async function pass(dryRun: boolean, signal: AbortSignal | undefined): Promise<PlannedAct[]> {
    const startedAt = clock.now()
    const outcome = await runPass(ports, {
      passId: uuidv7(),
      dryRun,
      breathe: () => breathe(signal),
    })
    if (dryRun) return outcome.acts
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
    try {
      bus.tell({ type: 'janitor.changed', state: await state() })
      const acts = await pass(dryRun, signal)
      return { lines: acts.map(({ kind, sentence }) => ({ kind, sentence })), dryRun }
    } finally {
      running = false
      await rebuildOutdated()
      bus.tell({ type: 'janitor.changed', state: await state() })
    }
  }

  async function isDue(now: number): Promise<boolean> {
    const { lastRun } = await store.janitor.state()
    return lastRun === null || now - lastRun >= periodMs() || now < lastRun
  }

  async function card(endedAt: number | null): Promise<SessionReceipt | null> {
    const since = endedAt === null ? {} : { since: endedAt }
    return sessionReceipt(await readLog(store, { actors: ['janitor'], ...since }), iso(endedAt))
  }

  return {
    tidy,
    state,
    isDue,
    async runIfDue(signal) {
      if (running || ports.isBusy() || !(await isDue(clock.now()))) return null
      return tidy({ dryRun: false, ...(signal ? { signal } : {}) })
    },
    sessionReceipt: card,
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
