import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handleOf } from '../app/testing/app'
import { startWordHost } from '../models/testing/word-host'
import { START, say } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { main } from './main'

const root = mkdtempSync(join(tmpdir(), 'catchment-cli-profiles-'))
let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
  await say(test.store, 'A message of the default profile', START, 'notes_001')
})
afterAll(async () => {
  await test.close()
  rmSync(root, { recursive: true, force: true })
})

async function cli(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  const code = await main(
    [...args, '--store', root],
    {
      out: (text) => {
        said.out += text
      },
      err: (text) => {
        said.err += text
      },
    },
    { openStore: async ({ storeDir }) => handleOf(test, storeDir), startHost: () => startWordHost().start() },
  )
  return { code, ...said }
}
const names = async () =>
  (JSON.parse((await cli('profiles', '--json')).out) as { name: string; messages: number }[]).map((p) => [
    p.name,
    p.messages,
  ])

it('lists, makes and deletes profiles, the last by their name and never the last one', async () => {
  expect(await names()).toEqual([['default', 1]])
  expect((await cli('profiles', 'create', 'Bob')).code).toBe(0)
  expect((await cli('profiles', 'create', 'bob')).code).toBe(4)
  expect(await names()).toEqual([
    ['Bob', 0],
    ['default', 1],
  ])
  const asked = await cli('profiles', 'delete', 'default')
  expect([asked.code, asked.err]).toEqual([
    4,
    expect.stringMatching(/^Nothing was deleted\. This would erase 1 messages/),
  ])
  expect((await cli('profiles', 'delete', 'Bob', '--confirm', 'Bob')).code).toBe(0)
  expect((await cli('profiles', 'delete', 'default', '--confirm', 'default')).err).toContain('last profile')
  expect(await names()).toEqual([['default', 1]])
})

it('exports one bucket alone, by any name it has, in both forms', async () => {
  const bob = await test.as('Bob')
  await say(bob, 'Feed the starter', START, 'bread_001')
  await say(bob, 'Oil the chain', START + 60_000, 'bicycle_001')
  const jsonl = await cli('export', '--profile', 'Bob', '--bucket', 'bread_001')
  expect(jsonl.out.trimEnd().split('\n')).toHaveLength(1)
  expect(JSON.parse(jsonl.out)).toMatchObject({ text: 'Feed the starter', bucket: 'bread_001' })
  const { out } = await cli('profiles', 'export', 'Bob', '--bucket', 'Bicycle_001', '--format', 'markdown')
  expect(out).toContain('# bicycle')
  expect(out).toContain('> Oil the chain')
  expect(out).not.toContain('starter')
  expect((await cli('profiles', 'delete', 'Bob', '--confirm', 'Bob')).code).toBe(0)
})

it('exports to standard output or a file, and says what it does not know', async () => {
  const { out } = await cli('export')
  expect(JSON.parse(out)).toMatchObject({
    text: 'A message of the default profile',
    author: 'user',
    bucket: 'notes_001',
  })
  const file = join(root, 'out.md')
  expect((await cli('profiles', 'export', 'default', '--format', 'markdown', '--out', file)).out).toBe(
    '1 messages exported.\n',
  )
  expect(readFileSync(file, 'utf8')).toContain('> A message of the default profile')
  expect((await cli('export', '--profile', 'nobody')).code).toBe(3)
  expect((await cli('export', '--bucket', 'nothing')).code).toBe(3)
  expect((await cli('export', '--format', 'pdf')).code).toBe(2)
  expect((await cli('profiles', 'rename', 'x')).code).toBe(2)
})
