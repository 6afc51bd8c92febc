import { type BucketId, bucketId, type MessageId, messageId, operationId, type SegmentId, segmentId } from '@shared/ids'
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../database'
import { jsonbText } from '../../jsonb'
import { bucketProfiles, buckets } from '../../schema'
import { readVector, vectorBytes, vectorText } from '../../schema/columns'
import type {
  FilingCommit,
  FilingResult,
  NewOperation,
  ReadProfile,
  RegisterWrite,
  StoredBucket,
  StoredConversation,
  StoredProfile,
} from '../../types'
import { messagesRepository } from '../conversation/messages'
import { type FilingDone, filingInput, only, toPlaced } from '../conversation/said'
import { derive } from '../operations/derive'
import { applyOperation } from '../operations/operations'
import { me } from '../profile'
import { bucketOfJson } from '../rows'
import { countAllWords } from '../search/words'

/** More than anybody has. */
const ALL_PROFILES = 1_000_000

/** Filing's side of the store: judgements, profiles, word counts. */
export const filing = {
  /**
   * Stores one judgement in the caller's transaction. A message filed for the first time simply gets its bucket; one that
   * lay elsewhere is moved by a logged operation. A message that a person filed is never touched.
   */
  async commit(db: Database, commit: FilingCommit): Promise<FilingResult> {
    const text = jsonbText(filingInput(commit))
    const { rows } = await db.execute<{ done: FilingDone }>(
      sql`SELECT filing_commit(${text}::jsonb, NULL, NULL) AS done`,
    )
    return finishCommit(db, commit, only(rows).done)
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

  /** The vectors of messages that were filed without one, and what their buckets' profiles became by them, in one transaction. */
  async saveRead(
    db: Database,
    read: {
      modelId: string
      vectors: readonly { id: MessageId; vector: Float32Array }[]
      profiles: readonly StoredProfile[]
    },
  ): Promise<void> {
    await messagesRepository.saveVectors(db, read.modelId, read.vectors)
    await filing.saveProfiles(db, read.profiles)
  },

  /** Homes that hold messages with vectors of this model and have no profile: what was to make it did not come to its end. */
  async homesWithoutProfile(db: Database, modelId: string): Promise<BucketId[]> {
    const { rows } = await db.execute<{ id: string }>(sql`
      SELECT b.id FROM buckets b WHERE b.user_id = ${me}
        AND NOT EXISTS (SELECT FROM bucket_profiles p WHERE p.user_id = b.user_id AND p.bucket_id = b.id AND p.model_id = ${modelId})
        AND EXISTS (SELECT FROM messages m JOIN message_embeddings e ON e.user_id = m.user_id AND e.message_id = m.id AND e.model_id = ${modelId}
          WHERE m.user_id = b.user_id AND m.home_bucket_id = b.id)`)
    return rows.map(({ id }) => bucketId.parse(id))
  },

  /** Profiles in the order of their homes. @param part `homes`: only these; `after`, `most`: so many from behind that home on */
  async loadProfiles(
    db: Database,
    modelId: string,
    { homes, after, most = ALL_PROFILES }: { homes?: readonly BucketId[]; after?: BucketId | null; most?: number } = {},
  ): Promise<ReadProfile[]> {
    // Chosen first: in one statement the words of all would be written out before they are put in order.
    const part = db
      .select()
      .from(bucketProfiles)
      .where(
        and(
          eq(bucketProfiles.modelId, modelId),
          homes && inArray(bucketProfiles.bucketId, [...homes]),
          after ? gt(bucketProfiles.bucketId, after) : undefined,
        ),
      )
      .orderBy(asc(bucketProfiles.bucketId))
      .limit(most)
      .as('part')
    const { bucketId: id, weight, messages, firstAt, lastAt } = part
    const rows = await db
      .select({
        ...{ bucketId: id, modelId: part.modelId, weight, messages, firstAt, lastAt },
        sum: vectorBytes(part.sum),
        terms: sql<string>`${part.terms}::text`,
      })
      .from(part)
      .orderBy(asc(id))
    return rows.map((r) => ({
      bucketId: r.bucketId as BucketId,
      modelId: r.modelId,
      sum: readVector(r.sum ?? ''),
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
    await countAllWords(db)
    // Tens of thousands: as two strings they are read ten times as fast as rows or as an object.
    const { rows } = await db.execute<{ terms: string | null; documents: string | null }>(sql`
      SELECT string_agg(term, E'\n') AS terms, string_agg(documents::text, ',') AS documents
      FROM term_statistics WHERE user_id = ${me}`)
    const { terms, documents } = only(rows)
    const counts = documents?.split(',') ?? []
    return terms === null ? [] : terms.split('\n').map((term, i) => [term, Number(counts[i])])
  },

  /** Notes the words of new messages, each word once a message; they are added up later. */
  async addTerms(db: Database, terms: readonly [string, number][]): Promise<void> {
    if (terms.length === 0) return
    await db.execute(sql`
      INSERT INTO term_backlog (user_id, terms) VALUES (${me}, ${jsonbText(Object.fromEntries(terms))}::jsonb)`)
  },
}

/** What of a judgement the log has to know of: moves of what was filed already, and buckets that wake up. */
export async function finishCommit(db: Database, commit: FilingCommit, done: FilingDone): Promise<FilingResult> {
  const touched = new Map(done.buckets.map(bucketOfJson).flatMap((b) => (b ? [[b.id, b]] : [])))
  const removed: BucketId[] = []
  const absorb = (change: { buckets: readonly StoredBucket[]; removed: readonly BucketId[] }): void => {
    for (const bucket of change.buckets) touched.set(bucket.id, bucket)
    removed.push(...change.removed)
  }
  // A bucket that was not shown, because all it held stands on other branches, is shown again.
  const hidden = done.buckets.filter((b) => b.status === 'void' && b.merged_into === null).map((b) => String(b.id))
  const recount = [...done.recount, ...hidden]
  if (recount.length > 0) absorb(await derive(db, recount))
  for (const bucket of asleepOf(touched.values(), done.targets)) absorb(await applyOperation(db, wakes(commit, bucket)))
  const messages = done.placed.map(toPlaced)
  if (done.moved.length === 0) return { buckets: [...touched.values()], removed, messages, refiled: null }
  const moved = await applyOperation(db, moves(commit, done, await leadOn(db, done.moved)))
  absorb(moved)
  const ids = done.moved.map((m) => messageId.parse(m.id))
  return {
    buckets: [...touched.values()],
    removed,
    messages: [...messages, ...(await messagesRepository.byIds(db, ids))],
    refiled: moved.operationId,
  }
}

/** An archived bucket is active again as soon as a message is filed into it (01-domain, Lifecycle); logged, so that it can be undone. */
const asleepOf = (buckets: Iterable<StoredBucket>, targets: readonly string[]): StoredBucket[] =>
  [...buckets].filter((b) => targets.includes(b.id) && b.ownStatus === 'archived' && b.mergedInto === null)

const wakes = (commit: FilingCommit, bucket: StoredBucket): NewOperation => ({
  id: operationId.parse(uuidv7()),
  ts: commit.at,
  kind: 'reactivate',
  actor: commit.actor,
  sentence: `“${bucket.title}” is active again: it came up once more.`,
  buckets: [bucket.id],
  creates: [],
  writes: [{ entity: 'bucket', entityId: bucket.id, field: 'own_status', after: 'active' }],
})

/** What lay elsewhere is moved by a logged operation; buckets that nothing was filed into before are made by it. */
function moves(commit: FilingCommit, done: FilingDone, emptied: readonly RegisterWrite[]): NewOperation {
  const into = [...new Set(done.moved.map((m) => bucketId.parse(m.bucket)))]
  return {
    id: operationId.parse(uuidv7()),
    ts: commit.at,
    kind: 'refile',
    actor: commit.actor,
    sentence: commit.refileSentence,
    buckets: into,
    creates: commit.newBuckets.filter((b) => into.includes(b.id) && !done.targets.includes(b.id)),
    writes: [
      ...done.moved.map(
        (m): RegisterWrite => ({ entity: 'message', entityId: m.id, field: 'home_bucket_id', after: m.bucket }),
      ),
      ...emptied,
    ],
  }
}

/**
 * A bucket that these moves empty leads on to where most of it went: nobody is shown a topic with nothing in it, and undoing
 * the moves brings it back. What a person pinned, named or made stays, empty or not.
 */
async function leadOn(db: Database, moved: FilingDone['moved']): Promise<RegisterWrite[]> {
  const going = new Map<string, Map<BucketId, number>>()
  for (const { bucket, from } of moved) {
    if (from === null) continue
    const counts = going.get(from) ?? new Map<BucketId, number>()
    const to = bucketId.parse(bucket)
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
