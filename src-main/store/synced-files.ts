/** Bringing a folder's files to the disk, again and again, without those that have not changed. */
import { closeSync, fsyncSync, openSync, readdirSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

interface Seen {
  stamp: string
  /** When this stamp was met first, by a clock that nobody sets. */
  at: number
  /** Nothing can have been written since under the same stamp. */
  settled: boolean
}

/** File systems keep times to the second or two: what is written so soon after a look may leave the stamp as it is. */
const COARSE_MS = 3000

/** Syncs every file of the folder. */
export function fsyncTree(dir: string): void {
  for (const path of filesOf(dir)) fsync(path)
}

/**
 * The files that were synced, by their stamps. No stamp is compared with the time of day: a clock that was set back makes
 * times differ all the same, and what differs is synced.
 */
export class SyncedFiles {
  private readonly seen = new Map<string, Seen>()

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Syncs what changed since the last time; everything the first time. Answers the synced files. */
  sync(dir: string): string[] {
    const synced: string[] = []
    for (const path of filesOf(dir)) {
      const stats = statSync(path, { throwIfNoEntry: false })
      if (!stats) continue
      const stamp = stampOf(stats)
      const before = this.seen.get(path)
      const isSame = before?.stamp === stamp
      if (isSame && before.settled) continue
      const at = isSame ? before.at : this.now()
      fsync(path)
      this.seen.set(path, { stamp, at, settled: this.now() - at > COARSE_MS })
      synced.push(path)
    }
    return synced
  }
}

const stampOf = ({ ino, size, mtimeMs, ctimeMs }: Stats): string => `${ino} ${size} ${mtimeMs} ${ctimeMs}`

function* filesOf(dir: string): Generator<string> {
  for (const entry of readdirSync(dir, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) yield join(entry.parentPath, entry.name)
}

function fsync(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}
