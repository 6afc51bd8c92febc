import { turnId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serve } from './serve'
import { HOUR, newMessage, START } from './testing/samples'
import { createTestStore, type TestStore } from './testing/store'

let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

const call = (repository: string, method: string, ...args: unknown[]) =>
  serve(test.open, { id: 7, kind: 'call', userId: test.userId, repository, method, args })

describe('a request to the store', () => {
  it('is answered under its own number', async () => {
    expect(await call('messages', 'newest', 1)).toEqual({ id: 7, ok: true, data: [] })
    expect(await serve(test.open, { id: 8, kind: 'profile', name: 'default' })).toEqual({
      id: 8,
      ok: true,
      data: test.userId,
    })
    expect(await serve(test.open, { id: 9, kind: 'flush' })).toMatchObject({ id: 9, ok: true })
  })

  it('reaches the repositories’ own methods and nothing else', async () => {
    for (const [repository, method] of [
      ['messages', 'toString'],
      ['messages', 'constructor'],
      ['messages', '__proto__'],
      ['constructor', 'assign'],
      ['__proto__', 'toString'],
      ['messages', 'nothing'],
      ['nothing', 'newest'],
    ] as const)
      expect([method, await call(repository, method)]).toMatchObject([
        method,
        { ok: false, error: { code: 'internal' } },
      ])
  })

  it('acts for the profile it names, and for none that does not exist', async () => {
    const response = await serve(test.open, {
      id: 1,
      kind: 'call',
      userId: uuidv7(),
      repository: 'messages',
      method: 'newest',
      args: [1],
    })
    expect(response).toMatchObject({ ok: false, error: { code: 'not_found' } })
  })

  it('that fails leaves nothing half-done, and says what failed without what a person wrote', async () => {
    const message = newMessage('A secret that belongs into no log', START)
    const turn = { message, turnId: turnId.parse(uuidv7()), modelId: null, timeoutMs: HOUR }
    expect(await call('turns', 'begin', turn)).toMatchObject({ ok: true })
    const again = await call('turns', 'begin', { ...turn, turnId: turnId.parse(uuidv7()) })
    expect(again).toMatchObject({
      ok: false,
      error: { code: 'internal', message: expect.stringContaining('turn_begin') },
    })
    expect(JSON.stringify(again)).not.toContain('secret')
    expect(again.ok ? '' : again.error.stack).toMatch(/\n {4}at /)
    expect(await call('turns', 'pending')).toMatchObject({ data: [{ turnId: turn.turnId }] })
    expect(await call('messages', 'newest', 10)).toMatchObject({ data: [{ id: message.id }] })
  })
})
