/** The restored context: composed once at session start, then fixed (01-domain, Context restoration). */
import type { IsoTime, ManifestGroup, SegmentView } from '@shared/domain'
import type { SegmentId } from '@shared/ids'
import { escapeTags } from '@shared/tags/escape'
import { cutTokens } from '../language/tokens'
import { type Place, renderManifest } from '../segments/manifest'
import { keepEnds, tokensOf } from './budget'
import { fitParts, type Parts } from './fit'
import { instructions } from './instructions'
import { messageText, type PromptMessage } from './message-text'
import type { Opening, OpeningMessage, SectionName } from './opening'
import { COLLAPSE_MARKER, lastActive, sessionBoundary, summaryLine, writtenTime } from './session-markers'
import { renderAvailable, renderBackground, renderPrimary } from './tier-text'
import type { TierBucket, Tiers } from './tiers'

export type ContextMessage = PromptMessage & { ts: IsoTime }

export interface ContextInput {
  place: Place
  /** When the session starts, milliseconds. Only written gaps, dates and day labels depend on it. */
  now: number
  budgetTokens: number
  /** The model's `tags` ability: the seeds' block, short ids, receipts. */
  tags: boolean
  /** The model's `tools` ability: it can search by itself. */
  tools: boolean
  /** MEMORY.md, or '' while there is none. */
  memory: string
  /** The same for a model that is not on this machine; left out if nothing in it is sensitive. */
  memoryMayLeave?: string
  tiers: Tiers
  manifest: { groups: ManifestGroup[]; active: SegmentId | null }
  /** Collapsed segments, oldest first. */
  summaries: readonly SegmentView[]
  /** The raw window's messages from before the session, oldest first. */
  continuity: readonly ContextMessage[]
  /** The running segment's messages, if the context is restored in its middle; oldest first. */
  active: readonly ContextMessage[]
  /** There are messages that `continuity` and `active` do not hold. */
  older: boolean
  /** The janitor's acts since the last session, one sentence each. */
  receipts: readonly string[]
}

/** No single message, summary or file takes more than this share of the budget: its middle is left out. */
const MAX_SHARE = 1 / 4

/** What a single part of a context of `budgetTokens` may take. */
export const shareOf = (budgetTokens: number): number => Math.floor(budgetTokens * MAX_SHARE)

/**
 * Composes what a session starts with, in the order of 07-settled (Prompt order): instructions, memory file, tiers,
 * manifest, collapse marker, segment summaries, continuity messages, session boundary, active segment. Never above
 * `budgetTokens`; what is dropped first is said at `fitParts`. The same input at another `now` chooses the same buckets,
 * segments and messages in the same order.
 */
export function composeContext(input: ContextInput): Opening {
  const { place, budgetTokens, tags } = input
  const real = partsOf(input)
  // Chosen as if it were always the same moment, then written for the moment it is.
  const fitted = fitParts(partsOf({ ...input, now: 0 }), { budgetTokens, place, tags })
  const parts = {
    ...fitted,
    instructions: fitted.instructions && real.instructions,
    boundary: fitted.boundary && real.boundary,
  }
  const shownAll =
    parts.continuity.length === input.continuity.length && parts.active.length === input.active.length && !input.older
  const sections = sectionTexts(parts, input, shownAll)
  const { continuity, active, boundary } = talk(parts, tags)
  return {
    version: 1,
    budgetTokens,
    sections: sections.flatMap(([name, text]) => (text === '' ? [] : [{ name, text, tokens: tokensOf(text) }])),
    ...(input.memoryMayLeave === undefined
      ? {}
      : { memoryMayLeave: cutTokens(input.memoryMayLeave, shareOf(budgetTokens)) }),
    continuity,
    boundary,
    active,
    chosen: {
      primary: parts.tiers.primary.map((b) => b.id),
      background: parts.tiers.background.map((b) => b.id),
      available: parts.tiers.available.map((b) => b.id),
      summaries: parts.summaries.map((s) => s.id),
      manifest: parts.manifest.flatMap((g) => g.segments.map((s) => s.id)),
    },
  }
}

function partsOf(input: ContextInput): Parts {
  const most = shareOf(input.budgetTokens)
  const message = (m: ContextMessage): PromptMessage => ({ ...m, text: keepEnds(escapeTags(m.text), most) })
  const bucket = (b: TierBucket): TierBucket => ({ ...b, summary: cutTokens(b.summary, most) })
  const { tiers, place, now } = input
  const startedAt = writtenTime(now, place.timeZone)
  return {
    instructions: instructions({ tags: input.tags, tools: input.tools, startedAt }),
    memory: cutTokens(input.memory, most),
    tiers: { ...tiers, primary: tiers.primary.map(bucket), background: tiers.background.map(bucket) },
    manifest: input.manifest.groups
      .map((group) => ({ ...group, segments: group.segments.filter((s) => s.status !== 'archived') }))
      .filter((group) => group.segments.length > 0),
    summaries: [...input.summaries],
    continuity: input.continuity.map(message),
    active: input.active.map(message),
    boundary: boundaryOf(input),
    collapseMarker: true,
  }
}

function boundaryOf({ continuity, active, now, place, tags, receipts }: ContextInput): string | null {
  const last = continuity.at(-1)
  if (!last) return null
  return sessionBoundary({
    lastAt: Date.parse(last.ts),
    startsAt: active[0] ? Date.parse(active[0].ts) : now,
    timeZone: place.timeZone,
    receipts: tags ? receipts : [],
  })
}

function sectionTexts(parts: Parts, input: ContextInput, shownAll: boolean): [SectionName, string][] {
  const { place, now, tags, tools } = input
  const rendering = { pin: tags, search: tools, lastActive: (iso: IsoTime) => lastActive(now - Date.parse(iso)) }
  const manifest = parts.manifest.length === 0 ? '' : renderManifest(parts.manifest, { ...place, ...input.manifest })
  const summaries = parts.summaries.map((s) => summaryLine(s, place.timeZone))
  return [
    ['instructions', parts.instructions],
    ['memory', parts.memory],
    ['primary', renderPrimary(parts.tiers.primary, rendering)],
    ['background', renderBackground(parts.tiers.background, rendering)],
    ['available', renderAvailable(parts.tiers.available, parts.tiers.more, rendering)],
    ['manifest', manifest],
    ['collapse marker', parts.collapseMarker && !shownAll ? COLLAPSE_MARKER : ''],
    ['segment summaries', summaries.length === 0 ? '' : ['Most recent talks, oldest first:', ...summaries].join('\n')],
  ]
}

/** The messages as they are sent; the boundary stands in front of the first message of a person behind it. */
function talk(parts: Parts, tags: boolean): Pick<Opening, 'continuity' | 'active' | 'boundary'> {
  const all = [...parts.continuity, ...parts.active]
  const written = all.map((message, i): OpeningMessage => {
    const before = all[i - 1]
    const text = messageText(message, { tags, replyBefore: before?.role === 'assistant' ? before.shortId : null })
    return { id: message.id, shortId: message.shortId, role: message.role, text, tokens: tokensOf(text) }
  })
  const continuity = written.slice(0, parts.continuity.length)
  const active = written.slice(parts.continuity.length)
  const first = active.find((m) => m.role === 'user')
  if (parts.boundary === null || !first) return { continuity, active, boundary: parts.boundary }
  const text = `${parts.boundary}\n\n${first.text}`
  const marked = active.map((m) => (m === first ? { ...m, text, tokens: tokensOf(text) } : m))
  return { continuity, active: marked, boundary: null }
}
