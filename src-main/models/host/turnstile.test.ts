import { expect, it } from 'vitest'
import { Turnstile } from './turnstile'

it('lets the turn being typed through before what waited longer', async () => {
  const turnstile = new Turnstile()
  const order: string[] = []
  const pass = (priority: 'turn' | 'normal' | 'backlog', name: string): Promise<void> =>
    turnstile.pass(priority, async () => {
      order.push(name)
    })
  await Promise.all([
    pass('backlog', 'first, already inside'),
    pass('backlog', 'backlog'),
    pass('normal', 'normal'),
    pass('turn', 'turn'),
    pass('normal', 'normal later'),
  ])
  expect(order).toEqual(['first, already inside', 'turn', 'normal', 'normal later', 'backlog'])
})

it('goes on after work that failed', async () => {
  const turnstile = new Turnstile()
  const failing = turnstile.pass('turn', async () => {
    throw new Error('broken')
  })
  const next = turnstile.pass('turn', async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  await expect(next).resolves.toBe('done')
})
