/** Memories in the whole product: what is said, closed, learned, used, forgotten. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bucketId as bucketIdSchema } from '@shared/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chatWith, openTestApp, say, type TestApp, told } from '../app/testing/app'
import { HOUR } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'

let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

/** Says something, lets the segment end, and waits until everything has followed. */
async function talk(world: TestApp, ...texts: string[]): Promise<void> {
  // One message alone waits for the next before its segment is closed.
  for (const text of [...texts, 'Well then.']) await say(world, text)
  world.clock.advance(2 * HOUR)
  await world.app.segments.checkTimeouts()
  await world.app.memories.idle()
}
/** Imports one conversation. */
async function bring(world: TestApp, conv: string, ...said: [author: string, text: string][]): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'catchment-memories-'))
  const file = join(dir, `${conv}.jsonl`)
  const rows = said.map(([author, text], i) => ({
    conv,
    id: `${conv} ${i}`,
    ts: new Date(Date.UTC(2025, 5, 1, 8, i)).toISOString(),
    author,
    text,
  }))
  writeFileSync(file, rows.map((row) => JSON.stringify(row)).join('\n'))
  await world.app.imports.run(file, { format: 'auto', signal: new AbortController().signal, report: () => undefined })
  rmSync(dir, { recursive: true })
  await world.app.segments.drain()
  await world.app.memories.idle()
}
const contents = async (world: TestApp) => (await world.store.memories.standing()).map((m) => m.content)

