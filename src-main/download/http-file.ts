/** One file over HTTP: resumable, checked, and never larger than promised. */
import { open, rm, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { sha256OfFile } from './checksum'
import { reasonOf, SourceFailure } from './failures'

export interface HttpFile {
  url: string
  /** The `.part` file: what it already holds is not fetched again. */
  part: string
  sizeBytes: number
  sha256: string
  signal: AbortSignal
  /** Bytes of this file that are there by now. */
  onBytes(done: number): void
  timing?: HttpTiming
}

export interface HttpTiming {
  /** A connection that brings nothing for so long is given up. */
  stallMs: number
  /** How often in a row it may break without bringing anything. */
  attempts: number
  /** Pause before the second attempt; doubles with each. */
  pauseMs: number
}

const PATIENT: HttpTiming = { stallMs: 30_000, attempts: 3, pauseMs: 1000 }

/** A refusal that another attempt would meet again. */
class Refused extends SourceFailure {}

/**
 * Brings `part` to its full size and checks it. Interrupted transfers go on where they broke off (also in a later
 * call). Throws SourceFailure if the server refuses, keeps breaking off, or serves other bytes (then `part` is removed);
 * the signal's reason if aborted; the file system's error if writing fails.
 */
export async function fetchHttpFile(file: HttpFile): Promise<void> {
  const timing = file.timing ?? PATIENT
  for (let failures = 0; ; ) {
    const before = await sizeOf(file.part)
    if (before === file.sizeBytes) break
    if (before > file.sizeBytes) await rm(file.part)
    try {
      await transfer(file, before > file.sizeBytes ? 0 : before, timing.stallMs)
    } catch (error) {
      file.signal.throwIfAborted()
      if (error instanceof Refused || isFileSystemError(error)) throw error
      failures = (await sizeOf(file.part)) > before ? 1 : failures + 1
      if (failures >= timing.attempts) throw new SourceFailure(`the connection keeps breaking off (${reasonOf(error)})`)
      await sleep(timing.pauseMs * 2 ** (failures - 1), undefined, { signal: file.signal })
    }
  }
  if ((await sha256OfFile(file.part, file.signal)) !== file.sha256) {
    await rm(file.part)
    throw new SourceFailure('it served a file with another checksum')
  }
}

async function transfer(file: HttpFile, from: number, stallMs: number): Promise<void> {
  const stall = new AbortController()
  let timer = setTimeout(() => stall.abort(new Error(`nothing came for ${stallMs / 1000} s`)), stallMs)
  try {
    const response = await fetch(file.url, {
      headers: { 'accept-encoding': 'identity', ...(from > 0 && { range: `bytes=${from}-` }) },
      signal: AbortSignal.any([file.signal, stall.signal]),
    })
    const start = startOf(response, from)
    if (!response.body) throw new Error('an empty answer')
    await write(file, response.body, start, () => {
      clearTimeout(timer)
      timer = setTimeout(() => stall.abort(new Error(`nothing came for ${stallMs / 1000} s`)), stallMs)
    })
  } finally {
    clearTimeout(timer)
  }
}

/** Where in the file the body begins: a server without ranges starts over. */
function startOf(response: Response, asked: number): number {
  if (response.status === 206) {
    const start = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1]
    if (Number(start) !== asked) throw new Refused('it answered with another range than asked for')
    return asked
  }
  if (response.status === 200) return 0
  void response.body?.cancel()
  const temporary = response.status >= 500 || response.status === 429 || response.status === 408
  throw new (temporary ? Error : Refused)(`it answered ${response.status}`)
}

async function write(
  file: HttpFile,
  body: ReadableStream<Uint8Array>,
  start: number,
  alive: () => void,
): Promise<void> {
  const handle = await open(file.part, start > 0 ? 'r+' : 'w')
  try {
    let done = start
    await handle.truncate(start)
    for await (const piece of body) {
      alive()
      if (done + piece.byteLength > file.sizeBytes) throw new Refused('it serves more bytes than the catalog says')
      await writeAll(handle, piece, done)
      done += piece.byteLength
      file.onBytes(done)
    }
    if (done < file.sizeBytes) throw new Error(`the connection ended ${file.sizeBytes - done} bytes early`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A full disk first shows as a short write, only the next one fails: so write until all is written. */
async function writeAll(handle: Awaited<ReturnType<typeof open>>, piece: Uint8Array, at: number): Promise<void> {
  for (let sent = 0; sent < piece.byteLength; ) {
    const { bytesWritten } = await handle.write(piece, sent, piece.byteLength - sent, at + sent)
    sent += bytesWritten
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    (found) => found.size,
    () => 0,
  )
}

/** Errors of `open` and `write` carry `syscall`; those of the connection have a cause or another class. */
const isFileSystemError = (error: unknown): boolean =>
  error instanceof Error &&
  'syscall' in error &&
  ['open', 'write', 'ftruncate', 'fsync'].includes(String(error.syscall))
