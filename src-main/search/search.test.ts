/** Search end to end: the whole product on a real database, with a host that embeds by words. */
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bucketId } from '@shared/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../app/testing/app'
import { HOUR, START, say } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'

let test: TestStore
let it1: TestApp
const MINUTE = 60_000

const SAID: [string, string, string?][] = [
  ['Der Zahnarzttermin ist am Montag um neun.', 'zahnarzt_001'],
  ['Die Müllabfuhr kommt erst übermorgen, sagte Frau Müller.', 'haushalt_001'],
  ['来週は東京都庁で会議があります', '東京_001'],
  ['我们昨天去公园散步了', '公园_001'],
  ['วันนี้ไปร้านอาหารใหม่กับเพื่อน', 'อาหาร_001'],
  ['İstanbul’da kitaplarımızı satıyoruz', 'istanbul_001'],
  ['Kaffee 🎉 war lecker', 'kaffee_001'],
  ['ذهبت إلى المكتبة صباحا', 'مكتبة_001'],
  ['The rear derailleur of my bicycle skips in third gear.', 'bicycle_001'],
  ['I paint sunsets with water colours.', 'painting_001', 'Melanie'],
]

beforeAll(async () => {
  test = await createTestStore()
  it1 = await openTestApp(test)
  for (const [i, [text, bucket, author]] of SAID.entries())
    await say(it1.store, text, START + i * 2 * HOUR, bucket, author === undefined ? {} : { author })
  await it1.app.directory.load()
})
afterAll(async () => {
  await it1.close()
  await test.close()
})

const found = async (query: string, app = it1.app) =>
  (await app.search.continuum({ query, scope: 'messages', limit: 50 })).filter((h) => h.snippet.highlights.length > 0)
const best = async (query: string) => (await found(query))[0]?.snippet

