const MARK = '--command-line'

/**
 * The words of the command line behind `--command-line`, or null if the window is meant. What stands before the mark and
 * the `--` after it are Electron's.
 */
export function wordsOfCommandLine(argv: readonly string[]): string[] | null {
  const at = argv.indexOf(MARK)
  if (at === -1) return null
  const words = argv.slice(at + 1)
  return words[0] === '--' ? words.slice(1) : words
}
