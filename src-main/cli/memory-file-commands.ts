import type { Cli } from './cli'
import { printValue } from './output'

/** `memory --file`: MEMORY.md as it is now, with what was edited in it since. */
export async function printMemoryFile(cli: Cli): Promise<void> {
  await cli.withApp({}, async (app) => {
    const view = await app.memoryFile.rebuild()
    printValue(cli.out(), view, view.notice === null ? view.content : `${view.content}\n${view.notice}\n`)
  })
}

/** `memory --migrate PATH`: takes over a file of unbounded memories. */
export async function migrateMemoryFile(cli: Cli, path: string): Promise<void> {
  await cli.withApp({}, async (app) => {
    const done = await app.memoryFile.migrate(path)
    const counts = Object.entries(done.byCategory).map(([category, n]) => `${n} ${category}`)
    const refused = done.refused.map((sentence) => `\nNot taken over: ${sentence}`).join('')
    printValue(
      cli.out(),
      done,
      `${done.entries} memories taken over${counts.length === 0 ? '' : ` (${counts.join(', ')})`}. The original is kept as ${done.original}.${refused}`,
    )
  })
}
