import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run, runInForeground } from './run.mjs'

const node = (code, options) => run(process.execPath, ['-e', code], options)

test('a program that works gives its output and no reason', async () => {
  assert.deepEqual(await node('console.log("hello")'), { ok: true, code: 0, output: 'hello\n', reason: null })
})

test('a program that fails gives its last line as the reason', async () => {
  const { ok, code, reason } = await node('console.error("first\\nlast"); process.exit(3)')
  assert.deepEqual({ ok, code, reason }, { ok: false, code: 3, reason: 'last' })
})

test('a program that never ends is ended, and the reason says so', async () => {
  const { ok, reason } = await node('setInterval(() => {}, 1000)', { timeoutMs: 300 })
  assert.deepEqual({ ok, reason }, { ok: false, reason: 'no end after 0 s' })
})

test('a program that stalls is ended', async () => {
  const { reason } = await node('setInterval(() => {}, 1000)', { stalled: () => true })
  assert.equal(reason, 'it stalled')
})

test('a program that is not there is named', async () => {
  const { ok, reason } = await run('no-such-program', [])
  assert.deepEqual({ ok, reason }, { ok: false, reason: 'no-such-program is not installed' })
})

test('the exit code of a program in the foreground is passed on, also after a signal', async () => {
  const foreground = (code) => runInForeground(process.execPath, ['-e', code])
  assert.equal(await foreground('process.exit(5)'), 5)
  assert.equal(await foreground('process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 1000)'), 128 + 15)
})
