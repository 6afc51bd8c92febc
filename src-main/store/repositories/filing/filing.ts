import type { BucketId, MessageId, SegmentId } from '@shared/ids'
import { operationId, segmentId } from '@shared/ids'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../database'
import { bucketProfiles, buckets, messages, termStatistics } from '../../schema'
import { vectorText } from '../../schema/columns'
import type {
  Assignment,
  FilingCommit,
  FilingResult,
  RegisterWrite,
  StoredConversation,
  StoredProfile,
} from '../../types'
import { derive } from '../operations/derive'
import { createBuckets, noteFirstFilings, operations } from '../operations/operations'
import { me } from '../profile'
import { toMessage } from '../rows'

/** Filing's side of the store: judgements, profiles, word counts. */
export const filing = {
  /**
   * Stores one judgement in the caller's transaction. A message filed for the first time simply gets its bucket; one that
   * lay elsewhere is moved by a logged operation. A message that a person filed is never touched.
   */
  async commit(db: Database, commit: FilingCommit): Promise<FilingResult> {
    const ids = commit.assignments.map((a) => a.messageId)
    const present = ids.length === 0 ? [] : await db.select().from(messages).where(inArray(messages.id, ids))
    const byId = new Map(present.map((m) => [m.id, m]))
    const open = commit.assignments.filter((a) => byId.get(a.messageId)?.filedBy !== 'person')
    const first = open.filter((a) => byId.get(a.messageId)?.homeBucketId === null)
    const again = open.filter((a) => {
      const at = byId.get(a.messageId)
      return at && at.homeBucketId !== null && at.bucketId !== a.bucketId
    })

    const movedTargets = new Set(again.map((a) => a.bucketId))
    const firstTargets = new Set(first.map((a) => a.bucketId))
    await createBuckets(
      db,
      commit.newBuckets.filter((b) => firstTargets.has(b.id)),
      'status',
    )
    const touched = new Set<string>(commit.newBuckets.filter((b) => firstTargets.has(b.id)).map((b) => b.id))

    await fileFirst(db, first, commit.filedBy)
    for (const a of first) touched.add(a.bucketId)
    await noteJudgement(db, open)
    await noteTopics(db, commit)
    await markReturns(
      db,
      first.map((a) => a.messageId),
    )
    const result = await derive(db, touched)
    const woken = await reactivate(db, commit, [...firstTargets])
    let refiled: FilingResult['refiled'] = null
    if (again.length > 0) {
      const moved = await operations.apply(db, {
        id: operationId.parse(uuidv7()),
        ts: commit.at,
        kind: 'refile',
        actor: commit.actor,
        sentence: commit.refileSentence,
        buckets: [...movedTargets],
        creates: commit.newBuckets.filter((b) => movedTargets.has(b.id) && !firstTargets.has(b.id)),
        writes: [
          ...again.map(
            (a): RegisterWrite => ({
              entity: 'message',
              entityId: a.messageId,
              field: 'home_bucket_id',
              after: a.bucketId,
            }),
          ),
          ...(await leadOn(db, again, byId)),
        ],
      })
      refiled = moved.operationId
      result.buckets.push(...moved.buckets)
      result.removed.push(...moved.removed)
    }
    result.buckets.push(...woken)
    await filing.saveProfiles(db, commit.profiles)
    const after = ids.length === 0 ? [] : await db.select().from(messages).where(inArray(messages.id, ids))
    const newest = new Map(result.buckets.map((b) => [b.id, b]))
    return { buckets: [...newest.values()], removed: result.removed, messages: after.map(toMessage), refiled }
  },

  async saveProfiles(db: Database, profiles: readonly StoredProfile[]): Promise<void> {
    for (const p of profiles) {
      const value = {
        sum: sql`${vectorText(p.sum)}::vector`,
        weight: p.weight,
        messages: p.messages,
        firstAt: new Date(p.firstAt),
        lastAt: new Date(p.lastAt),
        terms: p.terms,
      }
      await db
        .insert(bucketProfiles)
        .values({ userId: me, bucketId: p.bucketId, modelId: p.modelId, ...value })
        .onConflictDoUpdate({
          target: [bucketProfiles.userId, bucketProfiles.modelId, bucketProfiles.bucketId],
          set: value,
        })
    }
  },

  async loadProfiles(db: Database, modelId: string): Promise<StoredProfile[]> {
    const rows = await db.select().from(bucketProfiles).where(eq(bucketProfiles.modelId, modelId))
    return rows.map((r) => ({
      bucketId: r.bucketId as BucketId,
      modelId: r.modelId,
      sum: r.sum,
      weight: r.weight,
      messages: r.messages,
      firstAt: r.firstAt.getTime(),
      lastAt: r.lastAt.getTime(),
      terms: r.terms,
    }))
  },

  /** What an imported segment's conversation says of where it belongs; null: it is none that some program kept apart. */
  async conversationOf(db: Database, segment: SegmentId): Promise<StoredConversation | null> {
    const { rows } = await db.execute<{ title: string | null; collection: string | null; before: string | null }>(sql`
      SELECT s.conversation_title AS title, s.collection, (
        SELECT m.segment_id FROM messages m WHERE m.user_id = ${me} AND m.conv = s.conv AND m.ts < s.start_time
          AND NOT m.is_segment_boundary AND m.segment_id IS NOT NULL ORDER BY m.ts DESC, m.id DESC LIMIT 1) AS before
      FROM continuum_segments s WHERE s.user_id = ${me} AND s.id = ${segment}::uuid AND s.conv IS NOT NULL AND s.one_talk`)
    const [row] = rows
    if (!row) return null
    return {
      title: row.title,
      collection: row.collection,
      before: row.before === null ? null : segmentId.parse(row.before),
    }
  },

  /** What the conversations in a bucket are called where they come from, the one with most messages in it first. */
  async conversationTitlesIn(db: Database, bucket: BucketId): Promise<{ title: string; messages: number }[]> {
    const { rows } = await db.execute<{ title: string; messages: number }>(sql`
      SELECT s.conversation_title AS title, count(*)::int AS messages
      FROM messages m JOIN continuum_segments s ON s.user_id = ${me} AND s.id = m.segment_id
      WHERE m.user_id = ${me} AND m.bucket_id = ${bucket} AND NOT m.is_segment_boundary AND s.conversation_title IS NOT NULL
      GROUP BY s.conversation_title ORDER BY 2 DESC, min(m.ts), 1 LIMIT 50`)
    return rows
  },

  /** Word → number of messages that hold it. */
  async loadTerms(db: Database): Promise<[string, number][]> {
    const rows = await db
      .select({ term: termStatistics.term, documents: termStatistics.documents })
      .from(termStatistics)
    return rows.map((r) => [r.term, r.documents])
  },

  /** Adds the words of new messages: each word once a message. */
  async addTerms(db: Database, terms: readonly [string, number][]): Promise<void> {
    if (terms.length === 0) return
    await db.execute(sql`
      INSERT INTO term_statistics (user_id, term, documents)
      SELECT ${me}, t.term, t.n FROM jsonb_to_recordset(${JSON.stringify(terms.map(([term, n]) => ({ term, n })))}::jsonb)
        AS t(term text, n integer)
      ON CONFLICT (user_id, term) DO UPDATE SET documents = term_statistics.documents + excluded.documents`)
  },
}