describe('search in any script', () => {
  it.each([
    ['Zahnarzt', 0, 'Zahnarzttermin'],
    ['termin', 0, 'Zahnarzttermin'],
    ['muller', 1, 'Müller'],
    ['ÜBERMORGEN', 1, 'übermorgen'],
    ['東京', 2, '東京'],
    ['会議', 2, '会議'],
    ['公园', 3, '公园'],
    ['ร้านอาหาร', 4, 'ร้านอาหาร'],
    ['ISTANBUL', 5, 'İstanbul’da'],
    ['kitaplar', 5, 'kitaplarımızı'],
    ['🎉', 6, '🎉'],
    ['المكتبة', 7, 'المكتبة'],
    ['bicycles', 8, 'bicycle'],
  ])('finds “%s”', async (query, which, marked) => {
    const snippet = await best(query)
    expect(snippet?.text).toBe(SAID[which]?.[0])
    expect(snippet?.highlights.map(([a, b]) => snippet.text.slice(a, b))).toContain(marked)
  })

  it('finds what a person said by their name', async () => {
    const [hit] = await it1.app.search.continuum({ query: 'Melanie', scope: 'messages', limit: 3 })
    expect(hit).toMatchObject({ author: 'Melanie', bucketTitle: 'painting_001' })
  })

  it('takes a query as words, never as operators, whatever is in it', async () => {
    for (const query of [
      '"',
      "'",
      '\\',
      '{}',
      '%',
      '_',
      '(bicycle',
      'bicycle:*',
      "'; DROP TABLE messages; --",
      'a & | !b',
    ])
      await expect(found(query), query).resolves.toBeInstanceOf(Array)
    expect((await found("bicycle' | 'x"))[0]?.snippet.text).toContain('bicycle')
    for (const empty of ['', '   ', '\n\t'])
      expect(await it1.app.search.continuum({ query: empty, scope: 'all', limit: 5 })).toEqual([])
    expect(await it1.app.search.buckets({ query: ' ', limit: 5 })).toEqual([])
    const long = `bicycle ${'lorem ipsum dolor sit amet '.repeat(400)}`
    expect((await found(long))[0]?.snippet.text).toContain('bicycle')
  })

  it('gives the same list for the same question, scores between 0 and 1, best first', async () => {
    const ask = () => it1.app.search.continuum({ query: 'my bicycle and water', scope: 'all', limit: 20 })
    const [one, two] = [await ask(), await ask()]
    expect(one).toEqual(two)
    const scores = one.map((h) => h.score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    expect(scores.every((s) => s >= 0 && s <= 1)).toBe(true)
    expect(await it1.app.search.continuum({ query: 'bicycle', scope: 'memories', limit: 5 })).toEqual([])
  })

  it('shows another profile nothing', async () => {
    const other = await openTestApp(test)
    expect(await other.app.search.continuum({ query: 'bicycle', scope: 'all', limit: 5 })).toEqual([])
    expect(await other.app.search.buckets({ query: 'bicycle', limit: 5 })).toEqual([])
    await other.close()
  })
})

describe('the index', () => {
  it('is there from the moment a message is saved, and with it', async () => {
    const own = await openTestApp(test)
    const { done } = await own.app.conversation.send({ text: 'The wombat sleeps in its burrow.' })
    expect(await found('wombat', own.app)).toHaveLength(1)
    await done
    expect(await found('wombat', own.app)).toHaveLength(1)
    const again = await own.reopen()
    expect(await found('wombat', again.app)).toHaveLength(1)
    await again.close()
  })

  it('knows what an import brought, its segments too, and does not count it twice', async () => {
    const own = await openTestApp(test)
    const folder = await mkdtemp(join(tmpdir(), 'search-import-'))
    const file = join(folder, 'talk.jsonl')
    const rows = [
      'Where did we buy the okapi picture?',
      'In the shop behind the cathedral.',
      'Thanks, the okapi is lovely.',
    ]
    writeFileSync(
      file,
      rows
        .map((text, i) =>
          JSON.stringify({
            conv: 'c',
            id: `m${i}`,
            ts: new Date(START - HOUR + i * MINUTE).toISOString(),
            author: i === 1 ? 'assistant' : 'user',
            text,
          }),
        )
        .join('\n'),
    )
    const options = { format: 'jsonl' as const, signal: new AbortController().signal, report: () => undefined }
    await own.app.imports.run(file, options)
    const before = await own.store.search.evidence({ kind: 'message', terms: ['okapi'], vector: null })
    await own.app.imports.run(file, options)
    const after = await own.store.search.evidence({ kind: 'message', terms: ['okapi'], vector: null })
    expect(before.documents).toBe(3)
    expect(after).toEqual(before)
    // two messages, whose words are counted with them; the title of their segment, which comes after them, says nothing new
    expect(after.wanted[0]?.documents).toBe(2)
    // Neighbours of one talk come along, in the segment the import put them in.
    expect(new Set(after.rows.map((r) => r.segmentId)).size).toBe(1)
    expect(after.rows).toHaveLength(3)
    const segments = await own.app.search.continuum({ query: 'okapi', scope: 'segments', limit: 5 })
    expect(segments[0]).toMatchObject({ kind: 'segment', messageId: before.rows[0]?.messageId })
    await rm(folder, { recursive: true })
    await own.close()
  })

  it('is completed for a store from before there was one, and answers the same then', async () => {
    const own = await openTestApp(test)
    for (const [i, text] of ['A quokka smiles.', 'Two quokkas smile.'].entries())
      await say(own.store, text, START + i * MINUTE, 'quokka_001')
    await own.store.messages.saveVectors(
      own.app.models.embedder.modelId,
      (await own.store.messages.newest(9)).map((m) => ({ id: m.id, vector: new Float32Array(384).fill(0.05) })),
    )
    const ask = () => own.store.search.evidence({ kind: 'message', terms: ['quokka'], vector: null })
    const before = await ask()
    for (const table of ['search_documents', 'search_terms', 'search_totals', 'search_vectors'])
      await test.open.asProfile(own.app.profileId, (db) => db.execute(`DELETE FROM ${table}`))
    expect((await ask()).rows).toEqual([])
    while (!(await own.store.search.catchUp(1)));
    expect(await ask()).toEqual(before)
    await own.close()
  })

  it('finds by meaning with a vector of the model in use only', async () => {
    const own = await openTestApp(test)
    const message = await say(own.store, 'Numbat.', START, 'numbat_001')
    const vector = new Float32Array(384).fill(1 / Math.sqrt(384))
    await own.store.messages.saveVectors('old@1', [{ id: message.id, vector }])
    const near = async (modelId: string) =>
      (
        await own.store.search.evidence({
          kind: 'message',
          terms: [],
          vector: { modelId, query: vector, centre: new Float32Array(384) },
        })
      ).rows
    expect(await near('new@1')).toEqual([])
    expect((await near('old@1'))[0]?.likeness).toBeCloseTo(1)
    await own.store.messages.saveVectors('new@1', [{ id: message.id, vector }])
    expect(await near('new@1')).toHaveLength(1)
    await own.close()
  })
})

describe('resurrecting an old topic (seed 001, flow 5)', () => {
  it('finds an archived bucket by its name and by what is in it, and filing into it wakes it', async () => {
    const own = await openTestApp(test)
    await own.app.conversation.send({ text: 'My mandolin needs new strings before the concert.' }).then((a) => a.done)
    await own.app.conversation.send({ text: 'The mandolin strings are bronze.' }).then((a) => a.done)
    const [home] = own.app.directory.visible()
    if (!home) throw new Error('nothing was filed')
    const id = bucketId.parse(home.id)
    await own.app.buckets.command({ kind: 'archive', bucket: id })
    expect(own.app.directory.get(id)?.status).toBe('archived')
    const [hit] = await own.app.search.buckets({ query: 'mandolin strings', limit: 5 })
    expect(hit).toMatchObject({ bucket: { id, status: 'archived' } })
    expect(await found('mandolin', own.app)).not.toEqual([])
    own.clock.advance(100 * 24 * HOUR)
    await own.app.conversation.send({ text: 'The mandolin strings broke again.', bucketId: id }).then((a) => a.done)
    expect(own.app.directory.get(id)?.status).toBe('active')
    const [again] = await own.app.search.buckets({ query: 'mandolin', limit: 5 })
    expect(again?.bucket).toMatchObject({ id, status: 'active' })
    await own.close()
  })

  it('answers with the bucket that holds the messages now: after a merge, its undo and an unarchive', async () => {
    const own = await openTestApp(test)
    await say(own.store, 'The cello case is blue.', START, 'cello_001')
    await say(own.store, 'Trains to Lisbon at night.', START + HOUR, 'trains_001')
    await own.app.directory.load()
    const cello = bucketId.parse('cello_001')
    const trains = bucketId.parse('trains_001')
    const where = async () => {
      const [hit] = await found('cello', own.app)
      const [bucket] = await own.app.search.buckets({ query: 'blue cello case', limit: 5 })
      return [hit?.bucketId, bucket?.bucket.id]
    }
    expect(await where()).toEqual([cello, cello])
    const merged = await own.app.buckets.command({ kind: 'mv', source: cello, target: trains })
    expect(await where()).toEqual([trains, trains])
    if (merged.operationId) await own.app.operations.undo(merged.operationId)
    expect(await where()).toEqual([cello, cello])
    await own.app.buckets.command({ kind: 'archive', bucket: cello })
    expect(await where()).toEqual([cello, cello])
    await own.app.buckets.command({ kind: 'unarchive', bucket: cello })
    expect((await own.app.search.buckets({ query: 'cello', limit: 1 }))[0]?.bucket.status).toBe('active')
    await own.close()
  })
})
