import { describe, expect, it } from 'vitest'
import { RightOfWay } from './right-of-way'

/** Who got through so far, each in the order in which the way became free for it. */
function waiting(way: RightOfWay, signal = new AbortController().signal) {
  const state = { through: false }
  const done = way.free(signal).then(() => {
    state.through = true
  })
  return { state, done }
}
const aMoment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('the right of way', () => {
  it('is free at first', async () => {
    await new RightOfWay().free(new AbortController().signal)
  })

  it('is taken while work of a turn runs, and free after the last of it, also when it fails', async () => {
    const way = new RightOfWay()
    let endFirst = (): void => undefined
    let failSecond = (): void => undefined
    const first = way.during(() => new Promise<void>((resolve) => (endFirst = resolve)))
    const second = way.during(() => new Promise<void>((_, reject) => (failSecond = () => reject(new Error('broken')))))
    const { state, done } = waiting(way)
    endFirst()
    await first
    await aMoment()
    expect(state.through).toBe(false)
    failSecond()
    await expect(second).rejects.toThrow('broken')
    await done
    expect(state.through).toBe(true)
  })

  it('is kept for a turn that has not asked anything yet', async () => {
    const way = new RightOfWay()
    way.keep(true)
    const { state, done } = waiting(way)
    await way.during(() => Promise.resolve())
    await aMoment()
    expect(state.through).toBe(false)
    way.keep(false)
    await done
  })

  it('holds nobody whose work is aborted', async () => {
    const way = new RightOfWay()
    way.keep(true)
    const abort = new AbortController()
    const { done } = waiting(way, abort.signal)
    abort.abort()
    await done
    await way.free(abort.signal)
  })
})
