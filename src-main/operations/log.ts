/**
 * The one way an operation happens, is undone and is redone, whoever asked for it: a bucket command, the janitor, a segment's act,
 * a memory's edit (docs/adr/0004-operation-log.md). The store writes the log and its registers in one transaction; what is held
 * in memory follows here, in a fixed order.
 */
import type { OperationKind, ReceiptView } from '@shared/domain'
import { type BucketId, type OperationId, operationId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { EventBus } from '../runtime/bus'
import type { Clock } from '../runtime/clock'
import type { Store } from '../store/protocol'
import type { NewOperation, OperationResult, StoredBucket } from '../store/types'
import { changedAgain, changedBy, isBulk, MOST_ACTS, type Planned } from './bulk'

/** What a planner proposes; the log adds id and time. */
export type OperationDraft = Pick<NewOperation, 'kind' | 'actor' | 'sentence' | 'buckets' | 'creates' | 'writes'>

/** A draft with what only some acts carry: the janitor's evidence and pass, memories that come into being with it. */
export type FullOperationDraft = OperationDraft &
  Partial<Pick<NewOperation, 'similarity' | 'passId' | 'createsMemories'>>

/** Brings what one capability holds in memory up to date with an operation that was applied, undone or redone. */
export type Follower = (result: OperationResult) => void | Promise<void>

export interface OperationPorts {
  store: Pick<Store, 'operations'>
  clock: Clock
  bus: EventBus
  /** Called one after another, in this order, each when the one before has finished. */
  followers(): readonly Follower[]
  /** Runs what changes the conversation itself between two turns. */
  betweenTurns<T>(work: () => Promise<T>): Promise<T>
  /** How long a silence closes a segment at this hour, milliseconds: what was closed by hand goes on again while it is shorter. */
  silenceMs(): number
  /** Called and waited for before a bulk operation; one that throws calls it off. */
  beforeBulk(): Promise<void>
  /** How many messages are found in a bucket. */
  messagesIn(bucket: BucketId): number
}

const HOUR_MS = 3_600_000

/** They take messages out of the conversation and bring others back. */
const CHANGES_TALK: ReadonlySet<OperationKind> = new Set(['edit_message', 'ask_again', 'show_branch'])

export class OperationLog {
  private preparedAt = Number.NEGATIVE_INFINITY

  constructor(private readonly ports: OperationPorts) {}

  /** Logs and applies a draft; memory, filing and window follow before it returns. */
  async apply(draft: FullOperationDraft): Promise<OperationResult> {
    await this.prepare([draft], draft.actor === 'person')
    return this.applyPrepared(draft)
  }

  /**
   * Plans an act and applies it. Where a backup had to be waited for it is planned once more: what it was planned on may be another
   * by then.
   * @param plan with a draft of null: there is nothing to do
   * @returns what was planned last, and what came of it
   */
  async applyPlanned<P extends { draft: FullOperationDraft | null }>(
    plan: () => Promise<P>,
  ): Promise<{ planned: P; result: OperationResult | null }> {
    let planned = await plan()
    const waited = planned.draft && (await this.prepare([planned.draft], planned.draft.actor === 'person'))
    if (waited) planned = await plan()
    return { planned, result: planned.draft && (await this.applyPrepared(planned.draft)) }
  }

  private async applyPrepared(draft: FullOperationDraft): Promise<OperationResult> {
    const { store, clock } = this.ports
    const id = operationId.parse(uuidv7())
    const result = await this.inItsTime(draft.kind, () => store.operations.apply({ ...draft, id, ts: clock.now() }))
    await this.settle(result)
    return result
  }

  /**
   * The same for several at once, which are stored together; each has its receipt and is undone by itself. For acts of automation
   * alone: none of them may change the conversation.
   * @param planned see `operations.applyTogether` of the store
   * @returns what came of the leading ones that were applied
   */
  async applyTogether(
    drafts: readonly FullOperationDraft[],
    planned: readonly StoredBucket[],
  ): Promise<OperationResult[]> {
    const { store, clock } = this.ports
    await this.prepare(
      drafts,
      drafts.some(({ actor }) => actor === 'person'),
    )
    const list = drafts.map((draft) => ({ ...draft, id: operationId.parse(uuidv7()), ts: clock.now() }))
    const results = await store.operations.applyTogether(list, planned)
    await this.settleAll(results)
    return results
  }

  /** Takes an operation back, in any order with others. @throws CatchmentError `not_found` or `conflict` */
  async undo(id: OperationId): Promise<ReceiptView> {
    const act = await this.ports.store.operations.byId(id)
    if (act && !act.undone) await this.prepareAgain([act])
    return this.takeBack(id, act?.kind)
  }

  /**
   * Takes back those that stand, one after another in this order.
   * @param acts newest first, so that each finds what it left
   * @throws CatchmentError `not_found` or `conflict`
   */
  async undoAll(acts: readonly ReceiptView[]): Promise<ReceiptView[]> {
    const standing = acts.filter(({ undone }) => !undone)
    await this.prepareAgain(standing)
    const done: ReceiptView[] = []
    for (const { id, kind } of standing) done.push(await this.takeBack(id, kind))
    return done
  }

  private async takeBack(id: OperationId, kind: OperationKind | undefined): Promise<ReceiptView> {
    const { store, clock, silenceMs } = this.ports
    return this.settle(await this.inItsTime(kind, () => store.operations.undo(id, clock.now(), silenceMs())))
  }

  /** Brings an undone operation back. @throws CatchmentError `not_found` or `conflict` */
  async redo(id: OperationId): Promise<ReceiptView> {
    const act = await this.ports.store.operations.byId(id)
    if (act?.undone) await this.prepareAgain([act])
    return this.bringBack(id, act?.kind)
  }

  /** The other way of `undoAll`: those of the same acts that were taken back, oldest first. @throws CatchmentError `not_found` or `conflict` */
  async redoAll(acts: readonly ReceiptView[]): Promise<ReceiptView[]> {
    const undone = acts.filter((act) => act.undone).reverse()
    await this.prepareAgain(undone)
    const done: ReceiptView[] = []
    for (const { id, kind } of undone) done.push(await this.bringBack(id, kind))
    return done
  }

  private async bringBack(id: OperationId, kind: OperationKind | undefined): Promise<ReceiptView> {
    return this.settle(await this.inItsTime(kind, () => this.ports.store.operations.redo(id)))
  }

  /** An operation that was logged with a turn, by whoever stored it. */
  async follow(result: OperationResult): Promise<void> {
    await this.settle(result)
  }

  /**
   * Before acts are done, at one go or in several transactions: a backup, if they are a bulk operation. A pass of the janitor is one
   * operation of many acts: it asks for all of them, and what automation does is prepared for once an hour.
   * @returns whether a backup was waited for
   */
  async prepare(acts: readonly Planned[], isByPerson: boolean): Promise<boolean> {
    const { beforeBulk, messagesIn, clock } = this.ports
    if (!isBulk(acts.map((act) => changedBy(act, messagesIn)))) return false
    if (!isByPerson && Math.abs(clock.now() - this.preparedAt) < HOUR_MS) return false
    await beforeBulk()
    this.preparedAt = clock.now()
    return true
  }

  /** Before acts are taken back, or done again. */
  private async prepareAgain(acts: readonly ReceiptView[]): Promise<void> {
    const { store, beforeBulk } = this.ports
    if (acts.length <= MOST_ACTS) {
      const logged = new Map((await store.operations.changed(acts.map(({ id }) => id))).map((one) => [one.id, one]))
      if (!isBulk(acts.map((act) => changedAgain(act, logged.get(act.id) ?? { messages: 0, others: 0 })))) return
    }
    await beforeBulk()
  }

  private inItsTime<T>(kind: OperationKind | undefined, work: () => Promise<T>): Promise<T> {
    return kind !== undefined && CHANGES_TALK.has(kind) ? this.ports.betweenTurns(work) : work()
  }

  private async settle(result: OperationResult): Promise<ReceiptView> {
    await this.settleAll([result])
    return result.receipt
  }

  private async settleAll(results: readonly OperationResult[]): Promise<void> {
    if (results.length === 0) return
    const { bus, followers } = this.ports
    for (const result of results) for (const follow of followers()) await follow(result)
    bus.tell({ type: 'receipts.changed', receipts: results.map(({ receipt }) => receipt) })
    bus.tell({ type: 'suggestions.changed' })
    const messageIds = results.flatMap((result) => result.messageIds)
    if (messageIds.length > 0) bus.tell({ type: 'messages.changed', messageIds })
  }
}
