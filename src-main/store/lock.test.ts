import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acquireLock, lockHolder } from './lock'

let dir: string
let child: ChildProcess | undefined

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'catchment-lock-'))
})
afterEach(async () => {
  if (child && child.exitCode === null) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(dir, { recursive: true, force: true })
})

const hold = (pid: number, startedAt: string, host = hostname()) =>
  writeFileSync(join(dir, 'lock.json'), JSON.stringify({ pid, startedAt, host, program: 'the other one' }))

describe('the store lock', () => {
  it('is taken once and names its holder to the second', () => {
    const lock = acquireLock(dir, 'Catchment')
    expect(() => acquireLock(dir, 'second')).toThrowError(
      expect.objectContaining({
        code: 'store_locked',
        message: expect.stringContaining(`Catchment (process ${process.pid})`),
      }),
    )
    expect(lockHolder(dir)?.pid).toBe(process.pid)
    lock.release()
    expect(lockHolder(dir)).toBeNull()
    acquireLock(dir, 'second').release()
  })

  it('leaves nothing behind', () => {
    acquireLock(dir, 'Catchment').release()
    expect(readdirSync(dir)).toEqual([])
  })

  it('is never taken from a living process', async () => {
    child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    await once(child, 'spawn')
    hold(child.pid ?? 0, '')
    expect(() => acquireLock(dir, 'Catchment')).toThrowError(/the other one/)
  })

  it('is reaped when its process is gone', async () => {
    child = spawn(process.execPath, ['-e', ''])
    await once(child, 'exit')
    hold(child.pid ?? 0, '1')
    acquireLock(dir, 'Catchment').release()
  })

  it('is reaped when its pid was given to another process since', () => {
    hold(process.pid, 'long ago')
    const lock = acquireLock(dir, 'Catchment')
    expect(JSON.parse(readFileSync(join(dir, 'lock.json'), 'utf8')).startedAt).not.toBe('long ago')
    lock.release()
  })

  it.each(['', undefined])(
    'without a start time (%j) is reaped if its pid belongs to a process that began later',
    (startedAt) => {
      const path = join(dir, 'lock.json')
      writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt, host: hostname(), program: 'the old one' }))
      expect(() => acquireLock(dir, 'Catchment')).toThrowError(/the old one/)
      utimesSync(path, new Date('2020-01-01'), new Date('2020-01-01'))
      acquireLock(dir, 'Catchment').release()
    },
  )

  it('is respected when another computer holds it, and says which file to delete', () => {
    hold(1, '1', 'another-host')
    expect(() => acquireLock(dir, 'Catchment')).toThrowError(/another-host.*delete lock\.json/)
  })

  it('is reaped when a hand garbled it', () => {
    writeFileSync(join(dir, 'lock.json'), 'not a lock')
    acquireLock(dir, 'Catchment').release()
  })
})
