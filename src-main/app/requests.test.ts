import { contract } from '@shared/contract'
import { CatchmentError } from '@shared/contract/errors'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestStore, type TestStore } from '../store/testing/store'
import { createFailureHandlers, createHandlers } from './handlers'
import { answer, type Handlers } from './requests'
import { openTestApp, type TestApp } from './testing/app'
import { noDesktop } from './testing/desktop'

const facts = { version: '1.2.3', platform: 'linux', profile: 'default' }
const names = Object.keys(contract)

let test: TestStore
let world: TestApp
let handlers: Handlers
beforeAll(async () => {
  test = await createTestStore()
  world = await openTestApp(test)
  handlers = createHandlers(world.app, { ...noDesktop, openLink: async () => undefined }, facts)
})
afterAll(async () => {
  await world.close()
  await test.close()
})

function ask(name: unknown, input?: unknown, over: Partial<Handlers> = {}) {
  const faults: [unknown, string][] = []
  const result = answer({ ...handlers, ...over }, name, input, (error, at) => void faults.push([error, at]))
  return result.then((r) => ({ result: r, faults }))
}
const failing = (error: unknown): Partial<Handlers> => ({ 'settings.get': () => Promise.reject(error) })

describe('requests of the window', () => {
  it('all have a handler, and no handler is without a request', () => {
    expect(Object.keys(handlers).sort()).toEqual(names.sort())
  })

  it('that nobody knows are refused, whatever they are called', async () => {
    for (const name of [
      'store.sql',
      'toString',
      '__proto__',
      'constructor',
      '',
      42,
      null,
      undefined,
      ['settings.get'],
    ]) {
      const { result, faults } = await ask(name, undefined)
      expect(result).toMatchObject({ ok: false, error: { code: 'bad_request' } })
      expect(faults).toEqual([])
    }
  })

  it('that are malformed are refused before anything is done, every one of them', async () => {
    const touched = Object.fromEntries(names.map((name) => [name, () => Promise.reject(new Error('it was done'))]))
    for (const name of names) {
      for (const input of [
        'text',
        7,
        [],
        { unexpected: Symbol('x').toString() },
        { limit: -1, bucketId: '../..', messageId: 7 },
      ]) {
        // What has no required field may be asked with anything it does not read.
        if (contract[name as keyof typeof contract].input.safeParse(input).success) continue
        const { result, faults } = await ask(name, input, touched)
        expect([name, result]).toMatchObject([name, { ok: false, error: { code: 'bad_request' } }])
        expect(faults).toEqual([])
      }
    }
  })

  it('never answer with a stack, whatever is sent', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names.filter((n) => !n.startsWith('models.'))),
        fc.jsonValue(),
        async (name, input) => {
          const { result } = await ask(name, input)
          if (result.ok) return
          expect(result.error.message).not.toMatch(/\n\s+at |node_modules|\.ts:/)
          expect(Object.keys(result.error).sort()).toEqual(['code', 'message'])
        },
      ),
      { numRuns: 60 },
    )
  })

  it('that fail as expected say so with their code and sentence, and are no fault', async () => {
    const { result, faults } = await ask(
      'settings.get',
      undefined,
      failing(new CatchmentError('disk_full', 'The disk is full.')),
    )
    expect(result).toEqual({ ok: false, error: { code: 'disk_full', message: 'The disk is full.' } })
    expect(faults).toEqual([])
  })

  it('that hit a fault of ours say so without its details, and it is handed on once', async () => {
    for (const error of [
      new TypeError('secret detail'),
      new CatchmentError('internal', 'secret detail'),
      'secret detail',
    ]) {
      const { result, faults } = await ask('settings.get', undefined, failing(error))
      expect(result).toMatchObject({ ok: false, error: { code: 'internal' } })
      expect(JSON.stringify(result)).not.toContain('secret')
      expect(faults).toEqual([[error, 'settings.get']])
    }
  })

  it('give the handler what zod made of the input', async () => {
    const seen: unknown[] = []
    const over: Partial<Handlers> = {
      'buckets.command': (command) => {
        seen.push(command)
        return { operationId: null, sentence: '', bucketId: 'x_001' as never }
      },
    }
    await ask('buckets.command', { kind: 'mv', source: '  a ', target: 'b', extra: 1 }, over)
    expect(seen).toEqual([{ kind: 'mv', source: 'a', target: 'b' }])
  })
})

describe('while the store does not open', () => {
  it('the window can say so, and every other request answers why', () => {
    const failure = { code: 'store_locked', message: 'In use.' } as const
    const respond = createFailureHandlers(failure, facts)
    expect(respond('app.state')).toMatchObject({
      ok: true,
      data: { storeFailure: failure, version: '1.2.3', messages: 0 },
    })
    for (const name of names.filter((n) => n !== 'app.state'))
      expect(respond(name)).toEqual({ ok: false, error: failure })
  })
})
