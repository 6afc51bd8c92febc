import { messageId, segmentId } from '@shared/ids'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database, Statements } from '../../connection'
import { holdBack, listHeldBack } from '../../relisting'
import type { SearchKind } from '../../schema'
import { termCounts } from '../../search-terms'
import { newMemory, newMessage, newOperation, START, say } from '../../testing/samples'
import { createTestStore, type TestStore } from '../../testing/store'
import { readPostings } from './postings'
import { countAllWords } from './words'

let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

const KINDS: readonly SearchKind[] = ['message', 'segment', 'memory']

/** What every document of a kind holds, read off the documents themselves. */
async function held(kind: SearchKind): Promise<Map<string, number[]>> {
  const { rows } = await test.open.asProfile(test.userId, (db) =>
    db.execute<{ term: string; numbers: string }>(sql`
      SELECT term, string_agg(number::text, ',' ORDER BY number) AS numbers FROM search_documents, unnest(terms) term
      WHERE kind = ${kind} GROUP BY 1`),
  )
  return new Map(rows.map((r) => [r.term, r.numbers.split(',').map(Number)]))
}

async function expectRight(): Promise<void> {
  for (const kind of KINDS) {
    const wanted = await held(kind)
    const terms = [...wanted.keys(), 'nowhere', 'okapi', 'zebra']
    const postings = await test.open.asProfile(test.userId, (db) => readPostings(db, kind, terms, true))
    for (const term of terms) expect([kind, term, postings.of(term)]).toEqual([kind, term, wanted.get(term) ?? []])
    const [[term, numbers] = ['', []]] = wanted
    for (const number of numbers)
      expect([postings.has(term, number), postings.has(term, number + 0.5)]).toEqual([true, false])
  }
  const { problems } = await test.store.verification.run(true)
  expect(problems.filter((p) => p.includes('posting') || p.includes('words of the search'))).toEqual([])
}

/** The next message gets a number behind this one. */
async function goOnAt(number: number): Promise<void> {
  // leaves the connection to the store's owner
  await test.open.tidy()
  await test.open.db.execute(sql`SELECT setval('messages_seq_seq', ${number}::bigint)`)
}

/** Closes the newest imported segment under a title, which its lists hold from then on. */
async function collapse(title: string): Promise<void> {
  const { rows } = await test.open.asProfile(test.userId, (db) =>
    db.execute<{ id: string; n: number }>(sql`
      SELECT id, message_count AS n FROM continuum_segments WHERE conv IS NOT NULL ORDER BY id LIMIT 1`),
  )
  await test.store.segments.saveCollapse({
    ...{
      segmentId: segmentId.parse(rows[0]?.id),
      title,
      synopsis: `${title} were talked of.`,
      summarisedBy: 'extractive',
    },
    ...{ embedding: new Float32Array(384).fill(0.05), embeddingModel: 'multilingual-e5-small' },
    ...{ buckets: [], toolsUsed: [], complexity: 1, expectedMessages: rows[0]?.n ?? 0, inactiveMinutes: 60 },
  })
}

const count = () => test.open.asProfile(test.userId, (db) => countAllWords(db))

