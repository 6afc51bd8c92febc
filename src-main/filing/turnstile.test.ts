import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { Turnstile } from './turnstile'

describe('the turnstile', () => {
  it('lets the next piece of work in when the one before has ended, in the order they came', async () => {
    const turnstile = new Turnstile()
    const seen: string[] = []
    const work = (name: string) => () =>
      setImmediate().then(async () => {
        seen.push(`${name} begins`)
        await setImmediate()
        seen.push(`${name} ends`)
      })
    await Promise.all([turnstile.alone(work('a')), turnstile.alone(work('b'))])
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('stays open after work that fails', async () => {
    const turnstile = new Turnstile()
    await expect(turnstile.alone(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(await turnstile.alone(async () => 'in')).toBe('in')
  })

  it('holds others back from entering until it is left, and may be left twice', async () => {
    const turnstile = new Turnstile()
    const leave = await turnstile.enter()
    let isIn = false
    const other = turnstile.alone(async () => {
      isIn = true
    })
    await setImmediate()
    expect(isIn).toBe(false)
    leave()
    leave()
    await other
    expect(isIn).toBe(true)
  })
})
