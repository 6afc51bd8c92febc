import type { ConversationPage } from '@shared/contract/conversation'
import type { JobView, ModelStatus } from '@shared/contract/models'
import type { JanitorState } from '@shared/contract/receipts'
import type { ImportResult, ImportSummary } from '@shared/contract/transfer'
import type { MessageView } from '@shared/domain'
import { jobId, turnId } from '@shared/ids'
import { eventually } from '@shared/testing/eventually'
import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useSeen } from '../buckets/seen'
import { conversationQuery, placeMessage } from '../chat/conversation-query'
import { LiveTurns } from '../chat/live-turns'
import { allMessages, type Pages } from '../chat/pages'
import { memoriesQuery } from '../memory/query'
import { receiptsQuery } from '../receipts/receipts-query'
import { type FakeMain, fakeMain } from '../testing/fake-bridge'
import { aMemory, aMemoryId, valued } from '../testing/memories'
import { testClient } from '../testing/render'
import { aBucket, aBucketId, aMessage, aMessageId, aReceipt, aSegment, aSegmentId } from '../testing/samples'
import { useToasts } from '../ui/toast-store'
import { asking, keyOf } from './ask'
import { eventListener } from './events'
import { wantedModels } from './jobs'

const turn = turnId.parse('00000000-0000-7000-8000-0000000000aa')
const everything = conversationQuery(null, null)

let stored: MessageView[]
let client: QueryClient
let main: FakeMain
let turns: LiveTurns
let lastImport: ImportResult | null

const idle: JanitorState = {
  lastRun: null,
  nextRun: null,
  lastChanges: 0,
  consolidated: 0,
  archived: 0,
  acts: 0,
  undone: 0,
  running: false,
  step: null,
}

const page = (messages: MessageView[]): ConversationPage => ({
  messages,
  segments: [],
  hasOlder: false,
  hasNewer: false,
})
const texts = () => {
  const data = client.getQueryData<Pages>(everything.queryKey)
  return data ? allMessages(data).map((message) => message.text) : null
}

beforeEach(async () => {
  stored = [1, 2, 3].map((n) => aMessage(n))
  client = testClient()
  turns = new LiveTurns((run) => run())
  main = fakeMain({
    'buckets.list': () => [aBucket('a_001'), aBucket('b_001')],
    'conversation.page': ({ anchor, limit }) => {
      const from = anchor.at === 'after' ? stored.findIndex((message) => message.id === anchor.messageId) + 1 : 0
      return page(stored.slice(from, from + limit))
    },
    'receipts.list': () => [aReceipt(1)],
    'suggestions.list': () => [],
    'transfer.last': () => lastImport,
    'memories.list': ({ filter }) => ({
      memories: [aMemory(1, { value: valued(0.9) }), aMemory(2)].slice(0, filter ? 1 : 2),
      total: filter ? 1 : 2,
      counts: { preference: 0, task: 0, insight: 0, fact: 2, chitchat: 0 },
    }),
    'models.select': ({ id }) => ({ chat: { kind: 'local', id } }) as unknown as ModelStatus,
  })
  window.catchment?.subscribe(eventListener(client, turns))
  useSeen.setState({ seen: {} })
  await client.fetchInfiniteQuery(everything)
  await client.fetchQuery(asking('buckets.list', undefined))
})

