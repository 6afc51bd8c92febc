import { CatchmentError } from '@shared/contract/errors'
import type { MemoryLevel } from '@shared/contract/memory'
import type { SegmentId } from '@shared/ids'
import { countTokens } from '../../language/tokens'
import type { ContextOwner, StoredContext } from '../../store/context-types'
import type { StoredMemory } from '../../store/types'
import { type DerivedLevel, maxTokensOf } from './bounds'
import { chainOf } from './chain'
import { type CompressionSource, sourceOfMemory, sourceOfSegment, textOf } from './source'
import type { Compression, CompressionPorts, CoolingResult } from './types'

const DAY = 86_400_000
/** Levels that nobody reads for so long go; they are made again when somebody does. */
const LASTS_MS = 30 * DAY
/** Of one nightly pass: the next one goes on. */
const SEGMENTS_A_PASS = 200
const WRITTEN_A_PASS = 5

/** The chain full → summary → bullets → keywords of memories and segments: made when asked for and as segments cool. */
export function createCompression(ports: CompressionPorts): Compression {
  const { store, clock } = ports
  const stopping = new AbortController()
  let cooling: Promise<CoolingResult> | null = null
  const lasting = () => clock.now() + LASTS_MS

  async function sourceOf(owner: ContextOwner): Promise<CompressionSource | null> {
    if (owner.type === 'memory') {
      const [memory] = await store.memories.byIds([owner.id])
      return memory ? sourceOfMemory(memory) : null
    }
    const segment = await store.segments.byId(owner.id)
    const messages = segment ? await store.messages.ofSegment(owner.id) : []
    if (!segment || messages.length === 0) return null
    return sourceOfSegment(segment, messages, await ports.holdsPersonalData(textOf(messages)))
  }

  /** The owner's levels down to `lowest`, made where they are missing or made of another text. */
  async function ensure(source: CompressionSource, lowest: DerivedLevel): Promise<StoredContext[]> {
    const there = await store.contexts.ofOwner(source.owner)
    const fresh = (level: string) => there.find((c) => c.level === level && c.madeFrom === source.madeFrom)
    const wanted = chainOf(source.text, lowest, fresh('summary')?.content ?? source.summary)
    const missing = wanted.filter(({ level }) => !fresh(level))
    const same = there.every((c) => c.accessTier === source.accessTier && c.containsPii === source.containsPii)
    if (missing.length === 0 && fresh('full') && same) return there
    return save(source, missing)
  }

  function save(source: CompressionSource, levels: readonly Omit<StoredLevelText, 'expiresAt'>[]) {
    const { text, content, summary: _, ...common } = source
    const full: StoredLevelText = { level: 'full', content, tokens: countTokens(text.trim()), expiresAt: null }
    const derived = levels.map((level) => ({ ...level, expiresAt: lasting() }))
    return store.contexts.save(common, [full, ...derived], clock.now())
  }

  async function all(owner: ContextOwner): Promise<MemoryLevel[]> {
    const source = await sourceOf(owner)
    if (!source) return []
    const chain = await ensure(source, 'keywords')
    const lowest = chain.at(-1)
    if (lowest) await store.contexts.touch(lowest.id, clock.now(), lasting())
    return chain.map((c) => ({
      id: c.id,
      level: c.level,
      content: c.level === 'full' ? source.text : c.content,
      tokens: c.tokens,
      madeFrom: c.parentId,
      ratio: c.ratio,
    }))
  }

  async function coolSegment(id: SegmentId, level: DerivedLevel): Promise<boolean> {
    const source = await sourceOf({ type: 'segment', id })
    if (!source) return false
    await save(source, chainOf(source.text, level, source.summary))
    await store.contexts.settleAt(source.owner, level, lasting())
    return true
  }

  /** Long memories get a summary in a model's words, if there is a model that may see them. */
  async function writeSummaries(signal: AbortSignal): Promise<number> {
    let written = 0
    for (const memory of await store.memories.standing()) {
      if (written >= WRITTEN_A_PASS) break
      signal.throwIfAborted()
      try {
        if (await writeSummary(memory, signal)) written += 1
      } catch (error) {
        if (signal.aborted) throw error
        // A model that failed once is not asked again tonight; quotations do until then.
        ports.onFault(error)
        break
      }
    }
    return written
  }

  async function writeSummary(memory: StoredMemory, signal: AbortSignal): Promise<boolean> {
    const maxTokens = maxTokensOf('summary', memory.tokenCount)
    const write = memory.tokenCount > maxTokens ? ports.writer(memory.accessTier) : null
    if (!write) return false
    const source = sourceOfMemory(memory)
    const there = await store.contexts.ofOwner(source.owner)
    if (there.some((c) => c.level === 'summary' && c.madeFrom === source.madeFrom)) return false
    const summary = await write({ text: memory.content, maxTokens, signal })
    if (summary.trim() === '') return false
    await save(source, chainOf(source.text, 'summary', summary))
    // It cost a model call: it stays while the words stay.
    await store.contexts.settleAt(source.owner, 'summary', lasting())
    return true
  }

  async function coolDown(signal: AbortSignal): Promise<CoolingResult> {
    const expired = await store.contexts.expire(clock.now())
    const due = await store.contexts.cooling({ now: clock.now(), limit: SEGMENTS_A_PASS })
    let segments = 0
    for (const { segmentId, level } of due) {
      signal.throwIfAborted()
      if (await coolSegment(segmentId, level)) segments += 1
      // Counting tokens of a long talk takes time: everything else has its turn in between.
      await new Promise((resolve) => setImmediate(resolve))
    }
    const written = await writeSummaries(signal)
    if (segments > 0 || expired > 0 || written > 0) await store.contexts.relate(clock.now())
    return { expired, segments, written }
  }

  return {
    ofMemory: (id) => all({ type: 'memory', id }),
    ofSegment: (id) => all({ type: 'segment', id }),
    async level(owner, level) {
      const source = await sourceOf(owner)
      if (!source) return null
      const found = (await ensure(source, level)).find((c) => c.level === level)
      if (!found) return null
      await store.contexts.touch(found.id, clock.now(), lasting())
      return found
    },
    async trace(id) {
      const from = await store.contexts.byId(id)
      if (!from) return null
      const chain = await store.contexts.ofOwner(from.owner)
      const path = chain.slice(0, chain.findIndex((c) => c.id === id) + 1).reverse()
      if (from.owner.type === 'segment') {
        return { path, full: { kind: 'segment', messages: await store.messages.ofSegment(from.owner.id) } }
      }
      const [memory] = await store.memories.byIds([from.owner.id])
      return memory ? { path, full: { kind: 'memory', memory } } : null
    },
    cool(signal = stopping.signal) {
      cooling ??= coolDown(AbortSignal.any([signal, stopping.signal])).finally(() => {
        cooling = null
      })
      return cooling
    },
    async close() {
      stopping.abort(new CatchmentError('cancelled', 'The app is ending.'))
      await cooling?.catch(() => undefined)
    },
  }
}

type StoredLevelText = { level: StoredContext['level']; content: string; tokens: number; expiresAt: number | null }
