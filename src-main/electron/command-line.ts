import { app } from 'electron'
import { main } from '../cli/main'
import { builtFile } from '../runtime/built-file'
import { openStoreWorker } from '../store/client'
import { createPrivately } from '../store/private-files'
import { electronHost } from './model-host'
import { electronCheck } from './own-process'

/**
 * The command line inside of Electron: an installed app brings no Node of its own, and its Electron does not run as one
 * (05-trust). Ends the program with the command's exit code.
 */
export async function runCommandLine(words: readonly string[]): Promise<void> {
  createPrivately()
  // No window is opened, and none that closes ends the command.
  app.on('window-all-closed', () => undefined)
  await app.whenReady()
  const code = await main(
    words,
    { out: (text) => void process.stdout.write(text), err: (text) => void process.stderr.write(text) },
    {
      openStore: openStoreWorker,
      startHost: electronHost(builtFile('model-host.js')),
      checkBackup: electronCheck(builtFile('backup-check.js')),
    },
  )
  await Promise.all([flushed(process.stdout), flushed(process.stderr)])
  app.exit(code)
}

/** Electron's `exit` waits for no pipe. */
const flushed = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', () => resolve())
  })
