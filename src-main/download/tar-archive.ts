/** Takes single members out of a gzipped tar file (what the npm registry serves), reading it once from front to back. */
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { addAbortSignal } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { SourceFailure } from './failures'

const BLOCK = 512
const REGULAR = new Set(['0', '\0'])

interface TarHeader {
  name: string
  sizeBytes: number
  regular: boolean
}

const text = (block: Buffer, from: number, length: number): string =>
  block.toString('utf8', from, from + length).replace(/\0.*$/s, '')

/** One 512-byte header; null for the empty block that ends an archive. Throws SourceFailure if its checksum is wrong. */
function parseTarHeader(block: Buffer): TarHeader | null {
  if (block.every((byte) => byte === 0)) return null
  let sum = 8 * 0x20
  for (let at = 0; at < BLOCK; at++) if (at < 148 || at >= 156) sum += block[at] ?? 0
  if (Number.parseInt(text(block, 148, 8), 8) !== sum) throw new SourceFailure('the archive is not a tar file')
  const prefix = text(block, 257, 5) === 'ustar' ? text(block, 345, 155) : ''
  const name = text(block, 0, 100)
  return {
    name: prefix ? `${prefix}/${name}` : name,
    sizeBytes: Number.parseInt(text(block, 124, 12), 8) || 0,
    regular: REGULAR.has(String.fromCharCode(block[156] ?? 0)),
  }
}

/**
 * Writes each wanted member (`name in the archive → file to write`). Throws SourceFailure if one is missing or the file is
 * no such archive; an AbortError if aborted. What was written is not yet verified.
 */
export async function extractFromTarball(
  path: string,
  wanted: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const missing = new Set(wanted.keys())
  const writeMembers = async (source: AsyncIterable<Buffer>): Promise<void> => {
    const reader = new ByteReader(source)
    while (missing.size > 0) {
      const block = await reader.take(BLOCK)
      const header = block && parseTarHeader(block)
      if (!header) break
      const target = header.regular ? wanted.get(header.name) : undefined
      await copy(reader, header.sizeBytes, target)
      await reader.skip((BLOCK - (header.sizeBytes % BLOCK)) % BLOCK)
      if (target) missing.delete(header.name)
    }
  }
  const file = createReadStream(path)
  const unzipped = addAbortSignal(signal, createGunzip())
  file.on('error', (error) => unzipped.destroy(error))
  try {
    await writeMembers(file.pipe(unzipped))
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw new SourceFailure('the archive is not a gzip file', { cause: error })
    throw error
  } finally {
    // Once the last wanted member is there, the rest need not be read.
    unzipped.destroy()
    file.destroy()
  }
  if (missing.size > 0) throw new SourceFailure(`the archive holds no ${[...missing].join(', ')}`)
}

async function copy(reader: ByteReader, bytes: number, target: string | undefined): Promise<void> {
  if (!target) return reader.skip(bytes)
  const handle: FileHandle = await open(target, 'w')
  try {
    await reader.each(bytes, (piece) => handle.appendFile(piece))
  } finally {
    await handle.close()
  }
}

/** Turns a stream of pieces of any size into exactly as many bytes as asked for. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next `bytes`, or null if the stream ended cleanly before the first of them. */
  async take(bytes: number): Promise<Buffer | null> {
    const pieces: Buffer[] = []
    if (this.#rest.length === 0 && !(await this.#fill())) return null
    await this.each(bytes, async (piece) => void pieces.push(Buffer.from(piece)))
    return Buffer.concat(pieces)
  }

  async skip(bytes: number): Promise<void> {
    await this.each(bytes, async () => undefined)
  }

  async each(bytes: number, use: (piece: Buffer) => Promise<unknown>): Promise<void> {
    for (let left = bytes; left > 0; ) {
      if (this.#rest.length === 0 && !(await this.#fill())) throw new SourceFailure('the archive ends too early')
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      left -= piece.length
      await use(piece)
    }
  }

  async #fill(): Promise<boolean> {
    const next = await this.#source.next()
    if (next.done) return false
    this.#rest = next.value
    return true
  }
}
