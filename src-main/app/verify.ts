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
 * derived again, compares it, and reads every piece of every backup, which takes as long as importing the store again would.
 * @param report hears how many vectors of messages were made anew
 */
export async function verifyStore(
  app: App,
  deep: boolean,
  report: (checked: number) => void = () => undefined,
): Promise<Verification> {
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
  if (deep) problems.push(...(await derived(app, report)))
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

/** So many vectors are made anew at a time. */
const AT_A_TIME = 64
/** Below it a vector is not that of its text; the same model on another processor comes far closer. */
const SAME_VECTOR = 0.98

/** What filing knows of buckets, and every vector made anew from its text where the embedding model is there. */
async function derived(app: App, report: (checked: number) => void): Promise<string[]> {
  const problems: string[] = []
  const profiles = await app.desk.differingProfiles()
  if (profiles > 0) problems.push(`${profiles} profiles of buckets that are not what their messages say`)
  try {
    const vectors = await wrongVectors(app, report)
    if (vectors > 0) problems.push(`${vectors} vectors that are not those of their texts`)
    const memories = await wrongMemoryVectors(app)
    if (memories > 0) problems.push(`${memories} vectors that are not those of their memories`)
  } catch (error) {
    if (!isWithoutModel(error)) throw error
  }
  return problems
}

async function wrongVectors(app: App, report: (checked: number) => void): Promise<number> {
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

async function wrongMemoryVectors(app: App): Promise<number> {
  let wrong = 0
  for (let offset = 0; ; offset += AT_A_TIME) {
    const page = { offset, limit: AT_A_TIME }
    const kept = await app.store.memories.standingWithVectors(app.models.embedder.modelId, undefined, page)
    const those = kept.flatMap(({ memory, vector }) => (vector ? [{ text: memory.content, vector }] : []))
    wrong += await differing(app, those)
    if (kept.length < AT_A_TIME) return wrong
  }
}

/** How many of these vectors the model would not make of their texts today. */
async function differing(app: App, kept: readonly { text: string; vector: Float32Array }[]): Promise<number> {
  if (kept.length === 0) return 0
  const made = await app.models.embedder.embed(
    kept.map(({ text }) => text),
    { kind: 'passage', priority: 'backlog' },
  )
  return kept.filter(({ vector }, i) => likeness(vector, made[i]) < SAME_VECTOR).length
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
