/** Gets a model installed: from the first source that works, verified, whole or not at all. */
import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import type { CatalogModel } from './catalog'
import { cancelled, diskFull, isDiskFull, reasonOf, SourceFailure } from './failures'
import { installedPath, isInstalled, modelFolder, modelsDirectory } from './places'
import { bytesNeeded, fetchFrom, partsFolder, type SourceRun, sourceName } from './sources'
import { throttled } from './throttle'
import type { DownloadProgress, EnsureOptions } from './types'
import { writeVerifiedStamp } from './verified-stamp'
import { verifyInstalled } from './verify'
import { claimPart, openWorkFolder, putInPlace } from './work-folder'

/**
 * Returns what the runtime loads (see `installedPath`), after fetching the model if it is missing or damaged. A transfer
 * that broke off is resumed by the next call; one that was cancelled or met a full disk leaves nothing behind. Throws
 * CatchmentError `model_missing` (with every source's reason), `disk_full` or `cancelled`.
 */
export async function ensureModel(entry: CatalogModel, options: EnsureOptions): Promise<string> {
  const { cacheDir } = options
  const signal = options.signal ?? new AbortController().signal
  try {
    await inTurn(modelFolder(entry, cacheDir), signal, async () => {
      if (!(await isSound(entry, cacheDir, signal))) await install(entry, options, signal)
    })
  } catch (error) {
    if (signal.aborted) {
      await removeParts(entry, cacheDir)
      throw cancelled(entry.title)
    }
    if (isDiskFull(error)) {
      await removeParts(entry, cacheDir)
      throw diskFull(cacheDir, Math.max(...entry.sources.map((source) => bytesNeeded(entry, source))), error)
    }
    throw error
  }
  const path = installedPath(entry, cacheDir)
  if (path === null) throw new CatchmentError('model_missing', `${entry.title} was removed while it was installed.`)
  return path
}

const running = new Map<string, Promise<void>>()

/** Two calls for the same model in one process: the second waits, and then finds it installed (or tries itself). */
async function inTurn(key: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const other = running.get(key)
    if (!other) break
    await Promise.race([other, once(signal)])
  }
  const mine = work()
  running.set(
    key,
    mine.catch(() => undefined),
  )
  await mine.finally(() => running.delete(key))
}

const once = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))

async function isSound(entry: CatalogModel, cacheDir: string, signal: AbortSignal): Promise<boolean> {
  if (!isInstalled(entry, cacheDir)) return false
  return verifyInstalled(entry, cacheDir, signal).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CatchmentError && error.code === 'model_missing') return false
      throw error
    },
  )
}

async function install(entry: CatalogModel, options: EnsureOptions, signal: AbortSignal): Promise<void> {
  if (options.offline)
    throw new CatchmentError('model_missing', `${entry.title} is not here, and nothing is fetched in offline mode.`)
  const reasons: string[] = []
  for (const source of entry.sources) {
    const from = sourceName(source)
    const problem = await attempt(
      entry,
      options,
      signal,
      from,
      (run) => fetchFrom(source, run),
      bytesNeeded(entry, source),
    )
    if (problem === null) return
    reasons.push(`${from}: ${problem}`)
  }
  throw new CatchmentError('model_missing', `${entry.title} could not be fetched. Tried ${reasons.join('; ')}.`)
}

/**
 * Prepares the files with `prepare` in a folder of its own and puts them in place. Returns null, or in words why this
 * source did not work out. Everything else is thrown; the folder is gone either way.
 */
export async function attempt(
  entry: CatalogModel,
  options: EnsureOptions,
  signal: AbortSignal,
  from: string,
  prepare: (run: SourceRun) => Promise<string>,
  neededBytes: number,
): Promise<string | null> {
  const work = await openWorkFolder(join(modelsDirectory(options.cacheDir), '.work'), entry.id)
  const progress = throttled<DownloadProgress>(200, (value) => options.onProgress?.(value))
  let phase: DownloadProgress['phase'] | undefined
  try {
    await checkSpace(work, options.cacheDir, neededBytes)
    const finished = await prepare({
      ...{ entry, options, signal, work },
      report(next, doneBytes, totalBytes) {
        if (next !== phase) progress.flush()
        phase = next
        progress({ modelId: entry.id, phase: next, from, doneBytes, totalBytes })
      },
    })
    await writeVerifiedStamp(finished, entry.files)
    signal.throwIfAborted()
    await putInPlace(finished, modelFolder(entry, options.cacheDir))
    progress.flush()
    return null
  } catch (error) {
    if (error instanceof SourceFailure && !isDiskFull(error) && !signal.aborted) return reasonOf(error)
    throw error
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Better to say so before an hour of downloading than after. */
async function checkSpace(folder: string, cacheDir: string, neededBytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize < neededBytes) throw diskFull(cacheDir, neededBytes)
}

async function removeParts(entry: CatalogModel, cacheDir: string): Promise<void> {
  for (const file of entry.files) await rm(await claimPart(partsFolder(cacheDir), file.sha256), { force: true })
}
