import { closeSync, existsSync, fsyncSync, ftruncateSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { FILES, IN_BACKUP } from '../attached'
import { type BackupFiles, type BackupHeader, chunksIn, filesOf } from './catalogue'
import { CHUNK_BYTES, type ChunkStore, damaged, ZEROS } from './chunks'

/**
 * Writes a backup's database into the new folder `target`, every piece compared with its checksum.
 * @throws CatchmentError `store_corrupt` if a part of the backup is not what it was
 */
export function materialise(place: string, header: BackupHeader, target: string): void {
  const { folders, files } = filesOf(place, header)
  const chunks = chunksIn(place)
  mkdirSync(target, { recursive: true, mode: 0o700 })
  for (const folder of folders) mkdirSync(inside(target, folder), { recursive: true, mode: 0o700 })
  for (const file of files) {
    if (file.path.startsWith(IN_BACKUP)) continue
    writePieces(inside(target, file.path), file, chunks)
  }
}

/**
 * Puts back what was attached to the messages of a backup: only what is not there, since a file's name is its checksum.
 * @throws CatchmentError `store_corrupt` if a part of the backup is not what it was
 */
export function putBackAttached(place: string, header: BackupHeader, storeDir: string): void {
  const { files } = filesOf(place, header)
  const chunks = chunksIn(place)
  for (const file of files) {
    if (!file.path.startsWith(IN_BACKUP)) continue
    const absolute = inside(join(storeDir, FILES), file.path.slice(IN_BACKUP.length))
    if (existsSync(absolute)) continue
    writePieces(`${absolute}.tmp`, file, chunks)
    renameSync(`${absolute}.tmp`, absolute)
  }
}

function writePieces(
  absolute: string,
  { bytes, chunks: pieces }: BackupFiles['files'][number],
  chunks: ChunkStore,
): void {
  mkdirSync(dirname(absolute), { recursive: true, mode: 0o700 })
  const file = openSync(absolute, 'w', 0o600)
  try {
    for (const [i, piece] of pieces.entries()) {
      if (piece === ZEROS) continue
      const data = chunks.read(piece)
      for (let done = 0; done < data.length; )
        done += writeSync(file, data, done, data.length - done, i * CHUNK_BYTES + done)
    }
    ftruncateSync(file, bytes)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** A list that was tampered with must not write elsewhere. */
function inside(target: string, path: string): string {
  const absolute = normalize(join(target, path))
  if (absolute !== target && !absolute.startsWith(join(target, '/'))) throw damaged()
  return absolute
}
