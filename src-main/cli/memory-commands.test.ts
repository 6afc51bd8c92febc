import { expect, it } from 'vitest'
import { newMemory } from '../store/testing/samples'
import { commandLine } from './testing/command-line'

const { run: cli } = commandLine('memory', async ({ store }) => {
  await store.memoryWriting.add([
    newMemory({ content: 'I prefer oat milk', category: 'preference' }),
    newMemory({ content: 'I have two cats' }),
    newMemory({ content: 'I have a garden' }),
  ])
})
const listed = async (...args: string[]) =>
  (JSON.parse((await cli('memory', '--json', ...args)).out) as { content: string }[]).map((m) => m.content)

it('lists memories, forgets one by its words, says how to take that back, and finds them by search', async () => {
  expect(await listed('--category', 'preference')).toEqual(['I prefer oat milk'])
  const found = await cli('search', '--scope', 'memories', 'oat milk', '--json')
  expect(JSON.parse(found.out)[0]).toMatchObject({ kind: 'memory', snippet: { text: 'I prefer oat milk' } })
  expect((await cli('forget', 'I have')).err).toMatch(/Several memories say/)
  const { out } = await cli('forget', 'oat', 'milk')
  expect(out).toMatch(/You had “I prefer oat milk” forgotten\. \(undo /)
  expect(await listed()).not.toContain('I prefer oat milk')
  expect(await listed('--forgotten')).toEqual(['I prefer oat milk'])
  expect(JSON.parse((await cli('search', '--scope', 'memories', 'oat milk', '--json')).out)).toEqual([])
  expect(await listed()).not.toContain('I prefer oat milk')
  expect((await cli('undo', 'all')).out).toBe('Nothing to undo.\n')
  await cli('undo', /undo ([0-9a-f-]+)/.exec(out)?.[1] ?? '')
  expect(await listed()).toContain('I prefer oat milk')
})
