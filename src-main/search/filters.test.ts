/** Filters, forgiving words and passages, end to end: the whole product on a real database, with a host that embeds by words. */
import type { MessageId } from '@shared/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/testing/app'
import { wordVector } from '../models/testing/word-host'
import { HOUR, START, say } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'

let test: TestStore
let world: TestApp

const LONG = [
  '# Care of the old bicycle',
  ...['Frame', 'Wheels', 'Saddle', 'Lamps', 'Bell'].map(
    (part) =>
      `## ${part}\n\n${`The ${part.toLowerCase()} was cleaned, dried and put back where it belongs. `.repeat(7)}`,
  ),
  '## Stem\n\nThe stem bolts want exactly seven newton metres of torque.',
].join('\n\n')

const SAID: { text: string; bucket: string; author?: string; role?: 'assistant' }[] = [
  { text: 'Write to ines.falk@example.com about snake_case_variable and parseHtmlPage.', bucket: 'code_001' },
  {
    text: 'Here it is:\n```ts\nconst kettle = 1\n```\nSee https://example.org/kettle',
    bucket: 'code_001',
    role: 'assistant',
  },
  { text: 'Die Krankenversicherung wird teurer, der Beitrag steigt.', bucket: 'kasse_001' },
  { text: 'L’eau de la rivière est froide, says the “old man”.', bucket: 'eau_001' },
  { text: 'We ate at the restaurant by the harbour.', bucket: 'eau_001', author: 'Melanie' },
  { text: 'The old man of the sea, and a man of old.', bucket: 'eau_001' },
  { text: LONG, bucket: 'bicycle_001' },
  { text: 'The budget is $85,000 and the plan is in budget_2026.xlsx.', bucket: 'code_001' },
]

/** Their ids. */
const saidAs: MessageId[] = []

beforeAll(async () => {
  test = await createTestStore()
  world = await openTestApp(test)
  const { embedder } = world.app.models
  for (const [i, { text, bucket, author, role }] of SAID.entries()) {
    const saved = await say(world.store, text, START + i * 30 * HOUR, bucket, {
      ...(author === undefined ? {} : { author }),
      ...(role === undefined ? {} : { role, author: 'assistant' }),
    })
    saidAs.push(saved.id)
    const [vector] = await embedder.embed([text], { kind: 'passage', priority: 'normal' })
    if (vector) await world.store.messages.saveVectors(embedder.modelId, [{ id: saved.id, vector }])
  }
  await world.app.directory.load()
  await world.app.search.keepPassages()
}, 240_000)
afterAll(async () => {
  await world.close()
  await test.close()
})

const find = (query: string) => world.app.search.continuum({ query, scope: 'messages', limit: 20 })
/** Which of `SAID` were found, best first. */
const places = async (query: string) =>
  (await find(query)).map(({ messageId }) => (messageId === null ? -1 : saidAs.indexOf(messageId)))

describe('forgiving words', () => {
  it.each([
    ['falk', 0],
    ['variable', 0],
    ['html', 0],
    ['ines.falk@example.com', 0],
    ["l'eau", 3],
    ['eau', 3],
    ['restuarant', 4],
    ['Krankenversicherungsbeitrag', 2],
    ['85000', 7],
  ])('finds what “%s” means', async (query, which) => {
    expect((await places(query))[0]).toBe(which)
  })
})

describe('filters', () => {
  it('keep to a topic, a speaker, a time, a kind of content', async () => {
    expect(new Set(await places('in:eau_001'))).toEqual(new Set([3, 4, 5]))
    expect(await places('from:assistant')).toEqual([1])
    expect(await places('from:melanie')).toEqual([4])
    expect(await places('has:code')).toEqual([1])
    expect(await places('has:link kettle')).toEqual([1])
    expect(await places('has:file')).toEqual([7])
    const day = new Date(START + 3 * 30 * HOUR).toISOString().slice(0, 10)
    for (const which of await places(`before:${day}`)) expect(which).toBeLessThan(3)
    expect(new Set(await places(`after:${day}`))).toEqual(new Set([3, 4, 5, 6, 7]))
  })

  it('take exact words as they stand, whatever the quotes, and leave out what is not wanted', async () => {
    expect(new Set(await places('"old man"'))).toEqual(new Set([3, 5]))
    expect(await places('“a man of old”')).toEqual([5])
    expect(await places('"man old"')).toEqual([])
    expect(await places('"old man" -sea')).toEqual([3])
  })

  it('find nothing in a topic that is none, and words that only look like a filter as words', async () => {
    expect(await find('in:nowhere kettle')).toEqual([])
    expect((await places('before:lunch kettle'))[0]).toBe(1)
  })

  it('narrow what another profile asks to nothing', async () => {
    const other = await openTestApp(test)
    for (const query of ['in:eau_001', 'from:me', 'has:code', '"old man"', 'after:2000'])
      expect(await other.app.search.continuum({ query, scope: 'all', limit: 20 })).toEqual([])
    await other.close()
  })
})

describe('a long message', () => {
  it('is found by one of its passages, which is what is shown', async () => {
    const [hit] = await find('torque of the stem bolts')
    expect(hit?.place).not.toBeNull()
    expect(LONG.slice(hit?.place?.start, hit?.place?.end)).toContain('seven newton metres')
    expect(hit?.snippet.text).toContain('seven newton metres')
  })

  it('waits for its passages no longer, was read for them once, and has a vector for each', async () => {
    expect(await world.store.search.awaitingPassages(world.app.models.embedder.modelId, 10)).toEqual([])
    const [hit] = await world.store.messages.byIds(saidAs.filter((_, i) => SAID[i]?.text === LONG))
    const vector = {
      modelId: world.app.models.embedder.modelId,
      query: wordVector('torque bolts'),
      centre: new Float32Array(384),
    }
    const [read] = await world.store.search.readMessages({ numbers: [hit?.seq ?? -1], forms: [], vector })
    // Where there is none, the message's own stands for all of them.
    expect(new Set(read?.passages.map(({ likeness }) => likeness)).size).toBeGreaterThan(1)
  })
})

describe('a question that nothing answers', () => {
  it('gets an empty list, and topics where it asks for the nearest', async () => {
    expect(await find('quarterly turnover of the whaling company')).toEqual([])
    expect(
      await world.app.search.nearest({ query: 'quarterly turnover of the whaling company', limit: 3 }),
    ).toBeInstanceOf(Array)
  })
})
