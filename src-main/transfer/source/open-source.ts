import { createReadStream, type Stats } from 'node:fs'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import { isSealedFile } from '../../sealing/files'
import type { Source, SourceFile } from './types'
import { openZip } from './zip-source'

const CHUNK_BYTES = 256 * 1024
const MOST_FILES = 200_000
const naturalOrder = new Intl.Collator('en', { numeric: true })

/**
 * Opens what a person chose. Throws `not_found`, or `import_broken` with a sentence for an empty or unreadable file, an empty
 * folder, or a zip archive that is damaged or unpacks to far more than it should.
 */
export async function openSource(path: string): Promise<Source> {
  const name = basename(resolve(path))
  const facts = await factsOf(path, name)
  const source = facts.isDirectory() ? await openFolder(path, name) : await openOne(path, name, facts)
  source.files.sort((a, b) => naturalOrder.compare(a.name, b.name))
  return source
}

async function openOne(path: string, name: string, facts: Stats): Promise<Source> {
  if (!facts.isFile()) throw new CatchmentError('import_broken', `“${name}” is not a file. Choose the export itself.`)
  if (facts.size === 0) throw new CatchmentError('import_broken', `“${name}” is empty. Nothing was imported.`)
  if (await isSealedFile(path))
    throw new CatchmentError(
      'wrong_passphrase',
      `“${name}” is behind a passphrase. Open it with the command line: catchment import FILE --passphrase-file FILE.`,
    )
  if ((await firstBytes(path, name)) === 'PK') return openZip(path, name)
  return { kind: 'file', name, files: [fileAt(path, name, facts)], broken: [], close: async () => undefined }
}

/** All files below, hidden ones and links left out. */
async function openFolder(path: string, name: string): Promise<Source> {
  const files: SourceFile[] = []
  const broken: string[] = []
  const walk = async (folder: string, prefix: string): Promise<void> => {
    for (const entry of await readdir(folder, { withFileTypes: true }).catch((cause) =>
      Promise.reject(unreadable(name, cause)),
    )) {
      if (entry.name.startsWith('.') || files.length > MOST_FILES) continue
      const inner = join(folder, entry.name)
      if (entry.isDirectory()) await walk(inner, `${prefix}${entry.name}/`)
      else if (entry.isFile()) {
        try {
          files.push(fileAt(inner, `${prefix}${entry.name}`, await stat(inner)))
        } catch (cause) {
          broken.push(unreadable(`${prefix}${entry.name}`, cause).message)
        }
      }
    }
  }
  await walk(path, '')
  if (files.length === 0)
    throw new CatchmentError('import_broken', `There is no file in “${name}”. Nothing was imported.`)
  if (files.length > MOST_FILES)
    throw new CatchmentError(
      'import_broken',
      `“${name}” holds more than ${MOST_FILES} files. Choose the export's own folder.`,
    )
  return { kind: 'folder', name, files, broken, close: async () => undefined }
}

const fileAt = (path: string, name: string, { size, mtimeMs }: Stats): SourceFile => ({
  name,
  size,
  writtenAt: Math.round(mtimeMs),
  async *bytes() {
    try {
      for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }))
        if (Buffer.isBuffer(chunk)) yield chunk
    } catch (cause) {
      throw unreadable(name, cause)
    }
  },
})

async function firstBytes(path: string, name: string): Promise<string> {
  const handle = await open(path, 'r').catch((cause) => Promise.reject(unreadable(name, cause)))
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer.toString('latin1')
  } finally {
    await handle.close()
  }
}

const factsOf = (path: string, name: string): Promise<Stats> =>
  stat(path).catch((cause) => Promise.reject(unreadable(name, cause)))

function unreadable(name: string, cause: unknown): CatchmentError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (code === 'ENOENT') return new CatchmentError('not_found', `There is no file “${name}”.`, { cause })
  return new CatchmentError('import_broken', `“${name}” cannot be read${code && ` (${code})`}.`, { cause })
}