it('say of every term which documents hold it: before words are counted and after, and when documents go or say something else', async () => {
  const { store } = test
  // Numbers on both sides of the border between two pieces of a list.
  await goOnAt(2040)
  const said = []
  for (let i = 0; i < 20; i++)
    said.push(
      await say(
        store,
        `common words and number${i % 7} zebra${i} ${i % 3 === 0 ? 'often' : ''}`,
        START + i * 60_000,
        'zoo_001',
      ),
    )
  await expectRight()
  await count()
  await expectRight()
  await say(store, 'common words of an okapi', START + 30 * 60_000, 'zoo_001')
  await expectRight()
  await count()
  // A number from before, as a backup brings that is merged in: it is added to a piece that is held in memory.
  await goOnAt(100)
  await say(store, 'common words of a tapir and number3', START + 31 * 60_000, 'zoo_001')
  await count()
  await goOnAt(4100)
  await expectRight()
  await say(store, 'often common words of a tapir', START + 32 * 60_000, 'zoo_001')
  await count()
  await expectRight()
  const messages = [0, 1, 2].map((i) =>
    newMessage(`imported common words ${i}`, START - i * 60_000, { externalId: `e${i}` }),
  )
  await store.transfer.importSegments({ segments: [{ conv: 'c', messages }], vectors: null, terms: [] })
  await count()
  await expectRight()
  // What an import leaves for later, added up for many at once and in parts, is what adding it up at once comes to.
  const later = [3, 4, 5].map((i) =>
    newMessage(`imported common words ${i}`, START - i * 60_000, { externalId: `e${i}` }),
  )
  const words: [string, number][] = [
    ['imported', 3],
    ['okapi"\\', 1],
  ]
  await store.transfer.importSegments({
    segments: [{ conv: 'd', messages: later }],
    vectors: null,
    terms: words,
    wordsLater: true,
  })
  await expectRight()
  expect(await store.search.countManyWords(2)).toBe(true)
  await expectRight()
  expect(await store.search.countManyWords(2)).toBe(false)
  await expectRight()
  const counted = new Map(await store.filing.loadTerms())
  for (const [word, n] of words) expect([word, counted.get(word)]).toEqual([word, n])

  const inSegments = ['Zebras and okapis', 'Common words']
  for (const [i, title] of inSegments.entries()) {
    await collapse(title)
    expect((await held('segment')).size > i).toBe(true)
    await expectRight()
  }

  const memory = newMemory({ content: 'An okapi is common here' })
  await store.operations.apply(newOperation({ createsMemories: [memory] }))
  await expectRight()
  await store.memoryWriting.erase(memory.id, START)
  await expectRight()

  const gone = said.slice(3, 9).map((m) => messageId.parse(m.id))
  await store.erasing.messages(gone, [], START)
  await expectRight()
  const left = await test.open.asProfile(test.userId, (db) =>
    db.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM search_postings WHERE numbers = ''::bytea`),
  )
  expect(left.rows).toEqual([{ n: 0 }])
})

it('are read once: what cannot have changed is held in memory', async () => {
  const [common = ''] = termCounts('common').keys()
  const numbers = async (db: Database) => (await readPostings(db, 'message', [common], true)).of(common)
  const before = await test.open.asProfile(test.userId, numbers)
  expect(before.filter((n) => n < 2048).length).toBeGreaterThan(2)
  const withoutTheFirst = test.open.asProfile(test.userId, async (db) => {
    await db.execute(sql`DELETE FROM search_postings WHERE kind = 'message' AND chunk = 0`)
    expect(await numbers(db)).toEqual(before)
    throw new Error('taken back')
  })
  await expect(withoutTheFirst).rejects.toThrow('taken back')
})

it('are made piece by piece for messages from before there were any, and it is said how far that is', async () => {
  const shares: number[] = []
  const before = await held('message')
  await test.open.asProfile(test.userId, async (db) => {
    const literal = (text: string, values: unknown[]) => text.replace(/\$(\d)/g, (_, n) => `'${values[Number(n) - 1]}'`)
    const statements: Statements = {
      exec: (text) => db.execute(sql.raw(text)),
      query: <Row>(text: string, values: unknown[] = []) =>
        db.execute(sql.raw(literal(text, values))) as unknown as Promise<{ rows: Row[] }>,
    }
    await holdBack(statements)
    await db.execute(sql`DELETE FROM search_postings WHERE kind = 'message'`)
    await listHeldBack(statements, (share) => void shares.push(share))
  })
  expect(before.size).toBeGreaterThan(20)
  expect(shares.length).toBeGreaterThan(2)
  expect([shares[0], shares.at(-1)]).toEqual([0, 1])
  await expectRight()
})
