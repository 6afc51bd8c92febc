import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { promisify } from 'node:util'
import { withLock } from './lock.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchment-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Reads a number, dawdles, writes the next: wrong as soon as two do it at once. */
const COUNT = `
  import { readFileSync, writeFileSync } from 'node:fs'
  import { withLock } from ${JSON.stringify(new URL('./lock.mjs', import.meta.url).href)}
  const [folder, file] = process.argv.slice(1)
  for (let i = 0; i < 3; i++) await withLock(folder, 'count', async () => {
    const seen = Number(readFileSync(file, 'utf8'))
    await new Promise((resolve) => setTimeout(resolve, 30))
    writeFileSync(file, String(seen + 1))
  })`

const gonePid = () => Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }))

test('processes that want the same lock take turns', async () => {
  const file = join(folder, 'number')
  writeFileSync(file, '0')
  const words = ['--input-type=module', '-e', COUNT, join(folder, 'locks'), file]
  await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, words)))
  assert.equal(readFileSync(file, 'utf8'), '9')
})

test('a lock whose process is gone is taken over, and nothing is left after', async () => {
  writeFileSync(join(folder, 'x.lock'), String(gonePid()))
  assert.equal(await withLock(folder, 'x', async () => 'done'), 'done')
  assert.deepEqual(readdirSync(folder), [])
})

test('a lock is released when the work fails, and the failure is passed on', async () => {
  await assert.rejects(
    withLock(folder, 'x', async () => {
      throw new Error('no luck')
    }),
    /no luck/,
  )
  assert.deepEqual(readdirSync(folder), [])
})

test('who waits says for whom, once', async () => {
  const said = []
  const first = withLock(folder, 'x', () => new Promise((resolve) => setTimeout(resolve, 600)))
  await withLock(
    folder,
    'x',
    async () => undefined,
    (pid) => said.push(pid),
  )
  await first
  assert.deepEqual(said, [process.pid])
})