/** The raw window starts where the talk came to another bucket. What a model marked in hindsight stays marked. */
async function noteTopics(db: Database, { topicChanged, topicKept = [] }: FilingCommit): Promise<void> {
  if (topicChanged.length > 0)
    await db.update(messages).set({ topicChanged: true }).where(inArray(messages.id, topicChanged))
  if (topicKept.length > 0)
    await db
      .update(messages)
      .set({ topicChanged: false })
      .where(
        and(
          inArray(messages.id, topicKept),
          eq(messages.topicChanged, true),
          sql`NOT ${messages.metadata} ? 'marked_by_model'`,
        ),
      )
}

/**
 * A bucket that these moves empty leads on to where most of it went: nobody is shown a topic with nothing in it, and undoing
 * the moves brings it back. What a person pinned, named or made stays, empty or not.
 */
async function leadOn(
  db: Database,
  again: readonly Assignment[],
  before: ReadonlyMap<string, { bucketId: string | null }>,
): Promise<RegisterWrite[]> {
  const going = new Map<string, Map<BucketId, number>>()
  for (const { messageId, bucketId: to } of again) {
    const from = before.get(messageId)?.bucketId
    if (!from) continue
    const counts = going.get(from) ?? new Map<BucketId, number>()
    going.set(from, counts.set(to, (counts.get(to) ?? 0) + 1))
  }
  if (going.size === 0) return []
  const left = await db
    .select({ id: buckets.id, messages: buckets.messageCount })
    .from(buckets)
    .where(
      and(
        inArray(buckets.id, [...going.keys()]),
        eq(buckets.shapedBy, 'automation'),
        isNull(buckets.pinnedAt),
        isNull(buckets.mergedInto),
      ),
    )
  return left.flatMap(({ id, messages: held }): RegisterWrite[] => {
    const to = [...(going.get(id) ?? [])].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    const gone = to.reduce((sum, [, n]) => sum + n, 0)
    const [most] = to[0] ?? []
    if (most === undefined || gone < held) return []
    return [{ entity: 'bucket', entityId: id, field: 'own_merged_into', after: most }]
  })
}

