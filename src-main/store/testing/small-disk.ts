/** A disk of a few megabytes that can be filled to the last block: a file system in memory, for root on Linux. */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** What is written at a time while the disk is filled; halved down to one block when it does not fit any more. */
const PIECE = 1024 * 1024

/** False where it cannot be mounted: not Linux, not root, or without the right to mount. */
export function mountSmallDisk(folder: string, megabytes: number): boolean {
  mkdirSync(folder, { recursive: true })
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export const unmount = (folder: string): void => void execFileSync('umount', ['--lazy', folder])

/** Whether the disk lets nothing be written: without touching what is on it. */
export const remount = (folder: string, mode: 'ro' | 'rw'): void =>
  void execFileSync('mount', ['-o', `remount,${mode}`, folder])

/**
 * Takes all the room there is but `left` bytes. Returns what gives it back. Goes on until the disk itself refuses: others
 * may write beside this, so what was free a moment ago says too little.
 */
export function fillDisk(folder: string, left = 0): () => void {
  const { bavail, bsize } = statfsSync(folder)
  const ballast = join(folder, 'ballast')
  const file = openSync(ballast, 'w')
  let wanted = left > 0 ? Math.max(0, bavail * bsize - left) : Number.POSITIVE_INFINITY
  for (let size = PIECE; size >= bsize && wanted > 0; ) {
    try {
      wanted -= writeSync(file, Buffer.alloc(Math.min(size, wanted)))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      size /= 2
    }
  }
  closeSync(file)
  return () => rmSync(ballast)
}
