/** What a session starts with, fixed until it ends: stored with the session, read back for every prompt. */
import type { ContextView } from '@shared/contract/conversation'
import { bucketId, messageId, segmentId, shortId } from '@shared/ids'
import { z } from 'zod'
import { tokensOf } from './budget'

/** The parts of the system text in the order they are sent (07-settled, Prompt order). */
export const SECTION_NAMES = [
  'instructions',
  'memory',
  'primary',
  'background',
  'available',
  'manifest',
  'collapse marker',
  'segment summaries',
] as const
export type SectionName = (typeof SECTION_NAMES)[number]

const openingMessage = z.object({
  id: messageId,
  shortId,
  role: z.enum(['user', 'assistant']),
  /** As it is sent. */
  text: z.string(),
  tokens: z.number(),
})
export type OpeningMessage = z.infer<typeof openingMessage>

const openingSchema = z.object({
  version: z.literal(1),
  budgetTokens: z.number(),
  sections: z.array(z.object({ name: z.enum(SECTION_NAMES), text: z.string(), tokens: z.number() })),
  /** The section `memory` for a model that is not on this machine: without what is sensitive; left out if that is nothing. */
  memoryMayLeave: z.string().optional(),
  /** Messages from before the session boundary, oldest first. */
  continuity: z.array(openingMessage),
  /** Waits for the first message of the person behind it; null if it stands in front of one of `active` already. */
  boundary: z.string().nullable(),
  /** Messages of the running segment that were there when the context was restored. */
  active: z.array(openingMessage),
  /** Which buckets and segments were chosen, in order. */
  chosen: z.object({
    primary: z.array(bucketId),
    background: z.array(bucketId),
    available: z.array(bucketId),
    summaries: z.array(segmentId),
    manifest: z.array(segmentId),
  }),
})
export type Opening = z.infer<typeof openingSchema>

/** Reads a stored opening back; null if it is not one (another version wrote it: the session has to be restored anew). */
export function parseOpening(stored: unknown): Opening | null {
  const parsed = openingSchema.safeParse(stored)
  return parsed.success ? parsed.data : null
}

/** The opening as a model that is not on this machine is sent it, whichever model the session began with. */
export function withoutSensitive(opening: Opening): Opening {
  const { memoryMayLeave: text } = opening
  if (text === undefined) return opening
  const sections = opening.sections.flatMap((section) => {
    if (section.name !== 'memory') return [section]
    return text === '' ? [] : [{ ...section, text, tokens: tokensOf(text) }]
  })
  return { ...opening, sections }
}

/**
 * What the model was shown at session start, part by part, for the window and the command line.
 * @param since messages of the session that no model was sent yet
 */
export function openingView(
  opening: Opening,
  startedAt: string | null,
  since: readonly OpeningMessage[] = [],
): ContextView {
  const talk = (name: string, messages: readonly OpeningMessage[]) =>
    messages.length === 0
      ? []
      : [
          {
            name,
            text: messages.map((m) => `${m.role === 'user' ? 'User' : 'Assistant'}: ${m.text}`).join('\n\n'),
            tokens: messages.reduce((sum, m) => sum + m.tokens, 0),
          },
        ]
  const boundary =
    opening.boundary === null
      ? []
      : [{ name: 'session boundary', text: opening.boundary, tokens: tokensOf(opening.boundary) }]
  const sections = [
    ...opening.sections,
    ...talk('continuity messages', opening.continuity),
    ...boundary,
    ...talk('active segment', [...opening.active, ...since]),
  ]
  return {
    sessionStartedAt: startedAt,
    sections,
    totalTokens: sections.reduce((sum, s) => sum + s.tokens, 0),
    budgetTokens: opening.budgetTokens,
  }
}
