/**
 * Remembers that a file's checksum was right, beside the files: hashing 100 MB before every start would cost half a
 * second each time. A file whose size or time changed since is hashed again.
 */
import { readFileSync, type Stats, statSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { ModelFile } from './catalog'

const NAME = '.verified.json'
const stampSchema = z.record(z.string(), z.object({ sha256: z.string(), size: z.number(), mtimeMs: z.number() }))
type Entry = z.infer<typeof stampSchema>[string]

/** What was verified, by path; empty if there is no stamp or it is not one. */
export function readVerifiedStamp(folder: string): ReadonlyMap<string, Entry> {
  try {
    return new Map(Object.entries(stampSchema.parse(JSON.parse(readFileSync(join(folder, NAME), 'utf8')))))
  } catch {
    // No stamp, or not ours: nothing is known to be verified, so everything will be hashed.
    return new Map()
  }
}

export function stampStillHolds(entry: Entry | undefined, file: ModelFile, found: Stats): boolean {
  return (
    entry !== undefined &&
    entry.sha256 === file.sha256 &&
    entry.size === found.size &&
    Math.abs(entry.mtimeMs - found.mtimeMs) < 1
  )
}

/** Call only after every file's checksum was right. */
export async function writeVerifiedStamp(folder: string, files: readonly ModelFile[]): Promise<void> {
  const entries = files.map((file): [string, Entry] => {
    const { size, mtimeMs } = statSync(join(folder, file.path))
    return [file.path, { sha256: file.sha256, size, mtimeMs }]
  })
  await writeFile(join(folder, NAME), `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
}
