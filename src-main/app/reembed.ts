import { CatchmentError } from '@shared/contract/errors'
import type { App } from './create-app'
import { readBranches } from './read-branches'

const BATCH = 64

/**
 * Gives every message a vector of the embedding model in use, in the background: after another model was chosen, or when
 * messages were written while there was none. Vectors of the old model stay where they are and are never compared with new
 * ones. A few that are missing (a reply whose process ended right after it) cost only their own buckets' profiles.
 * Cancelled or cut off, it goes on at the next start. Answers false if nothing was missing.
 */
export async function reembedIfNeeded(app: App): Promise<boolean> {
  const { store, models, jobs } = app
  await readBranchesIfNeeded(app)
  const upTo = `embedded_up_to ${models.embedder.modelId}`
  const known = Number((await store.preferences.get(upTo)) ?? 0)
  const { newestSeq } = await store.messages.overview()
  const missing = await store.messages.withoutVector(models.embedder.modelId, BATCH, known)
  // said before the first vector is stored, taken back once the buckets are made of them: a process may end in between
  const due = `profiles_due ${models.embedder.modelId}`
  const isDue = (await store.preferences.get(due)) === true
  if (missing.length === 0 && !isDue) {
    // No start looks again at what was looked at.
    if (newestSeq > known) await store.preferences.set(upTo, newestSeq, app.clock.now())
    return false
  }
  if (missing.length < BATCH && !isDue) {
    jobs.start('reembed', 'Reading what was not read yet', async ({ signal }) => {
      await app.desk.readLate(missing, signal)
      return `${missing.length} messages read`
    })
    return true
  }
  jobs.start('reembed', 'Reading your messages with the new model', async ({ signal, report }) => {
    const { messages } = await store.messages.overview()
    await store.preferences.set(due, true, app.clock.now())
    let done = 0
    let seq = known
    for (;;) {
      const { embedder } = models
      const batch = await store.messages.withoutVector(embedder.modelId, BATCH, seq)
      if (batch.length === 0) break
      if (signal.aborted) throw new CatchmentError('cancelled', 'Stopped. It goes on at the next start.')
      const vectors = await embedder.embed(
        batch.map((m) => m.text),
        { kind: 'passage', priority: 'backlog', signal },
      )
      const rows = batch.flatMap((m, i) => {
        const vector = vectors[i]
        return vector ? [{ id: m.id, vector }] : []
      })
      await store.messages.saveVectors(embedder.modelId, rows)
      done += batch.length
      seq = batch.at(-1)?.seq ?? seq
      report(Math.min(1, done / Math.max(messages, done)), `${done} messages read`)
    }
    await app.desk.rebuild()
    await store.preferences.set(due, false, app.clock.now())
    return `${done} messages read`
  })
  return true
}

/** The same for what stands on other branches. */
async function readBranchesIfNeeded({ store, models, jobs }: App): Promise<void> {
  if ((await store.branches.withoutVector(models.embedder.modelId, 1)).length === 0) return
  jobs.start('reembed', 'Reading other branches', async ({ signal }) => {
    return `${await readBranches(store, models.embedder, signal)} messages read`
  })
}
