/** Other branches of imported conversations (07-settled, Branches): kept, found with a mark, and nothing else. */
import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHandlers } from '../app/handlers'
import { openTestApp, say, type TestApp } from '../app/testing/app'
import { noDesktop } from '../app/testing/desktop'
import { createTestStore, type TestStore } from '../store/testing/store'
import { writeArchive } from './archive/write-archive'
import { type ExportPorts, exported } from './export-service'
import { fileOf, type GptNode, gptConversation } from './testing/exports'

let test: TestStore
const opened: TestApp[] = []
const open = async (): Promise<TestApp> => {
  const world = await openTestApp(test)
  opened.push(world)
  return world
}
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(async () => {
  for (const world of opened) await world.close()
  await test.close()
})

const quiet = { format: 'auto' as const, signal: AbortSignal.any([]), report: () => undefined }
/** The first question was edited, the answer to the second one asked for three times. */
const nodes: GptNode[] = [
  { id: 'root', parent: null, message: null },
  { id: 'q0', parent: 'root', text: 'Which gooseberry bears early?' },
  { id: 'a0', parent: 'q0', role: 'assistant', text: 'Invicta bears in June.' },
  { id: 'q1', parent: 'root', text: 'Which currant bears early?' },
  { id: 'a1', parent: 'q1', role: 'assistant', text: 'Ben Connan bears in July.' },
  { id: 'q2', parent: 'a1', text: 'And how is it pruned?' },
  { id: 'a2', parent: 'q2', role: 'assistant', text: 'With secateurs, in winter.' },
  { id: 'a3', parent: 'q2', role: 'assistant', text: 'Ask a gardener.' },
  { id: 'a4', parent: 'q2', role: 'assistant', text: 'Cut the oldest canes.' },
]
const file = (current = 'a4', all = nodes) => fileOf(JSON.stringify([gptConversation('c', all, current)]))
const find = (world: TestApp, query: string) =>
  world.app.search.continuum({ query, scope: 'messages', limit: 5, wordsOnly: true })
const shown = async (world: TestApp) => (await world.store.messages.newest(50)).map((m) => m.text)
const verified = async (world: TestApp) => expect((await world.store.verification.run(true)).problems).toEqual([])
async function textOf(world: TestApp, format: 'jsonl' | 'markdown'): Promise<string> {
  const ports: ExportPorts = {
    store: world.store,
    profile: { id: world.app.profileId, name: 'Ann' },
    place: { timeZone: 'UTC', locale: 'en-GB' },
  }
  let text = ''
  for await (const piece of exported(ports, { ...quiet, format })) text += piece
  return text
}
const branchRows = (jsonl: string) =>
  jsonl
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
    .filter(({ type }) => type === 'branch')

