import { bucketId, type MessageId } from '@shared/ids'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { filingModelFor } from '../filing/fitted'
import { WordCounts } from '../filing/statistics'
import { createEmbedder } from '../models/embeddings'
import { realHost } from '../models/testing/model-host'
import { realEmbedding } from '../models/testing/real-models'
import { wordVector } from '../models/testing/word-host'
import { START, say as store } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { createRecall, findRelevant, type RecallPorts } from './recall'

let test: TestStore
let stores = 0
let ending: (() => Promise<void>)[] = []
beforeAll(async () => {
  test = await createTestStore()
})
afterEach(async () => {
  for (const end of ending.reverse()) await end()
  ending = []
})
afterAll(() => test.close())

const background = filingModelFor('multilingual-e5-small')?.background ?? new Float32Array(384)
const MINUTE = 60_000

/** A store of its own with these messages, oldest first, and their vectors. */
async function openWith(texts: readonly (string | { author: string; text: string })[]) {
  const own = await test.as(`recall ${stores++}`)
  const statistics = new WordCounts()
  const ids: MessageId[] = []
  for (const [i, said] of texts.entries()) {
    const { text, author } = typeof said === 'string' ? { text: said, author: 'user' } : said
    const { id } = await store(own, text, START + i * MINUTE, 'notes_001', { author })
    statistics.add([text])
    ids.push(id)
  }
  await own.messages.saveVectors(
    'words@1',
    texts.map((said, i) => {
      const id = ids[i]
      if (!id) throw new Error('it was not saved')
      return { id, vector: wordVector(typeof said === 'string' ? said : said.text) }
    }),
  )
  const ports: RecallPorts = { store: own, embedder: { modelId: 'words@1' }, background: () => background }
  const titleOf = (id: string | null) => (id === null ? null : `Title of ${id}`)
  const recall = createRecall({
    ...ports,
    directory: { titleOf },
    recent: async () => new Set((await ports.store.messages.newest(15)).map((m) => m.id)),
    questionVector: async (text) => wordVector(text),
  })
  return {
    ports,
    ids,
    notes: (text: string) => recall.notes(text, wordVector(text)),
    lookUp: recall.lookUp,
    related: (text: string) => recall.related(text, wordVector(text)),
    find: (text: string, more: Partial<Parameters<typeof findRelevant>[3]> = {}) =>
      findRelevant(ports, text, wordVector(text), { limit: 3, atLeast: 0, exclude: new Set(), ...more }),
  }
}
/** Fifteen messages of which none has to do with anything: the window that is in the prompt anyway. */
const window = Array.from({ length: 15 }, (_, i) => `Chatter number ${i} of no importance.`)

