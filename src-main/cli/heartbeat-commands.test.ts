import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { START, say } from '../store/testing/samples'
import { commandLine } from './testing/command-line'

const { run: cli, root } = commandLine('heartbeat', async ({ store }) => {
  await say(store, 'The tomatoes need potash', START, 'garden_001')
})
const listed = async () =>
  (JSON.parse((await cli('heartbeat', '--json')).out) as { name: string; kind: string; state: string }[]).filter(
    (t) => t.kind === 'personal',
  )

it('lists the built-in tasks of a new store', async () => {
  const { out } = await cli('heartbeat', 'list')
  expect(out).toContain('Tidy buckets')
  expect(out).toMatch(/every 6 hours/)
})

it('adds, shows, edits, pauses, resumes and removes a task, by its name', async () => {
  const added = await cli(
    ...[
      'heartbeat',
      'add',
      'Garden',
      '--schedule',
      'every 2 days',
      '--prompt',
      'What is to do?',
      '--bucket',
      'garden_001',
    ],
  )
  expect(added.out).toMatch(/^“Garden” runs next at 20/)
  expect((await cli('heartbeat', 'show', 'garden')).out).toMatch(/every 2 days[\s\S]*What is to do\?/)
  expect((await cli('heartbeat', 'edit', 'Garden', '--schedule', '0 8 * * 1')).code).toBe(0)
  expect((await cli('heartbeat', 'pause', 'Garden')).out).toBe('Paused “Garden”.\n')
  expect(await listed()).toMatchObject([{ name: 'Garden', schedule: '0 8 * * 1', state: 'paused' }])
  expect((await cli('heartbeat', 'resume', 'Garden')).out).toMatch(/runs next at/)
  const ran = await cli('heartbeat', 'run', 'Garden', '--model', 'none')
  expect([ran.code, ran.err]).toEqual([expect.any(Number), expect.stringContaining('no chat model')])
  expect(ran.code).not.toBe(0)
  expect(await listed()).toMatchObject([{ errors: 1, state: expect.stringContaining('no chat model') }])
  expect((await cli('heartbeat', 'remove', 'Garden')).code).toBe(0)
  expect(await listed()).toEqual([])
})

it('makes tasks of the file of another program', async () => {
  const file = join(root, 'OLD.md')
  writeFileSync(file, '# Heartbeat\n- Water the plants (every 2 days)\n- Dream\n')
  const { out } = await cli('heartbeat', 'migrate', file, '--bucket', 'garden_001')
  expect(out).toBe('2 tasks were made; 1 of them are paused, because the file does not say when they run.\n')
  expect(readFileSync(`${file}.pre-migration`, 'utf8')).toContain('Dream')
  writeFileSync(file, '- Dream again')
  expect((await cli('heartbeat', 'migrate', file, '--bucket', 'nowhere')).code).not.toBe(0)
  expect(readFileSync(file, 'utf8')).toBe('- Dream again')
})

it('says what it does not know, and what is missing', async () => {
  expect((await cli('heartbeat', 'dance')).err).toContain('There is: list')
  expect((await cli('heartbeat', 'add', 'X', '--bucket', 'garden_001')).err).toContain('needs --schedule')
  expect((await cli('heartbeat', 'pause', 'nothing')).err).toContain('There is no task')
  expect((await cli('heartbeat', 'remove', 'janitor')).err).toContain('can be paused, not removed')
})
