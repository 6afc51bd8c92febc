/** Takes single members out of a zip file (a wheel is one) without unpacking the rest. */
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { SourceFailure } from './failures'

/**
 * Writes each wanted member (`name in the archive → file to write`). Throws SourceFailure if one is missing or packed in
 * a way not known here; an AbortError if aborted. What was written is not yet verified.
 */
export async function extractFromZip(
  path: string,
  wanted: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const zip = await opened(path).catch(refuse)
  const missing = new Map(wanted)
  try {
    const members = await entriesOf(zip, missing)
    for (const [entry, target] of members) {
      await pipeline(await contentOf(zip, entry), createWriteStream(target), { signal })
      missing.delete(entry.fileName)
    }
  } catch (error) {
    refuse(error)
  } finally {
    zip.close()
  }
  if (missing.size > 0) throw new SourceFailure(`the archive holds no ${[...missing.keys()].join(', ')}`)
}

const opened = (path: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) => (error ? reject(error) : resolve(zip)))
  })

/** The wanted entries of the table of contents with the file each goes to. */
const entriesOf = (zip: ZipFile, wanted: ReadonlyMap<string, string>): Promise<[Entry, string][]> =>
  new Promise((resolve, reject) => {
    const found: [Entry, string][] = []
    zip.on('error', reject)
    zip.on('end', () => resolve(found))
    zip.on('entry', (entry: Entry) => {
      const target = wanted.get(entry.fileName)
      if (target !== undefined) found.push([entry, target])
      zip.readEntry()
    })
    zip.readEntry()
  })

const contentOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)))
  })

/** A fault of the disk and an abort stay what they are; anything else is wrong with the archive. */
function refuse(error: unknown): never {
  const isOurs = error instanceof Error && (error.name === 'AbortError' || 'syscall' in error)
  throw isOurs ? error : new SourceFailure('the archive is not a zip file, or it is broken', { cause: error })
}
