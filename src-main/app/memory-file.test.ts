import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eventually } from '@shared/testing/eventually'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { countTokens } from '../language/tokens'
import type { ChatModel } from '../models/types'
import { createTestStore, type TestStore } from '../store/testing/store'
import { createMemoryFileHandlers } from './memory-file-handlers'
import { openTestApp, say, type TestApp, told } from './testing/app'

let test: TestStore
const open: TestApp[] = []
beforeAll(async () => {
  test = await createTestStore()
})
afterEach(async () => {
  for (const world of open.splice(0)) await world.close()
})
afterAll(() => test.close())

async function start(): Promise<TestApp> {
  const world = await openTestApp(test)
  open.push(world)
  return world
}

const handlersOf = ({ app }: TestApp) => createMemoryFileHandlers(app)

/** Where the profile of this app keeps its file. */
function fileOf({ app }: TestApp): string {
  const profiles = join(app.handle.storeDir, 'profiles')
  const own = readdirSync(profiles).find((name) => name.endsWith(app.profileId.slice(-8)))
  return join(profiles, own ?? '', 'MEMORY.md')
}

const contents = async ({ app }: TestApp): Promise<string[]> =>
  (await app.memories.list({ limit: 100 })).memories.map((m) => m.content).sort()

describe('the memory file of the app', () => {
  it('stands in the profile’s folder, shows what was added, and takes a person’s edit back with a receipt', async () => {
    const world = await start()
    await world.app.memories.add({ category: 'preference', content: 'Drinks tea, no coffee.' })
    const view = await handlersOf(world)['memoryFile.read']()
    const path = fileOf(world)
    expect(readFileSync(path, 'utf8')).toBe(view.content)
    expect(view.content).toContain('- Drinks tea, no coffee.')
    expect(view).toMatchObject({ version: 1, tokens: countTokens(view.content) })
    expect(view.metrics).toMatchObject({ storedEntries: 1, fileEntries: 1, utilisationPercent: view.tokens / 20 })

    writeFileSync(path, view.content.replace('no coffee.', 'no coffee.\n- Sits at the window.'))
    await handlersOf(world)['memoryFile.read']()
    expect(await contents(world)).toEqual(['Drinks tea, no coffee.', 'Sits at the window.'])
    const [receipt] = await world.store.operations.list({ limit: 1 })
    expect(receipt).toMatchObject({ actor: 'person', sentence: 'You added “Sits at the window.” to your memories.' })

    // Undone in the window, the line goes from the file; what is deleted in the file is forgotten and can be taken back.
    if (receipt) await world.app.operations.undo(receipt.id)
    const without = await handlersOf(world)['memoryFile.read']()
    expect(without.content).not.toContain('Sits at the window.')
    writeFileSync(path, without.content.replace('- Drinks tea, no coffee.\n', ''))
    await handlersOf(world)['memoryFile.read']()
    expect(await contents(world)).toEqual([])
    const [forgotten] = await world.store.operations.list({ limit: 1 })
    if (forgotten) await world.app.operations.undo(forgotten.id)
    expect(await contents(world)).toEqual(['Drinks tea, no coffee.'])
  })

  it('quotes a talk without what was forgotten of it, and keeps its personal data from models elsewhere', async () => {
    const world = await start()
    await say(world, "I don't like mushrooms. Call +351 912 345 678 for the menu, please.")
    await say(world, 'What goes with rice instead?')
    await world.app.segments.closeNow()
    await world.app.segments.idle()
    const { content } = await handlersOf(world)['memoryFile.rebuild']()
    const recent = (text: string): string => text.slice(text.indexOf('## Recent Context'))
    expect(recent(content)).toContain('mushrooms')
    const { all, mayLeave } = await world.app.memoryFile.forPrompt(2_000)
    expect(all).toContain('## Recent Context')
    expect(mayLeave).not.toContain('## Recent Context')
    expect(mayLeave).not.toContain('912 345')

    const liked = (await world.app.memories.list({ limit: 10 })).memories.find((m) => m.content.includes('mushrooms'))
    if (!liked) throw new Error('nothing was learned')
    const { operationId } = await world.app.memories.forget(liked.id)
    expect((await handlersOf(world)['memoryFile.rebuild']()).content).not.toContain("don't like")
    if (operationId) await world.app.operations.undo(operationId)
    expect((await handlersOf(world)['memoryFile.rebuild']()).content).toContain("don't like mushrooms")
  })

  it('takes what the window wrote, and tells the window', async () => {
    const world = await start()
    const { content } = await handlersOf(world)['memoryFile.rebuild']()
    const changed = content.replace('## Active Tasks\n\n', '## Active Tasks\n\n- [ ] Renew the passport\n')
    const view = await handlersOf(world)['memoryFile.write']({ content: changed })
    expect(view.content).toContain('- [ ] Renew the passport')
    expect((await world.app.memories.list({ limit: 10 })).memories[0]).toMatchObject({
      category: 'task',
      source: 'person',
    })
    await eventually(() => expect(told(world, 'memoryFile.changed').at(-1)).toMatchObject({ tokens: view.tokens }))
  })

  it('follows in the running app: an edit on the disk is in the store, a memory of the window in the file', async () => {
    const world = await start()
    await world.app.memoryFile.start()
    const path = fileOf(world)
    writeFileSync(path, readFileSync(path, 'utf8').replace('## Active', '- Saved in an editor\n\n## Active'))
    await eventually(async () => expect(await contents(world)).toEqual(['Saved in an editor']))
    await eventually(() => expect(readFileSync(path, 'utf8')).toContain('version 2'))
    await world.app.memories.add({ category: 'preference', content: 'Written in the window' })
    await eventually(() => expect(readFileSync(path, 'utf8')).toContain('- Written in the window'))
  })

  it('is written when the app is left, if something is not in it yet', async () => {
    const world = await start()
    await handlersOf(world)['memoryFile.read']()
    const path = fileOf(world)
    await world.app.memories.add({ category: 'preference', content: 'Said right before leaving' })
    await eventually(() => expect(told(world, 'memories.changed')).not.toEqual([]))
    await world.app.leave()
    expect(existsSync(path)).toBe(true)
    expect(readFileSync(path, 'utf8')).toContain('- Said right before leaving')
  })
})

