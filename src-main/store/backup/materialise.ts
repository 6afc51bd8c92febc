import { closeSync, fsyncSync, ftruncateSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { type BackupHeader, chunksIn, filesOf } from './catalogue'
import { CHUNK_BYTES, damaged, ZEROS } from './chunks'

/**
 * Writes a backup's database into the new folder `target`, every piece compared with its checksum.
 * @throws CatchmentError `store_corrupt` if a part of the backup is not what it was
 */
export function materialise(place: string, header: BackupHeader, target: string): void {
  const { folders, files } = filesOf(place, header)
  const chunks = chunksIn(place)
  mkdirSync(target, { recursive: true, mode: 0o700 })
  for (const folder of folders) mkdirSync(inside(target, folder), { recursive: true, mode: 0o700 })
  for (const { path, bytes, chunks: pieces } of files) {
    const absolute = inside(target, path)
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
}

/** A list that was tampered with must not write elsewhere. */
function inside(target: string, path: string): string {
  const absolute = normalize(join(target, path))
  if (absolute !== target && !absolute.startsWith(join(target, '/'))) throw damaged()
  return absolute
}
