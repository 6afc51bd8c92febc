/** A passing chat: in memory only, in none of the tables; closing it, a crash or a restart ends it (07-settled). */
import { z } from 'zod'
import { nothing, request } from './request'

const turns = z
  .array(z.object({ role: z.enum(['user', 'assistant']), text: z.string().max(1_000_000) }))
  .min(1)
  .max(1_000)

export const passingRequests = {
  /** Answers the last of what was said; the window holds it and sends it whole each time. `model_missing` without a model. */
  'passing.ask': request<null>()(z.object({ id: z.uuid(), turns })),
  /** Ends the reply under way, if there is one. */
  'passing.stop': request<null>()(nothing),
}

export type PassingEvent =
  | { type: 'passing.delta'; id: string; text: string }
  /** `failure`: why it broke off, for a person; null: it ended by itself or was stopped. */
  | { type: 'passing.ended'; id: string; failure: string | null }
