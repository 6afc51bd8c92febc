/** Sealed files on the disk, written and read as they stream: memory is bounded by one piece. */
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HEAD_BYTES, isSealed, newOpener, newSealer, PIECE_BYTES, TAG_BYTES } from './format'

/** False for a file that is not sealed, or not there. */
export async function isSealedFile(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(16), 0, 16, 0)
      return isSealed(buffer.subarray(0, bytesRead))
    } finally {
      await file.close()
    }
  } catch {
    return false
  }
}

/** Writes `from` behind a passphrase to `to`, for its owner only. */
export const sealFile = (from: string, to: string, passphrase: string): Promise<void> =>
  sealStream(createReadStream(from), to, passphrase)

export async function sealStream(from: AsyncIterable<unknown>, to: string, passphrase: string): Promise<void> {
  const sealer = await newSealer(passphrase)
  async function* sealed(): AsyncGenerator<Buffer> {
    yield sealer.head
    let held: Buffer | null = null
    for await (const piece of piecesOf(from, PIECE_BYTES)) {
      if (held) yield sealer.seal(held, false)
      held = piece
    }
    yield sealer.seal(held ?? Buffer.alloc(0), true)
  }
  await pipeline(Readable.from(sealed()), createWriteStream(to, { mode: 0o600, flush: true }))
}

/**
 * Reads a sealed file into a plain one. What is written before a damage is found is to be thrown away by the caller.
 * @throws CatchmentError `wrong_passphrase`, `import_broken`
 */
export const unsealFile = (from: string, to: string, passphrase: string): Promise<void> =>
  pipeline(Readable.from(unsealed(from, passphrase)), createWriteStream(to, { mode: 0o600, flush: true }))

/** The words of a sealed file, piece by piece. @throws CatchmentError `wrong_passphrase`, `import_broken` */
export async function* unsealed(from: string, passphrase: string): AsyncGenerator<Buffer> {
  const file = await open(from, 'r')
  let head: Buffer
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    head = buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
  const opener = await newOpener(head, passphrase)
  let held: Buffer | null = null
  for await (const piece of piecesOf(createReadStream(from, { start: HEAD_BYTES }), PIECE_BYTES + TAG_BYTES)) {
    if (held) yield opener.open(held, false)
    held = piece
  }
  yield opener.open(held ?? Buffer.alloc(0), true)
}

/** The bytes of a stream in pieces of one size; the last may be shorter. */
async function* piecesOf(stream: AsyncIterable<unknown>, size: number): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let length = 0
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue
    waiting.push(chunk)
    length += chunk.length
    if (length < size) continue
    let all = Buffer.concat(waiting)
    for (; all.length >= size; all = all.subarray(size)) yield Buffer.from(all.subarray(0, size))
    waiting = [Buffer.from(all)]
    length = all.length
  }
  if (length > 0) yield Buffer.concat(waiting)
}
