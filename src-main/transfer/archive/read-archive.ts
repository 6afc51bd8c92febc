import { createHash } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { viewOf } from '@shared/attached-file'
import { CatchmentError } from '@shared/contract/errors'
import { makePrivateDir } from '../../store/private-files'
import type { Store } from '../../store/protocol'
import { linesOf } from '../source/lines'
import { openSource } from '../source/open-source'
import type { Source } from '../source/types'
import { ARCHIVE_VERSION, type ArchiveManifest, attachedFile, MANIFEST, manifestSchema, tableFile } from './manifest'
import type { ArchiveOptions } from './write-archive'

export interface ArchiveSummary {
  manifest: ArchiveManifest
  rows: number
}

const MOST_ROWS = 200
const MOST_CHARACTERS = 4_000_000
const MOST_MANIFEST_BYTES = 1_000_000

/** The head of an archive of Catchment; null if `path` is something else. @throws CatchmentError like `openSource` */
export async function archiveAt(path: string): Promise<ArchiveManifest | null> {
  const source = await openSource(path)
  try {
    return await manifestIn(source)
  } finally {
    await source.close()
  }
}

/**
 * Takes an archive into an empty profile: the same content, under the same ids. Killed half-way, the profile still counts as
 * empty, and taking it in again begins anew. The profile must not be open: what is in memory would be of the time before.
 * @throws CatchmentError `conflict` if something was said in the profile, `store_newer` for an archive of a newer version,
 *   `import_broken`, `cancelled`
 */
export async function readArchive(
  path: string,
  store: Store,
  options: ArchiveOptions & {
    /** The profile's folder of what is attached to messages. */
    files: string
  },
): Promise<ArchiveSummary> {
  const source = await openSource(path)
  try {
    const manifest = await manifestIn(source)
    if (!manifest) throw new CatchmentError('import_broken', `“${source.name}” is no archive of Catchment.`)
    await refuseNewer(manifest, store)
    const total = Object.values(manifest.tables).reduce((sum, rows) => sum + rows, 0)
    await store.archive.begin()
    await takeAttached(source, manifest, options)
    let rows = 0
    for (const [table, expected] of Object.entries(manifest.tables)) {
      let read = 0
      for await (const batch of batchesOf(source, table)) {
        if (options.signal.aborted)
          throw new CatchmentError('cancelled', 'It was cancelled. Take the archive in again; it begins anew.')
        await store.archive.insert({ table, rows: batch })
        read += batch.length
        rows += batch.length
        options.report(total === 0 ? null : rows / total, `${rows} rows taken in`)
      }
      if (read !== expected)
        throw new CatchmentError('import_broken', `The archive is damaged: “${table}” has ${read} of ${expected} rows.`)
    }
    await store.archive.finish()
    return { manifest, rows }
  } finally {
    await source.close()
  }
}

/**
 * Before the messages that name them. A file is kept under the SHA-256 of what it holds, so it is taken only if it holds that:
 * an archive somebody made up cannot put something else in the place of a file that is here. An image's smaller picture bears
 * its image's name, which says nothing of its own bytes: it comes with its image or not at all, and replaces none. All are checked before
 * one is put in its place.
 * @throws CatchmentError `import_broken`, and nothing of them was taken
 */
async function takeAttached(
  source: Source,
  { files }: ArchiveManifest,
  { files: folder, signal }: { files: string; signal: AbortSignal },
): Promise<void> {
  const names = Object.keys(files)
  const images = new Set(names.filter((name) => !isView(name)).map(viewOf))
  if (names.some((name) => isView(name) && !images.has(name)))
    throw damaged('it holds a smaller picture of an image that is not in it')
  const drafts = new Map<string, string>()
  try {
    for (const [name, bytes] of Object.entries(files)) {
      const member = source.files.find((file) => file.name === attachedFile(name))
      if (member?.size !== bytes) throw damaged('a file that is attached to a message is missing')
      makePrivateDir(folder)
      const draft = join(folder, `${name}.tmp`)
      drafts.set(name, draft)
      const hash = createHash('sha256')
      const hashed = async function* (pieces: AsyncIterable<Buffer>) {
        for await (const piece of pieces) {
          hash.update(piece)
          yield piece
        }
      }
      await pipeline(Readable.from(member.bytes()), hashed, createWriteStream(draft, { mode: 0o600, flush: true }), {
        signal,
      })
      if (member.isDamaged?.() || (!isView(name) && hash.digest('hex') !== name.slice(0, name.indexOf('.'))))
        throw damaged('a file that is attached to a message is not what was written')
    }
    for (const [name, draft] of drafts) {
      const isKept = isView(name) && existsSync(join(folder, name))
      await (isKept ? rm(draft) : rename(draft, join(folder, name)))
    }
  } catch (error) {
    for (const draft of drafts.values()) await rm(draft, { force: true })
    throw error
  }
}

const isView = (name: string): boolean => name.includes('.view.')

const damaged = (what: string): CatchmentError =>
  new CatchmentError('import_broken', `The archive is damaged: ${what}.`)

async function manifestIn(source: Source): Promise<ArchiveManifest | null> {
  const file = source.kind === 'zip' ? source.files.find(({ name }) => name === MANIFEST) : undefined
  if (!file || file.size > MOST_MANIFEST_BYTES) return null
  const pieces: Buffer[] = []
  for await (const piece of file.bytes()) pieces.push(piece)
  try {
    const parsed = manifestSchema.safeParse(JSON.parse(Buffer.concat(pieces).toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

async function refuseNewer(manifest: ArchiveManifest, store: Store): Promise<void> {
  const known = new Set(await store.archive.migrations())
  if (manifest.version <= ARCHIVE_VERSION && manifest.migrations.every((name) => known.has(name))) return
  throw new CatchmentError(
    'store_newer',
    'This archive was written by a newer version of Catchment. Bring this one up to date first. Nothing was changed.',
  )
}

async function* batchesOf(source: Source, table: string): AsyncGenerator<string[]> {
  const file = source.files.find(({ name }) => name === tableFile(table))
  if (!file) return
  let batch: string[] = []
  let characters = 0
  for await (const { number, text } of linesOf(file.bytes())) {
    if (text === null || !isRow(text))
      throw new CatchmentError('import_broken', `The archive is damaged: line ${number} of “${table}” is no row.`)
    batch.push(text)
    characters += text.length
    if (batch.length < MOST_ROWS && characters < MOST_CHARACTERS) continue
    yield batch
    batch = []
    characters = 0
  }
  if (batch.length > 0) yield batch
  if (file.isDamaged?.())
    throw new CatchmentError('import_broken', `The archive is damaged: “${table}” is not what was written.`)
}

function isRow(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
