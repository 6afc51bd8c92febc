import { CatchmentError } from '@shared/contract/errors'
import type { MemoryAct, MemoryFileView } from '@shared/contract/memory'
import { operationId } from '@shared/ids'
import { MEMORY_CATEGORIES, type MemoryView } from '@shared/memory'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventListener } from '../app/events'
import { EveryDialog } from '../app/every-dialog'
import { useView } from '../app/view'
import { LiveTurns } from '../chat/live-turns'
import { fakeMain } from '../testing/fake-bridge'
import { aMemory, aMemoryId, valued } from '../testing/memories'
import { show } from '../testing/render'
import { aMessage, aReceipt, inUtc } from '../testing/samples'
import { useToasts } from '../ui/toast-store'
import { MemoryPanel } from './memory-panel'

const file = (change: Partial<MemoryFileView> = {}): MemoryFileView => ({
  content: '# Memory\n- Prefers tea\n',
  tokens: 1412,
  maxTokens: 2000,
  sections: [{ heading: 'Personal Preferences', tokens: 320, budget: 500, lines: 4 }],
  version: 7,
  writtenAt: null,
  notice: null,
  places: {},
  metrics: {
    utilisationPercent: 70.6,
    lastCompaction: null,
    tiers: [{ tier: 'KEEP', count: 3, averageScore: 0.91 }],
    storedEntries: 340,
    fileEntries: 12,
  },
  ...change,
})
const OPERATION = operationId.parse('00000000-0000-7000-8000-0000000000aa')

/** Main with these memories; acts change them and are told, as main does. */
function open(entries: MemoryView[], fileChange: Partial<MemoryFileView> = {}) {
  let memories = entries
  const found = (id: string): MemoryView => {
    const memory = memories.find((m) => m.id === id)
    if (!memory) throw new CatchmentError('not_found', 'There is no such memory.')
    return memory
  }
  const put = (memory: MemoryView, sentence: string): MemoryAct => {
    memories = [...memories.filter((m) => m.id !== memory.id), memory]
    const stands = memory.forgottenAt === null
    main.emit({ type: 'memories.changed', memories: stands ? [memory] : [], removed: stands ? [] : [memory.id] })
    return { operationId: OPERATION, sentence, memory }
  }
  let forgotten: MemoryView | null = null
  const main = fakeMain({
    ...inUtc,
    'memoryFile.read': () => file(fileChange),
    'heartbeat.metrics': () => ({ tasks: 12, neverLoaded: 9, loadedAtLeastOnce: 3, averageRuns: 4 }),
    'memoryFile.write': ({ content }) => file({ content }),
    'memories.list': ({ category, filter = '', forgotten: wanted = false, offset = 0, limit = 100 }) => {
      const standing = memories.filter((m) => m.forgottenAt === null)
      const fit = memories.filter(
        (m) => (m.forgottenAt !== null) === wanted && m.category === category && m.content.includes(filter),
      )
      const counts = MEMORY_CATEGORIES.map((name) => [name, standing.filter((m) => m.category === name).length])
      return { memories: fit.slice(offset, offset + limit), total: fit.length, counts: Object.fromEntries(counts) }
    },
    'memories.open': ({ memoryId }) => ({
      memory: found(memoryId),
      sources: [aMessage(1, { text: 'I was in Porto' })],
      why: ['Needed again: 0.90, because it says what you like.'],
      levels: [],
      standsFor: [],
      history: [aReceipt(170, { id: OPERATION, kind: 'forget_memory', sentence: 'Forgot it' })],
    }),
    'memories.pin': ({ memoryId, pinned }) => put({ ...found(memoryId), pinned }, 'Pinned it'),
    'memories.edit': ({ memoryId, done, content }) =>
      put(
        { ...found(memoryId), ...(done === undefined ? {} : { done }), ...(content ? { content } : {}) },
        'Edited it',
      ),
    'memories.forget': ({ memoryId }) => {
      forgotten = found(memoryId)
      return put({ ...forgotten, forgottenAt: '2026-11-27T12:00:00.000Z' }, 'Forgot it')
    },
    'receipts.undo': () => {
      if (forgotten) put({ ...forgotten, forgottenAt: null }, '')
      return aReceipt(170, { id: OPERATION, undone: true })
    },
    'memories.add': (input) => put(aMemory(99, { ...input, source: 'person' }), 'Remembered it'),
    'memories.erase': ({ memoryId }) => {
      main.emit({ type: 'memories.changed', memories: [], removed: [found(memoryId).id] })
      return { backupsUntil: '2026-12-12T12:00:00.000Z', elsewhere: null }
    },
  })
  const client = show(
    <>
      <MemoryPanel />
      <EveryDialog />
    </>,
  )
  window.catchment?.subscribe(eventListener(client, new LiveTurns((run) => run())))
  return main
}

// jsdom knows no layout: a list without a height would show nothing
beforeEach(() => {
  useView.setState({ dialog: null, jump: null })
  Object.defineProperty(HTMLElement.prototype, 'offsetHeight', { configurable: true, get: () => 60 })
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 600 })
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 312 })
})

