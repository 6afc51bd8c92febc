/** Buckets of which some are known to be one topic: made from a seed, or drawn from labelled texts. */
import { readFileSync } from 'node:fs'
import { bucketId, messageId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { App } from '../src-main/app/create-app'
import { filingModelFor } from '../src-main/filing/fitted'
import { addToProfile, emptyProfile } from '../src-main/filing/profile'
import { toStored } from '../src-main/filing/profiles'
import { WordCounts } from '../src-main/filing/statistics'
import { seeded, shuffled } from './fit/random'
import { direction, scaled } from './stores/vectors'

export interface Duplicated {
  /** The same for two buckets that are one topic. */
  topic: string
  texts: string[]
  vectors: Float32Array[]
}

/** Of every so many topics one stands in two buckets: a twentieth of the buckets has a twin. */
const TWICE = 20
/** An active bucket has more than five messages. */
const FEWEST = 6
const DAY_MS = 86_400_000

/**
 * Lengths measured on CLINC150 with multilingual-e5-small, background subtracted: a topic's own direction 0.28, what is a
 * text's own 0.32. Topics come in families, members of one at cosine 0.6: CLINC150's nearest other topic lies at 0.61.
 */
const TOPIC = 0.28
const TEXT = 0.32
const FAMILY_SHARE = 0.6
const FAMILY = 8

/** @param background what all texts of the embedding model share */
export function drawBuckets(background: Float32Array, buckets: number, seed: number): Duplicated[] {
  const random = seeded(seed)
  const out: Duplicated[] = []
  let family = direction(random)
  for (let topic = 0; out.length < buckets; topic++) {
    if (topic % FAMILY === 0) family = direction(random)
    const own = direction(random)
    const centre = family.map((x, i) => Math.sqrt(FAMILY_SHARE) * x + Math.sqrt(1 - FAMILY_SHARE) * (own[i] ?? 0))
    const word = `topic${topic}`
    const make = (): Duplicated => {
      const messages = sizeFrom(random)
      return {
        topic: word,
        texts: Array.from(
          { length: messages },
          (_, i) => `${word} of family${Math.floor(topic / FAMILY)}, number ${i}`,
        ),
        vectors: Array.from({ length: messages }, () => {
          const noise = direction(random)
          return scaled(background.map((x, i) => x + TOPIC * (centre[i] ?? 0) + TEXT * (noise[i] ?? 0)))
        }),
      }
    }
    out.push(make())
    if (topic % TWICE === 0 && out.length < buckets) out.push(make())
  }
  return out
}

/** Each label one bucket, every twentieth two; as many texts each as a bucket of a few weeks holds. */
export async function labelledBuckets(
  path: string,
  embed: (texts: string[]) => Promise<Float32Array[]>,
  seed: number,
): Promise<Duplicated[]> {
  const random = seeded(seed)
  const byLabel = new Map<string, string[]>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.trim() === '') continue
    const { text, label } = JSON.parse(line) as { text: string; label: string }
    byLabel.set(label, [...(byLabel.get(label) ?? []), text])
  }
  const out: Duplicated[] = []
  for (const [i, [topic, all]] of [...byLabel].entries()) {
    const texts = shuffled(all, random)
    const take = async (): Promise<void> => {
      const own = texts.splice(0, sizeFrom(random))
      if (own.length >= FEWEST) out.push({ topic, texts: own, vectors: await embed(own) })
    }
    await take()
    if (i % TWICE === 0) await take()
  }
  return out
}

/** Mostly small, some large: 6 to 60, the median at about 12. */
const sizeFrom = (random: () => number): number => FEWEST + Math.floor(Math.min(54, -8 * Math.log(1 - random())))

/** Writes them through the store's own requests; answers the topic of each bucket's id. */
export async function writeBuckets(app: App, drawn: readonly Duplicated[], now: number): Promise<Map<string, string>> {
  const modelId = app.models.embedder.modelId
  const model = filingModelFor(modelId)
  if (!model) throw new Error(`filing knows no numbers for ${modelId}`)
  const statistics = new WordCounts()
  const terms = new Map<string, number>()
  const topicOf = new Map<string, string>()
  const random = seeded(2)
  const profiles = []
  for (const [n, { topic, texts, vectors }] of drawn.entries()) {
    const id = bucketId.parse(`bucket_${String(n + 1).padStart(4, '0')}_001`)
    topicOf.set(id, topic)
    for (const [term, more] of statistics.add(texts)) terms.set(term, (terms.get(term) ?? 0) + more)
    // ten to twenty-five days long, the last word one to five days ago: nothing but merging is due
    const last = now - (1 + 4 * random()) * DAY_MS
    const first = last - (10 + 15 * random()) * DAY_MS
    const times = texts.map((_, i) => Math.round(first + ((last - first) * i) / Math.max(1, texts.length - 1)))
    const rows = texts.map((text, i) => ({
      id: messageId.parse(uuidv7({ msecs: times[i] ?? now })),
      ts: times[i] ?? now,
      role: 'user' as const,
      author: 'user',
      text,
      vector: vectors[i] ?? new Float32Array(384),
    }))
    const { segmentId } = await app.store.turns.importSegment({
      conv: `conversation ${n}`,
      messages: rows.map(({ vector, ...message }) => message),
      vectors: { modelId, vectors: rows.map(({ id: of, vector }) => ({ id: of, vector })) },
      terms: [],
    })
    await app.store.filing.commit({
      at: times[0] ?? now,
      filedBy: 'classifier',
      actor: 'classifier',
      newBuckets: [
        {
          id,
          title: `Bucket ${n + 1}`,
          description: '',
          status: 'active',
          shapedBy: 'automation',
          at: times[0] ?? now,
        },
      ],
      assignments: rows.map((m) => ({
        messageId: m.id,
        bucketId: id,
        confidence: 0.9,
        candidates: [],
        stretchId: rows[0]?.id ?? null,
        related: [],
      })),
      topicChanged: [],
      profiles: [],
      refileSentence: '',
    })
    await app.store.segments.saveCollapse({
      segmentId,
      title: `Bucket ${n + 1}`,
      synopsis: topic,
      summarisedBy: 'extractive',
      embedding: rows[0]?.vector ?? new Float32Array(384),
      embeddingModel: modelId,
      buckets: [id],
      toolsUsed: [],
      complexity: 1,
      expectedMessages: rows.length,
      inactiveMinutes: 60,
    })
    await app.store.segments.markDrained(segmentId)
    profiles.push(
      rows.reduce(
        (profile, { id: of, role, text, ts, vector }) =>
          addToProfile(
            profile,
            { id: of, role, text, at: ts, vector, bucketId: null, stretchId: null, locked: false },
            statistics,
            model,
          ),
        emptyProfile({ id, title: `Bucket ${n + 1}`, status: 'active' }),
      ),
    )
  }
  await app.store.filing.saveProfiles(profiles.map((profile) => toStored(profile, modelId)))
  await app.store.filing.addTerms([...terms])
  return topicOf
}
