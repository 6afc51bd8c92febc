import { z } from 'zod'
import type { OperationKind, ReceiptView } from '../domain'
import { bucketId, operationId } from '../ids'
import { nothing, request } from './request'

/** The card at session start, as in the ADR: at most five lines, more become one line per kind. */
export interface SessionReceipt {
  lastSessionEndedAt: string | null
  lines: { sentence: string; receipt: ReceiptView | null }[]
  /** How many acts the lines stand for. */
  total: number
  /** How many of them stand: what “Undo this tidying” would take back. */
  standing: number
}

export interface JanitorState {
  lastRun: string | null
  nextRun: string | null
  lastChanges: number
  consolidated: number
  archived: number
  /** Acts that were undone, of all acts: how often the janitor was wrong. */
  acts: number
  undone: number
  running: boolean
  /** While a pass is under way: what it does, the how-manieth of its steps, and what it looks at. */
  step: { kind: OperationKind; at: number; of: number; looking: string | null } | null
}

export interface TidyAnswer {
  /** What was done, or with `dryRun` what would be. */
  lines: { kind: OperationKind; sentence: string }[]
  dryRun: boolean
}

export const receiptRequests = {
  'receipts.list': request<ReceiptView[]>()(
    z.object({
      /** Without it: everything. */
      actors: z.array(z.enum(['person', 'model', 'janitor', 'classifier', 'segment'])).optional(),
      bucketId: bucketId.optional(),
      before: operationId.optional(),
      limit: z.number().int().min(1).max(500),
    }),
  ),
  'receipts.undo': request<ReceiptView>()(z.object({ operationId })),
  'receipts.redo': request<ReceiptView>()(z.object({ operationId })),
  'receipts.session': request<SessionReceipt | null>()(nothing),
  /** Takes back everything the card of the session tells of that stands, newest first. Answers what was taken back. */
  'receipts.undoSession': request<ReceiptView[]>()(nothing),
  /** Takes back what stands of one pass of the janitor, newest first. Answers what was taken back. */
  'receipts.undoPass': request<ReceiptView[]>()(z.object({ passId: z.uuid() })),
  /** Does again what was taken back of one pass, oldest first. Answers what stands again. */
  'receipts.redoPass': request<ReceiptView[]>()(z.object({ passId: z.uuid() })),
  'janitor.tidy': request<TidyAnswer>()(z.object({ dryRun: z.boolean() })),
  /** Ends the pass under way between two acts; what it did stands. */
  'janitor.cancel': request<null>()(nothing),
  'janitor.state': request<JanitorState>()(nothing),
}

export type ReceiptEvent =
  | { type: 'receipts.changed'; receipts: ReceiptView[] }
  | { type: 'janitor.changed'; state: JanitorState }