const tea = aMemory(1, { category: 'preference', content: 'Prefers tea', value: valued(0.92) })
const sister = aMemory(2, {
  content: 'Sister Ana in Porto',
  containsPii: true,
  piiKinds: ['name'],
  accessTier: 'SENSITIVE',
})
const vet = aMemory(3, { category: 'task', content: 'Book the vet' })
const entry = (name: string) => screen.findByRole('button', { name })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('the memory tab', () => {
  it('says what will appear and why while nothing is remembered', async () => {
    open([])
    expect(await screen.findByText(/is remembered here, once the talk it came up in has ended/)).toBeTruthy()
  })

  it('shows how full the file is, what happened to it, and each kind of memory with its marks', async () => {
    open([tea, sister, vet], { notice: 'It was gone and is written anew.' })
    const gauge = await screen.findByRole('meter', { name: 'How full the memory file is' })
    expect(gauge.getAttribute('aria-valuetext')).toBe('1,412 of 2,000 tokens')
    expect(screen.getByText('It was gone and is written anew.')).toBeTruthy()
    await entry('Book the vet')
    await entry('Sister Ana in Porto')
    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
    expect(headings).toEqual(['Preferences1', 'Tasks1', 'Facts1'])
    expect(screen.getByText('0.92')).toBeTruthy()
    expect(screen.getByText('personal, stays here').title).toBe('a name')
  })

  it('says how full the file and how valuable the memories are, what of them stands in it, and how many tasks were read', async () => {
    open([tea])
    expect(await screen.findByText('71 % full; 12 of 340 memories stand in it')).toBeTruthy()
    expect(screen.getByText(/^3 kept, 0\.91 on average$/)).toBeTruthy()
    expect(await screen.findByText('12 tasks of yours, 3 ever read whole, 4 runs on average')).toBeTruthy()
  })

  it('forgets on a key, offers to undo it, and lists it where it can be remembered again', async () => {
    const main = open([tea, vet])
    ;(await entry('Prefers tea')).focus()
    await userEvent.keyboard('{Delete}')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Prefers tea' })).toBeNull())
    expect(useToasts.getState().items.at(-1)).toMatchObject({ text: 'Forgot it', act: { label: 'Undo' } })
    await userEvent.selectOptions(screen.getByLabelText('Which memories'), 'forgotten')
    await press('Remember again')
    await waitFor(() => expect(main.inputsOf('receipts.undo')).toEqual([{ operationId: OPERATION }]))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Prefers tea' })).toBeNull())
    await userEvent.selectOptions(screen.getByLabelText('Which memories'), 'all')
    await entry('Prefers tea')
  })

  it('opens an entry with its reasons, and goes to the message it came from', async () => {
    open([tea])
    await userEvent.click(await entry('Prefers tea'))
    const dialog = await screen.findByRole('dialog', { name: 'Preference' })
    expect(await within(dialog).findByText(/because it says what you like/)).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: /I was in Porto/ }))
    expect(useView.getState()).toMatchObject({ dialog: null, jump: { messageId: aMessage(1).id } })
  })

  it('edits only what was changed, and shows it without asking for the list again', async () => {
    const main = open([tea])
    ;(await entry('Prefers tea')).focus()
    await userEvent.keyboard('{F2}')
    const words = await screen.findByLabelText('What to remember')
    await userEvent.clear(words)
    await userEvent.type(words, 'Prefers coffee')
    const asked = main.inputsOf('memories.list').filter((input) => (input as { category?: string }).category).length
    await press('Save')
    await entry('Prefers coffee')
    expect(main.inputsOf('memories.edit')).toEqual([{ memoryId: aMemoryId(1), content: 'Prefers coffee' }])
    expect(main.inputsOf('memories.list').filter((input) => (input as { category?: string }).category)).toHaveLength(
      asked,
    )
  })

  it('ticks a task, pins on a key, and adds by hand', async () => {
    const main = open([vet])
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Done: Book the vet' }))
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true))
    ;(await entry('Book the vet')).focus()
    await userEvent.keyboard('p')
    await screen.findByText('pinned')
    await press('Add by hand')
    await userEvent.type(await screen.findByLabelText('What to remember'), 'Has a boat')
    await press('Remember')
    await entry('Has a boat')
    expect(main.inputsOf('memories.add')).toEqual([{ content: 'Has a boat', category: 'fact' }])
  })

  it('asks before it erases, keeps on Escape, and says until when backups hold it', async () => {
    const main = open([tea])
    await press('Actions for “Prefers tea”')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Erase for good…' }))
    await screen.findByText(/cannot be undone/)
    await userEvent.keyboard('{Escape}')
    expect(main.inputsOf('memories.erase')).toEqual([])
    await press('Actions for “Prefers tea”')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Erase for good…' }))
    await press('Erase for good')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Prefers tea' })).toBeNull())
    expect(useToasts.getState().items.at(-1)?.text).toContain('dropped on December 12')
  })

  it('asks for no more of ten thousand than is in sight', async () => {
    const main = open(Array.from({ length: 10_000 }, (_, n) => aMemory(n)))
    await entry('memory 0')
    expect(screen.getByText('10,000')).toBeTruthy()
    expect(screen.getAllByRole('article').length).toBeLessThan(50)
    const pages = main.inputsOf('memories.list') as { category?: string }[]
    expect(pages.filter(({ category }) => category === 'fact')).toHaveLength(1)
  })

  it('writes the file as a whole, and an event while somebody writes takes no words away', async () => {
    const main = open([])
    await press('Open file')
    const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Memory file' })
    await userEvent.type(text, '- Has a boat')
    act(() => main.emit({ type: 'memoryFile.changed', tokens: 1500, maxTokens: 2000, notice: null }))
    await waitFor(() => expect(main.inputsOf('memoryFile.read').length).toBeGreaterThan(2))
    expect(text.value).toContain('- Has a boat')
    await press('Save')
    await waitFor(() =>
      expect(main.inputsOf('memoryFile.write')).toEqual([{ content: `${file().content}- Has a boat` }]),
    )
  })
})
