import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SyncedFiles } from './synced-files'

function folder() {
  const dir = mkdtempSync(join(tmpdir(), 'synced-'))
  let now = 0
  const files = new SyncedFiles(() => now)
  const write = (name: string, text: string, at = new Date()) => {
    writeFileSync(join(dir, name), text)
    utimesSync(join(dir, name), at, at)
  }
  return {
    write,
    begin: () => files.begin(dir),
    beside: () => files.syncBeside(dir),
    sync: () =>
      files
        .sync(dir)
        .map((path) => basename(path))
        .sort(),
    pass: (ms: number) => {
      now += ms
    },
  }
}

describe('files that are brought to the disk', () => {
  it('are all of them the first time, and later those that changed', () => {
    const { write, sync, pass } = folder()
    write('a', 'one')
    write('b', 'two')
    expect(sync()).toEqual(['a', 'b'])
    pass(5000)
    expect(sync()).toEqual(['a', 'b'])
    expect(sync()).toEqual([])
    write('b', 'three')
    expect(sync()).toEqual(['b'])
  })

  it('are left alone if they lay there before and nobody has written to them', async () => {
    const { write, begin, beside, sync } = folder()
    write('old', 'one', new Date('2026-01-01'))
    write('other', 'one', new Date('2026-01-01'))
    begin()
    expect(sync()).toEqual([])
    write('other', 'two', new Date('2025-01-01'))
    await beside()
    write('old', 'two', new Date('2025-01-01'))
    expect(sync()).toEqual(['old', 'other'])
  })

  it('are told by what changed, whatever the clock says: one that was set back skips nothing', () => {
    const { write, sync, pass } = folder()
    write('a', 'one')
    sync()
    pass(5000)
    sync()
    write('a', 'two', new Date('2001-01-01'))
    expect(sync()).toEqual(['a'])
  })

  it('are synced once more where a change may hide behind the same coarse time', () => {
    const { write, sync, pass } = folder()
    const at = new Date('2026-01-01')
    write('a', 'one', at)
    expect(sync()).toEqual(['a'])
    pass(1000)
    write('a', 'two', at)
    expect(sync()).toEqual(['a'])
    pass(5000)
    expect(sync()).toEqual(['a'])
    expect(sync()).toEqual([])
  })
})
