import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestApp } from './app'

/** Imports three talks of four messages, and the process dies when the first is to be closed: nothing of the rest reaches the store. */
export async function importCutOff(world: TestApp): Promise<void> {
  const file = join(world.app.handle.storeDir, 'talks.jsonl')
  const rows = ['garden', 'trains', 'bread'].flatMap((conv, c) =>
    Array.from({ length: 4 }, (_, i) =>
      JSON.stringify({
        conv,
        id: i,
        ts: new Date(Date.UTC(2024, 4, 1 + c, 9, i)).toISOString(),
        author: i % 2 ? 'assistant' : 'me',
        text: `${conv} ${conv} talk ${i}`,
      }),
    ),
  )
  writeFileSync(file, rows.join('\n'))
  const { collapse } = world.app.segments
  Object.assign(world.app.segments, {
    collapse: (...args: Parameters<typeof collapse>) => {
      world.crash()
      return collapse(...args)
    },
  })
  const options = { format: 'auto', signal: new AbortController().signal, report: () => undefined } as const
  await world.app.imports.run(file, options).catch(() => undefined)
}