/** Messages get their first bucket, all at once. */
async function fileFirst(db: Database, list: readonly Assignment[], filedBy: FilingCommit['filedBy']): Promise<void> {
  if (list.length === 0) return
  await db.execute(sql`
    UPDATE messages m SET home_bucket_id = a.bucket, filed_by = ${filedBy},
      bucket_id = coalesce((SELECT merged_into FROM buckets b WHERE b.user_id = ${me} AND b.id = a.bucket), a.bucket)
    FROM jsonb_to_recordset(${rowsOf(list)}::jsonb) AS a(id uuid, bucket text)
    WHERE m.user_id = ${me} AND m.id = a.id`)
  await noteFirstFilings(
    db,
    list.map((a) => ({ id: a.messageId, values: { home_bucket_id: a.bucketId, filed_by: filedBy } })),
  )
}

/** Keeps with each message how it was judged, all at once. */
async function noteJudgement(db: Database, list: readonly Assignment[]): Promise<void> {
  if (list.length === 0) return
  await db.execute(sql`
    UPDATE messages m SET confidence = a.confidence, candidates = a.candidates, stretch_id = a.stretch, related_buckets = a.related
    FROM jsonb_to_recordset(${rowsOf(list)}::jsonb)
      AS a(id uuid, confidence double precision, candidates jsonb, stretch uuid, related jsonb)
    WHERE m.user_id = ${me} AND m.id = a.id`)
}

const rowsOf = (list: readonly Assignment[]): string =>
  JSON.stringify(
    list.map(({ messageId, bucketId, confidence, candidates, stretchId, related }) => ({
      id: messageId,
      bucket: bucketId,
      confidence,
      candidates,
      stretch: stretchId,
      related,
    })),
  )

/**
 * A *return* is a message filed into a bucket after at least one message filed elsewhere and a session boundary
 * (01-domain, Bucket). Only a segment's first message of a bucket can be one.
 */
async function markReturns(db: Database, ids: readonly MessageId[]): Promise<void> {
  if (ids.length === 0) return
  await db.execute(sql`
    UPDATE messages m SET bucket_return = true
    WHERE m.user_id = ${me} AND m.id IN (${sql.join(
      ids.map((id) => sql`${id}::uuid`),
      sql`, `,
    )}) AND m.role = 'user'
      AND (SELECT p.segment_id IS DISTINCT FROM m.segment_id AND EXISTS (
             SELECT FROM messages o WHERE o.user_id = m.user_id AND o.bucket_id <> m.bucket_id
               AND (o.ts, o.id) > (p.ts, p.id) AND (o.ts, o.id) < (m.ts, m.id) AND NOT o.is_segment_boundary)
           FROM messages p WHERE p.user_id = m.user_id AND p.bucket_id = m.bucket_id AND (p.ts, p.id) < (m.ts, m.id)
             AND NOT p.is_segment_boundary ORDER BY p.ts DESC, p.id DESC LIMIT 1)`)
}

/** An archived bucket is active again as soon as a message is filed into it (01-domain, Lifecycle); logged, so that it can be undone. */
async function reactivate(
  db: Database,
  commit: FilingCommit,
  targets: readonly string[],
): Promise<FilingResult['buckets']> {
  if (targets.length === 0) return []
  const asleep = await db
    .select()
    .from(buckets)
    .where(inArray(buckets.id, [...targets]))
  const woken: FilingResult['buckets'] = []
  for (const bucket of asleep.filter((b) => b.ownStatus === 'archived' && b.mergedInto === null)) {
    const result = await operations.apply(db, {
      id: operationId.parse(uuidv7()),
      ts: commit.at,
      kind: 'reactivate',
      actor: commit.actor,
      sentence: `“${bucket.title}” is active again: it came up once more.`,
      buckets: [bucket.id as BucketId],
      creates: [],
      writes: [{ entity: 'bucket', entityId: bucket.id, field: 'own_status', after: 'active' }],
    })
    woken.push(...result.buckets)
  }
  return woken
}
