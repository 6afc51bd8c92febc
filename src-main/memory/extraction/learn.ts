/** From what may be learned to what is new: nothing that is known, was recalled, or must not come back. */
import { type MemoryId, type MessageId, memoryId, type SegmentId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { Embedder } from '../../models/types'
import { isWithoutModel } from '../../models/without-model'
import { contentHash } from '../../store/content-hash'
import type { Store } from '../../store/protocol'
import type { MemoryWithVector, NewMemory, StoredMemory } from '../../store/types'
import { type Reading, readContent } from '../entries/facts'
import { centred, type SentenceCalibration, sentenceCalibrationOf, sentenceLikeness } from '../value/likeness'
import type { Candidate } from './candidate'
import { isContrary, shareIn, tellingTerms } from './telling'

export interface LearnPorts {
  store: Pick<Store, 'memories' | 'memoryWriting'>
  embedder: Embedder
  background(): Float32Array
  reading: Reading
}

/** Calibrated likeness from which a sentence whose words another has all says the same (numbers: docs/memory.md). */
const SAYS_THE_SAME = 0.75
/** From here on a sentence that shares half of its words with a forgotten one is that one in other words. */
const LIKE_FORGOTTEN = 0.8
/** Enough for what comes from the very message that a forgotten or corrected entry came from. */
const ALIKE_OF_ONE_SOURCE = 0.5
const LOOKED_AT = 8

/**
 * Stores what of `candidates` is new. What another entry says already gives that one its sources; what is like a forgotten
 * or corrected entry is left out. Learning the same twice comes to the same.
 */
export async function learn(
  ports: LearnPorts,
  segment: SegmentId | null,
  candidates: readonly Candidate[],
  signal: AbortSignal,
): Promise<Learned> {
  const { store, embedder } = ports
  const entries = new Map<Candidate, MemoryId>()
  const vectors = await vectorsOf(embedder, candidates, signal)
  const fresh: NewMemory[] = []
  const changed: StoredMemory[] = []
  const taken: { content: string; vector: Float32Array | null }[] = []
  for (const [i, candidate] of candidates.entries()) {
    const vector = vectors?.vectors[i] ?? null
    if (await mustNotReturn(ports, candidate, vector)) continue
    const twin = vector && (await sayingTheSame(ports, candidate, vector))
    if (twin) {
      changed.push(...(await store.memoryWriting.confirm({ ...candidate, id: twin.id })))
      entries.set(candidate, twin.id)
      continue
    }
    const map = sentenceCalibrationOf(embedder.modelId)
    if (taken.some((t) => isSame(t, { content: candidate.content, vector }, map, ports.background()))) continue
    taken.push({ content: candidate.content, vector })
    const id = memoryId.parse(uuidv7())
    entries.set(candidate, id)
    fresh.push({
      id,
      ...candidate,
      ...readContent(candidate.content, ports.reading),
      segmentId: segment,
      vector: vectors && vector ? { modelId: vectors.modelId, vector } : null,
    })
  }
  const stored = await store.memoryWriting.add(fresh)
  changed.push(...stored)
  // What was known by its words is another entry than the one that would have been made.
  const byHash = new Map(stored.map((m) => [m.contentHash, m.id]))
  const made = new Set(stored.map((m) => m.id))
  for (const [candidate, id] of entries)
    if (!made.has(id) && fresh.some((m) => m.id === id)) {
      const known = byHash.get(contentHash(candidate.content)) ?? (await standingOf(store, candidate.content))
      if (known) entries.set(candidate, known)
      else entries.delete(candidate)
    }
  return { changed, entries }
}

export interface Learned {
  changed: StoredMemory[]
  /** The entry each candidate is now, or that says it already; none for what must not be learned. */
  entries: Map<Candidate, MemoryId>
}

async function standingOf(store: LearnPorts['store'], content: string): Promise<MemoryId | null> {
  const known = await store.memories.ofHash(contentHash(content))
  return known.find((m) => m.supersededBy === null && m.forgottenAt === null && m.endedAt === null)?.id ?? null
}

/** Without an embedding model memories are told apart by their words alone, and get their vectors later. */
async function vectorsOf(embedder: Embedder, candidates: readonly Candidate[], signal: AbortSignal) {
  if (candidates.length === 0) return null
  const { modelId } = embedder
  try {
    const texts = candidates.map((c) => c.content)
    return { modelId, vectors: await embedder.embed(texts, { kind: 'passage', priority: 'backlog', signal }) }
  } catch (error) {
    if (isWithoutModel(error)) return null
    throw error
  }
}

async function sayingTheSame(
  { store, embedder, background }: LearnPorts,
  candidate: Candidate,
  vector: Float32Array,
): Promise<StoredMemory | null> {
  const map = sentenceCalibrationOf(embedder.modelId)
  const near = await store.memories.nearest(embedder.modelId, vector, LOOKED_AT)
  const found = near.find((n) =>
    isSame({ content: n.memory.content, vector: n.vector }, { content: candidate.content, vector }, map, background()),
  )
  return found?.memory ?? null
}

interface Sentence {
  content: string
  vector: Float32Array | null
}

/** `later` adds nothing to `known`: alike, not its contrary, and no word in it that the other lacks. */
function isSame(known: Sentence, later: Sentence, map: SentenceCalibration | null, background: Float32Array): boolean {
  if (isContrary(known.content, later.content)) return false
  if (shareIn(tellingTerms(later.content), tellingTerms(known.content)) < 1) return false
  return likenessOf(known, later, map, background) >= SAYS_THE_SAME
}

function likenessOf(a: Sentence, b: Sentence, map: SentenceCalibration | null, background: Float32Array): number {
  if (!map || !a.vector || !b.vector) return 0
  return sentenceLikeness(centred(a.vector, background), centred(b.vector, background), map)
}

/** Forgotten and corrected entries stay what they are, in other words too (02, A deleted or corrected entry never returns). */
async function mustNotReturn(
  { store, embedder, background }: LearnPorts,
  candidate: Candidate,
  vector: Float32Array | null,
): Promise<boolean> {
  const map = sentenceCalibrationOf(embedder.modelId)
  const own: Sentence = { content: candidate.content, vector }
  const terms = tellingTerms(candidate.content)
  const likeness = ({ memory, vector: other }: MemoryWithVector) =>
    likenessOf({ content: memory.content, vector: other }, own, map, background())
  const settled = await store.memories.settledFrom(embedder.modelId, candidate.sourceMessageIds)
  const fromThere = settled.some(
    (of) =>
      likeness(of) >= ALIKE_OF_ONE_SOURCE ||
      [of.memory.content, ...of.former].some((text) => shareIn(terms, tellingTerms(text)) >= 0.5),
  )
  if (fromThere || !vector) return fromThere
  const forgotten = await store.memories.nearest(embedder.modelId, vector, LOOKED_AT, 'forgotten')
  return forgotten.some(
    (f) =>
      !isContrary(f.memory.content, candidate.content) &&
      likeness(f) >= LIKE_FORGOTTEN &&
      shareIn(terms, tellingTerms(f.memory.content)) >= 0.5,
  )
}

/** Candidates without those that repeat what was recalled for the turn they are from. Pure. */
export function withoutRecalled(
  candidates: readonly Candidate[],
  notes: readonly { messageId: MessageId; texts: readonly string[] }[],
): Candidate[] {
  const recalled = new Map<MessageId, string[]>()
  for (const { messageId, texts } of notes) recalled.set(messageId, [...(recalled.get(messageId) ?? []), ...texts])
  return candidates.filter((candidate) => {
    // The person's own words are theirs, whatever was recalled: a model or the assistant may only repeat it.
    if (candidate.source === 'pattern') return true
    const terms = tellingTerms(candidate.content)
    const shown = candidate.sourceMessageIds.flatMap((id) => recalled.get(id) ?? [])
    return !shown.some((text) => shareIn(terms, tellingTerms(text)) >= 0.8)
  })
}
