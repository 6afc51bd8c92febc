/** What is written down of an overwrite that is due; what it does to files: on-disk.test.ts. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { erasing, overwriteDue, overwriting } from './erased-room'

let storeDir: string
beforeEach(() => {
  storeDir = mkdtempSync(join(tmpdir(), 'catchment-overwrite-'))
})
afterEach(() => rmSync(storeDir, { recursive: true, force: true }))

const nothing = async (): Promise<void> => undefined
const here = () => ({ storeDir, server: null })

it('is due from the first erasure on until it was done', async () => {
  expect(overwriteDue(storeDir)).toBeNull()
  await erasing(here(), 5, nothing)
  await erasing(here(), 9, nothing)
  expect(overwriteDue(storeDir)).toBe(5)
  const overwrite = overwriting(storeDir, async () => false)
  expect(await overwrite()).toBe(true)
  expect(overwriteDue(storeDir)).toBeNull()
  expect(await overwrite()).toBe(false)
})

it('is due after an erasure in the middle of which it was done, one that failed too, and the clock stood still', async () => {
  const overwrite = overwriting(storeDir, async () => false)
  await erasing(here(), 5, async () => void (await overwrite()))
  expect(overwriteDue(storeDir)).toBe(5)
  const failed = erasing(here(), 5, async () => {
    await overwrite()
    throw new Error('half of it')
  })
  await expect(failed).rejects.toThrow('half of it')
  expect(overwriteDue(storeDir)).toBe(5)
  // One that begins before an erasure of the same time ends, and ends after it.
  let end = (): void => undefined
  let begun = (): void => undefined
  let run: Promise<boolean> = Promise.resolve(false)
  const slow = overwriting(storeDir, async () => {
    begun()
    await new Promise<void>((resolve) => {
      end = resolve
    })
    return false
  })
  await erasing(here(), 5, async () => {
    await new Promise<void>((resolve) => {
      begun = resolve
      run = slow()
    })
  })
  end()
  await run
  expect(overwriteDue(storeDir)).toBe(5)
})

it('goes on where it was left, and from the beginning if more was erased since', async () => {
  const steps: number[] = []
  const overwrite = overwriting(storeDir, async (step) => steps.push(step) > 0 && step < 3)
  await erasing(here(), 5, nothing)
  expect(await overwrite(() => steps.length < 2)).toBe(true)
  expect(steps).toEqual([0, 1])
  expect(overwriteDue(storeDir)).toBe(5)
  await Promise.all([overwrite(() => false), overwrite()])
  expect(steps).toEqual([0, 1, 2, 3])
  expect(overwriteDue(storeDir)).toBeNull()
  await erasing(here(), 6, nothing)
  await overwrite(() => false)
  await erasing(here(), 7, nothing)
  await overwrite()
  expect(steps.slice(4)).toEqual([0, 0, 1, 2, 3])
})

it('is due where the note cannot be read, and not noted of a server, whose files are its keeper’s', async () => {
  await erasing({ storeDir, server: 'db.example.org' }, 5, nothing)
  expect(existsSync(join(storeDir, 'overwrite.json'))).toBe(false)
  writeFileSync(join(storeDir, 'overwrite.json'), '17\n')
  expect(overwriteDue(storeDir)).toBe(17)
  writeFileSync(join(storeDir, 'overwrite.json'), '{"at":')
  expect(Math.abs((overwriteDue(storeDir) ?? 0) - Date.now())).toBeLessThan(3_600_000)
  expect(await overwriting(storeDir, async () => false)()).toBe(true)
  expect(overwriteDue(storeDir)).toBeNull()
})
