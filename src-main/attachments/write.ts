import { open, rename } from 'node:fs/promises'

/** Writes a file that is there when it is complete and not before; its owner alone reads it. */
export async function writeFileDurably(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.tmp`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}
