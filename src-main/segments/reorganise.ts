/** A person's acts on segments as operations of the log: pure, from the segments as they are. */
import { CatchmentError } from '@shared/contract/errors'
import type { MessageId, SegmentId } from '@shared/ids'
import { cutGraphemes } from '../language/graphemes'
import type { SegmentPart } from '../store/repositories/segments/view'
import type { NewOperation, RegisterWrite, StoredSegment } from '../store/types'

export type SegmentDraft = Pick<NewOperation, 'kind' | 'actor' | 'sentence' | 'buckets' | 'creates' | 'writes'>

const MAX_TITLE = 200
const QUOTED = 60

/** Null: it is called that already. An empty title gives the automatic one back. */
export function planRename(segment: StoredSegment, title: string): SegmentDraft | null {
  const flat = cutGraphemes(title.replace(/\s+/gu, ' ').trim(), MAX_TITLE)
  if (flat === '' ? !segment.named : segment.named && flat === segment.title) return null
  const sentence =
    flat === ''
      ? `You gave “${named(segment)}” its automatic title back.`
      : `You renamed the segment “${named(segment)}” to “${flat}”.`
  return draft('rename_segment', sentence, segment, [
    { entity: 'segment', entityId: segment.id, field: 'segment_title', after: flat === '' ? null : flat },
  ])
}

/** @throws CatchmentError `conflict` if nothing comes before it */
export function planMerge(segment: StoredSegment, previous: StoredSegment | null): SegmentDraft {
  if (!previous) throw new CatchmentError('conflict', 'There is no segment before this one in its conversation.')
  return draft('merge_segments', `You merged “${named(segment)}” with “${named(previous)}” before it.`, segment, [
    { entity: 'segment', entityId: segment.id, field: 'segment_merged_into', after: previous.id },
  ])
}

/**
 * The talk that is going on is closed where it is said, so that cuts and merges do not change what was closed. `first` is the
 * text it begins with: it has no title yet.
 */
export function planClose(
  segment: StoredSegment,
  going: { part: SegmentId; first: string },
  now: number,
): SegmentDraft {
  const name = segment.title === '' ? `the segment that began with “${quoted(going.first)}”` : `“${segment.title}”`
  return draft('close_segment', `You closed ${name}.`, segment, [
    { entity: 'segment', entityId: going.part, field: 'segment_closed_at', after: new Date(now).toISOString() },
  ])
}

export interface SplitMaterial {
  segment: StoredSegment
  /** What the segment is made of. */
  parts: readonly SegmentPart[]
  /** The message the new segment begins with. */
  at: { id: MessageId; ts: string; text: string }
  /** Id of the segment to be made. */
  fresh: SegmentId
}

/**
 * The message cuts its own part; parts that begin after it lead into the new segment from now on. So a split writes as many
 * registers as the segment has parts, however many messages it holds.
 * @throws CatchmentError `conflict` at the segment's first message
 */
export function planSplit({ segment, parts, at, fresh }: SplitMaterial): SegmentDraft {
  const first = parts.reduce<SegmentPart['first'] | null>(
    (min, p) => (min && !after(min, p.first) ? min : p.first),
    null,
  )
  if (!first || first.message === at.id) {
    throw new CatchmentError('conflict', 'The segment begins with this message: there is nothing to split off.')
  }
  const here = { ts: at.ts, message: at.id }
  const behind = parts.filter((p) => p.id !== segment.id && (after(p.first, here) || p.first.message === at.id))
  const begins = behind.find((p) => p.first.message === at.id)
  const sentence = `You split “${named(segment)}” at “${quoted(at.text)}”.`
  // A part of its own begins here: it only has to lead into itself again, and takes along what comes behind it.
  if (begins) {
    return draft('split_segment', sentence, segment, [
      into(begins.id, begins.id),
      ...behind.filter((p) => p !== begins).map((p) => into(p.id, begins.id)),
    ])
  }
  return draft('split_segment', sentence, segment, [
    { entity: 'segment', entityId: fresh, field: 'segment_cut_at', after: at.id },
    ...behind.map((p) => into(p.id, fresh)),
  ])
}

const into = (id: SegmentId, target: SegmentId): RegisterWrite => ({
  entity: 'segment',
  entityId: id,
  field: 'segment_merged_into',
  after: target,
})

const quoted = (text: string): string => cutGraphemes(text.replace(/\s+/gu, ' ').trim(), QUOTED)

const after = (a: SegmentPart['first'], b: SegmentPart['first']): boolean =>
  a.ts === b.ts ? a.message > b.message : a.ts > b.ts

const named = (segment: StoredSegment): string => (segment.title === '' ? 'the running segment' : segment.title)

const draft = (
  kind: SegmentDraft['kind'],
  sentence: string,
  { buckets }: StoredSegment,
  writes: RegisterWrite[],
): SegmentDraft => ({ kind, actor: 'person', sentence, buckets, creates: [], writes })
