import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashOf, MemoryFolder, whyNotWritten } from './disk'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'catchment-memory-disk-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** Reads the file over and over on a thread of its own; answers what it saw that was not whole. */
const READER = `
const { parentPort, workerData } = require('node:worker_threads')
const { readFileSync } = require('node:fs')
const flag = new Int32Array(workerData.flag)
const bad = []
let reads = 0
parentPort.postMessage('ready')
while (Atomics.load(flag, 0) === 0) {
  try {
    const text = readFileSync(workerData.path, 'utf8')
    if (!/^begin (\\d+)\\n(x+\\n)*end \\1\\n$/.test(text)) bad.push(text.slice(0, 40))
  } catch (error) {
    bad.push(String(error))
  }
  reads += 1
}
parentPort.postMessage({ reads, bad })
`

describe('the folder of the memory file', () => {
  it('shows whoever reads meanwhile the old file or the new one, whole', async () => {
    const folder = new MemoryFolder(dir)
    const textOf = (n: number): string => `begin ${n}\n${`${'x'.repeat(80)}\n`.repeat(200)}end ${n}\n`
    await folder.replace(textOf(0), null)
    const flag = new SharedArrayBuffer(4)
    const reader = new Worker(READER, { eval: true, workerData: { path: join(dir, 'MEMORY.md'), flag } })
    await new Promise((resolve) => reader.once('message', resolve))
    const seen = new Promise<{ reads: number; bad: string[] }>((resolve) => reader.once('message', resolve))
    for (let n = 1; n <= 40; n += 1) expect(await folder.replace(textOf(n), hashOf(textOf(n - 1)))).toBe(true)
    Atomics.store(new Int32Array(flag), 0, 1)
    const { reads, bad } = await seen
    await reader.terminate()
    expect(reads).toBeGreaterThan(10)
    expect(bad).toEqual([])
  })

  it('puts nothing in the place of a file that changed since it was read, and none in the place of one that came', async () => {
    const folder = new MemoryFolder(dir)
    writeFileSync(join(dir, 'MEMORY.md'), 'saved by somebody')
    expect(await folder.replace('ours', null)).toBe(false)
    expect(await folder.replace('ours', hashOf('another'))).toBe(false)
    expect(await folder.read()).toMatchObject({ kind: 'text', text: 'saved by somebody' })
  })

  it('keeps it readable for its owner only', async () => {
    const folder = new MemoryFolder(join(dir, 'new'))
    await folder.replace('ours', null)
    expect(statSync(join(dir, 'new', 'MEMORY.md')).mode & 0o077).toBe(0)
    expect(statSync(join(dir, 'new')).mode & 0o077).toBe(0)
  })

  it('says that the disk is full, and leaves the file as it was', async ({ skip }) => {
    const small = join(dir, 'small')
    mkdirSync(small)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small], { stdio: 'ignore' })
    } catch {
      skip('this machine lets nobody mount a small disk')
    }
    try {
      const folder = new MemoryFolder(small)
      await folder.replace('before\n', null)
      const failed = await folder.replace('x'.repeat(200_000), hashOf('before\n')).catch((error: unknown) => error)
      expect(whyNotWritten(failed)).toBe('the disk is full')
      expect(await folder.read()).toMatchObject({ text: 'before\n' })
      execFileSync('mount', ['-o', 'remount,ro', small], { stdio: 'ignore' })
      const refused = await folder.replace('after\n', hashOf('before\n')).catch((error: unknown) => error)
      expect(whyNotWritten(refused)).toBe('the disk is read-only')
    } finally {
      execFileSync('umount', [small])
    }
  })
})
