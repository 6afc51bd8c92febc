/** Segments on a real store with a clock that stands still; only the two models, which are not ours, are stood in for. */
import type { Ability } from '@shared/contract/models'
import { defaultSettings, type Settings } from '@shared/contract/settings'
import { type BucketId, operationId, type SegmentId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { ZodType } from 'zod'
import { BucketDirectory } from '../../buckets/directory'
import { WordCounts } from '../../filing/statistics'
import { countTokens } from '../../language/tokens'
import type { ChatEvent, ChatModel, ChatRequest, Embedder, EmbedOptions } from '../../models/types'
import { SimulatedClock } from '../../runtime/clock'
import { createTestBus } from '../../runtime/testing/bus'
import type { Store } from '../../store/protocol'
import { HOUR, START } from '../../store/testing/samples'
import type { SegmentPorts, StretchCorrection } from '../ports'
import { createSegments } from '../service'

/** Vectors from the text's letters: equal for equal texts, of length one. */
export class LetterEmbedder implements Embedder {
  readonly modelId = 'letters@1'
  readonly seen: string[] = []
  /** Thrown instead of an answer. */
  failure: Error | null = null
  /** Runs before the answer: what happens in the world meanwhile. */
  meanwhile: () => Promise<void> = () => Promise.resolve()

  async embed(texts: readonly string[], _: EmbedOptions): Promise<Float32Array[]> {
    await this.meanwhile()
    if (this.failure) throw this.failure
    this.seen.push(...texts)
    return texts.map((text) => {
      const vector = new Float32Array(384)
      for (const c of text) vector[(c.codePointAt(0) ?? 0) % 384] = (vector[(c.codePointAt(0) ?? 0) % 384] ?? 0) + 1
      const length = Math.hypot(...vector) || 1
      return vector.map((x) => x / length)
    })
  }

  /** Every text is one passage. */
  passages(): null {
    return null
  }
}

/** Answers with what it is told to, through the schema it is asked with, as a real one does. */
export class ScriptedChat implements ChatModel {
  readonly id = 'scripted'
  readonly title = 'Scripted'
  readonly local = true
  readonly systemPrompt = true
  readonly asked: ChatRequest[] = []
  contextTokens = 4096

  constructor(public answers: (call: number, request: ChatRequest) => unknown) {}

  async *stream(): AsyncGenerator<ChatEvent> {
    yield { type: 'end', usage: { evaluatedTokens: null, generatedTokens: null }, stoppedBy: 'model' }
  }

  async structured<T>(request: ChatRequest, schema: ZodType<T>): Promise<T> {
    this.asked.push(request)
    const answer = this.answers(this.asked.length, request)
    if (answer instanceof Error) throw answer
    return schema.parse(answer)
  }

  async countTokens(text: string): Promise<number> {
    return countTokens(text)
  }
}

interface World {
  chat: ScriptedChat | null
  abilities: Set<Ability>
  /** Takes memories from closed segments; set before `open`. */
  extract: SegmentPorts['extractMemories'] | null
}

export async function openSegments(store: Store, chat: ScriptedChat | null = null, abilities: readonly Ability[] = []) {
  const clock = new SimulatedClock(START)
  const bus = createTestBus()
  const directory = new BucketDirectory(store, bus)
  await directory.load()
  const embedder = new LetterEmbedder()
  const statistics = new WordCounts()
  const faults: unknown[] = []
  const events: string[] = []
  const corrections: (readonly StretchCorrection[])[] = []
  bus.on('segment.timeout', () => void events.push('segment.timeout'))
  bus.on('segment.collapsed', () => void events.push('segment.collapsed'))
  bus.on('manifest.updated', () => void events.push('manifest.updated'))
  /** What a test sets. */
  const settings: { -readonly [K in keyof Settings]?: Settings[K] } = {}
  const world: World = { chat, abilities: new Set<Ability>(abilities), extract: null }
  const ports = (): SegmentPorts => {
    const { extract } = world
    return {
      store,
      clock,
      bus,
      settings: () => ({ ...defaultSettings, ...settings }),
      embedder,
      statistics: () => statistics,
      chat: () => world.chat,
      can: (ability) => world.abilities.has(ability),
      directory,
      /** Everything is filed already; what a model corrects is noted. */
      async refile(segment: SegmentId, given?: readonly StretchCorrection[]): Promise<BucketId[]> {
        if (given) corrections.push(given)
        const messages = await store.messages.ofSegment(segment)
        return [...new Set(messages.flatMap((m) => m.bucketId ?? []))]
      },
      apply: (draft) => store.operations.apply({ ...draft, id: operationId.parse(uuidv7()), ts: clock.now() }),
      onFault: (error) => void faults.push(error),
      ...(extract ? { extractMemories: extract } : {}),
    }
  }
  const open = () => createSegments(ports())
  return {
    ports,
    store,
    clock,
    bus,
    settings,
    directory,
    embedder,
    faults,
    events,
    corrections,
    world,
    open,
    service: open(),
  }
}

export const MINUTE = 60_000
export { HOUR, START }
