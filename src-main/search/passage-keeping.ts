import type { Embedder } from '../models/types'
import { isWithoutModel } from '../models/without-model'
import type { PassageVectors } from '../store/passages'
import type { Store } from '../store/protocol'

export interface PassageKeepingPorts {
  store: Pick<Store, 'search'>
  embedder: Embedder
}

/** Long messages of one step: some seconds of work where they have to be embedded, some milliseconds where they were just now. */
const STEP = 16

/**
 * Gives every long message the vectors of its passages (docs/search.md, Passages). They come with the message's own vector,
 * so what was embedded lately is only written down; what is older (a store from before there were passages) is embedded in
 * the background. What waits is a row in the store: cut off, it goes on at the next start.
 */
export function createPassageKeeping({ store, embedder }: PassageKeepingPorts) {
  let running: Promise<void> | null = null
  let again = false
  let closed = false

  async function step(): Promise<boolean> {
    if (!embedder.passages) return false
    const { modelId } = embedder
    const waiting = await store.search.awaitingPassages(modelId, STEP)
    if (waiting.length === 0) return false
    const unread = waiting.filter((m) => embedder.passages(m.text) === undefined).map((m) => m.text)
    if (unread.length > 0) await embedder.embed(unread, { kind: 'passage', priority: 'backlog' })
    const found = waiting.map(({ number, text }): { number: number; passages: PassageVectors | null } => ({
      number,
      passages: embedder.passages(text) ?? null,
    }))
    // Another model was chosen meanwhile: these vectors are not the ones that were asked for.
    if (embedder.modelId === modelId) await store.search.savePassages(modelId, found)
    return true
  }

  async function run(): Promise<void> {
    do {
      again = false
      try {
        while (!closed && (await step()));
      } catch (error) {
        // They wait until there is a model.
        if (!isWithoutModel(error)) throw error
        return
      }
    } while (again && !closed)
  }

  return {
    /** Until nothing waits any more. Called again while it runs, it looks once more at its end. */
    keep(): Promise<void> {
      again = true
      running ??= run().finally(() => {
        running = null
      })
      return running
    },
    async close(): Promise<void> {
      closed = true
      await running?.catch(() => undefined)
    },
  }
}
