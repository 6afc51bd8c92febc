/** A file that arrives in pieces, joined on the disk as they come: what was joined when it broke off is there the next time. */
import { createReadStream, createWriteStream } from 'node:fs'
import { stat, truncate } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { SourceFailure } from './failures'

export interface Joining {
  path: string
  /** How many pieces, from the first, it already holds. */
  done: number
  /** Appends the next piece. Throws SourceFailure if that is not as long as it should be. */
  add(piece: string, signal: AbortSignal): Promise<void>
}

/** @param sizes bytes of each piece, in order. What lies at `path` is kept as far as it is whole pieces. */
export async function beginJoining(path: string, sizes: readonly number[]): Promise<Joining> {
  const there = await sizeOf(path)
  let done = 0
  let bytes = 0
  for (const size of sizes) {
    if (bytes + size > there) break
    bytes += size
    done += 1
  }
  // A piece that was being appended when it broke off.
  if (there > bytes) await truncate(path, bytes)
  return {
    path,
    get done() {
      return done
    },
    async add(piece, signal) {
      if ((await sizeOf(piece)) !== sizes[done]) throw new SourceFailure('a piece of it has another size')
      await pipeline(createReadStream(piece), createWriteStream(path, { flags: 'a' }), { signal })
      done += 1
    },
  }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    (found) => found.size,
    () => 0,
  )
