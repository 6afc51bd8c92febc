import type { ImportSummary } from '@shared/contract/transfer'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, say, type TestApp, told } from '../app/testing/app'
import { createTestStore, type TestStore } from '../store/testing/store'
import type { StoredMessage } from '../store/types'
import type { ImportOptions } from './import-service'
import { fileOf, gptConversation } from './testing/exports'

const MINUTE = 60_000
const START = Date.UTC(2024, 4, 1, 9)

let test: TestStore
let ending: (() => Promise<void>)[] = []
beforeAll(async () => {
  test = await createTestStore()
})
afterEach(async () => {
  for (const end of ending.reverse()) await end()
  ending = []
})
afterAll(() => test.close())

interface World extends TestApp {
  read(file: string, options?: Partial<ImportOptions>): Promise<ImportSummary>
  messages(): Promise<StoredMessage[]>
}
const open = async (): Promise<World> => {
  const world = await openTestApp(test)
  ending.push(() => world.close())
  return {
    ...world,
    read: (file, options = {}) =>
      world.app.imports.run(file, {
        format: 'auto',
        signal: new AbortController().signal,
        report: () => undefined,
        ...options,
      }),
    messages: () => world.store.messages.newest(500),
  }
}
interface Row {
  conv?: string
  id: string
  minutes: number
  author?: string
  text?: string
}
const line = ({ conv = 'c', id, minutes, author = 'Ann', text = `${conv} ${id}` }: Row) =>
  JSON.stringify({ conv, id, ts: new Date(START + minutes * MINUTE).toISOString(), author, text })
const jsonl = (...rows: (Row | string)[]) =>
  fileOf(rows.map((r) => (typeof r === 'string' ? r : line(r))).join('\n'), 'talk.jsonl')
const verified = async (world: World) => expect((await world.store.verification.run()).problems).toEqual([])