describe('memories', () => {
  it('are taken from a closed segment, with their sources, marks and value, and the window is told', async () => {
    const world = await openTestApp(test)
    await talk(world, 'I prefer oat milk. Is that good for the coffee machine?', 'My sister Anna lives in Oslo.')
    const [milk, anna] = (await world.app.memories.list({ limit: 10 })).memories.sort((a, b) =>
      a.category < b.category ? 1 : -1,
    )
    expect(milk).toMatchObject({ category: 'preference', content: 'I prefer oat milk', accessTier: 'PUBLIC' })
    expect(anna).toMatchObject({ category: 'fact', piiKinds: ['name'], accessTier: 'SENSITIVE', confidence: 0.8 })
    expect(milk?.value).toMatchObject({ tier: 'KEEP', signals: { retention: 0.9, frequency: null } })
    expect(milk?.sourceMessageIds).toHaveLength(1)
    expect(told(world, 'memories.changed').flatMap((e) => e.memories.map((m) => m.content))).toContain(milk?.content)
    await world.close()
  })

  it('stay forgotten: after another segment, after a pass, in a new process, and until it is taken back by name', async () => {
    const world = await openTestApp(test)
    await talk(world, 'I prefer oat milk.')
    const [memory] = (await world.app.memories.list({ limit: 10 })).memories
    if (!memory) throw new Error('nothing was learned')
    const { operationId, sentence } = await world.app.memories.forget(memory.id)
    expect(sentence).toBe('You had “I prefer oat milk” forgotten.')
    expect(await contents(world)).toEqual([])
    await talk(world, 'I prefer oat milk!')
    await world.app.janitor.tidy({ dryRun: false })
    const next = await world.reopen()
    await talk(next, 'As you know, I prefer oat milk.')
    expect(await contents(next)).toEqual([])
    if (operationId) await next.app.operations.undo(operationId)
    expect(await contents(next)).toEqual(['I prefer oat milk'])
    await next.close()
    await world.close()
  })

  it('are a person’s to add, change, pin, finish and erase, each with a receipt that is undone', async () => {
    const world = await openTestApp(test)
    const { memories } = world.app
    const { memory } = await memories.add({ category: 'task', content: 'Mail bob@example.org' })
    expect(memory).toMatchObject({ source: 'person', confidence: 1, piiKinds: ['email'] })
    expect(await memories.add({ category: 'task', content: 'mail bob@example.org.' })).toMatchObject({
      operationId: null,
      memory: { id: memory.id },
    })
    const edit = await memories.edit(memory.id, { content: 'Call Bob', done: true })
    expect(edit.memory).toMatchObject({ content: 'Call Bob', done: true, containsPii: false })
    expect(edit.sentence).toBe(
      'You changed “Mail bob@example.org” to “Call Bob”. You marked “Mail bob@example.org” as done.',
    )
    await memories.pin(memory.id, true)
    await memories.idle()
    expect((await memories.open(memory.id)).memory.value?.tier).toBe('KEEP')
    if (edit.operationId) await world.app.operations.undo(edit.operationId)
    const detail = await memories.open(memory.id)
    expect(detail.memory).toMatchObject({ content: 'Mail bob@example.org', done: false, pinned: true, accessCount: 2 })
    expect(detail.history.map((r) => [r.kind, r.undone])).toEqual([
      ['pin_memory', false],
      ['edit_memory', true],
      ['add_memory', false],
    ])
    expect(detail.why).toHaveLength(6)
    await memories.erase(memory.id)
    await expect(memories.open(memory.id)).rejects.toMatchObject({ code: 'not_found' })
    expect((await world.store.operations.list({ limit: 10 })).map((r) => r.sentence).join()).not.toMatch(/bob/i)
    await world.close()
  })

  it('keep what a corrected entry said from coming back', async () => {
    const world = await openTestApp(test)
    await talk(world, 'I live in Porto.')
    const [memory] = (await world.app.memories.list({ limit: 10 })).memories
    if (memory) await world.app.memories.edit(memory.id, { content: 'I live in Braga' })
    await talk(world, 'I live in Porto.')
    expect(await contents(world)).toEqual(['I live in Braga'])
    await world.close()
  })

  it('are done when later words say so, as an act that can be taken back', async () => {
    const world = await openTestApp(test)
    await talk(world, 'I still have to send the lease to the landlord.')
    await talk(world, 'I have not sent the lease yet.')
    const task = async () => (await world.store.memories.standing(['task']))[0]
    expect((await task())?.done).toBe(false)
    await talk(world, 'I finally sent the lease to the landlord.')
    expect((await task())?.done).toBe(true)
    const [act] = await world.store.operations.list({ limit: 1, actors: ['segment'] })
    expect(act?.sentence).toBe('“Send the lease to the landlord” is done: you said so.')
    if (act) await world.app.operations.undo(act.id)
    expect((await task())?.done).toBe(false)
    await world.close()
  })

  it('end by themselves when their day is past, counted from the day it was said on, with a receipt', async () => {
    const world = await openTestApp(test)
    await talk(world, 'I should book a flight by Friday.')
    const [flight] = await world.store.memories.standing(['task'])
    expect(flight?.content).toMatch(/^Book a flight by Friday \(\d{4}-\d{2}-\d{2}\)$/u)
    await world.app.memories.endPast('UTC')
    expect(await contents(world)).toEqual([flight?.content])
    world.clock.advance(8 * 24 * HOUR)
    await world.app.memories.endPast('UTC')
    expect(await contents(world)).toEqual([])
    const [receipt] = flight ? await world.store.memories.history(flight.id) : []
    expect(receipt?.sentence).toBe(`Ended “${flight?.content}”: its day is past.`)
    await world.close()
  })

  it('are taken twice from the same segment and come to the same', async () => {
    const world = await openTestApp(test)
    await talk(world, 'I prefer oat milk.', 'I have two cats.')
    const before = (await world.app.memories.list({ limit: 10 })).memories.map((m) => m.id).sort()
    const [segment] = await world.store.segments.newest(1)
    if (segment) await world.app.extraction.extract(segment, new AbortController().signal)
    expect((await world.app.memories.list({ limit: 10 })).memories.map((m) => m.id).sort()).toEqual(before)
    await world.close()
  })

  it('are learned by their words while there is no embedding model, and get their vectors later', async () => {
    const world = await openTestApp(test)
    await talk(world, 'I prefer oat milk.')
    world.host.goMissing(true)
    await world.app.memories.add({ category: 'fact', content: 'I have a cello' })
    await world.app.memories.idle()
    const unread = async () => (await world.store.memories.withoutVector(world.app.models.embedder.modelId, 5)).length
    expect(await unread()).toBe(1)
    world.host.goMissing(false)
    world.app.memories.keepUp()
    await world.app.memories.idle()
    expect(await unread()).toBe(0)
    await world.close()
  })

  it('stay forgotten when the same is imported again under other ids', async () => {
    const world = await openTestApp(test)
    await bring(world, 'one', ['user', 'I prefer oat milk.'], ['assistant', 'I love tea!'])
    const [memory, ...others] = (await world.app.memories.list({ limit: 10 })).memories
    expect([memory?.content, others]).toEqual(['I prefer oat milk', []])
    if (memory) await world.app.memories.forget(memory.id)
    await bring(world, 'two', ['user', 'I prefer oat milk.'], ['assistant', 'Noted.'])
    expect(await contents(world)).toEqual([])
    await world.close()
  })

  it('are learned from every author but those told apart, and one person’s move is not another’s', async () => {
    const world = await openTestApp(test)
    await bring(world, 'friends', ['Ann', 'I live in Porto.'], ['Ben', 'I live in Oslo.'])
    await bring(world, 'alone', ['Ann', 'I have two cats.'], ['assistant', 'I live in a computer.'])
    expect((await contents(world)).sort()).toEqual(['I have two cats', 'I live in Oslo', 'I live in Porto'])
    await world.app.settings.set({ otherSpeakers: ['Ben'] })
    await bring(world, 'later', ['Ann', 'I live in Braga.'], ['Ben', 'I live in Rome.'])
    expect((await contents(world)).sort()).toEqual(['I have two cats', 'I live in Braga', 'I live in Oslo'])
    await world.close()
  })

  it('are taken from no ruled-out topic or bucket, and from no turn that is to teach nothing, even where it asks for it', async () => {
    const world = await openTestApp(test)
    const { userMessage } = await say(world, 'I run along the river.')
    const { bucketId } = await world.app.buckets.moveMessage(userMessage.id, { newTitle: 'Running' })
    await world.app.settings.set({ neverLearnTopics: ['taxes'], neverLearnBuckets: [bucketIdSchema.parse(bucketId)] })
    await say(world, 'Remember that I take magnesium.', { bucketId: bucketIdSchema.parse(bucketId) })
    await say(world, 'Remember that my tax number is 4711.')
    await (await world.app.conversation.send({ text: 'Remember that my hiding place is the mill.', learn: false })).done
    await talk(world, 'It rains again.')
    expect(await contents(world)).toEqual([])
    await world.app.settings.set({ neverLearnTopics: [], neverLearnBuckets: [] })
    await say(world, 'Remember that I live in Porto.')
    expect(await contents(world)).toEqual(['I live in Porto'])
    await world.close()
  })

  it('end where a later statement takes them back, with a receipt that brings them back; and are not learned again from the old words', async () => {
    const world = await openTestApp(test)
    await bring(world, 'one', ['user', "I'm vegetarian."], ['assistant', 'Noted.'])
    await bring(world, 'two', ['user', "I'm not vegetarian anymore."], ['assistant', 'Noted.'])
    expect(await contents(world)).toEqual(["I'm not vegetarian anymore"])
    const [old] = (await world.app.memories.list({ limit: 10, ended: true })).memories
    const [now] = (await world.app.memories.list({ limit: 10 })).memories
    expect(old).toMatchObject({ content: "I'm vegetarian", supersededBy: now?.id })
    expect(old?.endedAt).toBe(now?.createdAt)
    await bring(world, 'three', ['user', 'Remember that I live in Rome.'], ['assistant', 'Noted.'])
    const [receipt] = await world.store.memories.history(old?.id ?? (now?.id as NonNullable<typeof now>['id']))
    expect(receipt?.sentence).toBe("“I'm vegetarian” holds no more: you said “I'm not vegetarian anymore”.")
    if (receipt) await world.app.operations.undo(receipt.id)
    expect(await contents(world)).toContain("I'm vegetarian")
    await world.close()
  })

  it('are read by a model that proved it can, with what was explicitly asked for; by patterns where it fails', async () => {
    const world = await openTestApp(test)
    let broken = false
    const entry = { category: 'fact', content: 'I moved to Porto with my cello', importance: 70, lines: [1] }
    const server = await chatWith(world, {
      answer: (request) => {
        if (!JSON.stringify(request.messages).includes('worth remembering')) return 'Fine.'
        return broken ? 'no JSON at all' : JSON.stringify({ entries: [entry] })
      },
    })
    await world.app.models.override('extract', true)
    await talk(world, 'So the cello came along when I moved to Porto. Remember that I prefer tea.')
    expect((await world.store.memories.standing()).map((m) => [m.content, m.source, m.confidence]).sort()).toEqual([
      ['I moved to Porto with my cello', 'model', 0.7],
      ['I prefer tea', 'pattern', 0.8],
    ])
    broken = true
    await talk(world, 'I have two cats.')
    expect(await contents(world)).toContain('I have two cats')
    expect(JSON.stringify(world.log)).toContain('took no memories from segment')
    await server.close()
    await world.close()
  })

  it('are scored anew each night: what nobody needs falls, and a night without news writes nothing', async () => {
    const world = await openTestApp(test)
    await talk(world, 'I have two cats.')
    const value = async () => (await world.store.memories.standing())[0]
    expect((await value())?.value?.tier).toBe('KEEP')
    world.clock.advance(8 * 24 * HOUR)
    await world.app.memoryValue.rescore()
    expect(await value()).toMatchObject({ heat: 'WARM', value: { tier: 'SUMMARIZE', signals: { frequency: 0 } } })
    expect(await world.app.memoryValue.rescore()).toEqual([])
    await world.close()
  })
})
