/** What a restored context may hold, and what goes first when it does not fit. */
import type { ManifestGroup, SegmentView } from '@shared/domain'
import { manifestLine, type Place, possibleLabels } from '../segments/manifest'
import { MESSAGE_OVERHEAD, tokensOf } from './budget'
import { messageText, type PromptMessage } from './message-text'
import { SECTION_NAMES } from './opening'
import { COLLAPSE_MARKER, summaryLine } from './session-markers'
import { availableLine, bucketBlock } from './tier-text'
import type { TierBucket, Tiers } from './tiers'

/** The parts of a restored context that can be left out. */
export interface Parts {
  instructions: string
  memory: string
  tiers: Tiers
  /** Newest date first, in it newest segment first. */
  manifest: ManifestGroup[]
  /** Oldest first. */
  summaries: SegmentView[]
  /** Oldest first. */
  continuity: PromptMessage[]
  active: PromptMessage[]
  boundary: string | null
  /** Room for the notice that older parts are not shown. */
  collapseMarker: boolean
}

export interface FitOptions {
  budgetTokens: number
  place: Place
  tags: boolean
}

/** Tokens of fixed wordings: a heading, a joint between two lines or parts, when a bucket was last active, a date. */
const HEADING = 48
const JOINT = 3
const LAST_ACTIVE = 8
const DATE = 40

/**
 * Drops parts until the rest has room, in this order: AVAILABLE (worst first), BACKGROUND (starred before pinned), the
 * manifest's oldest lines, segment summaries (oldest first), raw messages (oldest first, those before the session boundary
 * first), the memory file, PRIMARY (least recently discussed first), and only then the instructions and the boundary
 * (01-domain, Context restoration; the places of manifest, summaries and memory are ours).
 *
 * Room for whatever depends on the day it is read on is set aside at its longest, so that the same store keeps the same
 * parts after an hour, nine days or six months.
 */
export function fitParts(parts: Parts, options: FitOptions): Parts {
  const droppable = unitsOf(parts, options)
  let total = FIXED + droppable.reduce((sum, unit) => sum + unit.tokens, 0)
  const dropped = new Map<PartName, Set<unknown>>()
  for (const { part, item, tokens } of droppable) {
    if (total <= options.budgetTokens) break
    dropped.set(part, (dropped.get(part) ?? new Set()).add(item))
    total -= tokens
  }
  const kept = <T>(part: PartName, list: readonly T[]): T[] => list.filter((item) => !dropped.get(part)?.has(item))
  const available = kept('available', parts.tiers.available)
  return {
    instructions: dropped.has('instructions') ? '' : parts.instructions,
    memory: dropped.has('memory') ? '' : parts.memory,
    tiers: {
      primary: kept('primary', parts.tiers.primary),
      background: kept('background', parts.tiers.background),
      available,
      more: parts.tiers.more + parts.tiers.available.length - available.length,
    },
    manifest: parts.manifest
      .map((group) => ({ ...group, segments: kept('manifest', group.segments) }))
      .filter((group) => group.segments.length > 0),
    summaries: kept('summaries', parts.summaries),
    continuity: kept('messages', parts.continuity),
    active: kept('messages', parts.active),
    boundary: dropped.has('boundary') ? null : parts.boundary,
    collapseMarker: parts.collapseMarker && !dropped.has('collapse marker'),
  }
}

type PartName =
  | 'available'
  | 'background'
  | 'manifest'
  | 'summaries'
  | 'messages'
  | 'memory'
  | 'primary'
  | 'instructions'
  | 'boundary'
  | 'collapse marker'

/** What holds the system text together, and the opening words where the first message is a reply (`prompt.ts`). */
const FIXED = MESSAGE_OVERHEAD * 2 + JOINT * SECTION_NAMES.length + 16

/** What is dropped at once, and what that saves. */
interface Unit {
  part: PartName
  item: unknown
  tokens: number
}

/** Everything that can be dropped, in the order in which it goes. */
function unitsOf(parts: Parts, { place, tags }: FitOptions): Unit[] {
  const bare = { lastActive: () => '', pin: true, search: true }
  const unit = (part: PartName, item: unknown, text: string, extra = 0): Unit => ({
    part,
    item,
    tokens: tokensOf(text) + JOINT + extra,
  })
  const block = (part: PartName) => (b: TierBucket) => unit(part, b, bucketBlock(b, bare), LAST_ACTIVE)
  const message = (m: PromptMessage, i: number, all: readonly PromptMessage[]): Unit => {
    const replyBefore = all[i - 1]?.role === 'assistant' ? (all[i - 1]?.shortId ?? null) : null
    return unit('messages', m, messageText(m, { tags, replyBefore }), MESSAGE_OVERHEAD)
  }
  const words = (part: PartName, text: string | null, extra: number): Unit[] =>
    text === null || text === '' ? [] : [unit(part, part, text, extra)]
  const line = (b: TierBucket) => unit('available', b, availableLine(b, bare), LAST_ACTIVE)
  return [
    ...headed(parts.tiers.available.map(line).reverse()),
    ...headed(parts.tiers.background.map(block('background')).reverse()),
    ...headed(manifestUnits(parts.manifest, place).reverse()),
    ...headed(parts.summaries.map((s) => unit('summaries', s, summaryLine(s, place.timeZone)))),
    ...[...parts.continuity, ...parts.active].map(message),
    ...words('memory', parts.memory, 0),
    ...headed(parts.tiers.primary.map(block('primary')).reverse()),
    ...words('instructions', parts.instructions, DATE),
    ...words('boundary', parts.boundary, DATE),
    ...words('collapse marker', parts.collapseMarker ? COLLAPSE_MARKER : null, 0),
  ]
}

/** The heading goes with the last unit of its section. */
const headed = (units: Unit[]): Unit[] =>
  units.map((unit, i) => (i === units.length - 1 ? { ...unit, tokens: unit.tokens + HEADING } : unit))

/** Newest first. A date's label goes with the segment of that date that is dropped last, its newest. */
function manifestUnits(groups: readonly ManifestGroup[], place: Place): Unit[] {
  return groups.flatMap((group) => {
    const label = Math.max(...possibleLabels(group.date, place.locale).map(tokensOf)) + JOINT + 2
    return group.segments.map((segment, i) => {
      const lines = [segment.id, null].map((active) => tokensOf(manifestLine(segment, { ...place, active })))
      return { part: 'manifest', item: segment, tokens: Math.max(...lines) + JOINT + 3 + (i === 0 ? label : 0) }
    })
  })
}
