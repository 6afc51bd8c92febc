/** A backup as one file, to be kept elsewhere: a tar of its database, behind a passphrase if one is given (docs/sealed-files.md). */
import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CatchmentError } from '@shared/contract/errors'
import { extract, pack } from 'tar-stream'
import { z } from 'zod'
import { isSealedFile, sealStream, unsealed } from '../sealing/files'
import {
  type BackupFiles,
  backupOf,
  backupsIn,
  chunksIn,
  filesOf,
  headerSchema,
  writeBackup,
} from '../store/backup/catalogue'
import { CHUNK_BYTES, type ChunkStore, ZEROS } from '../store/backup/chunks'
import { fileFailure } from '../store/file-failures'

const HEAD = 'backup.json'
const DATABASE = 'db/'
const headSchema = z.object({ header: headerSchema, folders: z.array(z.string()) })

/** Writes the backup `id` to `file`. @throws CatchmentError `not_found`, `store_corrupt` */
export async function saveCopy(place: string, id: string, file: string, passphrase: string | null): Promise<void> {
  const header = backupOf(place, id)
  const { folders, files } = filesOf(place, header)
  const tar = pack()
  const written =
    passphrase === null
      ? pipeline(tar, createWriteStream(file, { mode: 0o600, flush: true }))
      : sealStream(tar, file, passphrase)
  const filled = fill(tar, { header, folders }, files, chunksIn(place))
  await Promise.all([written, filled])
}

async function fill(
  tar: ReturnType<typeof pack>,
  head: z.infer<typeof headSchema>,
  files: BackupFiles['files'],
  chunks: ChunkStore,
): Promise<void> {
  try {
    tar.entry({ name: HEAD }, `${JSON.stringify(head)}\n`)
    for (const { path, bytes, chunks: pieces } of files) {
      const entry = tar.entry({ name: DATABASE + path, size: bytes })
      await pipeline(Readable.from(wordsOf(pieces, bytes, chunks)), entry)
    }
    tar.finalize()
  } catch (error) {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
}

function* wordsOf(pieces: readonly string[], bytes: number, chunks: ChunkStore): Generator<Buffer> {
  for (const [i, piece] of pieces.entries()) {
    const length = Math.min(CHUNK_BYTES, bytes - i * CHUNK_BYTES)
    yield piece === ZEROS ? Buffer.alloc(length) : chunks.read(piece).subarray(0, length)
  }
}

/**
 * Puts a copy among the backups of a store, not verified yet (`takeIn` does both). Answers its id.
 * @throws CatchmentError `wrong_passphrase`, `import_broken`, `conflict` if it is there already
 */
export async function takeCopy(place: string, file: string, passphrase: string | null): Promise<string> {
  const sealed = await isSealedFile(file)
  if (sealed && passphrase === null)
    throw new CatchmentError('wrong_passphrase', 'This copy is behind a passphrase. Give the passphrase to open it.')
  const source: AsyncIterable<Buffer> = sealed ? unsealed(file, passphrase ?? '') : createReadStream(file)
  const chunks = chunksIn(place)
  let head: z.infer<typeof headSchema> | null = null
  const files: BackupFiles['files'] = []
  try {
    const entries = extract()
    const fed = pipeline(Readable.from(source), entries)
    fed.catch(() => undefined)
    for await (const entry of entries) {
      const { name, size } = entry.header
      if (head === null) {
        if (name !== HEAD) throw notOne()
        head = readHead(await textOf(entry))
        if (backupsIn(place).some(({ id }) => id === head?.header.id))
          throw new CatchmentError('conflict', `The backup ${head.header.id} is here already.`)
        continue
      }
      if (!name.startsWith(DATABASE)) throw notOne()
      const pieces: string[] = []
      for await (const piece of piecesOf(entry)) pieces.push(chunks.add(piece, head.header.id))
      files.push({ path: name.slice(DATABASE.length), bytes: size ?? 0, chunks: pieces })
    }
    await fed
    if (head === null || files.length === 0) throw notOne()
    const addedBytes = chunks.finish()
    const { list: _, ...header } = head.header
    writeBackup(place, { ...header, addedBytes, verifiedAt: null, failure: null }, { folders: head.folders, files })
    return head.header.id
  } catch (error) {
    chunks.abandon()
    if (error instanceof CatchmentError) throw error
    const ofDisk = fileFailure(error)
    if (ofDisk?.code === 'disk_full' || ofDisk?.code === 'not_writable') throw ofDisk
    throw new CatchmentError(
      'import_broken',
      'The copy is damaged or cut off. Nothing was taken in; use another one.',
      {
        cause: error,
      },
    )
  }
}

const notOne = (): CatchmentError =>
  new CatchmentError('import_broken', 'This file is no copy of a backup of Catchment.')

function readHead(text: string): z.infer<typeof headSchema> {
  const parsed = headSchema.safeParse(JSON.parse(text))
  if (!parsed.success) throw notOne()
  return parsed.data
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

async function* piecesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting = Buffer.alloc(0)
  for await (const part of stream) {
    waiting = Buffer.concat([waiting, part])
    for (; waiting.length >= CHUNK_BYTES; waiting = waiting.subarray(CHUNK_BYTES))
      yield waiting.subarray(0, CHUNK_BYTES)
  }
  if (waiting.length > 0) yield waiting
}
