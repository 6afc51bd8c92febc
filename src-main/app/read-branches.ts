import type { Embedder } from '../models/types'
import { isWithoutModel } from '../models/without-model'
import type { Store } from '../store/protocol'

const BATCH = 64

/**
 * Gives what stands on other branches a vector, so that it is found by its meaning too. Answers how many were read; without an
 * embedding model it waits for one. Broken off, it goes on at the next start.
 */
export async function readBranches(
  store: Pick<Store, 'branches'>,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<number> {
  let done = 0
  for (;;) {
    const batch = await store.branches.withoutVector(embedder.modelId, BATCH)
    if (batch.length === 0 || signal.aborted) return done
    try {
      const texts = batch.map(({ text }) => text)
      const vectors = await embedder.embed(texts, { kind: 'passage', priority: 'backlog', signal })
      const rows = batch.flatMap(({ id }, i) => {
        const vector = vectors[i]
        return vector ? [{ id, vector }] : []
      })
      await store.branches.saveVectors(embedder.modelId, rows)
      // What a model gives no vector for would come again for ever.
      if (rows.length === 0) return done
      done += rows.length
    } catch (error) {
      if (isWithoutModel(error)) return done
      throw error
    }
  }
}
