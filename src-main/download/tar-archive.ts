/** Takes single members out of a gzipped tar file (what the npm registry serves), reading it once from front to back. */
import { createReadStream, createWriteStream } from 'node:fs'
import { addAbortSignal } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import tar from 'tar-stream'
import { SourceFailure } from './failures'

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
  const file = createReadStream(path)
  const unzipped = addAbortSignal(signal, createGunzip())
  const members = tar.extract()
  // A stream that fails ends the ones behind it, so that the reader below hears of it.
  file.on('error', (error) => unzipped.destroy(error))
  unzipped.on('error', (error) => members.destroy(error))
  file.pipe(unzipped).pipe(members)
  try {
    for await (const member of members) {
      const target = member.header.type === 'file' ? wanted.get(member.header.name) : undefined
      if (target === undefined) {
        member.resume()
        continue
      }
      await pipeline(member, createWriteStream(target))
      missing.delete(member.header.name)
      // Once the last wanted member is there, the rest need not be read.
      if (missing.size === 0) break
    }
  } catch (error) {
    throw asSourceFailure(error, signal)
  } finally {
    members.destroy()
    unzipped.destroy()
    file.destroy()
  }
  if (missing.size > 0) throw new SourceFailure(`the archive holds no ${[...missing].join(', ')}`)
}

/** What is wrong with the archive, in words; faults of the disk and an abort stay what they are. */
function asSourceFailure(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || !(error instanceof Error)) return error
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'Z_BUF_ERROR') return new SourceFailure('the archive ends too early', { cause: error })
  if (code.startsWith('Z_')) return new SourceFailure('the archive is not a gzip file', { cause: error })
  if (/unexpected end/i.test(error.message)) return new SourceFailure('the archive ends too early', { cause: error })
  if (/invalid tar header/i.test(error.message))
    return new SourceFailure('the archive is not a tar file', { cause: error })
  return error
}