describe('recall before a turn', () => {
  it('finds what is clearly relevant, best first, and leaves out what is in the prompt anyway', async () => {
    const { notes, ids } = await openWith([
      'My dog Rex sleeps in the kitchen.',
      'The dog sleeps.',
      'Night trains run to Lisbon.',
      ...window.slice(1),
      'My dog Rex sleeps in the kitchen today.',
    ])
    const found = await notes('My dog Rex sleeps in which kitchen?')
    expect(found[0]).toEqual({
      messageId: ids[0],
      bucketId: bucketId.parse('notes_001'),
      text: 'My dog Rex sleeps in the kitchen.',
    })
    expect(found.map((n) => n.messageId)).not.toContain(ids.at(-1))
    expect(found.map((n) => n.text)).not.toContain('Night trains run to Lisbon.')
  })

  it('attaches nothing to a question that has to do with nothing', async () => {
    const { notes } = await openWith(['My dog Rex sleeps in the kitchen.', ...window])
    expect(await notes('How do volcanoes erupt?')).toEqual([])
    expect(await notes('')).toEqual([])
    expect(await notes('!!! ???')).toEqual([])
  })

  it('looks up what is asked for: the best there is and where it lies, never the asking itself', async () => {
    const { lookUp, related, ids } = await openWith([
      'My dog Rex sleeps in the kitchen.',
      'Do you remember where my dog Rex sleeps?',
      'Night trains run to Lisbon.',
      ...window,
    ])
    const looked = await lookUp('Look it up in our old talks: where does my dog Rex sleep?')
    expect(looked?.notes.map((n) => n.messageId)).toEqual([ids[0]])
    expect(looked?.found?.bucketId).toBe('notes_001')
    const card = await related('Look it up in our old talks: where does my dog Rex sleep?')
    expect(card.map((one) => one.messageId)).toEqual([ids[0]])
    expect(await lookUp('My dog Rex sleeps in the kitchen.')).toBeNull()
  })

  it('attaches at most three notes, short, on one line, with the name of another person who spoke', async () => {
    const long = `My dog Rex sleeps in the kitchen. ${'Really, my dog Rex sleeps in the kitchen.\n'.repeat(20)}`
    const { notes } = await openWith([
      ...Array.from({ length: 4 }, () => 'My dog Rex sleeps in the kitchen.'),
      { author: 'Caroline', text: long },
      ...window,
    ])
    const found = await notes('Does my dog Rex sleeps in the kitchen?')
    expect(found).toHaveLength(3)
    const { notes: named } = await openWith([{ author: 'Caroline', text: long }, ...window])
    const [note] = await named('Does my dog Rex sleeps in the kitchen?')
    expect(note?.text).toMatch(/^Caroline: My dog Rex/)
    expect(note?.text).not.toContain('\n')
    expect([...(note?.text ?? '')].length).toBeLessThanOrEqual('Caroline: '.length + 300)
  })

  it('counts the author’s name, because questions name people', async () => {
    const { find, ids } = await openWith([
      { author: 'Melanie', text: 'I paint sunsets.' },
      { author: 'Caroline', text: 'I paint sunsets.' },
    ])
    const found = await find('What does Caroline paint, sunsets?')
    expect(found[0]?.message.id).toBe(ids[1])
    expect(found[0]?.score).toBeGreaterThan(found[1]?.score ?? 1)
  })

  it('scores between 0 and 1, keeps to its bar and its limit, and excludes what it is told to', async () => {
    const { find, ids } = await openWith(['Tomatoes want sun.', 'Tomatoes want potash.', 'Trains want rails.'])
    const all = await find('Tomatoes want sun.', { limit: 10 })
    expect(all.map((r) => r.message.id)[0]).toBe(ids[0])
    for (const { score } of all) {
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(1)
    }
    const bar = all[1]?.score ?? 0
    expect((await find('Tomatoes want sun.', { atLeast: bar, limit: 10 })).every((r) => r.score >= bar)).toBe(true)
    expect(await find('Tomatoes want sun.', { limit: 1 })).toHaveLength(1)
    const without = await find('Tomatoes want sun.', { limit: 10, exclude: new Set(ids.slice(0, 1)) })
    expect(without.map((r) => r.message.id)).not.toContain(ids[0])
  })

  it('treats what is searched as words, never as operators', async () => {
    const { find, ids } = await openWith(['Tomatoes want sun.'])
    for (const text of ["tomatoes' | !sun & (", 'tomatoes:*', "'; DROP TABLE messages; --", '<-> tomatoes \\'])
      expect(await find(text, { limit: 5 })).toHaveLength(1)
    expect((await find('sun'))[0]?.message.id).toBe(ids[0])
  })

  it('offers related messages with their topic on the card of the mode without a model', async () => {
    const { related, ids } = await openWith(['Tomatoes want sun and potash.', 'Trains want rails.', ...window])
    expect(await related('Do tomatoes want potash or sun?')).toMatchObject([
      { messageId: ids[0], bucketTitle: 'Title of notes_001', snippet: 'Tomatoes want sun and potash.' },
    ])
  })
})

describe.skipIf(!realEmbedding)('with the real embedding model', () => {
  it('finds in other words and another language, and leaves the unrelated alone', async () => {
    if (!realEmbedding) return
    const { host, dispose } = await realHost()
    ending.push(dispose)
    const embedder = createEmbedder({
      host,
      modelId: 'e5@real',
      source: realEmbedding,
      prefixes: { passage: 'passage: ', query: 'query: ' },
    })
    const texts = [
      'We called the new puppy Bruno because of his brown fur.',
      'The dentist appointment is on the fourteenth at nine.',
      'For the borscht you need beetroot, cabbage and dill.',
      'Our landlord raises the rent by eighty euros from March.',
      'The rear derailleur of my bicycle skips in third gear.',
    ]
    const own = await test.as('recall real')
    const statistics = new WordCounts()
    const ids: MessageId[] = []
    for (const [i, text] of texts.entries()) {
      ids.push((await store(own, text, START + i * MINUTE, 'notes_001')).id)
      statistics.add([text])
    }
    const passages = await embedder.embed(texts, { kind: 'passage', priority: 'normal' })
    await own.messages.saveVectors(
      embedder.modelId,
      ids.flatMap((id, i) => {
        const vector = passages[i]
        return vector ? [{ id, vector }] : []
      }),
    )
    const ports: RecallPorts = { store: own, embedder, background: () => background }
    const best = async (question: string) => {
      const [vector] = await embedder.embed([question], { kind: 'query', priority: 'turn' })
      const none = { limit: 1, atLeast: 0, exclude: new Set<MessageId>() }
      const [found] = vector ? await findRelevant(ports, question, vector, none) : []
      return texts.indexOf(found?.message.text ?? '')
    }
    expect(await best('What is my dog’s name?')).toBe(0)
    expect(await best('Wann muss ich zum Zahnarzt?')).toBe(1)
    expect(await best('Which vegetables go into the soup?')).toBe(2)
    expect(await best('How much more do I pay for the flat?')).toBe(3)
    expect(await best('自転車のギアの調子が悪い')).toBe(4)
  })
})
