/** What was read from words is made of them again, by whoever makes it, and compared: a part of `verify --deep`. */
import { z } from 'zod'
import { cosine } from '../filing/vectors'
import { weighed } from '../heartbeat/service'
import { countTokens } from '../language/tokens'
import { contentHash } from '../store/content-hash'
import { parseVector } from '../store/schema/columns'
import type { App } from './create-app'

/** So many vectors are made anew at a time. */
const AT_A_TIME = 64
/** Rows that are read in one go. */
const PAGE = 500
/** Below it a vector is not that of its text; the same model on another processor comes far closer. */
const SAME_VECTOR = 0.98

/** What needs no model: hashes and lengths. */
export async function wrongReadings(app: App): Promise<string[]> {
  const memories = { hash: 0, length: 0 }
  for await (const { content, content_hash, token_count } of rowsOf(app, 'memory_entries', MEMORY)) {
    if (contentHash(content) !== content_hash) memories.hash += 1
    if (countTokens(content) !== token_count) memories.length += 1
  }
  let levels = 0
  // A segment's full text is its messages, and not kept a second time.
  for await (const { content, token_count } of rowsOf(app, 'compressed_contexts', LEVEL))
    if (content !== '' && ![content, content.trim()].some((text) => countTokens(text) === token_count)) levels += 1
  let tasks = 0
  for await (const task of rowsOf(app, 'heartbeat_tasks', TASK)) {
    if (task.kind !== 'personal') continue
    const { definitionHash, definitionTokens } = weighed({
      name: task.task_name,
      schedule: task.schedule,
      bucketId: task.bucket_id,
      prompt: task.definition?.prompt ?? '',
    })
    if (task.definition_hash !== definitionHash || task.definition_tokens !== definitionTokens) tasks += 1
  }
  return inWords([
    [memories.hash, 'memories whose hash is not that of their words'],
    [memories.length, 'memories whose length is not that of their words'],
    [levels, 'levels of texts whose length is not that of their words'],
    [tasks, 'tasks whose sum or length is not that of their words'],
  ])
}

/**
 * Every vector, by the embedding model that is in use; those of another one wait to be made anew anyhow.
 * @param report hears how many vectors of messages were made
 * @throws CatchmentError where there is no model
 */
export async function wrongVectors(app: App, report: (checked: number) => void): Promise<string[]> {
  return inWords([
    [await ofMessages(app, report), 'vectors that are not those of their texts'],
    [await ofMemories(app), 'vectors that are not those of their memories'],
    [await ofSynopses(app), 'vectors that are not those of their synopses'],
    [await ofBranches(app), 'vectors that are not those of their versions'],
    [await ofPassages(app), 'long messages whose passages are not those of their words'],
  ])
}

