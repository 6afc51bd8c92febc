/** The newest message of the person with what travels along: quoted data, never instructions (07-settled, Prompt order). */
import type { RecalledNote } from '@shared/domain'
import type { BucketId, ShortId } from '@shared/ids'
import { escapeTags } from '@shared/tags/escape'
import { cutTokens } from '../language/tokens'
import { keepEnds, tokensOf } from './budget'
import { messageText, oneLine, type PromptMessage } from './message-text'
import { writtenTime } from './session-markers'
import { bucketBlock } from './tier-text'
import type { TierBucket } from './tiers'

/** "Your new bucket X is 0.91 like Y; same topic?": for one turn, to models with the `tags` ability. */
export interface Hint {
  newBucket: BucketId
  existing: BucketId
  /** Calibrated, 0 to 1. */
  similarity: number
}

export interface NewestTurn {
  message: PromptMessage
  /** What was recalled for it: at most three are used. */
  notes: readonly Pick<RecalledNote, 'text'>[]
  hints: readonly Hint[]
  /** The app looked for what the person asks for in what was said before, and found nothing. */
  lookedInVain?: boolean
  /** Buckets that a `pin` in the running session loaded for this turn. */
  loaded: readonly TierBucket[]
  /** Names of images that came with it, for a model that cannot see them. */
  unseen?: readonly string[]
  /** Milliseconds. */
  now: number
  timeZone: string
}

/** Behind the person's words, where a small model heeds it: among the data before them it was seen to make something up. */
const FOUND_NOTHING =
  '[Catchment searched all earlier conversations for this and found nothing. Answer that nothing about it was found in them; do not make anything up.]'
const MAX_NOTES = 3
const MAX_NOTE_TOKENS = 120
/** Boundary and data never take more than this share of the turn's room each: the person's own words come first. */
const ASIDE_SHARE = 0.3

/**
 * The text of the newest turn within `maxTokens`: session boundary if one waits, a fenced block of data, the message. Its
 * middle is left out if it is too long. What this returns is kept verbatim and sent again as it is for the whole session.
 */
export function newestTurnText(
  turn: NewestTurn,
  options: { tags: boolean; replyBefore: ShortId | null; boundary: string | null; maxTokens: number },
): string {
  const most = Math.floor(options.maxTokens * ASIDE_SHARE)
  const head = [cutTokens(options.boundary ?? '', most), fenced(dataLines(turn, options.tags), most)]
    .filter((part) => part !== '')
    .map((part) => `${part}\n\n`)
    .join('')
  const ids = tokensOf(messageText({ ...turn.message, text: '' }, options))
  const tail = turn.lookedInVain ? `\n\n${FOUND_NOTHING}` : ''
  const text = keepEnds(escapeTags(turn.message.text), options.maxTokens - tokensOf(head + tail) - ids - JOINTS)
  return head + messageText({ ...turn.message, text }, options) + tail
}

/** Parts can take a token more together than each for itself. */
const JOINTS = 4

function dataLines({ notes, hints, loaded, unseen = [], now, timeZone }: NewestTurn, tags: boolean): string[] {
  const lines = [`Now it is ${writtenTime(now, timeZone)}.`]
  if (unseen.length > 0)
    lines.push(
      `Attached, and not visible to you: ${unseen.map(oneLine).join(', ')}. Say that you cannot see images if it matters.`,
    )
  lines.push(...notesOf(notes).map((text) => `From before: “${text}”`))
  if (tags) lines.push(...hints.map(hintLine))
  for (const bucket of loaded) {
    lines.push(
      '=== PRIMARY CONTEXT - Loaded Topic ===',
      bucketBlock(bucket, { lastActive: () => 'now', pin: true, search: true }),
    )
  }
  return lines
}

/** At most three notes, each on one line, escaped and cut. */
export function notesOf(notes: readonly Pick<RecalledNote, 'text'>[]): string[] {
  return notes.slice(0, MAX_NOTES).map(({ text }) => oneLine(cutTokens(text, MAX_NOTE_TOKENS)))
}

/** The seed's wording (001, Self-healing assignment). Ids cannot hold anything a tag is made of. Cut, not rounded. */
function hintLine({ newBucket, existing, similarity }: Hint): string {
  return `Note: Your new bucket '${newBucket}' is ${Math.floor(similarity * 100)}% similar to existing '${existing}'. \
If same topic, add to your next <mira:analysis>: <mira:bucket>mv ${newBucket} ${existing}</mira:bucket>`
}

/** In a code fence that nothing inside can close. */
function fenced(lines: readonly string[], maxTokens: number): string {
  const text = cutTokens(lines.join('\n').replace(/`{3,}/g, '``'), maxTokens - FENCE_TOKENS)
  return text === '' ? '' : `\`\`\`context\n${text}\n\`\`\``
}

const FENCE_TOKENS = 8
