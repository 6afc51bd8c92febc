import type { SuggestionView } from '@shared/domain'
import { type BucketId, bucketId, isMisc, type SuggestionId } from '@shared/ids'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../database'
import { buckets, janitorState, suggestions } from '../../schema'
import type { StoredBucket } from '../../types'
import { me } from '../profile'
import { toBucket, toSuggestion } from '../rows'
import { bucketsRepository } from './buckets'

const spokenOf = (ids: readonly (string | null)[]): BucketId[] =>
  [...new Set(ids)].flatMap((id) => (id === null ? [] : [bucketId.parse(id)]))

export interface StoredJanitorState {
  lastRun: number | null
  nextRun: number | null
  consolidated: number
  archived: number
  lastChanges: number
  judgedSeq: number
  judgedWith: string
}

export interface NewSuggestion {
  kind: SuggestionView['kind']
  source: BucketId
  target: BucketId | null
  similarity: number | null
  sentence: string
  /** For a division: the titles of both parts. */
  parts?: readonly [string, string]
}

/** What the life-change experiment looks at: how much was said lately, and where. */
export interface RecentActivity {
  /** Filed messages of the person and the assistant since then. */
  total: number
  byBucket: [BucketId, number][]
  /** Milliseconds of the oldest message of the continuum, or null. */
  oldest: number | null
}

export const janitorRepository = {
  async recentActivity(db: Database, since: number): Promise<RecentActivity> {
    const counted = sql`user_id = ${me} AND NOT is_segment_boundary AND role IN ('user', 'assistant')`
    const { rows } = await db.execute<{ id: string; n: number }>(sql`
      SELECT bucket_id AS id, count(*)::int AS n FROM messages
      WHERE ${counted} AND bucket_id IS NOT NULL AND ts >= ${new Date(since).toISOString()}::timestamptz GROUP BY bucket_id`)
    const [first] = (
      await db.execute<{ oldest: string | null }>(sql`
      SELECT min(ts)::text AS oldest FROM messages WHERE ${counted}`)
    ).rows
    return {
      total: rows.reduce((sum, row) => sum + row.n, 0),
      byBucket: rows.map(({ id, n }) => [bucketId.parse(id), n]),
      oldest: first?.oldest ? Date.parse(first.oldest) : null,
    }
  },

  /** Messages a day by bucket: a measurement, not an act, so it stands outside the log. Answers the buckets whose value changed. */
  async saveVelocities(db: Database, list: readonly { id: BucketId; velocity: number }[]): Promise<StoredBucket[]> {
    const changed: StoredBucket[] = []
    for (const { id, velocity } of list) {
      const rows = await db
        .update(buckets)
        .set({ velocity })
        .where(and(eq(buckets.id, id), ne(buckets.velocity, velocity)))
        .returning()
      changed.push(...rows.flatMap((row) => toBucket(row) ?? []))
    }
    return changed
  },

  async state(db: Database): Promise<StoredJanitorState> {
    const [row] = await db.select().from(janitorState)
    return {
      lastRun: row?.lastRun?.getTime() ?? null,
      nextRun: row?.nextRun?.getTime() ?? null,
      consolidated: row?.bucketsConsolidated ?? 0,
      archived: row?.bucketsArchived ?? 0,
      lastChanges: row?.lastChanges ?? 0,
      judgedSeq: row?.judgedSeq ?? 0,
      judgedWith: row?.judgedWith ?? '',
    }
  },

  async saveState(db: Database, state: StoredJanitorState): Promise<void> {
    const value = {
      lastRun: state.lastRun === null ? null : new Date(state.lastRun),
      nextRun: state.nextRun === null ? null : new Date(state.nextRun),
      bucketsConsolidated: state.consolidated,
      bucketsArchived: state.archived,
      lastChanges: state.lastChanges,
      judgedSeq: state.judgedSeq,
      judgedWith: state.judgedWith,
    }
    await db
      .insert(janitorState)
      .values({ userId: me, ...value })
      .onConflictDoUpdate({ target: janitorState.userId, set: value })
  },

  async openSuggestions(db: Database): Promise<SuggestionView[]> {
    const rows = await db
      .select()
      .from(suggestions)
      .where(eq(suggestions.status, 'open'))
      .orderBy(desc(suggestions.similarity))
    // Asked after every act of a pass: only the buckets that are spoken of are read, not the thousands there may be.
    const named = await bucketsRepository.byIds(db, spokenOf(rows.flatMap((r) => [r.sourceBucketId, r.targetBucketId])))
    const led = await bucketsRepository.byIds(db, spokenOf(named.map((b) => b.mergedInto)))
    const all = new Map([...named, ...led].map((b) => [String(b.id), b]))
    const live = (id: string | null) => {
      const bucket = id === null ? undefined : all.get(id)
      return bucket?.mergedInto ? all.get(bucket.mergedInto) : bucket
    }
    return rows.flatMap((row) => {
      const source = live(row.sourceBucketId)
      const target = live(row.targetBucketId)
      // What was divided or merged away meanwhile is no longer what the offer was about.
      if (row.kind !== 'merge' && source?.id !== row.sourceBucketId) return []
      // Filing away is offered for a one-off; what was kept, pinned or filed away meanwhile is none any more.
      if (row.kind === 'archive' && (source?.status !== 'ephemeral' || source.pinned)) return []
      if (!source || (row.targetBucketId !== null && (!target || target.id === source.id))) return []
      // What was filed away meanwhile is proposed to nobody (07-settled, `misc_conversations_…`).
      if ([source, target].some((b) => isMisc(b?.id ?? ''))) return []
      return [
        toSuggestion(
          { ...row, sourceBucketId: source.id, targetBucketId: target?.id ?? null },
          { sourceTitle: source.title, targetTitle: target?.title ?? null, messagesMoved: source.messages },
        ),
      ]
    })
  },

  async addSuggestions(db: Database, list: readonly NewSuggestion[], at: number): Promise<void> {
    for (const s of list) {
      const known = await db
        .select({ id: suggestions.id })
        .from(suggestions)
        .where(
          and(
            eq(suggestions.kind, s.kind),
            eq(suggestions.sourceBucketId, s.source),
            s.target === null ? undefined : eq(suggestions.targetBucketId, s.target),
          ),
        )
      if (known.length > 0) continue
      await db.insert(suggestions).values({
        userId: me,
        id: uuidv7(),
        kind: s.kind,
        sourceBucketId: s.source,
        targetBucketId: s.target,
        similarity: s.similarity,
        sentence: s.sentence,
        parts: s.parts ? [...s.parts] : null,
        createdAt: new Date(at),
      })
    }
  },

  async decideSuggestion(db: Database, id: SuggestionId, status: 'accepted' | 'dismissed', at: number): Promise<void> {
    await db
      .update(suggestions)
      .set({ status, decidedAt: new Date(at) })
      .where(eq(suggestions.id, id))
  },

  /** Pairs a person said no to. */
  async dismissedPairs(db: Database): Promise<[BucketId, BucketId][]> {
    const rows = await db
      .select()
      .from(suggestions)
      .where(and(eq(suggestions.status, 'dismissed'), eq(suggestions.kind, 'merge')))
    return rows.flatMap((r) =>
      r.targetBucketId === null ? [] : [[bucketId.parse(r.sourceBucketId), bucketId.parse(r.targetBucketId)]],
    )
  },
}
