import { statSync } from 'node:fs'
import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import type { CatalogModel, ModelFile } from './catalog'
import { sha256OfFile } from './checksum'
import { isDiskFull, SourceFailure } from './failures'
import { isInstalled, modelFolder } from './places'
import { readVerifiedStamp, stampStillHolds, writeVerifiedStamp } from './verified-stamp'

/** Throws SourceFailure unless every file lies in `folder` with the size and checksum of the catalog. */
export async function verifyFiles(folder: string, files: readonly ModelFile[], signal?: AbortSignal): Promise<void> {
  for (const file of files) {
    const path = join(folder, file.path)
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found) throw new SourceFailure(`${file.path} is missing`)
    if (found.size !== file.sizeBytes) throw new SourceFailure(`${file.path} has another size`)
    if ((await sha256OfFile(path, signal)) !== file.sha256) throw new SourceFailure(`${file.path} has another checksum`)
  }
}

/**
 * To be called before a model is loaded: every file has the catalog's checksum. Hashes only what changed since the last
 * time. Throws CatchmentError `model_missing` if the model is not installed or damaged.
 */
export async function verifyInstalled(entry: CatalogModel, cacheDir: string, signal?: AbortSignal): Promise<void> {
  const folder = modelFolder(entry, cacheDir)
  if (!isInstalled(entry, cacheDir))
    throw new CatchmentError(
      'model_missing',
      `${entry.title} is not installed, or its files are incomplete. Fetch it again.`,
    )
  const stamp = readVerifiedStamp(folder)
  const changed = entry.files.filter((file) => {
    const found = statSync(join(folder, file.path))
    return !stampStillHolds(stamp.get(file.path), file, found)
  })
  if (changed.length === 0) return
  try {
    await verifyFiles(folder, changed, signal)
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error
    throw new CatchmentError('model_missing', `${entry.title} is damaged: ${error.message}. Fetch it again.`, {
      cause: error,
    })
  }
  await writeVerifiedStamp(folder, entry.files).catch((error: unknown) => {
    if (!isReadOnly(error) && !isDiskFull(error)) throw error
  })
}

/** A cache that belongs to someone else, or a full disk: then the next start hashes again, nothing worse. */
const isReadOnly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS'].includes(String(error.code))