const inWords = (found: readonly [number, string][]): string[] =>
  found.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}`)

const MEMORY = z.object({ content: z.string(), content_hash: z.string(), token_count: z.number() })
const LEVEL = z.object({ content: z.string(), token_count: z.number() })
const TASK = z.object({
  kind: z.string(),
  task_name: z.string(),
  schedule: z.string(),
  bucket_id: z.string().nullable(),
  definition: z.object({ prompt: z.string() }).nullable(),
  definition_hash: z.string(),
  definition_tokens: z.number(),
})
const SYNOPSIS = z.object({
  summary: z.string(),
  summary_embedding: z.string().nullable(),
  embedding_model: z.string().nullable(),
})
const VERSION = z.object({ text: z.string(), embedding: z.string().nullable(), embedding_model: z.string().nullable() })
const PASSAGES = z.object({
  model_id: z.string(),
  number: z.number(),
  places: z.array(z.number()).nullable(),
  vectors: z.string().nullable(),
})

async function* rowsOf<T>(app: App, table: string, shape: z.ZodType<T>): AsyncGenerator<T> {
  for (let after: string | null = null; ; ) {
    const page: string[] = await app.store.archive.page({ table, after, limit: PAGE })
    for (const row of page) yield shape.parse(JSON.parse(row))
    after = page.at(-1) ?? null
    if (page.length < PAGE) return
  }
}

async function ofMessages(app: App, report: (checked: number) => void): Promise<number> {
  const { modelId } = app.models.embedder
  let wrong = 0
  for (let [after, checked] = [0, 0]; ; ) {
    const kept = await app.store.messages.withVectorsAfter(modelId, after, AT_A_TIME)
    wrong += await differing(app, kept)
    checked += kept.length
    report(checked)
    after = kept.at(-1)?.seq ?? after
    if (kept.length < AT_A_TIME) return wrong
  }
}

async function ofMemories(app: App): Promise<number> {
  let wrong = 0
  for (let offset = 0; ; offset += AT_A_TIME) {
    const page = { offset, limit: AT_A_TIME }
    const kept = await app.store.memories.standingWithVectors(app.models.embedder.modelId, undefined, page)
    wrong += await differing(
      app,
      kept.flatMap(({ memory, vector }) => (vector ? [{ text: memory.content, vector }] : [])),
    )
    if (kept.length < AT_A_TIME) return wrong
  }
}

async function ofSynopses(app: App): Promise<number> {
  const made = inBatches(app)
  for await (const { summary, summary_embedding, embedding_model } of rowsOf(app, 'continuum_segments', SYNOPSIS))
    if (summary_embedding !== null && embedding_model === app.models.embedder.modelId)
      await made.add({ text: summary, vector: parseVector(summary_embedding) })
  return made.end()
}

async function ofBranches(app: App): Promise<number> {
  const made = inBatches(app)
  for await (const { text, embedding, embedding_model } of rowsOf(app, 'branch_messages', VERSION))
    if (embedding !== null && embedding_model === app.models.embedder.modelId)
      await made.add({ text, vector: parseVector(embedding) })
  return made.end()
}

function inBatches(app: App) {
  let waiting: { text: string; vector: Float32Array }[] = []
  let wrong = 0
  const look = async (): Promise<void> => {
    wrong += await differing(app, waiting)
    waiting = []
  }
  return {
    async add(one: { text: string; vector: Float32Array }): Promise<void> {
      waiting.push(one)
      if (waiting.length >= AT_A_TIME) await look()
    },
    async end(): Promise<number> {
      await look()
      return wrong
    },
  }
}

/** Places and vectors of the passages of long messages: they come with the vector of the message. */
async function ofPassages(app: App): Promise<number> {
  const { embedder } = app.models
  let wrong = 0
  for await (const { model_id, number, places, vectors } of rowsOf(app, 'message_passages', PASSAGES)) {
    if (vectors === null || places === null || model_id !== embedder.modelId) continue
    const [message] = await app.store.messages.withVectorsAfter(model_id, number - 1, 1)
    if (message?.seq !== number) continue
    await embedder.embed([message.text], { kind: 'passage', priority: 'backlog' })
    const made = embedder.passages(message.text)
    if (!made) continue
    const samePlaces = made.passages.flatMap(({ start, end }) => [start, end]).join() === places.join()
    if (!samePlaces || !alike(made.vectors, Buffer.from(vectors.slice(2), 'hex'))) wrong += 1
  }
  return wrong
}

const PASSAGE_BYTES = 384

/** @param kept as they lie in the store: a signed byte for each number */
function alike(made: Int8Array, kept: Buffer): boolean {
  if (made.length !== kept.length) return false
  const signed = new Int8Array(kept.buffer, kept.byteOffset, kept.byteLength)
  const vectorAt = (all: Int8Array, at: number): Float32Array => Float32Array.from(all.subarray(at, at + PASSAGE_BYTES))
  for (let at = 0; at < made.length; at += PASSAGE_BYTES)
    if (!isSame(vectorAt(made, at), vectorAt(signed, at))) return false
  return true
}

/** No number at all is no likeness either. */
const isSame = (kept: Float32Array, made: Float32Array | undefined): boolean =>
  made !== undefined && cosine(kept, made) >= SAME_VECTOR

/** How many of these vectors the model would not make of their texts today. */
async function differing(app: App, kept: readonly { text: string; vector: Float32Array }[]): Promise<number> {
  if (kept.length === 0) return 0
  const made = await app.models.embedder.embed(
    kept.map(({ text }) => text),
    { kind: 'passage', priority: 'backlog' },
  )
  return kept.filter(({ vector }, i) => !isSame(vector, made[i])).length
}
