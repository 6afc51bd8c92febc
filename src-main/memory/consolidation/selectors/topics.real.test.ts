/** Topics as the real embedding model sees them: what `TOPIC_LIKENESS` was chosen by. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filingModelFor } from '../../../filing/fitted'
import { createEmbedder } from '../../../models/embeddings'
import type { HostClient } from '../../../models/host-client'
import { realHost } from '../../../models/testing/model-host'
import { realEmbedding } from '../../../models/testing/real-models'
import { sentenceCalibrationOf } from '../../value/likeness'
import { sentencesAlike } from '../likeness'
import { TOPIC_LIKENESS } from '../service'
import { entry } from '../testing/samples'
import { topicsOf } from './topics'

const TOPICS = [
  ['I drink green tea every morning', 'I prefer green tea to coffee', 'I like green tea after lunch'],
  [
    'I prefer window seats on flights',
    'On planes I always want a window seat',
    'I like sitting at the window in trains',
  ],
  ['Our dog is called Anton', 'Anton, my dog, is afraid of thunder', 'I have a dog named Anton'],
  ['We decided to use PostgreSQL for the project', 'We chose Postgres over MySQL'],
  ['I work as a nurse', 'I work night shifts at the hospital'],
  ['My sister lives in Bremen'],
  ['The boiler is ten years old'],
]

describe.skipIf(!realEmbedding)('topics by the real multilingual-e5-small', () => {
  let host: HostClient
  let close: () => Promise<void>
  beforeAll(async () => {
    const real = await realHost()
    host = real.host
    close = real.dispose
  })
  afterAll(() => close())

  it('are what a person would put together, and nothing else', async () => {
    const modelId = 'multilingual-e5-small'
    const map = sentenceCalibrationOf(modelId)
    const background = filingModelFor(modelId)?.background
    if (!realEmbedding || !map || !background) throw new Error('unreachable: skipped')
    const prefixes = { passage: 'passage: ', query: 'query: ' }
    const embedder = createEmbedder({ host, modelId, source: realEmbedding, prefixes })
    const texts = TOPICS.flat()
    const vectors = await embedder.embed(texts, { kind: 'passage', priority: 'normal' })
    const entries = texts.map((text, i) => entry(i + 1, text, { vector: vectors[i] ?? new Float32Array(384) }))
    const likeness = sentencesAlike(map, background)
    const topics = topicsOf(entries, { likeness, threshold: TOPIC_LIKENESS })
    expect(topics.map((topic) => topic.map((one) => one.content))).toEqual(TOPICS)
    const topicOf = (text: string) => TOPICS.findIndex((topic) => topic.includes(text))
    for (const [i, a] of entries.entries())
      for (const b of entries.slice(i + 1))
        if (a.vector && b.vector && topicOf(a.content) !== topicOf(b.content))
          expect(likeness(a.vector, b.vector)).toBeLessThan(0.35)
  })
})
