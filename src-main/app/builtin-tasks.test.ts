import { expect, it } from 'vitest'
import { erasedRoom } from './builtin-tasks'

const HOUR = 3_600_000

it('writes over what was erased when nobody is there, stops when somebody comes, and is done a day after the erasure', async () => {
  let now = 1_000_000
  let quiet = false
  let steps = 0
  let goneOn: boolean | null = null
  const erasedAt = now - 20 * HOUR
  const task = erasedRoom({
    clock: { now: () => now } as Parameters<typeof erasedRoom>[0]['clock'],
    isQuiet: () => quiet,
    overwriteDue: () => erasedAt,
    async overwriteErased(goOn) {
      steps++
      quiet = false
      goneOn = goOn()
      return true
    },
  })
  expect(task.waits?.()).toBe(true)
  quiet = true
  expect(task.waits?.()).toBe(false)
  expect(await task.run()).toBe(true)
  expect(goneOn).toBe(false)
  // What counts is the erasure, not when the task was looked at first.
  now += 4 * HOUR
  expect(task.waits?.()).toBe(false)
  await task.run()
  expect(goneOn).toBe(true)
  expect(steps).toBe(2)
})
