/** Files inside a zip archive, read in place by yauzl: nothing is unpacked onto the disk, so no name in it can do harm. */
import { crc32 } from 'node:zlib'
import { CatchmentError } from '@shared/contract/errors'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import type { Source, SourceFile } from './types'

/** Deflate reaches 1,032 : 1. Text of any sort stays far below this; what is above is made to fill a memory or a disk. */
const MOST_RATIO = 300
/** A short file may be all blanks. */
const HARMLESS_BYTES = 8 * 1024 * 1024
const MOST_ENTRIES = 200_000

/** Throws `import_broken` with a sentence if the archive is damaged or a bomb. */
export async function openZip(path: string, name: string): Promise<Source> {
  const zip = await opened(path, name)
  try {
    const { files, broken } = await contents(zip, name)
    if (files.length === 0 && broken.length === 0)
      throw new CatchmentError('import_broken', `There is no file in “${name}”. Nothing was imported.`)
    return { kind: 'zip', name, files, broken, close: async () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

const opened = (path: string, name: string): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    // Names are labels here; decoding them ourselves keeps one odd name from refusing the whole archive.
    yauzl.open(path, { lazyEntries: true, autoClose: false, decodeStrings: false }, (error, zip) => {
      if (error) reject(damaged(name, error))
      else resolve(zip)
    })
  })

function contents(zip: ZipFile, archive: string): Promise<{ files: SourceFile[]; broken: string[] }> {
  const files: SourceFile[] = []
  const broken: string[] = []
  return new Promise((resolve, reject) => {
    zip.on('error', (error) => reject(damaged(archive, error)))
    zip.on('end', () => resolve({ files, broken }))
    zip.on('entry', (entry: Entry) => {
      const name = labelOf(entry)
      const { compressedSize, uncompressedSize } = entry
      if (files.length >= MOST_ENTRIES)
        return reject(new CatchmentError('import_broken', `“${archive}” holds more than ${MOST_ENTRIES} files.`))
      if (uncompressedSize > HARMLESS_BYTES && uncompressedSize > compressedSize * MOST_RATIO)
        return reject(
          new CatchmentError(
            'import_broken',
            `“${archive}” is refused: “${name}” in it would unpack to ${Math.round(uncompressedSize / Math.max(1, compressedSize))} times its size. No export does that. Nothing was imported.`,
          ),
        )
      if (entry.isEncrypted()) broken.push(`“${name}” is locked with a password`)
      else if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
        broken.push(`“${name}” is packed by a method not known here`)
      else if (name.endsWith('/') && uncompressedSize > 0)
        broken.push(`“${name}” is called a folder, and holds something`)
      else if (!name.endsWith('/') && !isHidden(name)) files.push(fileOf(zip, entry, name, archive))
      zip.readEntry()
    })
    zip.readEntry()
  })
}

function fileOf(zip: ZipFile, entry: Entry, name: string, archive: string): SourceFile {
  let isDamaged = false
  async function* bytes(): AsyncGenerator<Buffer> {
    const stream = await new Promise<AsyncIterable<unknown>>((resolve, reject) => {
      zip.openReadStream(entry, (error, opened) => (error ? reject(damaged(archive, error)) : resolve(opened)))
    })
    let sum = 0
    try {
      for await (const chunk of stream) {
        if (!Buffer.isBuffer(chunk)) continue
        sum = crc32(chunk, sum)
        yield chunk
      }
    } catch (error) {
      throw damaged(name, error)
    }
    isDamaged ||= sum !== entry.crc32
  }
  return {
    name,
    size: entry.uncompressedSize,
    writtenAt: writtenAt(entry),
    bytes,
    isDamaged: () => isDamaged,
  }
}

function labelOf({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  const utf8 = (generalPurposeBitFlag & 0x800) !== 0
  return fileNameRaw.toString(utf8 || isAscii(fileNameRaw) ? 'utf8' : 'latin1').replaceAll('\\', '/')
}

const isAscii = (bytes: Buffer): boolean => bytes.every((byte) => byte < 0x80)

/** What systems put beside a person's files. */
const isHidden = (name: string): boolean => name.split('/').some((part) => /^\.[^.]/.test(part) || part === '__MACOSX')

function writtenAt(entry: Entry): number | null {
  const at = entry.getLastModDate().getTime()
  return Number.isFinite(at) && at > Date.UTC(1990, 0, 1) ? at : null
}

function damaged(name: string, cause: unknown): CatchmentError {
  const incomplete =
    cause instanceof Error &&
    /end of central directory|truncated|unexpected EOF|too (?:few|many) bytes/i.test(cause.message)
  const why = incomplete ? 'is not complete: it was cut off, or its download was. Fetch it again' : 'is damaged'
  return new CatchmentError('import_broken', `“${name}” ${why}.`, { cause })
}
