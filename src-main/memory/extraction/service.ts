import type { Ability } from '@shared/contract/models'
import type { MemoryId } from '@shared/ids'
import type { ChatModel, Embedder } from '../../models/types'
import { isWithoutModel } from '../../models/without-model'
import type { Store } from '../../store/protocol'
import type { StoredMemory, StoredMessage, StoredSegment } from '../../store/types'
import type { Reading } from '../entries/facts'
import { introducedNames } from '../pii/names'
import type { Candidate } from './candidate'
import { anythingDone, finishedTasks } from './finished'
import { learn, withoutRecalled } from './learn'
import { ownMessages } from './person'
import { candidatesByModel } from './with-model'
import { candidatesByPatterns, candidatesConfirmed } from './without-model'

export interface ExtractionPorts {
  store: Store
  embedder: Embedder
  background(): Float32Array
  /** How contents are read: with every name the person introduced so far. */
  reading(): Promise<Reading>
  /** The profile's name: whose words an import with several names keeps. */
  profileName: string
  chat(): ChatModel | null
  can(ability: Ability): boolean
  /** What was learned: the window is told, vectors and values follow. */
  learned(memories: readonly StoredMemory[]): void
  /** Marks a task as done, with a receipt. */
  finish(id: MemoryId): Promise<void>
  onFault(error: unknown): void
}

const MODEL_MS = 120_000

/**
 * Takes memories from a closed segment (02, Memory entries). Done twice it comes to the same. What was injected, recalled
 * or answered by tools is no message of the person, and so is never read here.
 */
export function createExtraction(ports: ExtractionPorts) {
  const { store } = ports

  async function extract(segment: StoredSegment, signal: AbortSignal): Promise<void> {
    const messages = await store.messages.ofSegment(segment.id)
    const own = ownMessages(messages, ports.profileName)
    if (own.length === 0) return
    const found = await candidatesOf(segment, messages, own, signal)
    if (found.length > 0) await keep(found, segment, own, signal)
    if (!anythingDone(own)) return
    const open = (await store.memories.standing(['task'])).filter((task) => !task.done)
    for (const task of finishedTasks(own, open)) await ports.finish(task.id)
  }

  async function keep(
    found: readonly Candidate[],
    segment: StoredSegment,
    own: readonly StoredMessage[],
    signal: AbortSignal,
  ): Promise<void> {
    const candidates = withoutRecalled(found, await store.memories.notesOf(segment.id))
    const { region, names } = await ports.reading()
    const introduced = own.flatMap((m) => introducedNames(m.text).map((n) => n.name))
    const reading: Reading = { region, names: new Set([...names, ...introduced]) }
    ports.learned(await learn({ ...ports, reading }, segment.id, candidates, signal))
  }

  /** “Remember …” is kept whatever a model makes of the rest. */
  async function candidatesOf(
    segment: StoredSegment,
    messages: readonly StoredMessage[],
    own: readonly StoredMessage[],
    signal: AbortSignal,
  ): Promise<Candidate[]> {
    const ids = new Set<string>(own.map((m) => m.id))
    const byPatterns = [...candidatesByPatterns(own), ...candidatesConfirmed(messages, ids)]
    const model = ports.chat()
    if (!model || !ports.can('extract')) return byPatterns
    // A crash came between learning and its mark: a model asked again would say the same in other words.
    if ((await store.memories.ofSegment(segment.id)).some((m) => m.source === 'model')) return byPatterns
    try {
      const within = AbortSignal.any([signal, AbortSignal.timeout(MODEL_MS)])
      const byModel = await candidatesByModel(model, messages, ids, within)
      return [...byPatterns.filter((c) => c.explicit), ...byModel]
    } catch (error) {
      if (signal.aborted || !(isWithoutModel(error) || isTimeout(error))) throw error
      ports.onFault(
        new Error(`The model ${model.id} took no memories from segment ${segment.id}; patterns did.`, { cause: error }),
      )
      return byPatterns
    }
  }

  return { extract }
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || ('code' in error && error.code === 'cancelled'))
