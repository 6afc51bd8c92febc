import { expect, it } from 'vitest'
import { createLocalChatModel } from '../chat-local'
import { realHost } from '../testing/model-host'
import { realStarter } from '../testing/real-models'
import { probeAbilities } from './run'
import { provedAbilities } from './score'

it.skipIf(!realStarter)('finds that the real starter can chat and nothing else', { timeout: 300_000 }, async () => {
  if (!realStarter) return
  const { host, dispose } = await realHost()
  try {
    const model = createLocalChatModel({ host, id: 'starter', title: 'Starter', source: realStarter })
    const scores = await probeAbilities(model, { signal: new AbortController().signal })
    expect(provedAbilities(scores)).toEqual(['chat'])
    // Guessing between two answers: the item set must not let that pass for judgement.
    expect(scores.judge.score).toBeLessThan(0.75)
  } finally {
    await dispose()
  }
})
