/** Entry of the desktop program: the window, or, as the installed command asks for it, the command line. */
import { app } from 'electron'
import { wordsOfCommandLine } from './command-words'

const words = wordsOfCommandLine(process.argv)

// Electron gets ready when this module is through: the window's protocol has to be named by then, and a command may not
// be waited for.
if (words === null) await import('./index')
else void command(words)

/** A command has no window that could show what went wrong, and nobody to press a dialog's button. */
async function command(typed: string[]): Promise<void> {
  const end = (error: unknown): void => {
    process.stderr.write(`catchment: ${error instanceof Error ? error.message : String(error)}\n`)
    app.exit(1)
  }
  process.on('uncaughtException', end)
  try {
    const { runCommandLine } = await import('./command-line')
    await runCommandLine(typed)
  } catch (error) {
    end(error)
  }
}
