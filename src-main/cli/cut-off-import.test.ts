import { expect, it } from 'vitest'
import { openIn } from '../app/testing/app'
import { importCutOff } from '../app/testing/cut-off-import'
import { commandLine } from './testing/command-line'

const { run: cli, store, root } = commandLine('cut-off')
const json = async (...words: string[]) => JSON.parse((await cli(...words, '--json')).out)

it('what a killed import left is named by verify, and filed by the next command, whatever that is for', async () => {
  const world = await openIn(store(), root, { profile: 'default' })
  await importCutOff(world)

  const before = await json('verify')
  expect(before).toMatchObject({ ok: true, problems: [] })
  expect(before.unfinished).toContain('12 messages of an import that was interrupted are not filed yet')
  const messages: { bucket: string | null }[] = await json('messages')
  expect(messages).toHaveLength(12)
  expect(messages.filter(({ bucket }) => bucket === null)).toEqual([])
  expect(await json('verify')).toMatchObject({ ok: true, problems: [], unfinished: [] })
})
