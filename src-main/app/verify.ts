import { existsSync } from 'node:fs'
import { CatchmentError } from '@shared/contract/errors'
import { backupProblems } from '../backups/service'
import { isWithoutModel } from '../models/without-model'
import { databaseDir, versionProblem } from '../store/folder'
import { lockHolder } from '../store/lock'
import type { Verification } from '../store/repositories/verification'
import type { App } from './create-app'

/**
 * The whole store: its rows, the lock, the versions, and the backups it could go back to. `deep` also makes everything
 * derived again, compares it, and reads every piece of every backup.
 */
export async function verifyStore(app: App, deep: boolean): Promise<Verification> {
  const found = await app.store.verification.run(deep)
  const { storeDir, server } = app.handle
  const problems = [...found.problems]
  const counts = { ...found.counts }
  if (server === null) {
    if (existsSync(databaseDir(storeDir))) problems.push(...openedWell(storeDir))
    const backups = app.backups.state().backups
    counts.backups = backups.length
    problems.push(...backupProblems(storeDir, deep))
  }
  if (deep) problems.push(...(await derived(app)))
  return { ok: problems.length === 0, counts, problems, unfinished: found.unfinished }
}

/** The lock and the version file of the store that is open. */
function openedWell(storeDir: string): string[] {
  const lock = lockHolder(storeDir)?.pid === process.pid
  const version = versionOf(storeDir)
  return [
    ...(lock ? [] : ['the store is not locked by the program that has it open']),
    ...(version === null ? [] : [version]),
  ]
}

function versionOf(storeDir: string): string | null {
  try {
    return versionProblem(storeDir)
  } catch (error) {
    if (error instanceof CatchmentError) return error.message
    throw error
  }
}

/** Vectors are compared for so many messages, spread over the whole time: making all anew takes hours of a large store. */
const VECTORS_LOOKED_AT = 60
/** Below it a vector is not that of its text; the same model on another processor comes far closer. */
const SAME_VECTOR = 0.98

/** What filing knows of buckets, and vectors made anew from their texts where the embedding model is there. */
async function derived(app: App): Promise<string[]> {
  const problems: string[] = []
  const profiles = await app.desk.differingProfiles()
  if (profiles > 0) problems.push(`${profiles} profiles of buckets that are not what their messages say`)
  const vectors = await wrongVectors(app)
  if (vectors > 0) problems.push(`${vectors} of ${VECTORS_LOOKED_AT} vectors that are not those of their texts`)
  return problems
}

async function wrongVectors(app: App): Promise<number> {
  const { embedder } = app.models
  const kept = await app.store.messages.someWithVectors(embedder.modelId, VECTORS_LOOKED_AT)
  if (kept.length === 0) return 0
  try {
    const made = await embedder.embed(
      kept.map(({ text }) => text),
      { kind: 'passage', priority: 'backlog' },
    )
    return kept.filter(({ vector }, i) => likeness(vector, made[i]) < SAME_VECTOR).length
  } catch (error) {
    if (isWithoutModel(error)) return 0
    throw error
  }
}

/** Cosine; 0 without a vector. */
function likeness(a: Float32Array, b: Float32Array | undefined): number {
  if (!b) return 0
  let [dot, aa, bb] = [0, 0, 0]
  for (const [i, x] of a.entries()) {
    const y = b[i] ?? 0
    dot += x * y
    aa += x * x
    bb += y * y
  }
  return aa === 0 || bb === 0 ? 0 : dot / Math.sqrt(aa * bb)
}