describe('the memory file in the prompt', () => {
  const chat = (world: TestApp, local: boolean): void => {
    const model = { id: 'scripted', title: 'Scripted', local, contextTokens: 16_384, systemPrompt: true }
    vi.spyOn(world.app.models, 'chat', 'get').mockReturnValue(model as ChatModel)
  }
  const memoryOf = async (world: TestApp): Promise<string> =>
    (await world.app.session.view(world.clock.now())).sections.find((s) => s.name === 'memory')?.text ?? ''

  it('stands behind the instructions, without what is sensitive for a model elsewhere unless that is allowed', async () => {
    const world = await start()
    await world.app.memories.add({ category: 'preference', content: 'Drinks tea, no coffee.' })
    await world.app.memories.add({ category: 'preference', content: 'Write to ann@example.org.' })
    await say(world, 'Hello there')
    const view = await world.app.session.view(world.clock.now())
    expect(view.sections.map((s) => s.name).slice(0, 2)).toEqual(['instructions', 'memory'])
    expect(await memoryOf(world)).toContain('ann@example.org')
    chat(world, true)
    expect(await memoryOf(world)).toContain('ann@example.org')
    // In the middle of a session that began with everything.
    chat(world, false)
    expect(await memoryOf(world)).toContain('Drinks tea, no coffee.')
    expect(await memoryOf(world)).not.toContain('ann@example.org')
    await world.app.settings.set({ piiToRemote: true })
    expect(await memoryOf(world)).toContain('ann@example.org')
  })

  it('is fixed for a session; what was added since comes with the next', async () => {
    const world = await start()
    await say(world, 'Hello there')
    await world.app.memories.add({ category: 'preference', content: 'Added in the middle' })
    await say(world, 'And again')
    expect(await memoryOf(world)).not.toContain('Added in the middle')
    world.clock.advance(2 * 3_600_000)
    await say(world, 'A new session')
    expect(await memoryOf(world)).toContain('Added in the middle')
  })
})
