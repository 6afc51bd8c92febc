import type { SuggestionView } from '@shared/domain'
import { type BucketId, bucketId, type MessageId, type SuggestionId } from '@shared/ids'
import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../database'
import { bucketOperations, buckets, janitorActions, janitorState, preferences, suggestions } from '../schema'
import type { StoredBucket } from '../types'
import { derive } from './derive'
import { toBucket, toSuggestion } from './rows'

const me = sql<string>`current_profile()`

const present = (rows: (typeof buckets.$inferSelect)[]): StoredBucket[] => rows.flatMap((r) => toBucket(r) ?? [])

export const bucketsRepository = {
  /** Every bucket a person can see, merged ones left out unless asked for. */
  async list(db: Database, options: { merged: boolean }): Promise<StoredBucket[]> {
    const rows = await db
      .select()
      .from(buckets)
      .where(and(ne(buckets.status, 'void'), options.merged ? undefined : ne(buckets.status, 'merged')))
      .orderBy(desc(buckets.lastUpdated), asc(buckets.id))
    return present(rows)
  },

  async byIds(db: Database, ids: readonly BucketId[]): Promise<StoredBucket[]> {
    if (ids.length === 0) return []
    return present(
      await db
        .select()
        .from(buckets)
        .where(inArray(buckets.id, [...ids])),
    )
  },

  /** The bucket that an id leads to once merges are followed, or null. */
  async resolve(db: Database, id: BucketId): Promise<StoredBucket | null> {
    const [row] = await db
      .select()
      .from(buckets)
      .where(sql`id = coalesce((select merged_into from buckets b where b.user_id = ${me} and b.id = ${id}), ${id})`)
    return row ? toBucket(row) : null
  },

  /** Ids that were merged into this bucket and still resolve to it. */
  async formerIds(db: Database, id: BucketId): Promise<BucketId[]> {
    const rows = await db
      .select({ id: buckets.id })
      .from(buckets)
      .where(eq(buckets.mergedInto, id))
      .orderBy(asc(buckets.id))
    return rows.map((r) => bucketId.parse(r.id))
  },

  /** Every id ever given, void ones too: the system never gives one twice. */
  async takenIds(db: Database, prefix: string): Promise<BucketId[]> {
    const rows = await db.select({ id: buckets.id }).from(buckets).where(sql`starts_with(${buckets.id}, ${prefix})`)
    return rows.map((r) => bucketId.parse(r.id))
  },

  /** A person opened or pinned it: counts as activity (07-settled, Times). */
  async touch(db: Database, id: BucketId, at: number): Promise<StoredBucket[]> {
    await db
      .update(buckets)
      .set({ touchedAt: new Date(at) })
      .where(eq(buckets.id, id))
    return (await derive(db, [id])).buckets
  },

  async setSummary(
    db: Database,
    input: { id: BucketId; summary: string; lastMessageId: MessageId | null; count: number },
  ): Promise<void> {
    await db
      .update(buckets)
      .set({
        summary: input.summary,
        summaryStale: false,
        lastSummarizedMessageId: input.lastMessageId,
        lastSummarizedCount: input.count,
      })
      .where(eq(buckets.id, input.id))
  },

  async setRelated(db: Database, id: BucketId, related: BucketId[]): Promise<void> {
    await db.update(buckets).set({ relatedBuckets: related }).where(eq(buckets.id, id))
  },

  /** Starred: the at most three active buckets with the most returns a week, at least three returns in all (07-settled). */
  async refreshStarred(db: Database): Promise<StoredBucket[]> {
    const best = await db
      .select({ id: buckets.id })
      .from(buckets)
      .where(and(eq(buckets.status, 'active'), sql`returns >= 3`))
      .orderBy(desc(buckets.returnFrequency), asc(buckets.id))
      .limit(3)
    const ids = best.map((b) => b.id)
    const rows = await db
      .update(buckets)
      .set({ starred: sql`not starred` })
      .where(ids.length === 0 ? eq(buckets.starred, true) : sql`starred <> (${inArray(buckets.id, ids)})`)
      .returning()
    return present(rows)
  },
}

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
  kind: 'merge' | 'archive'
  source: BucketId
  target: BucketId | null
  similarity: number | null
  sentence: string
}

export const janitorRepository = {
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

  async recordAction(db: Database, input: { passId: string; operationId: string; at: number }): Promise<void> {
    const [operation] = await db.select().from(bucketOperations).where(eq(bucketOperations.id, input.operationId))
    if (!operation) return
    await db.insert(janitorActions).values({
      userId: me,
      id: uuidv7(),
      passId: input.passId,
      operationId: operation.id,
      kind: operation.kind,
      justification: operation.sentence,
      ts: new Date(input.at),
    })
  },

  async openSuggestions(db: Database): Promise<SuggestionView[]> {
    const rows = await db
      .select()
      .from(suggestions)
      .where(eq(suggestions.status, 'open'))
      .orderBy(desc(suggestions.similarity))
    const all = new Map((await bucketsRepository.list(db, { merged: true })).map((b) => [String(b.id), b]))
    const live = (id: string | null) => {
      const bucket = id === null ? undefined : all.get(id)
      return bucket?.mergedInto ? all.get(bucket.mergedInto) : bucket
    }
    return rows.flatMap((row) => {
      const source = live(row.sourceBucketId)
      const target = live(row.targetBucketId)
      if (!source || (row.targetBucketId !== null && (!target || target.id === source.id))) return []
      // What was filed away meanwhile is proposed to nobody (07-settled, `misc_conversations_…`).
      if ([source, target].some((b) => b?.id.startsWith('misc_conversations_'))) return []
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

export const preferencesRepository = {
  async get(db: Database, key: string): Promise<unknown> {
    const [row] = await db.select().from(preferences).where(eq(preferences.key, key))
    return row?.value ?? null
  },
  async set(db: Database, key: string, value: unknown, at: number): Promise<void> {
    const row = { value, updatedAt: new Date(at) }
    await db
      .insert(preferences)
      .values({ userId: me, key, ...row })
      .onConflictDoUpdate({ target: [preferences.userId, preferences.key], set: row })
  },
}
