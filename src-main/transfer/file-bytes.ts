/** Reads a file piece by piece and says in a sentence what is wrong with it as a whole. */
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'

const CHUNK_BYTES = 256 * 1024
const BOM = [0xef, 0xbb, 0xbf]

export interface FileBytes {
  /** The first bytes, without a byte order mark; all of a small file. */
  head: Buffer
  /** True if `head` is all there is. */
  complete: boolean
  size: number
  /** Bytes handed out so far. */
  done(): number
  /** The whole file in pieces, without a byte order mark. Throws `cancelled`, or `import_broken` if reading fails. */
  chunks(signal: AbortSignal): AsyncGenerator<Buffer>
}

/** Opens `file`. Throws `not_found`, or `import_broken` for an empty, unreadable or packed one. */
export async function openBytes(file: string, headBytes: number): Promise<FileBytes> {
  const name = basename(file)
  const { head, size } = await readHead(file, name, headBytes)
  if (size === 0) throw new CatchmentError('import_broken', `“${name}” is empty. Nothing was imported.`)
  if (head.subarray(0, 2).toString('latin1') === 'PK') {
    const advice = 'Unpack it and choose the file conversations.json in it.'
    throw new CatchmentError('import_broken', `“${name}” is a zip archive. ${advice}`)
  }
  let done = 0
  const marked = BOM.every((byte, i) => head[i] === byte)
  return {
    head: marked ? head.subarray(BOM.length) : head,
    complete: head.length === size,
    size,
    done: () => done,
    async *chunks(signal) {
      const stream = createReadStream(file, { highWaterMark: CHUNK_BYTES, start: marked ? BOM.length : 0 })
      try {
        for await (const chunk of stream) {
          if (signal.aborted)
            throw new CatchmentError('cancelled', 'The import was cancelled. What was read before is kept.')
          if (!Buffer.isBuffer(chunk)) continue
          done += chunk.length
          yield chunk
        }
      } catch (error) {
        throw error instanceof CatchmentError ? error : unreadable(name, error)
      }
    },
  }
}

async function readHead(file: string, name: string, bytes: number): Promise<{ head: Buffer; size: number }> {
  let handle: FileHandle | null = null
  try {
    handle = await open(file, 'r')
    const stat = await handle.stat()
    if (!stat.isFile())
      throw new CatchmentError('import_broken', `“${name}” is not a file. Choose the export file itself.`)
    const buffer = Buffer.alloc(Math.min(bytes, stat.size))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
    return { head: buffer.subarray(0, bytesRead), size: stat.size }
  } catch (error) {
    throw error instanceof CatchmentError ? error : unreadable(name, error)
  } finally {
    await handle?.close()
  }
}

function unreadable(name: string, cause: unknown): CatchmentError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ENOENT') return new CatchmentError('not_found', `There is no file “${name}”.`, { cause })
  return new CatchmentError('import_broken', `“${name}” cannot be read${code && ` (${code})`}.`, { cause })
}