describe('events of main', () => {
  it('patch the list of buckets in the cache without asking again', () => {
    main.emit({ type: 'buckets.changed', buckets: [aBucket('b_001', { title: 'B' })], removed: [aBucketId('a_001')] })
    expect(client.getQueryData(keyOf('buckets.list', undefined))).toMatchObject([{ title: 'B' }])
    expect(main.inputsOf('buckets.list')).toHaveLength(1)
  })

  it('append a message that was added', () => {
    main.emit({ type: 'message.added', message: aMessage(4) })
    main.emit({ type: 'message.added', message: aMessage(4) })
    expect(texts()).toEqual(['text 1', 'text 2', 'text 3', 'text 4'])
  })

  it('lose no message that arrives while the page before it is still on its way', async () => {
    let answer: (page: ConversationPage) => void = () => undefined
    fakeMain({
      'conversation.page': () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    window.catchment?.subscribe(eventListener(client, turns))
    const asked = client.fetchInfiniteQuery({ ...everything, staleTime: 0 })
    await eventually(() => expect(client.isFetching({ queryKey: everything.queryKey })).toBe(1))
    placeMessage(client, aMessage(4))
    answer(page(stored))
    await asked
    expect(texts()).toEqual(['text 1', 'text 2', 'text 3', 'text 4'])
  })

  it('ask once for a burst of changed messages, and only for the stretch that is loaded', async () => {
    stored = [aMessage(1), aMessage(2, { text: 'refiled' })]
    for (const n of [2, 3, 77]) main.emit({ type: 'messages.changed', messageIds: [aMessageId(n)] })
    await eventually(() => expect(texts()).toEqual(['text 1', 'refiled']))
    expect(main.inputsOf('conversation.page')).toEqual([
      { anchor: { at: 'newest' }, limit: 60 },
      { anchor: { at: 'after', messageId: aMessageId(1) }, limit: 2 },
    ])
  })

  it('stream a turn beside the cache, and put its reply into it at the end', () => {
    main.emit({ type: 'turn.started', turnId: turn, userMessageId: aMessageId(3), modelId: 'm' })
    main.emit({ type: 'turn.delta', turnId: turn, text: 'Hel' })
    main.emit({ type: 'turn.delta', turnId: turn, text: 'lo' })
    expect(turns.text(turn)).toBe('Hello')
    expect(texts()).toHaveLength(3)
    const bucketId = aBucketId('a_001')
    main.emit({
      type: 'turn.finished',
      turnId: turn,
      userMessage: aMessage(3, { bucketId }),
      reply: aMessage(4, { bucketId, text: 'Hello' }),
      card: null,
      remembered: [],
    })
    expect(turns.list()).toEqual([])
    expect(texts()?.at(-1)).toBe('Hello')
    expect(useSeen.getState().seen).toEqual({ a_001: 2 })
  })

  it('keep a failed turn where the person sees it', () => {
    main.emit({ type: 'turn.started', turnId: turn, userMessageId: aMessageId(3), modelId: 'm' })
    main.emit({ type: 'turn.failed', turnId: turn, code: 'model_failed', message: 'The model stopped.' })
    expect(turns.list()).toMatchObject([{ phase: 'failed', failure: 'The model stopped.' }])
  })

  it('ask for suggestions after an act, but in a pass of the janitor not after each of its acts: when it has ended', async () => {
    const observer = new QueryObserver(client, asking('suggestions.list', undefined))
    const stop = observer.subscribe(() => undefined)
    const asked = () => main.inputsOf('suggestions.list').length
    const answered = (times: number) =>
      eventually(() => expect([asked(), observer.getCurrentResult().isFetching]).toEqual([times, false]))
    await answered(1)
    main.emit({ type: 'suggestions.changed' })
    await answered(2)
    main.emit({ type: 'janitor.changed', state: { ...idle, running: true } })
    for (let n = 0; n < 50; n++) main.emit({ type: 'suggestions.changed' })
    await Promise.resolve()
    expect(asked()).toBe(2)
    main.emit({ type: 'janitor.changed', state: idle })
    await answered(3)
    stop()
  })

  it('put a new receipt on top of the list', async () => {
    const list = receiptsQuery(null)
    await client.fetchInfiniteQuery(list)
    main.emit({ type: 'receipts.changed', receipts: [aReceipt(2), aReceipt(1, { undone: true })] })
    expect(client.getQueryData(list.queryKey)?.pages.flat()).toMatchObject([
      { sentence: 'receipt 2' },
      { sentence: 'receipt 1', undone: true },
    ])
  })

  it('patch the list of memories in its order, and ask anew only for what a filter found and for the counts', async () => {
    const list = memoriesQuery({ show: 'fact', filter: '' })
    const filtered = memoriesQuery({ show: 'fact', filter: 'tea' })
    await client.fetchInfiniteQuery(list)
    await client.fetchInfiniteQuery(filtered)
    const better = aMemory(2, { value: valued(0.95) })
    main.emit({ type: 'memories.changed', memories: [better, aMemory(3)], removed: [aMemoryId(9)] })
    const shown = client.getQueryData(list.queryKey)?.pages.flatMap((page) => page.memories)
    expect(shown?.map((memory) => memory.id)).toEqual([2, 1, 3].map(aMemoryId))
    expect(client.getQueryState(list.queryKey)?.isInvalidated).toBe(false)
    expect(client.getQueryState(filtered.queryKey)?.isInvalidated).toBe(true)
  })

  it('tell once what happened to the memory file, and again only if it is something else', () => {
    const tell = (notice: string | null) =>
      main.emit({ type: 'memoryFile.changed', tokens: 10, maxTokens: 2000, notice })
    const told = () => useToasts.getState().items.map((item) => item.text)
    useToasts.setState({ items: [] })
    tell('It was gone.')
    useToasts.setState({ items: [] })
    tell('It was gone.')
    expect(told()).toEqual([])
    tell('It was cut off.')
    expect(told()).toEqual(['It was cut off.'])
  })

  it('patch a segment in the conversation and in every manifest that is loaded', () => {
    const key = keyOf('manifest.tree', { depth: 400 })
    client.setQueryData(key, {
      total: 1,
      groups: [{ date: '2026-11-27', label: 'Today', segments: [aSegment(1)] }],
    })
    main.emit({ type: 'segments.changed', segments: [aSegment(1, { title: 'closed' })] })
    expect(client.getQueryData(key)).toMatchObject({ groups: [{ segments: [{ title: 'closed' }] }] })
    const segments = client.getQueryData(everything.queryKey)?.pages.flatMap((loaded) => loaded.segments)
    expect(segments).toMatchObject([{ id: aSegmentId(1), title: 'closed' }])
  })

  it('use a model that was chosen before it was there, once its download is done', async () => {
    const id = jobId.parse('00000000-0000-7000-8000-0000000000bb')
    const job: JobView = { id, kind: 'download', title: 'x', state: 'running', progress: 0.5, detail: '', error: null }
    wantedModels.want(id, 'qwen')
    main.emit({ type: 'job.changed', job })
    expect(main.inputsOf('models.select')).toEqual([])
    main.emit({ type: 'job.changed', job: { ...job, state: 'done' } })
    main.emit({ type: 'job.changed', job: { ...job, state: 'done' } })
    await eventually(() => expect(main.inputsOf('models.select')).toEqual([{ id: 'qwen' }]))
  })

  it('say how far an import came that somebody stopped without looking on', async () => {
    const id = jobId.parse('00000000-0000-7000-8000-0000000000bc')
    const error = 'The import was cancelled. All messages are kept; what is not filed yet is filed later.'
    const summary: ImportSummary = {
      ...{ read: 1200, beside: 0, newBeside: 0, new: 1200, updated: 0, skipped: 0, failed: 0, conversations: 40 },
      ...{ reasons: [], leftOut: [], programs: [], speakers: [] },
    }
    lastImport = { jobId: id, name: 'talks.zip', summary, error }
    useToasts.setState({ items: [] })
    main.emit({ type: 'import.finished', summary, whole: false })
    const job = { id, kind: 'import', title: 'Importing talks.zip', progress: 0.5, detail: '', error: null } as const
    main.emit({ type: 'job.changed', job: { ...job, state: 'cancelled' } })
    await eventually(() => expect(useToasts.getState().items).toHaveLength(1))
    expect(useToasts.getState().items[0]?.text).toBe(`${error} 1,200 new messages are here.`)
  })

  it('count nothing as new that a running import files, and everything else that comes into a bucket', () => {
    const id = jobId.parse('00000000-0000-7000-8000-0000000000bd')
    const job: JobView = {
      ...{ id, kind: 'import', title: 'Importing talks.zip', state: 'running' },
      ...{ progress: 0.5, detail: '', error: null },
    }
    client.setQueryData(keyOf('jobs.list', undefined), [])
    const before = aBucket('a_001', { messages: 4 })
    client.setQueryData(keyOf('buckets.list', undefined), [before])
    useSeen.setState({ seen: { a_001: 4 } })
    const grown = (messages: number) => {
      main.emit({ type: 'buckets.changed', buckets: [aBucket('a_001', { messages })], removed: [] })
      return messages - (useSeen.getState().seen?.a_001 ?? 0)
    }
    expect(grown(5)).toBe(1)
    main.emit({ type: 'job.changed', job })
    expect(grown(30)).toBe(1)
    main.emit({ type: 'job.changed', job: { ...job, state: 'done' } })
    expect(grown(32)).toBe(3)
    // what an import left that was cut off, filed by upkeep after the next start
    main.emit({ type: 'import.filing', active: true })
    expect(grown(60)).toBe(3)
    main.emit({ type: 'import.filing', active: false })
    expect(grown(61)).toBe(4)
  })

  it('leave what long work came to on the screen until somebody closes it', () => {
    const id = jobId.parse('00000000-0000-7000-8000-0000000000be')
    const job: JobView = {
      ...{ id, kind: 'export', title: 'Exporting a.zip', state: 'done' },
      ...{ progress: 1, detail: '6 messages exported', error: null },
    }
    useToasts.setState({ items: [] })
    main.emit({ type: 'job.changed', job })
    main.emit({ type: 'job.changed', job: { ...job, state: 'failed', error: 'The disk is full.' } })
    expect(useToasts.getState().items.map(({ text, stays }) => [text, stays])).toEqual([
      ['6 messages exported', true],
      ['The disk is full.', true],
    ])
  })

  it('never make an answer be polled', async () => {
    vi.useFakeTimers()
    const observer = new QueryObserver(client, asking('buckets.list', undefined))
    const stop = observer.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(3_600_000)
    stop()
    vi.useRealTimers()
    expect(main.inputsOf('buckets.list')).toHaveLength(1)
  })
})
