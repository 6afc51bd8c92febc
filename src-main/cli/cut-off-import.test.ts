import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openIn } from '../app/testing/app'
import { commandLine } from './testing/command-line'

const { run: cli, store, root } = commandLine('cut-off')
const json = async (...words: string[]) => JSON.parse((await cli(...words, '--json')).out)

it('what a killed import left is named by verify, and filed by the next command, whatever that is for', async () => {
  const world = await openIn(store(), root, { profile: 'default' })
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
  const file = join(root, 'talks.jsonl')
  writeFileSync(file, rows.join('\n'))
  const { collapse } = world.app.segments
  // the process dies when the first talk is to be closed: nothing of the rest reaches the store
  Object.assign(world.app.segments, {
    collapse: (...args: Parameters<typeof collapse>) => {
      world.crash()
      return collapse(...args)
    },
  })
  const options = { format: 'auto', signal: new AbortController().signal, report: () => undefined } as const
  await world.app.imports.run(file, options).catch(() => undefined)

  const before = await json('verify')
  expect(before).toMatchObject({ ok: true, problems: [] })
  expect(before.unfinished).toContain('12 messages of an import that was interrupted are not filed yet')
  const messages: { bucket: string | null }[] = await json('messages')
  expect(messages).toHaveLength(12)
  expect(messages.filter(({ bucket }) => bucket === null)).toEqual([])
  expect(await json('verify')).toMatchObject({ ok: true, problems: [], unfinished: [] })
})
