import { expect, it } from 'vitest'
import { cacheDirectory } from '../download/places'
import { nodeHost } from './host-process'
import { ModelService } from './service'
import { bundleHost } from './testing/model-host'
import { TestJobs, TestPersistence, TestSettings, testKeyFile, testSecrets } from './testing/ports'
import { realEmbedding, realStarter } from './testing/real-models'

it.skipIf(!realEmbedding || !realStarter)('warms up both real models, chats and embeds at the same time', async () => {
  const { entry, remove } = await bundleHost()
  const service = await ModelService.open({
    startHost: nodeHost(entry),
    cacheDir: cacheDirectory(),
    settings: new TestSettings({ chatModel: 'smollm2-135m-instruct', embeddingModel: 'multilingual-e5-small' }),
    secrets: testSecrets,
    keyFile: testKeyFile(),
    persistence: new TestPersistence(),
    jobs: new TestJobs(),
    onChange: () => undefined,
  })
  try {
    const warming = service.warmUp()
    expect(service.status()).toMatchObject({ chat: { state: 'loading' }, embedding: { state: 'loading' } })
    await warming
    expect(service.status()).toMatchObject({
      chat: { kind: 'local', id: 'smollm2-135m-instruct', state: 'ready' },
      embedding: { state: 'ready', message: null },
    })
    expect(service.chat?.systemPrompt).toBe(false)
    const embedding = service.embedder.embed(
      Array.from({ length: 60 }, (_, i) => `Backlog entry ${i} about this and that.`),
      { kind: 'passage', priority: 'backlog' },
    )
    let said = ''
    const messages = [{ role: 'user' as const, text: 'What is the capital of France?' }]
    const request = { messages, maxTokens: 30, signal: new AbortController().signal, seed: 7 }
    for await (const event of service.chat?.stream(request) ?? []) if (event.type === 'text') said += event.text
    expect(said).toContain('Paris')
    expect(await embedding).toHaveLength(60)
  } finally {
    await service.dispose()
    remove()
  }
})
