import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { fillPlace } from './cache.mjs'

let folder
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'catchment-cache-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const permissions = (...parts) => statSync(join(folder, ...parts)).mode & 0o777

test('what was filled in can be read and run by everybody, whatever the mask of the process', async () => {
  const before = process.umask(0o077)
  try {
    await fillPlace(join(folder, 'a', 'b'), async (work) => {
      mkdirSync(join(work, 'inner'))
      writeFileSync(join(work, 'inner', 'data'), 'x')
      writeFileSync(join(work, 'program'), 'x')
      chmodSync(join(work, 'program'), 0o700)
    })
  } finally {
    process.umask(before)
  }
  assert.deepEqual([permissions('a'), permissions('a', 'b'), permissions('a', 'b', 'inner')], [0o755, 0o755, 0o755])
  assert.equal(permissions('a', 'b', 'inner', 'data'), 0o644)
  assert.equal(permissions('a', 'b', 'program'), 0o755)
})

test('a failed filling leaves nothing, not even what a killed one left before', async () => {
  mkdirSync(join(folder, 'b.4194304.abc'))
  await assert.rejects(
    fillPlace(join(folder, 'b'), async (work) => {
      writeFileSync(join(work, 'half'), 'x')
      throw new Error('no luck')
    }),
    /no luck/,
  )
  assert.deepEqual(readdirSync(folder), [])
})

test('of two that fill the same place at once, the quicker one stays', async () => {
  const fill = (name, ms) =>
    fillPlace(join(folder, 'b'), async (work) => {
      await new Promise((resolve) => setTimeout(resolve, ms))
      writeFileSync(join(work, 'who'), name)
    })
  await Promise.all([fill('slow', 80), fill('quick', 10)])
  assert.equal(readFileSync(join(folder, 'b', 'who'), 'utf8'), 'quick')
  assert.deepEqual(readdirSync(folder), ['b'])
})