describe('an import', () => {
  it('keeps original times, authors and the order within equal times', async () => {
    const world = await open()
    const file = await jsonl(
      { id: 'b', minutes: 1, author: 'assistant' },
      { id: 'a', minutes: 0 },
      ...Array.from({ length: 12 }, (_, i) => ({ id: `same${i}`, minutes: 2, author: i % 2 ? 'assistant' : 'Zoë' })),
    )
    const summary = await world.read(file)
    expect(summary).toMatchObject({ read: 14, new: 14, updated: 0, skipped: 0, failed: 0, reasons: [], leftOut: [] })
    expect(summary).toMatchObject({ conversations: 1, programs: ['JSONL'] })
    const messages = await world.messages()
    expect(messages.map((m) => m.externalId)).toEqual([
      'c/a',
      'c/b',
      ...Array.from({ length: 12 }, (_, i) => `c/same${i}`),
    ])
    expect(messages.map((m) => Date.parse(m.ts) - START)).toEqual([0, MINUTE, ...Array(12).fill(2 * MINUTE)])
    expect(messages.slice(0, 4).map((m) => [m.role, m.author])).toEqual([
      ['user', 'Ann'],
      ['assistant', 'assistant'],
      ['user', 'Zoë'],
      ['assistant', 'assistant'],
    ])
    await verified(world)
  })

  it('adds nothing the second time, and only what is new when the file has grown', async () => {
    const world = await open()
    const rows: Row[] = [
      { id: '1', minutes: 0 },
      { id: '2', minutes: 1 },
    ]
    await world.read(await jsonl(...rows))
    const before = await world.messages()
    expect(await world.read(await jsonl(...rows))).toMatchObject({ read: 2, new: 0, skipped: 2, failed: 0 })
    expect(await world.messages()).toEqual(before)
    const grown = await jsonl(...rows, { id: '3', minutes: 600 }, { conv: 'd', id: '1', minutes: 0.5 })
    expect(await world.read(grown)).toMatchObject({ read: 4, new: 2, skipped: 2 })
    expect((await world.messages()).map((m) => m.externalId)).toEqual(['c/1', 'd/1', 'c/2', 'c/3'])
    await verified(world)
  })

  it('takes over what was edited in the other program since: words, search, vector, summary and memories are those of now', async () => {
    const world = await open()
    const before = await jsonl(
      { id: '1', minutes: 0, author: 'user', text: 'I am allergic to walnuts.' },
      { id: '2', minutes: 1, author: 'assistant', text: 'Noted.' },
    )
    const remembered = async () => (await world.store.memories.standing()).map((m) => m.content)
    await world.read(before)
    expect(await remembered()).toEqual(['I am allergic to walnuts'])
    const after = await jsonl(
      { id: '1', minutes: 0, author: 'user', text: 'I am allergic to hazelnuts.' },
      { id: '2', minutes: 1, author: 'assistant', text: 'Noted.' },
    )
    expect(await world.read(after)).toMatchObject({ read: 2, new: 0, updated: 1, skipped: 1 })
    expect((await world.messages()).map((m) => m.text)).toContain('I am allergic to hazelnuts.')
    expect(await remembered()).toEqual(['I am allergic to hazelnuts'])
    const found = async (query: string) =>
      (await world.app.search.continuum({ query, scope: 'messages', limit: 5, wordsOnly: true })).length
    expect([await found('walnuts'), await found('hazelnuts')]).toEqual([0, 1])
    const [segment] = await world.store.segments.newest(1)
    expect(`${segment?.title} ${segment?.synopsis}`).toMatch(/hazelnuts/i)
    expect(`${segment?.title} ${segment?.synopsis}`).not.toMatch(/walnuts/i)
    expect((await world.store.verification.run(true)).problems).toEqual([])
    // and once it says so, there is nothing left to do
    expect(await world.read(after)).toMatchObject({ new: 0, updated: 0, skipped: 2 })
  })

  it('makes segments of the silences, closes each with title and synopsis, and drains their downstream work', async () => {
    const world = await open()
    await world.read(
      await jsonl(
        { id: '1', minutes: 0, text: 'Tomatoes need potash.' },
        { id: '2', minutes: 60, text: 'Tomatoes need sun.' },
        { id: '3', minutes: 121, text: 'Night trains run to Lisbon.' },
      ),
    )
    const segments = (await world.store.segments.newest(10)).reverse()
    expect(segments.map((s) => [s.status, s.messages, Date.parse(s.startedAt) - START])).toEqual([
      ['collapsed', 2, 0],
      ['collapsed', 1, 121 * MINUTE],
    ])
    for (const segment of segments) {
      expect(segment.title).not.toBe('')
      expect(segment.synopsis).not.toBe('')
      expect(segment.domainBlocksUpdated).toBe(true)
      expect(segment.buckets.length).toBeGreaterThan(0)
    }
    expect((await world.messages()).every((m) => m.bucketId !== null && m.filedBy === 'import')).toBe(true)
    expect(await world.store.segments.undrained(10)).toEqual([])
  })

  it('keeps interleaved conversations apart: no segment spans two, though they overlap in time', async () => {
    const world = await open()
    const rows = Array.from({ length: 24 }, (_, i): Row => ({ conv: `conv${i % 3}`, id: `${i}`, minutes: i }))
    expect(await world.read(await jsonl(...rows))).toMatchObject({ new: 24 })
    const segments = await world.store.segments.newest(10)
    expect(segments.map((s) => s.messages)).toEqual([8, 8, 8])
    for (const segment of segments) {
      const convs = new Set((await world.store.messages.ofSegment(segment.id)).map((m) => m.conv))
      expect(convs.size).toBe(1)
    }
    await verified(world)
  })

  it('comes between no two messages of the person: “remember that” means what they said before it', async () => {
    const world = await open()
    await say(world, 'My locker combination is 12-34-56.')
    await world.read(await jsonl(...Array.from({ length: 25 }, (_, i) => ({ id: `${i}`, minutes: i }))))
    world.clock.advance(MINUTE)
    const { remembered } = await say(world, 'Please remember that.')
    expect(remembered.map((r) => r.content)).toEqual([expect.stringContaining('12-34-56')])
  })

  it('runs no janitor pass, begins no session and is itself no receipt', async () => {
    const world = await open()
    await world.read(await jsonl({ id: '1', minutes: 0 }, { id: '2', minutes: 1 }))
    expect((await world.store.janitor.state()).lastRun).toBeNull()
    expect(await world.store.sessions.newest()).toBeNull()
    expect((await world.store.operations.list({ limit: 10 })).filter((o) => o.actor === 'janitor')).toEqual([])
  })

  it('reads a ChatGPT export, and says how it went', async () => {
    const world = await open()
    const conversation = gptConversation(
      'talk-1',
      [
        { id: 'root', parent: null, message: null },
        { id: 'q', parent: 'root', role: 'user', text: 'What do tomatoes need?' },
        { id: 'a', parent: 'q', role: 'assistant', text: 'Potash.' },
      ],
      'a',
    )
    const seen: string[] = []
    const summary = await world.read(await fileOf(JSON.stringify([conversation])), {
      report: (progress, detail, stage) => void seen.push(`${progress} ${detail}: ${stage}`),
    })
    expect(summary).toMatchObject({ read: 2, new: 2, failed: 0 })
    expect((await world.messages()).map((m) => [m.role, m.text])).toEqual([
      ['user', 'What do tomatoes need?'],
      ['assistant', 'Potash.'],
    ])
    // one bar: reading is a part of the way, filing the rest, and how fast reading is says nothing of it
    expect(seen).toEqual(['0.05 2 messages imported: reading', '1 2 of 2 messages filed: filing'])
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(told(world, 'import.finished')).toEqual([{ type: 'import.finished', summary, whole: true }])
  })

  it('counts what it cannot read, with reasons, and goes on', async () => {
    const world = await open()
    const file = await jsonl(
      { id: '1', minutes: 0 },
      'not json',
      '{"type":"question","conv":"c","id":"q"}',
      '{"conv":"c","id":"2","ts":"yesterday","author":"Ann","text":"x"}',
      { id: '3', minutes: 1 },
    )
    expect(await world.read(file)).toMatchObject({
      read: 2,
      new: 2,
      skipped: 1,
      failed: 2,
      reasons: [expect.stringContaining('Line 2'), expect.stringContaining('Line 4')],
    })
  })

  it('of a file that breaks half-way keeps what was before, says so, and tells the window', async () => {
    const world = await open()
    const one = JSON.stringify(
      gptConversation(
        'talk-1',
        [
          { id: 'root', parent: null, message: null },
          { id: 'q', parent: 'root', role: 'user', text: 'What do tomatoes need?' },
        ],
        'q',
      ),
    )
    const broken = await fileOf(`[${one}, {"title": "cut o`)
    await expect(world.read(broken)).rejects.toMatchObject({
      code: 'import_broken',
      message: expect.stringContaining('1 message before that is kept.'),
    })
    expect((await world.messages()).map((m) => m.bucketId !== null)).toEqual([true])
    expect(await world.store.segments.newest(5)).toMatchObject([{ status: 'collapsed', domainBlocksUpdated: true }])
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(told(world, 'import.finished')).toMatchObject([{ summary: { new: 1 }, whole: false }])
    // The rest of it, once the file is whole again.
    expect(await world.read(await fileOf(`[${one}]`))).toMatchObject({ new: 0, skipped: 1 })
    await verified(world)
  })

  it('of a file that is nothing we know changes nothing', async () => {
    const world = await open()
    await expect(world.read(await fileOf('PK\u0003\u0004', 'a.zip'))).rejects.toMatchObject({ code: 'import_broken' })
    await expect(world.read('/nowhere/at/all.json')).rejects.toMatchObject({ code: 'not_found' })
    expect(await world.messages()).toEqual([])
  })

  it('can be cancelled: whole segments stay, and what is not filed yet is filed later', async () => {
    const world = await open()
    const rows = Array.from({ length: 6 }, (_, i): Row => ({ id: `${i}`, minutes: i * 100 }))
    const file = await jsonl(...rows)
    const stop = new AbortController()
    const cancelled = world.read(file, { signal: stop.signal, report: () => stop.abort() })
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
    const kept = await world.messages()
    expect(kept.map((m) => m.externalId)).toEqual(rows.map((row) => `c/${row.id}`))
    await verified(world)
    // Talks that wait are over, whatever their segments still have before them.
    const { groups } = await world.app.manifest.tree({ depth: 10 })
    expect(
      groups.flatMap((group) => group.segments).filter(({ status, waits }) => status === 'active' && !waits),
    ).toEqual([])
    const told: string[] = []
    const ways: (number | null)[] = []
    const report: ImportOptions['report'] = (way, detail) => {
      ways.push(way)
      told.push(detail)
    }
    expect(await world.read(file, { report })).toMatchObject({
      new: 0,
      skipped: 6,
    })
    expect(told).toContainEqual(expect.stringMatching(/^[1-6] of [1-6] messages filed$/))
    expect(ways).toEqual([...ways].sort((a, b) => (a ?? 0) - (b ?? 0)))
    // What was stored and not filed is found by upkeep.
    expect(kept.map((m) => m.bucketId)).toContain(null)
    await world.app.segments.checkTimeouts()
    expect((await world.messages()).every((m) => m.bucketId !== null)).toBe(true)
    await verified(world)
  })

  it.each(['imported', 'filed'])(
    'goes on after a kill once something was %s: importing again adds each message once, and all of it is filed',
    async (stage) => {
      const world = await open()
      const rows = ['a', 'b', 'c'].flatMap((conv) => [0, 1].map((i): Row => ({ conv, id: `${i}`, minutes: i })))
      const file = await jsonl(...rows)
      const killed = world.read(file, { report: (_, detail) => void (detail.includes(stage) && world.crash()) })
      await expect(killed).rejects.toThrow()
      const again = await world.reopen()
      ending.push(() => again.close())
      expect((await again.store.messages.newest(10)).some((m) => m.bucketId === null)).toBe(true)
      const rest = await again.app.imports.run(file, {
        format: 'auto',
        signal: new AbortController().signal,
        report: () => undefined,
      })
      expect(rest).toMatchObject({ new: 0, skipped: 6, failed: 0 })
      await again.app.segments.checkTimeouts()
      expect((await again.store.messages.newest(10)).map((m) => m.bucketId === null)).toEqual(Array(6).fill(false))
      expect((await again.store.verification.run()).problems).toEqual([])
    },
  )

  it('waits for the embedding model where there is none: everything is there, and filed once it comes', async () => {
    const world = await open()
    world.host.goMissing(true)
    expect(await world.read(await jsonl({ id: '1', minutes: 0 }, { id: '2', minutes: 1 }))).toMatchObject({ new: 2 })
    expect((await world.messages()).map((m) => m.bucketId)).toEqual([null, null])
    expect(await world.store.segments.newest(5)).toMatchObject([{ status: 'active', messages: 2 }])
    // one look at the model tells it of all of them
    expect(JSON.stringify(world.log)).not.toContain('was not collapsed')
    world.host.goMissing(false)
    world.clock.advance(10 * MINUTE)
    await world.app.segments.checkTimeouts()
    // so that the window knows that it is no news
    expect(told(world, 'import.filing').map(({ active }) => active)).toEqual([true, false])
    expect(await world.store.segments.newest(5)).toMatchObject([{ status: 'collapsed' }])
    expect((await world.messages()).every((m) => m.bucketId !== null)).toBe(true)
    await verified(world)
  })

  it('gives summaries of an older program to the buckets of what they sum up, and says which found no place', async () => {
    const world = await open()
    const old = (sources: string[], title: string, content: string) =>
      JSON.stringify({
        type: 'summary',
        conv: 'c',
        source_message_ids: sources,
        title,
        content,
        ts: '2024-05-02T00:00:00Z',
      })
    const file = await jsonl(
      old(['a', 'b'], 'Tomatoes', 'They like potash.'),
      { id: 'a', minutes: 0, text: 'When do tomatoes need potash?' },
      { id: 'b', minutes: 1, author: 'assistant', text: 'Tomatoes need potash in June.' },
      old(['gone'], 'Lost', 'Nothing of it is here.'),
      '{"type":"summary","conv":"c","content":"no sources"}',
    )
    const summary = await world.read(file)
    expect(summary).toMatchObject({ new: 2, failed: 2 })
    expect(summary.reasons).toEqual([
      expect.stringContaining('no “source_message_ids”'),
      expect.stringContaining('Summary “Lost”'),
    ])
    const bucketId = (await world.messages())[0]?.bucketId
    const buckets = await world.store.buckets.list({ merged: false })
    expect(buckets.find((b) => b.id === bucketId)?.summary).toBe('Tomatoes: They like potash.')
  })

  it('makes a summary of just one segment what that segment says, with its sources linked, and adds it once', async () => {
    const world = await open()
    const old = (title: string, sources: string[], content: string) =>
      JSON.stringify({ type: 'summary', conv: 'c', source_message_ids: sources, title, content })
    const rows: (Row | string)[] = [
      { id: 'a', minutes: 0, text: 'When do tomatoes need potash?' },
      { id: 'b', minutes: 1, author: 'assistant', text: 'Tomatoes need potash in June.' },
      { id: 'x', minutes: 900, text: 'Tomatoes again: and how much potash?' },
      { id: 'y', minutes: 901, author: 'assistant', text: 'Tomatoes need a spoon of potash.' },
      { id: 'z', minutes: 902, text: 'Tomatoes and potash, thanks.' },
      old('Feeding tomatoes', ['a', 'b'], 'Potash in June.'),
      old('Of both', ['b', 'x', 'y'], 'Potash, a spoon in June.'),
      old('Too little of it', ['z'], 'Thanks were said.'),
    ]
    await world.read(await jsonl(...rows))
    const segments = (await world.store.segments.newest(10)).reverse()
    expect(segments[0]).toMatchObject({ status: 'collapsed', title: 'Feeding tomatoes', synopsis: 'Potash in June.' })
    expect(segments[1]?.synopsis).not.toMatch(/a spoon in June|Thanks were said/)
    const found = await world.app.search.continuum({ query: 'feeding', scope: 'segments', limit: 5, wordsOnly: true })
    expect(found.map((hit) => hit.segmentId)).toEqual([segments[0]?.id])

    const messages = await world.messages()
    const bucketId = messages[0]?.bucketId
    if (!bucketId) throw new Error('nothing was filed')
    const [newest] = await world.store.summaries.list(bucketId)
    expect(newest?.summary).toContain('Feeding tomatoes: Potash in June.')
    expect(newest?.sources).toEqual(expect.arrayContaining(messages.slice(0, 2).map((m) => m.id)))
    // The same file again adds nothing; a newer one adds below what is there.
    await world.read(await jsonl(...rows))
    expect(await world.store.summaries.list(bucketId)).toHaveLength(newest?.version ?? 0)
    await world.read(await jsonl(...rows, old('Later', ['a'], 'A spoon.')))
    const [later] = await world.store.summaries.list(bucketId)
    expect(later?.summary).toBe(`${newest?.summary}\nLater: A spoon.`)
    await verified(world)
  })

  it('remembers nothing of speakers who are not the person, and takes the words of the one who is for the person’s', async () => {
    const world = await open()
    const file = await jsonl(
      { id: '1', minutes: 0, author: 'Nadia', text: 'I am allergic to walnuts.' },
      { id: '2', minutes: 1, author: 'Tom', text: 'I am allergic to hazelnuts.' },
    )
    expect(await world.read(file, { me: ['Nadia'] })).toMatchObject({ new: 2, speakers: ['Nadia', 'Tom'] })
    expect((await world.messages()).map((m) => m.author)).toEqual(['user', 'Tom'])
    expect(world.app.settings.get().otherSpeakers).toEqual(['Tom'])
    expect((await world.store.memories.standing()).map((m) => m.content)).toEqual(['I am allergic to walnuts'])
  })
})
