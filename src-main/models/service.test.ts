import { mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import type { ModelStatus } from '@shared/contract/models'
import { afterEach, describe, expect, it } from 'vitest'
import { nodeHost } from './host-process'
import { ModelService, type ModelServiceOptions } from './service'
import { ggufFile, talking } from './testing/gguf'
import { type OpenAiServer, type OpenAiServerOptions, startOpenAiServer } from './testing/openai-server'
import { TestJobs, TestPersistence, TestSettings, testKeyFile, testSecrets } from './testing/ports'
import type { ChatModel } from './types'

const standIn = fileURLToPath(new URL('./testing/stand-in-host.mjs', import.meta.url))
let close: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(close.map((end) => end()))
  close = []
})
const serve = async (options: OpenAiServerOptions = {}): Promise<OpenAiServer> => {
  const server = await startOpenAiServer(options)
  close.push(() => server.close())
  return server
}
const open = async (options: Partial<ModelServiceOptions> = {}) => {
  const jobs = new TestJobs()
  const settings = new TestSettings()
  const persistence = new TestPersistence()
  const changes: ModelStatus[] = []
  const service = await ModelService.open({
    startHost: nodeHost(standIn),
    cacheDir: mkdtempSync(join(tmpdir(), 'models-')),
    settings,
    persistence,
    jobs,
    secrets: testSecrets,
    keyFile: testKeyFile(),
    onChange: (status) => changes.push(status),
    ...options,
  })
  close.push(() => service.dispose())
  return { service, jobs, settings, persistence, changes }
}
const endpoint = (server: Pick<OpenAiServer, 'baseUrl'>, rest = {}) => ({
  name: 'Mine',
  baseUrl: server.baseUrl,
  model: 'test-model',
  confirmedRemote: false,
  ...rest,
})
const say = async (chat: ChatModel | null, text = 'Hi'): Promise<string> => {
  if (!chat) throw new Error('There is no chat model')
  const signal = new AbortController().signal
  let said = ''
  for await (const event of chat.stream({ messages: [{ role: 'user', text }], maxTokens: 10, signal })) {
    if (event.type === 'text') said += event.text
  }
  return said
}

