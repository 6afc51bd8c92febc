import { expect, it } from 'vitest'
import { START, say } from '../store/testing/samples'
import { commandLine } from './testing/command-line'

const { run: cli, store } = commandLine('erase', async ({ store }) => {
  await say(store, 'The zebrafinch sings at night', START, 'birds_001')
  await say(store, 'The owl does not', START + 1000, 'birds_001')
})

it('erases nothing before it is confirmed, then says what went and until when backups hold it', async () => {
  const [message] = JSON.parse((await cli('messages', '--json')).out)
  const asked = await cli('erase', 'message', message.id)
  expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('1 message and 0 memories for good')])
  expect((await cli('messages')).out).toContain('zebrafinch')
  const done = await cli('erase', 'message', message.id, '--confirm')
  expect([done.code, done.out]).toEqual([
    0,
    'Erased 1 message and 0 memories for good. No backup of the app holds it.\n',
  ])
  expect((await cli('messages')).out).not.toContain('zebrafinch')
  expect((await cli('search', 'zebrafinch', '--json')).out.trim()).toBe('[]')
  expect((await cli('erase', 'message', message.id, '--confirm')).code).toBe(3)
  expect((await cli('erase', 'bucket', 'birds_001', '--confirm')).code).toBe(0)
  expect(JSON.parse((await cli('messages', '--json')).out)).toEqual([])
  expect((await cli('erase', 'everything', 'x')).err).toContain('message, segment, bucket, memory')
  expect((await store().store.verification.run()).problems).toEqual([])
})
