import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { unsealFile } from '../sealing/files'
import { fileFailure } from '../store/file-failures'

/** In the store's folder, so that only its owner gets there and the next start finds what a kill left behind. */
const openedDir = (storeDir: string): string => join(storeDir, 'opened')

/**
 * Opens a sealed file into a folder of its own. Answers the plain file, which is to go once it was read.
 * @throws CatchmentError `wrong_passphrase`, `import_broken`; nothing of the file is left then
 */
export async function openSealed(storeDir: string, file: string, passphrase: string): Promise<string> {
  const folder = join(openedDir(storeDir), randomUUID())
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const plain = join(folder, basename(file))
  try {
    await unsealFile(file, plain, passphrase)
    return plain
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw fileFailure(error) ?? error
  }
}

/** Plain forms that a run before this one left behind when it was killed. */
export const forgetOpened = (storeDir: string): Promise<void> =>
  rm(openedDir(storeDir), { recursive: true, force: true })
