import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** SHA-256 of a file as 64 hexadecimal digits, read in pieces. Rejects with the signal's reason if aborted. */
export async function sha256OfFile(path: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) {
    signal?.throwIfAborted()
    hash.update(piece)
  }
  return hash.digest('hex')
}
