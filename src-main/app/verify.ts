import { existsSync } from 'node:fs'
import { CatchmentError } from '@shared/contract/errors'
import { backupProblems } from '../backups/service'
import { isWithoutModel } from '../models/without-model'
import { databaseDir, versionProblem } from '../store/folder'
import { lockHolder } from '../store/lock'
import type { Verification } from '../store/repositories/verification'
import type { App } from './create-app'
import { wrongReadings, wrongVectors } from './verify-made'

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

/** What filing knows of buckets, and whatever was read from words; vectors where the embedding model is there. */
async function derived(app: App, report: (checked: number) => void): Promise<string[]> {
  const problems = [...(await app.store.verification.rederived()), ...(await wrongReadings(app))]
  const profiles = await app.desk.differingProfiles()
  if (profiles > 0) problems.push(`${profiles} profiles of buckets that are not what their messages say`)
  try {
    problems.push(...(await wrongVectors(app, report)))
  } catch (error) {
    if (!isWithoutModel(error)) throw error
  }
  return problems
}