describe('the model service', () => {
  it('begins without a model, asks it for nothing and says that the embedding model is missing', async () => {
    const { service } = await open()
    expect(service.chat).toBeNull()
    expect(service.status()).toMatchObject({
      chat: { kind: 'none' },
      embedding: { id: 'multilingual-e5-small', state: 'missing', multilingual: true },
      probing: false,
    })
    expect(service.status().abilities.every(({ enabled }) => !enabled)).toBe(true)
  })

  it('marks every vector with the model’s id and revision', async () => {
    const { service } = await open()
    expect(service.embedder.modelId).toMatch(/^multilingual-e5-small@.+/)
    const before = service.embedder.modelId
    await service.select('all-minilm-l6-v2')
    expect(service.embedder.modelId).toMatch(/^all-minilm-l6-v2@.+/)
    expect(service.embedder.modelId).not.toBe(before)
    expect(service.status().embedding).toMatchObject({ id: 'all-minilm-l6-v2', multilingual: false })
  })

  it('selects an endpoint, answers by it and says which and where', async () => {
    const server = await serve({ answer: () => 'Hello there', modelDetails: { max_model_len: 12_000 } })
    const { service, settings, changes } = await open()
    const added = await service.addEndpoint(endpoint(server))
    const status = await service.select(added.id)
    expect(status.chat).toMatchObject({
      kind: 'endpoint',
      local: true,
      state: 'ready',
      host: new URL(server.baseUrl).host,
    })
    expect(settings.read().chatModel).toBe(added.id)
    expect(service.chat?.contextTokens).toBe(12_000)
    expect(await say(service.chat)).toBe('Hello there')
    expect(changes.at(-1)).toEqual(service.status())
  })

  it('lets an unmeasured model chat and nothing else', async () => {
    const { service } = await open()
    const { id } = await service.addEndpoint(endpoint(await serve()))
    await service.select(id)
    expect(service.can('chat')).toBe(true)
    expect(service.can('tags')).toBe(false)
  })

  it('shows that the endpoint fails, and that it works again', async () => {
    const server = await serve()
    const { service } = await open()
    const { id } = await service.addEndpoint(endpoint(server))
    await service.select(id)
    server.behave({ kind: 'status', status: 500, message: 'overloaded' })
    await expect(say(service.chat)).rejects.toMatchObject({ code: 'model_failed' })
    expect(service.status().chat).toMatchObject({ state: 'failed', message: expect.stringContaining('overloaded') })
    server.behave({ kind: 'well' })
    await say(service.chat)
    expect(service.status().chat).toMatchObject({ state: 'ready', message: null })
  })

  it('refuses a remote host until it is confirmed, then remembers it', async () => {
    const { service, persistence } = await open()
    const remote = endpoint({ baseUrl: 'https://models.invalid/v1' })
    await expect(service.addEndpoint(remote)).rejects.toMatchObject({ code: 'bad_request' })
    const added = await service.addEndpoint({ ...remote, confirmedRemote: true })
    expect(added.local).toBe(false)
    await expect(service.addEndpoint({ ...remote, model: 'another' })).resolves.toMatchObject({ local: false })
    expect(persistence.saved?.confirmedHosts).toEqual(['models.invalid'])
  })

  it('refuses the same model at the same address, and a key in the address', async () => {
    const server = await serve()
    const { service } = await open()
    await service.addEndpoint(endpoint(server))
    await expect(service.addEndpoint(endpoint({ baseUrl: `${server.baseUrl}/` }))).rejects.toMatchObject({
      code: 'conflict',
    })
    const withKey = endpoint({ baseUrl: 'http://user:secret@127.0.0.1:1/v1' })
    await expect(service.addEndpoint(withKey)).rejects.toMatchObject({ code: 'bad_request' })
  })

  it('stores a key only encrypted, sends it, and fails clearly when it cannot be read any more', async () => {
    const server = await serve({ apiKey: 'sk-secret' })
    let locked = false
    const secrets: typeof testSecrets = {
      ...testSecrets,
      decrypt: (cipher) => (locked ? Promise.reject(new Error('keyring is locked')) : testSecrets.decrypt(cipher)),
    }
    const { service, persistence } = await open({ secrets })
    const { id, hasKey } = await service.addEndpoint(endpoint(server, { apiKey: 'sk-secret' }))
    expect(hasKey).toBe(true)
    expect(JSON.stringify(persistence.saved)).not.toContain('sk-secret')
    await service.select(id)
    expect(await say(service.chat)).toBe('A plain answer.')
    locked = true
    await expect(say(service.chat)).rejects.toMatchObject({ message: expect.stringContaining('cannot be read') })
  })

  it('without a keyring keeps a key in the key file once that was agreed to, sends it, and drops it with its server', async () => {
    const server = await serve({ apiKey: 'sk-plain' })
    const keys = new Map<string, string>()
    const secrets: typeof testSecrets = {
      available: () => false,
      encrypt: () => Promise.reject(new Error('there is none')),
      decrypt: () => Promise.reject(new Error('there is none')),
    }
    const options = { secrets, keyFile: testKeyFile(keys) }
    const { service, persistence, settings } = await open(options)
    expect(service.keyPlace()).toBe('file')
    const wanted = endpoint(server, { apiKey: 'sk-plain' })
    await expect(service.addEndpoint(wanted)).rejects.toMatchObject({ code: 'bad_request' })
    expect(keys.size).toBe(0)
    const added = await service.addEndpoint({ ...wanted, confirmedKeyFile: true })
    expect(added).toMatchObject({ hasKey: true, keyInFile: true })
    expect([...keys.values()]).toEqual(['sk-plain'])
    expect(JSON.stringify(persistence.saved)).not.toContain('sk-plain')
    await service.select(added.id)
    expect(await say(service.chat)).toBe('A plain answer.')
    // the same model twice leaves no second key behind
    await expect(service.addEndpoint({ ...wanted, confirmedKeyFile: true })).rejects.toMatchObject({ code: 'conflict' })
    expect(keys.size).toBe(1)
    const next = await open({ ...options, persistence, settings })
    expect(await say(next.service.chat)).toBe('A plain answer.')
    await next.service.removeEndpoint(added.id)
    expect(keys.size).toBe(0)
  })

  it('says nothing of a key that a server repeats', async () => {
    const { service } = await open()
    const server = await serve()
    server.behave({ kind: 'status', status: 400, message: 'The key sk-secret-1 is odd.' })
    const { id } = await service.addEndpoint(endpoint(server, { apiKey: 'sk-secret-1' }))
    await service.select(id)
    const failure: unknown = await say(service.chat).catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: expect.stringContaining('[key]') })
    expect(inspect(failure, { depth: 10, showHidden: true })).not.toContain('sk-secret-1')
  })

  it('keeps endpoints, scores and a person’s word for the next run', async () => {
    const server = await serve()
    const first = await open()
    const { id } = await first.service.addEndpoint(endpoint(server))
    await first.service.select(id)
    await first.service.override('title', true)
    await first.service.override('chat', false)
    const second = await open({ persistence: first.persistence, settings: first.settings })
    expect(second.service.chat?.id).toBe(id)
    expect(second.service.can('title')).toBe(true)
    expect(second.service.can('chat')).toBe(false)
    const status = await second.service.override('title', null)
    expect(status.abilities.find(({ ability }) => ability === 'title')).toMatchObject({
      override: null,
      enabled: false,
    })
  })

  it('does not open on saved data it cannot read, rather than overwrite it', async () => {
    const persistence = new TestPersistence()
    persistence.load = async () => ({ endpoints: 'what' })
    await expect(open({ persistence })).rejects.toThrow()
  })

  it('goes without a model when the endpoint in use is removed', async () => {
    const { service, settings } = await open()
    const { id } = await service.addEndpoint(endpoint(await serve()))
    await service.select(id)
    await service.removeEndpoint(id)
    expect(service.chat).toBeNull()
    expect(settings.read().chatModel).toBe('none')
    expect(service.endpoints()).toEqual([])
    await expect(service.removeEndpoint(id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('refuses to select what it does not know', async () => {
    const { service } = await open()
    await expect(service.select('gpt-99')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('says that a chosen local model is missing, and its turns fail as such', async () => {
    const { service } = await open({
      startHost: () => {
        throw new Error('no process is needed for this')
      },
    })
    const status = await service.select('smollm2-135m-instruct')
    expect(status.chat).toMatchObject({ kind: 'local', state: 'missing' })
  })

  it('ends with an error, not in silence, when no model process can be started', async () => {
    const { service } = await open({
      startHost: () => {
        throw new Error('no such file: model-host.js')
      },
    })
    const embedding = service.embedder.embed(['a'], { kind: 'passage', priority: 'turn' })
    await expect(embedding).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringContaining('model-host.js'),
    })
  })
})

describe('a model file of the person’s own', () => {
  const fileOf = (content: Buffer, name = 'mine.gguf'): string => {
    const path = join(mkdtempSync(join(tmpdir(), 'own-')), name)
    writeFileSync(path, content)
    return path
  }

  it('is used from where it lies, for the next run too, and nothing of it is copied or changed', async () => {
    const path = fileOf(ggufFile())
    const before = readFileSync(path)
    const { service, persistence, settings } = await open()
    const { id } = await service.useFile(path)
    expect(service.files()).toMatchObject([{ id, path, title: 'Tiny Talker Q4_K_M', there: true, notes: ['tiny'] }])
    const status = await service.select(id)
    expect(status.chat).toMatchObject({ kind: 'local', id, title: 'Tiny Talker Q4_K_M', state: 'ready' })
    expect(service.chat).toMatchObject({ contextTokens: 8192, local: true })
    expect(readFileSync(path).equals(before)).toBe(true)
    const next = await open({ persistence, settings })
    expect(next.service.chat?.id).toBe(id)
    // moved away by its owner: said so, and back again
    renameSync(path, `${path}.away`)
    expect(next.service.status().chat).toMatchObject({ state: 'missing' })
    renameSync(`${path}.away`, path)
    expect(next.service.status().chat).toMatchObject({ state: 'ready' })
  })

  it('is measured anew when another file lies at its place', async () => {
    const path = fileOf(ggufFile())
    const { service } = await open()
    const { id } = await service.useFile(path)
    await service.select(id)
    await service.override('title', true)
    expect(service.can('title')).toBe(true)
    writeFileSync(path, ggufFile({ fields: talking({ 'general.name': 'Another' }), data: 999 }))
    await service.select('none')
    await service.select(id)
    expect(service.can('title')).toBe(false)
  })

  it('is refused with a sentence, and the list stays as it was', async () => {
    const { service, persistence } = await open()
    const bert = fileOf(ggufFile({ fields: talking({ 'general.architecture': 'bert' }) }))
    await expect(service.useFile(bert)).rejects.toMatchObject({ code: 'bad_request' })
    await expect(service.useFile(`${bert}.not`)).rejects.toMatchObject({ code: 'not_found' })
    expect(service.files()).toEqual([])
    expect(persistence.saved).toBeNull()
  })

  it('leaves the list when it is removed, and the file stays', async () => {
    const path = fileOf(ggufFile())
    const { service, settings } = await open()
    const { id } = await service.useFile(path)
    await service.select(id)
    await service.removeFile(id)
    expect(service.files()).toEqual([])
    expect(settings.read().chatModel).toBe('none')
    expect(readFileSync(path).length).toBeGreaterThan(0)
    await expect(service.removeFile(id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('of another program is offered by an id, and only what was offered is taken', async () => {
    const home = mkdtempSync(join(tmpdir(), 'home-'))
    const { service } = await open({ surroundings: { env: {}, home, platform: 'linux' } })
    await expect(service.addFound('file-000000000000')).rejects.toMatchObject({ code: 'not_found' })
    expect(await service.foundFiles()).toEqual([])
    const path = fileOf(ggufFile({ data: 21e6 }))
    const bad = join(path, '..', 'bad.gguf')
    writeFileSync(bad, Buffer.alloc(21e6))
    const found = await service.foundFiles(join(path, '..'))
    expect(found.map(({ path, refusal }) => [path, refusal === null])).toEqual([
      [bad, false],
      [path, true],
    ])
    const { id } = await service.addFound(found[1]?.id ?? '')
    expect(service.files()).toMatchObject([{ id, path }])
    expect(await service.foundFiles(join(path, '..'))).toHaveLength(1)
  })
})

describe('the probe as a job', () => {
  it('runs once by itself when a model is selected, and its scores decide', async () => {
    const server = await serve({ answer: () => '{"same": true}' })
    const { service, jobs, persistence } = await open({ autoProbe: true })
    const { id } = await service.addEndpoint(endpoint(server))
    await service.select(id)
    expect(service.status().probing).toBe(true)
    const [job] = jobs.all.values()
    await job?.ended
    expect(job).toMatchObject({ kind: 'probe', state: 'done', progress: 1 })
    expect(service.status().probing).toBe(false)
    const judge = service.status().abilities.find(({ ability }) => ability === 'judge')
    expect(judge).toMatchObject({ score: 0.5, enabled: false })
    expect(service.can('chat')).toBe(false)
    expect(persistence.saved?.abilities[id]?.scores.judge).toBe(0.5)
    await service.select('none')
    await service.select(id)
    expect(jobs.all.size).toBe(1)
  })

  it('waits while a turn is answered', async () => {
    const server = await serve({
      answer: ({ messages }) => (messages[0]?.content === 'Hi' ? 'w '.repeat(40) : 'Paris'),
      chunkMs: 5,
    })
    const { service, jobs } = await open()
    const { id } = await service.addEndpoint(endpoint(server))
    await service.select(id)
    const turn = say(service.chat)
    await expect.poll(() => server.received.length).toBe(1)
    service.probe()
    await turn
    expect(server.received).toHaveLength(1)
    await expect.poll(() => server.received.length).toBeGreaterThan(1)
    const [job] = jobs.all.values()
    expect(job?.state).toBe('running')
  })

  it('is one job however often it is asked for, and can be cancelled without leaving scores', async () => {
    const server = await serve({ chunkMs: 10 })
    const { service, jobs } = await open()
    const { id } = await service.addEndpoint(endpoint(server))
    await service.select(id)
    const { jobId } = service.probe()
    expect(service.probe().jobId).toBe(jobId)
    jobs.cancel(jobId)
    await jobs.all.get(jobId)?.ended
    expect(jobs.all.get(jobId)?.state).toBe('cancelled')
    expect(service.status().probing).toBe(false)
    expect(service.status().abilities.every(({ score }) => score === null)).toBe(true)
  })

  it('is cancelled when another model is selected', async () => {
    const server = await serve({ chunkMs: 10 })
    const { service, jobs } = await open()
    const { id } = await service.addEndpoint(endpoint(server))
    await service.select(id)
    const { jobId } = service.probe()
    await service.select('none')
    await jobs.all.get(jobId)?.ended
    expect(jobs.all.get(jobId)?.state).toBe('cancelled')
    expect(() => service.probe()).toThrow('No chat model')
  })
})
