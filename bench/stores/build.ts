/** Writes a life into an open store, by the store's own repositories: whatever holds for a real store holds for this one. */
import { type BucketId, bucketId, type MessageId, messageId, operationId, type SegmentId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import { filingModelFor } from '../../src-main/filing/fitted'
import type { FilingModel } from '../../src-main/filing/model'
import { addToProfile, emptyProfile } from '../../src-main/filing/profile'
import { toStored } from '../../src-main/filing/profiles'
import { WordCounts } from '../../src-main/filing/statistics'
import type { BucketProfile } from '../../src-main/filing/types'
import { slugFor } from '../../src-main/language/slug'
import { inBytes } from '../../src-main/models/host/late-pooling'
import type { Database, OpenStore } from '../../src-main/store/database'
import { type PassageVectors, passagesOf } from '../../src-main/store/passages'
import { repositories } from '../../src-main/store/repositories'
import { importSegments } from '../../src-main/store/repositories/conversation/importing'
import type { NewBucket, NewMessage, NewOperation } from '../../src-main/store/types'
import { seeded } from '../fit/random'
import { LIFE_ENDS, life, type StoreSize, type Stretch, type Topic, textOf } from './life'
import { DIMENSIONS, TopicVectors } from './vectors'

/** Segments written in one transaction. */
const BATCH = 10
const HOUR = 3_600_000

/** @param embeddingModel the `modelId` of the embedder the store is made for */
export async function buildStore(open: OpenStore, size: StoreSize, embeddingModel: string): Promise<void> {
  const userId = await open.ensureProfile('default')
  const writer = new Writer(size.seed, embeddingModel)
  const waiting: Stretch[][] = []
  let written = 0
  let known = 0
  const write = () =>
    open.asProfile(userId, async (db) => {
      await writer.segments(db, waiting)
      written += waiting.length
      waiting.length = 0
    })
  for (const segment of life(size)) {
    waiting.push(segment)
    if (waiting.length < BATCH) continue
    await write()
    // What the database believes of its tables decides how it reads them, and these grow from nothing.
    if (written < 2 * known) continue
    known = written
    await open.tidy()
  }
  await write()
  await open.asProfile(userId, (db) => writer.finish(db))
}

type Row = NewMessage & { role: 'user' | 'assistant'; vector: Float32Array }

interface Shelved {
  id: BucketId
  topic: Topic
  profile: BucketProfile
  lastAt: number
}

class Writer {
  private readonly statistics = new WordCounts()
  private readonly terms = new Map<string, number>()
  private readonly buckets = new Map<number, Shelved>()
  private readonly slugs = new Map<string, number>()
  private readonly random: () => number
  private readonly vectors: TopicVectors
  private readonly model: FilingModel

  constructor(
    seed: number,
    private readonly embeddingModel: string,
  ) {
    const model = filingModelFor(embeddingModel)
    if (!model) throw new Error(`filing knows no numbers for ${embeddingModel}`)
    this.model = model
    this.random = seeded(seed + 1)
    this.vectors = new TopicVectors(model.background, seeded(seed + 2))
  }

  /** Segments after one another: their messages all at once, then what became of each. */
  async segments(db: Database, list: readonly (readonly Stretch[])[]): Promise<void> {
    const written = list.map((stretches) => ({ stretches, rows: this.rowsOf(stretches) }))
    const rows = written.flatMap((w) => w.rows)
    for (const [term, n] of this.statistics.add(rows.map((m) => m.text)))
      this.terms.set(term, (this.terms.get(term) ?? 0) + n)
    const ids = await importSegments(db, {
      segments: written.map((w) => ({ conv: null, messages: w.rows.map(({ vector, ...message }) => message) })),
      vectors: { modelId: this.embeddingModel, vectors: rows.map(({ id, vector }) => ({ id, vector })) },
      terms: [],
    })
    await this.passages(db, written)
    for (const [i, { stretches, rows: own }] of written.entries()) {
      const id = ids[i]
      if (id !== undefined) await this.settle(db, id, stretches, own)
    }
  }

  /** The passages of long messages, each with a vector of its own about the message's topic. */
  private async passages(db: Database, written: readonly { stretches: readonly Stretch[]; rows: readonly Row[] }[]) {
    const topicOf = new Map<MessageId, number>()
    for (const { stretches, rows } of written) {
      const topics = stretches.flatMap((s) => s.messages.map(() => s.topic.index))
      for (const [i, row] of rows.entries()) topicOf.set(row.id, topics[i] ?? 0)
    }
    const waiting = await repositories.search.awaitingPassages(db, this.embeddingModel, topicOf.size)
    const found = waiting.map(({ id, number, text }) => ({
      number,
      passages: this.passagesOf(text, topicOf.get(id) ?? 0),
    }))
    await repositories.search.savePassages(db, this.embeddingModel, found)
  }

  private passagesOf(text: string, topic: number): PassageVectors | null {
    const passages = passagesOf(text)
    if (passages.length < 2) return null
    const vectors = new Int8Array(passages.length * DIMENSIONS)
    for (const i of passages.keys()) vectors.set(inBytes(this.vectors.next(topic)), i * DIMENSIONS)
    return { passages, vectors }
  }

  private rowsOf(stretches: readonly Stretch[]): Row[] {
    const said = stretches.flatMap((s) => s.messages.map((m) => ({ ...m, topic: s.topic })))
    return said.map((m, i) => ({
      id: messageId.parse(uuidv7({ msecs: m.at, seq: i })),
      ts: m.at,
      role: m.role,
      author: m.role,
      text: m.text,
      vector: this.vectors.next(m.topic.index),
    }))
  }

  /** Files what was said and closes its segment. */
  private async settle(
    db: Database,
    segmentId: SegmentId,
    stretches: readonly Stretch[],
    rows: readonly Row[],
  ): Promise<void> {
    const discussed = new Set<BucketId>()
    let from = 0
    for (const { topic, messages: own } of stretches) {
      const mine = rows.slice(from, from + own.length)
      from += own.length
      discussed.add(await this.file(db, topic, mine))
    }
    const [first] = stretches
    const last = rows.at(-1)
    if (!first || !last) throw new Error('a segment holds messages')
    await repositories.segments.saveCollapse(db, {
      segmentId,
      title: first.topic.title,
      synopsis: textOf(first.topic, 40, this.random),
      summarisedBy: 'extractive',
      embedding: this.vectors.next(first.topic.index),
      embeddingModel: this.embeddingModel,
      buckets: [...discussed],
      toolsUsed: [],
      complexity: Math.min(5, 1 + Math.floor(rows.length / 20)),
      expectedMessages: rows.length,
      inactiveMinutes: 60,
    })
    await repositories.segments.markDrained(db, segmentId)
    // else the app takes notes of three thousand talks for minutes after each start, which no grown store makes it do
    await repositories.segments.markExtracted(db, segmentId)
  }

  private async file(db: Database, topic: Topic, rows: readonly Row[]): Promise<BucketId> {
    const at = rows[0]?.ts ?? LIFE_ENDS
    const known = this.buckets.get(topic.index)
    const shelved = known ?? this.shelve(topic)
    const { id } = shelved
    const newBuckets: NewBucket[] = known
      ? []
      : [
          {
            id,
            title: topic.title,
            description: textOf(topic, 12, this.random),
            status: topic.oneOff ? 'ephemeral' : 'active',
            shapedBy: 'automation',
            at,
          },
        ]
    const confidence = 0.6 + 0.4 * this.random()
    const other = this.buckets.get(Math.floor(this.random() * this.buckets.size))
    const candidates = [shelved, ...(other && other.id !== id ? [other] : [])].map((b, i) => ({
      bucketId: b.id,
      title: b.topic.title,
      score: confidence / (i + 1),
    }))
    await repositories.filing.commit(db, {
      at,
      filedBy: this.random() < 0.02 ? 'person' : 'classifier',
      actor: 'classifier',
      newBuckets,
      assignments: rows.map((m) => ({
        messageId: m.id,
        bucketId: id,
        confidence,
        candidates,
        stretchId: rows[0]?.id ?? null,
        related: [],
      })),
      topicChanged: rows.slice(0, 1).map((m) => m.id),
      profiles: [],
      refileSentence: '',
    })
    for (const { id: message, ts, role, text, vector } of rows) {
      const turn = { id: message, role, text, at: ts, vector }
      shelved.profile = addToProfile(
        shelved.profile,
        { ...turn, bucketId: null, stretchId: null, locked: false },
        this.statistics,
        this.model,
      )
      shelved.lastAt = ts
    }
    return id
  }

  private shelve(topic: Topic): Shelved {
    const slug = slugFor(topic.title)
    const number = (this.slugs.get(slug) ?? 0) + 1
    this.slugs.set(slug, number)
    const id = bucketId.parse(`${slug}_${String(number).padStart(3, '0')}`)
    const status = topic.oneOff ? 'ephemeral' : 'active'
    const shelved = { id, topic, profile: emptyProfile({ id, title: topic.title, status }), lastAt: 0 }
    this.buckets.set(topic.index, shelved)
    return shelved
  }

  /** What a life leaves beside its messages: profiles, word counts, summaries, and the janitor's and a person's acts. */
  async finish(db: Database): Promise<void> {
    const all = [...this.buckets.values()]
    await repositories.filing.saveProfiles(
      db,
      all.map((b) => toStored(b.profile, this.embeddingModel)),
    )
    await repositories.filing.addTerms(db, [...this.terms])
    while (await repositories.search.countWords(db, 2_000));
    for (const { id, topic, profile } of all.filter((b) => !b.topic.oneOff)) {
      const summary = Array.from({ length: 4 }, () => `- ${textOf(topic, 10, this.random)}`).join('\n')
      await repositories.buckets.setSummary(db, { id, summary, lastMessageId: null, count: profile.messages })
    }
    for (const operation of this.acts(all)) await repositories.operations.apply(db, operation)
    await repositories.buckets.refreshStarred(db, 3)
    await repositories.preferences.set(db, 'settings', { firstRunDone: true }, LIFE_ENDS)
    const { newestSeq } = await repositories.messages.overview(db)
    await repositories.janitor.saveState(db, {
      lastRun: LIFE_ENDS,
      nextRun: LIFE_ENDS + 6 * HOUR,
      consolidated: 0,
      archived: 0,
      lastChanges: 0,
      judgedSeq: newestSeq,
      judgedWith: `${this.embeddingModel} 0.85 0.9`,
    })
  }

  /** What is long untouched was archived, a few are pinned, a few were merged; some of that was taken back and done again. */
  private *acts(all: readonly Shelved[]): Generator<NewOperation> {
    const byAge = [...all].sort((a, b) => a.lastAt - b.lastAt)
    const act = (
      kind: NewOperation['kind'],
      bucket: Shelved,
      field: 'own_status' | 'pinned_at' | 'own_merged_into',
      after: string,
      sentence: string,
    ): NewOperation => ({
      id: operationId.parse(uuidv7()),
      ts: bucket.lastAt + HOUR,
      kind,
      actor: kind === 'pin' ? 'person' : 'janitor',
      sentence,
      buckets: [bucket.id],
      creates: [],
      writes: [{ entity: 'bucket', entityId: bucket.id, field, after }],
    })
    for (const [i, bucket] of byAge.slice(0, Math.floor(all.length * 0.4)).entries()) {
      const { title } = bucket.topic
      const into = byAge[i + 1]
      if (i % 20 === 7 && into)
        yield act('consolidate', bucket, 'own_merged_into', into.id, `Merged “${title}” into “${into.topic.title}”.`)
      else yield act('archive_stale', bucket, 'own_status', 'archived', `Archived “${title}”: untouched for 90 days.`)
    }
    for (const bucket of byAge.slice(-Math.max(1, Math.min(8, Math.floor(all.length / 20)))))
      yield act('pin', bucket, 'pinned_at', new Date(bucket.lastAt).toISOString(), `Pinned “${bucket.topic.title}”.`)
  }
}
