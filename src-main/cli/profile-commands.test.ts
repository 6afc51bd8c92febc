import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { START, say } from '../store/testing/samples'
import { commandLine } from './testing/command-line'

const {
  run: cli,
  root,
  store,
} = commandLine('profiles', async ({ store }) => {
  await say(store, 'A message of the default profile', START, 'notes_001')
})
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
  const bob = await store().as('Bob')
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

it('exports a segment, a talk or a day, and Markdown under days, buckets or segments', async () => {
  const eve = await store().as('Eve')
  await say(eve, 'Feed the starter', START, 'bread_001')
  await say(eve, 'Oil the chain', START + 60_000, 'bicycle_001')
  const of = (...args: string[]) => cli('export', '--profile', 'Eve', ...args)
  const [segment] = JSON.parse((await cli('segments', '--profile', 'Eve', '--json')).out) as { id: string }[]
  for (const flag of ['--segment', '--talk'])
    expect((await of(flag, segment?.id ?? '')).out.trimEnd().split('\n')).toHaveLength(2)
  const day = new Date(START).toLocaleDateString('sv-SE')
  expect((await of('--day', day)).out.trimEnd().split('\n')).toHaveLength(2)
  expect((await of('--day', '1999-01-01')).out).toBe('')
  expect((await of('--format', 'markdown', '--by', 'bucket')).out).toMatch(/^## .*bicycle[\s\S]*^## .*bread/im)
  expect((await of('--format', 'markdown', '--by', 'segment')).out).toMatch(/^## /m)
  for (const wrong of [
    ['--by', 'mood'],
    ['--day', 'today'],
    ['--segment', 'x'],
    ['--day', day, '--bucket', 'bread_001'],
  ])
    expect((await of(...wrong)).code).toBe(2)
  expect((await cli('profiles', 'delete', 'Eve', '--confirm', 'Eve')).code).toBe(0)
})

it('asks who of several speakers the person is, and takes the answer', async () => {
  const file = join(root, 'friends.jsonl')
  const row = (id: number, author: string) =>
    JSON.stringify({ conv: 'c', id, ts: `2024-06-01T10:0${id}:00Z`, author, text: `Shall we hike, take ${id}?` })
  writeFileSync(file, [row(1, 'Nadia'), row(2, 'Tom')].join('\n'))
  const into = ['--profile', 'Friends']
  expect((await cli('profiles', 'create', 'Friends')).code).toBe(0)
  const dry = await cli('import', file, '--dry-run', ...into)
  expect(dry.out).toContain('speakers: Nadia (1), Tom (1)')
  const slip = await cli('import', file, '--me', 'nadja', ...into)
  expect([slip.code, slip.err]).toEqual([2, expect.stringContaining('There is: Nadia, Tom.')])
  const asked = await cli('import', file, ...into)
  expect(asked.err).toContain('Which of these speakers are you?')
  expect((await cli('import', '--me', 'Nadia', file, ...into)).err).toBe('')
  const { out } = await cli('settings', 'get', 'otherSpeakers', '--json', ...into)
  expect(JSON.parse(out)).toEqual(['Tom'])
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

it('exports behind a passphrase, which alone opens it again; a wrong one and a cut file are a sentence each', async () => {
  await store().as('Sealed')
  const [words, wrong] = [join(root, 'words.txt'), join(root, 'wrong.txt')]
  writeFileSync(words, 'three blind mice\n')
  writeFileSync(wrong, 'three blind cats\n')
  const file = join(root, 'all.zip.sealed')
  const made = await cli('export', '--all', file, '--passphrase-file', words, '--json')
  expect(made.err).toBe('')
  expect(JSON.parse(made.out)).toMatchObject({ messages: 1, file })
  // no head of a zip's member: two letters alone also come by chance
  expect(readFileSync(file).includes('PK\u0003\u0004')).toBe(false)
  expect(readdirSync(root).filter((name) => /part|plain/.test(name))).toEqual([])

  const into = ['--profile', 'Sealed']
  const none = await cli('import', file, ...into)
  expect([none.code, none.err]).toEqual([17, expect.stringContaining('behind a passphrase')])
  const bad = await cli('import', file, '--passphrase-file', wrong, ...into)
  expect([bad.code, bad.err]).toEqual([17, expect.stringContaining('does not open the file')])
  const cut = join(root, 'cut.sealed')
  writeFileSync(cut, readFileSync(file).subarray(0, -20))
  const damaged = await cli('import', cut, '--passphrase-file', words, ...into)
  expect([damaged.code, damaged.err]).toEqual([expect.any(Number), expect.stringMatching(/damaged|does not open/)])
  expect(damaged.code).not.toBe(0)

  const done = await cli('import', file, '--passphrase-file', words, ...into, '--json')
  expect(done.err).toBe('')
  expect(JSON.parse(done.out)).toMatchObject({ new: 1 })
})