describe('branches that were left', () => {
  it('are kept beside the conversation: found with a mark at what is shown in their place, and counted nowhere', async () => {
    const world = await open()
    expect(await world.app.imports.run(await file(), quiet)).toMatchObject({
      read: 4,
      new: 4,
      beside: 4,
      newBeside: 4,
      skipped: 0,
      failed: 0,
      leftOut: [],
    })
    expect(await shown(world)).toEqual([
      'Which currant bears early?',
      'Ben Connan bears in July.',
      'And how is it pruned?',
      'Cut the oldest canes.',
    ])
    const messages = await world.store.messages.newest(50)
    const [hit, ...more] = await find(world, 'Invicta June')
    expect(more).toEqual([])
    expect(hit).toMatchObject({
      kind: 'message',
      onOtherBranch: true,
      messageId: messages[0]?.id,
      bucketId: messages[0]?.bucketId,
      author: 'assistant',
      snippet: { text: 'Invicta bears in June.' },
    })
    expect((await find(world, 'oldest canes'))[0]).not.toHaveProperty('onOtherBranch')
    // Of two that hold all of it, the one that is shown comes first.
    expect((await find(world, 'bears early')).slice(0, 2).map((h) => h.onOtherBranch)).toEqual([undefined, true])
    await verified(world)
  })

  it('are narrowed by the filters of a search like what is shown', async () => {
    const world = await open()
    await world.app.imports.run(await file(), quiet)
    const count = async (query: string) => (await find(world, query)).filter((h) => h.onOtherBranch).length
    expect(await count('gardener from:assistant')).toBe(1)
    expect(await count('gardener from:me')).toBe(0)
    expect(await count('gardener before:2020-01-01')).toBe(0)
    expect(await count('gardener after:2020-01-01')).toBe(1)
    expect(await count('gardener "ask a gardener"')).toBe(1)
    expect(await count('gardener "a gardener ask"')).toBe(0)
    expect(await count('gardener -ask')).toBe(0)
    expect(await count('gardener has:code')).toBe(0)
  })

  it('are found by their meaning too, by that of the words they have now', async () => {
    const world = await open()
    await world.app.imports.run(await file(), quiet)
    // Of the words only one is there: what is like it is found by its vector.
    const meant = async (query: string) =>
      (await world.app.search.continuum({ query, scope: 'messages', limit: 5 })).filter((h) => h.onOtherBranch)
    const [hit] = await meant('gardener zebra quartz')
    expect(hit?.snippet.text).toBe('Ask a gardener.')
    const model = world.app.models.embedder.modelId
    expect(await world.store.branches.withoutVector(model, 10)).toEqual([])
    const edited = nodes.map((n) => (n.id === 'a3' ? { ...n, text: 'Ask an orchardist.' } : n))
    await world.app.imports.run(await file('a4', edited), quiet)
    expect(await meant('gardener zebra quartz')).toEqual([])
    expect((await meant('orchardist zebra quartz')).map((h) => h.snippet.text)).toEqual(['Ask an orchardist.'])
    expect((await world.store.branches.withoutVector('another', 10)).length).toBe(4)
  })

  it('are told to the window with the messages at whose place they begin', async () => {
    const world = await open()
    await world.app.imports.run(await file(), quiet)
    const handlers = createHandlers(world.app, noDesktop, { version: '1', platform: 'linux', profile: 'x' })
    const page = await handlers['conversation.page']({ anchor: { at: 'newest' }, limit: 10 })
    expect(page.messages.map((m) => m.branches)).toEqual([1, undefined, undefined, 2])
    const [question, , , answer] = page.messages
    if (!question || !answer) throw new Error('nothing was said')
    const textsAt = async (id: typeof answer.id) =>
      (await handlers['conversation.branches']({ messageId: id })).map((b) => b.messages.map((m) => m.text))
    expect(await textsAt(question.id)).toEqual([['Which gooseberry bears early?', 'Invicta bears in June.']])
    expect(await textsAt(answer.id)).toEqual([['With secateurs, in winter.'], ['Ask a gardener.']])
    const [hit] = await find(world, 'gardener')
    const { text } = await handlers['transfer.text']({ messageId: answer.id, onBranch: hit?.id ?? '' })
    expect(text).toContain('Ask a gardener.')
    expect(text).not.toContain('oldest canes')
  })

  it('come once, follow what was edited, and leave their place when they are shown', async () => {
    const world = await open()
    await world.app.imports.run(await file(), quiet)
    expect(await world.app.imports.run(await file(), quiet)).toMatchObject({ new: 0, beside: 4, newBeside: 0 })
    const edited = nodes.map((n) => (n.id === 'a3' ? { ...n, text: 'Ask an orchardist.' } : n))
    await world.app.imports.run(await file('a4', edited), quiet)
    expect([(await find(world, 'gardener')).length, (await find(world, 'orchardist')).length]).toEqual([0, 1])
    // The person went back to the first answer in the other program.
    expect(await world.app.imports.run(await file('a2', edited), quiet)).toMatchObject({ new: 1, updated: 1 })
    expect((await find(world, 'secateurs winter')).map((h) => h.onOtherBranch)).toEqual([undefined])
    expect((await find(world, 'oldest canes')).map((h) => h.onOtherBranch)).toEqual([true])
    await verified(world)
  })

  it('take in what a newer export shows no longer, and an older one changes nothing', async () => {
    const world = await open()
    await world.app.imports.run(await file(), quiet)
    const again = [
      ...nodes,
      { id: 'q3', parent: 'a1', text: 'How is it pruned in spring?' },
      { id: 'a5', parent: 'q3', role: 'assistant', text: 'Not at all, it bleeds.' },
    ]
    const newer = await file('a5', again)
    expect(await world.app.imports.run(newer, quiet)).toMatchObject({ new: 2, updated: 2, failed: 0 })
    const now = [
      'Which currant bears early?',
      'Ben Connan bears in July.',
      'How is it pruned in spring?',
      'Not at all, it bleeds.',
    ]
    expect(await shown(world)).toEqual(now)
    expect((await find(world, 'oldest canes')).map((h) => h.onOtherBranch)).toEqual([true])
    expect((await find(world, 'gardener')).map((h) => h.onOtherBranch)).toEqual([true])
    await verified(world)
    expect(await world.app.imports.run(newer, quiet)).toMatchObject({ new: 0, updated: 0, newBeside: 0 })
    expect(await world.app.imports.run(await file(), quiet)).toMatchObject({ new: 0, updated: 0, newBeside: 0 })
    expect(await shown(world)).toEqual(now)
    await verified(world)
  })

  it('are in exports under a mark, and an import of the export brings them back', async () => {
    const [ann, bob] = [await open(), await open()]
    await ann.app.imports.run(await file(), quiet)
    const jsonl = await textOf(ann, 'jsonl')
    expect(branchRows(jsonl).map(({ id, of, branch, position }) => [id, of, branch, position])).toEqual([
      ['q0', 'q1', 'q0', 0],
      ['a0', 'q1', 'q0', 1],
      ['a2', 'a4', 'a2', 0],
      ['a3', 'a4', 'a3', 0],
    ])
    expect(await textOf(ann, 'markdown')).toMatch(
      /> Cut the oldest canes\.\n\n> _On another branch:_\n>\n> > \*\*Assistant/,
    )
    const path = await fileOf('')
    await writeFile(path, jsonl)
    expect(await bob.app.imports.run(path, quiet)).toMatchObject({ new: 4, newBeside: 4, failed: 0 })
    expect(branchRows(await textOf(bob, 'jsonl'))).toEqual(branchRows(jsonl))
  })

  it('come with an archive into a profile that is not empty, under their titles, and once', async () => {
    const [ann, bob] = [await open(), await open()]
    await ann.app.imports.run(await file(), quiet)
    await say(ann, 'Gooseberries need sun.')
    await say(bob, 'Hello.')
    const path = await fileOf('', 'ann.zip')
    const profile = { id: ann.app.profileId, name: 'Ann' }
    await writeArchive(path, { store: ann.store, profile, files: null, now: () => Date.UTC(2026, 0, 1) }, quiet)
    expect(await bob.app.imports.run(path, quiet)).toMatchObject({ new: 5, newBeside: 4, failed: 0, reasons: [] })
    const imported = (rows: Record<string, unknown>[]) => rows.filter(({ conv }) => conv === 'c')
    const parts = (jsonl: string) =>
      jsonl
        .trimEnd()
        .split('\n')
        .map((line): Record<string, unknown> => JSON.parse(line))
    const told = (jsonl: string) => imported(parts(jsonl)).map(({ bucket: _, session: __, ...row }) => row)
    expect(told(await textOf(bob, 'jsonl'))).toEqual(told(await textOf(ann, 'jsonl')))
    expect((await find(bob, 'gardener')).map((h) => h.onOtherBranch)).toEqual([true])
    expect(await bob.app.imports.run(path, quiet)).toMatchObject({ new: 0, newBeside: 0, failed: 0 })
    expect(await ann.app.imports.run(path, quiet)).toMatchObject({ new: 0, newBeside: 0, updated: 0, failed: 0 })
    await verified(bob)
  })

  it('go with the message at whose place they stand when it is erased, and do not come again', async () => {
    const world = await open()
    await world.app.imports.run(await file(), quiet)
    const [question] = await world.store.messages.newest(50)
    if (!question) throw new Error('nothing was said')
    await world.store.erasing.messages([question.id], [], Date.now())
    expect(await find(world, 'gooseberry')).toEqual([])
    await world.app.imports.run(await file(), quiet)
    expect(await find(world, 'gooseberry')).toEqual([])
    expect((await find(world, 'gardener')).length).toBe(1)
  })
})

describe('a branch that came with an import', () => {
  it('can be made what is shown, and taken back; a newer copy of the file leaves the choice alone', async () => {
    const world = await open()
    const { app, store } = world
    await app.imports.run(await file(), quiet)
    const before = await shown(world)
    const last = (await store.messages.newest(1))[0]
    const other = (await store.branches.at([last?.id ?? never()])).find((m) => m.text === 'Ask a gardener.')
    const { operationId } = await app.branches.show(other?.branch ?? never())
    expect(await shown(world)).toEqual([...before.slice(0, -1), 'Ask a gardener.'])
    expect((await store.messages.newest(1))[0]).toMatchObject({ bucketId: last?.bucketId, filedBy: 'import' })
    await verified(world)
    await app.imports.run(await file(), quiet)
    expect(await shown(world)).toEqual([...before.slice(0, -1), 'Ask a gardener.'])
    await verified(world)
    await app.operations.undo(operationId)
    expect(await shown(world)).toEqual(before)
    await verified(world)
  })
})

function never(): never {
  throw new Error('it is not there')
}
