import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CatchmentError } from '@shared/contract/errors'
import { ZipFile } from 'yazl'
import type { Store } from '../../store/protocol'
import { writeWhole } from '../write-whole'
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, type ArchiveManifest, attachedFile, MANIFEST, tableFile } from './manifest'

export interface ArchivePorts {
  store: Store
  profile: { id: string; name: string }
  /** The folder of what is attached to messages; null: nothing is. */
  files: string | null
  now(): number
}

export interface ArchiveOptions {
  signal: AbortSignal
  report(progress: number | null, detail: string): void
}

const PAGE = 500
const MOST_ATTEMPTS = 3

/**
 * Writes the whole profile into one zip archive: messages, buckets with summaries and states, segments, receipts, memories,
 * tasks and settings; keys of servers are not among them. The file is there when it is complete and not before.
 * @throws CatchmentError `disk_full`, `unavailable`, `cancelled`, `conflict` if the profile kept changing meanwhile
 */
export async function writeArchive(
  file: string,
  ports: ArchivePorts,
  options: ArchiveOptions,
): Promise<{ rows: number; messages: number }> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await ports.store.archive.stamp()
    let manifest: ArchiveManifest | null = null
    const changed = await writeWhole(file, async (draft) => {
      manifest = await writeTo(draft, ports, options)
      return (await ports.store.archive.stamp()) === before
    })
    if (changed && manifest !== null) {
      const { tables }: ArchiveManifest = manifest
      const { messages } = await ports.store.messages.overview()
      return { rows: Object.values(tables).reduce((sum, rows) => sum + rows, 0), messages }
    }
    if (attempt === MOST_ATTEMPTS)
      throw new CatchmentError('conflict', 'The conversation went on while it was archived. Try again when it rests.')
  }
}

async function writeTo(file: string, ports: ArchivePorts, options: ArchiveOptions): Promise<ArchiveManifest> {
  const zip = new ZipFile()
  const ending = new AbortController()
  const written = pipeline(zip.outputStream, createWriteStream(file, { mode: 0o600, flush: true }), {
    signal: ending.signal,
  })
  try {
    // Where nothing can be written any more nobody reads the members: only this tells.
    const manifest = await Promise.race([fill(zip, ports, options), written.then(() => null)])
    await written
    if (manifest === null) throw new Error('The archive ended before it was filled.')
    return manifest
  } catch (error) {
    ending.abort()
    await written.catch(() => undefined)
    throw error
  }
}

async function fill(
  zip: ZipFile,
  { store, profile, files: folder, now }: ArchivePorts,
  options: ArchiveOptions,
): Promise<ArchiveManifest> {
  const tables: Record<string, number> = {}
  const all = await store.archive.tables()
  const { messages } = await store.messages.overview()
  let rows = 0
  for (const { name } of all) {
    tables[name] = 0
    const lines = linesOf(store, name, options.signal, (count) => {
      tables[name] = (tables[name] ?? 0) + count
      rows += count
      options.report(messages === 0 ? null : Math.min(0.99, rows / (messages * all.length)), `${rows} rows archived`)
    })
    await added(zip, Readable.from(lines), tableFile(name))
  }
  const files: Record<string, number> = {}
  for (const name of folder === null ? [] : await attachedIn(folder)) {
    if (options.signal.aborted) throw new CatchmentError('cancelled', 'The export was cancelled.')
    files[name] = (await stat(join(folder ?? '', name))).size
    await added(zip, createReadStream(join(folder ?? '', name)), attachedFile(name))
  }
  const manifest: ArchiveManifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    createdAt: new Date(now()).toISOString(),
    profile: { id: profile.id, name: profile.name },
    migrations: await store.archive.migrations(),
    tables,
    files,
  }
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), MANIFEST)
  zip.end()
  return manifest
}

/** Drafts are no part of it: nobody sent them. */
async function attachedIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
  return entries.flatMap((entry) => (entry.isFile() && !entry.name.endsWith('.tmp') ? [entry.name] : [])).sort()
}

/** Adds a member and waits until it was read: one table at a time is in memory, and that by pages. */
const added = (zip: ZipFile, stream: Readable, name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.on('end', resolve)
    stream.on('error', reject)
    zip.addReadStream(stream, name)
  })

async function* linesOf(
  store: Store,
  table: string,
  signal: AbortSignal,
  count: (rows: number) => void,
): AsyncGenerator<string> {
  let after: string | null = null
  for (;;) {
    if (signal.aborted) throw new CatchmentError('cancelled', 'The export was cancelled.')
    const page: string[] = await store.archive.page({ table, after, limit: PAGE })
    count(page.length)
    if (page.length > 0) yield `${page.join('\n')}\n`
    after = page.at(-1) ?? null
    if (page.length < PAGE) return
  }
}
