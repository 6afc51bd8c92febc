import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SourceFailure } from './failures'
import { beginJoining } from './joining'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catchment-joining-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const signal = new AbortController().signal
const SIZES = [4, 4, 2]
async function piece(content: string): Promise<string> {
  const path = join(folder, 'piece')
  await writeFile(path, content)
  return path
}

describe('a file that comes in pieces', () => {
  it('is joined in order', async () => {
    const path = join(folder, 'whole')
    const joining = await beginJoining(path, SIZES)
    expect(joining.done).toBe(0)
    for (const part of ['abcd', 'efgh', 'ij']) await joining.add(await piece(part), signal)
    expect(joining.done).toBe(3)
    expect(await readFile(path, 'utf8')).toBe('abcdefghij')
  })

  it('goes on behind the last whole piece, what was torn off is gone', async () => {
    const path = join(folder, 'whole')
    await writeFile(path, 'abcdefg')
    const joining = await beginJoining(path, SIZES)
    expect(joining.done).toBe(1)
    expect(await readFile(path, 'utf8')).toBe('abcd')
    for (const part of ['efgh', 'ij']) await joining.add(await piece(part), signal)
    expect(await readFile(path, 'utf8')).toBe('abcdefghij')
  })

  it('takes no piece of another size', async () => {
    const joining = await beginJoining(join(folder, 'whole'), SIZES)
    await expect(joining.add(await piece('abc'), signal)).rejects.toBeInstanceOf(SourceFailure)
    expect(joining.done).toBe(0)
  })
})
