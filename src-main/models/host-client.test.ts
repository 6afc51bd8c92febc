import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { HostClient, type HostClientOptions, type HostState } from './host-client'
import { nodeHost, type StartHost } from './host-process'
import type { EmbeddingSource, HostCommand } from './protocol'

const standIn = fileURLToPath(new URL('./testing/stand-in-host.mjs', import.meta.url))
const model: EmbeddingSource = { root: '/nowhere', id: 'stand-in', dtype: 'q4', maxTokens: 512 }
const embed = (...texts: string[]): Extract<HostCommand, { type: 'embed' }> => ({
  type: 'embed',
  model,
  texts,
  prefix: '',
  priority: 'normal',
  passages: false,
})
const chat: HostCommand = {
  type: 'chat.generate',
  model: {
    path: '/nowhere',
    contextTokens: 100,
    profile: {
      template: 'chatml',
      systemMessage: false,
      addBeginningToken: false,
      sampling: { temperature: 0, topP: 1, minP: 0, repeatPenalty: 1 },
    },
  },
  lane: 'conversation',
  messages: [],
  maxTokens: 1,
  schema: null,
  seed: null,
}

let open: HostClient[] = []
const client = (options: Partial<HostClientOptions> = {}): HostClient => {
  const made = new HostClient({ start: nodeHost(standIn), ...options })
  open.push(made)
  return made
}
const counting = (start: StartHost): StartHost & { starts: number } =>
  Object.assign(
    () => {
      counted.starts += 1
      return start()
    },
    { starts: 0 },
  )
let counted: StartHost & { starts: number }

afterEach(async () => {
  delete process.env.STAND_IN_DIES
  delete process.env.STAND_IN_MS
  await Promise.all(open.map((made) => made.dispose()))
  open = []
})

describe('the client of the model host', () => {
  it('starts no process before the first request', async () => {
    const host = client()
    expect(host.state).toEqual({ kind: 'stopped' })
    await host.request({ type: 'ping' })
    expect(host.state).toEqual({ kind: 'running' })
  })

  it('asks again what was in flight when the process crashed', async () => {
    const once = join(mkdtempSync(join(tmpdir(), 'host-')), 'died')
    const host = client()
    const [crashing, bystander] = await Promise.all([host.request(embed(`die once ${once}`)), host.request(embed('b'))])
    expect(crashing.vectors).toHaveLength(2)
    expect(bystander.vectors).toHaveLength(2)
  })

  it('gives up on a request that crashes the process every time, and says what the process said last', async () => {
    const host = client()
    await expect(host.request(embed('die'))).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringContaining('out of memory, or so it says'),
    })
  })

  it('stays down after three crashes in a minute until a person asks again', async () => {
    counted = counting(nodeHost(standIn))
    const host = client({ start: counted })
    await expect(host.request(embed('die'))).rejects.toMatchObject({ code: 'model_failed' })
    expect(counted.starts).toBe(3)
    expect(host.state.kind).toBe('failed')
    await expect(host.request(embed('backlog'))).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringContaining('three times within a minute'),
    })
    expect(counted.starts).toBe(3)
    await expect(host.request(embed('asked by a person'), { explicit: true })).resolves.toMatchObject({ dimensions: 2 })
    expect(host.state.kind).toBe('running')
  })

  it('fails, and does not repeat, an answer that had begun to arrive', async () => {
    const host = client()
    const text: string[] = []
    await expect(host.request(chat, { onDelta: (piece) => text.push(piece) })).rejects.toMatchObject({
      code: 'model_failed',
    })
    expect(text).toEqual(['Once '])
  })

  it('fails every request when the process cannot even start', async () => {
    process.env.STAND_IN_DIES = 'at start'
    const host = client()
    await expect(host.request({ type: 'ping' })).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringContaining('code 7'),
    })
  })

  it('kills a process that stops answering, fails what it hung on and asks the rest again', async () => {
    counted = counting(nodeHost(standIn))
    const host = client({ start: counted, stallMs: 300 })
    const hanging = host.request(embed('hang'))
    await new Promise((resolve) => setTimeout(resolve, 200))
    process.env.STAND_IN_MS = '0'
    const failed = expect(hanging).rejects.toMatchObject({
      code: 'model_failed',
      message: 'The model stopped answering.',
    })
    await failed
    await expect(host.request(embed('b'))).resolves.toMatchObject({ dimensions: 2 })
    expect(counted.starts).toBe(2)
  })

  it('rejects an aborted request at once and ignores its late answer', async () => {
    process.env.STAND_IN_MS = '200'
    const host = client()
    await host.request({ type: 'ping' })
    const controller = new AbortController()
    const request = host.request(embed('a'), { signal: controller.signal })
    let answered = false
    const other = host.request(embed('b')).finally(() => {
      answered = true
    })
    controller.abort()
    await expect(request).rejects.toMatchObject({ code: 'cancelled' })
    expect(answered).toBe(false)
    await expect(other).resolves.toMatchObject({ dimensions: 2 })
  })

  it('ends the process when idle and starts a new one for the next request', async () => {
    const host = client({ idleMs: 50 })
    const first = await host.request({ type: 'ping' })
    await stateOf(host, 'stopped')
    const second = await host.request({ type: 'ping' })
    expect(second.pid).not.toBe(first.pid)
  })

  it('leaves no process and no open request behind when disposed', async () => {
    process.env.STAND_IN_MS = '10000'
    const host = client()
    const { pid } = await host.request({ type: 'ping' })
    const request = host.request(embed('a'))
    await Promise.all([expect(request).rejects.toMatchObject({ code: 'cancelled' }), host.dispose()])
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    await expect(host.request({ type: 'ping' })).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('does not wait at a shutdown for a host that is reading a model and hears nothing', async () => {
    const host = client({ closeMs: 600_000 })
    const { pid } = await host.request({ type: 'ping' })
    const request = host.request(embed('deaf'))
    await Promise.all([expect(request).rejects.toMatchObject({ code: 'cancelled' }), host.dispose()])
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})

const stateOf = (host: HostClient, kind: HostState['kind']): Promise<void> =>
  new Promise((resolve) => {
    const stop = host.onState((state) => {
      if (state.kind !== kind) return
      stop()
      resolve()
    })
  })
