/**
 * What another program of the same person writes on a shared server, brought into this one: what is held in memory, and what the
 * window shows (docs/adr/0006-shared-server.md). Nothing is written from here but filing's profiles, which follow from the messages.
 */
import {
  type BucketId,
  type MemoryId,
  type MessageId,
  memoryId,
  messageId,
  operationId,
  type ProfileId,
} from '@shared/ids'
import { Mutex } from 'async-mutex'
import type { BucketDirectory } from '../buckets/directory'
import type { FilingDesk } from '../filing/desk'
import { stands, toMemoryView } from '../memory/entries/view'
import type { EventBus } from '../runtime/bus'
import type { StoreHandle } from '../store/client'
import type { Store } from '../store/protocol'
import type { News } from '../store/session'
import type { StoredMessage } from '../store/types'
import { toMessageView } from '../store/views'
import type { SettingsService } from './settings'

export interface FollowingPorts {
  handle: Pick<StoreHandle, 'follow'>
  profileId: ProfileId
  store: Store
  bus: EventBus
  directory: BucketDirectory
  settings: SettingsService
  desk: FilingDesk
  /** Filing has been read into memory; before that it reads what is there anyway. */
  filingRead(): boolean
  /** What is held of the talk is read anew when it is asked for. */
  forgetTalk(): void
  tellJanitor(): Promise<void>
  onFault(error: unknown): void
}

/** An act writes several tables; one look shortly after the first answers for all. */
const GATHER_MS = 40
/** So long after the last of others' messages the profiles of their buckets are made anew, from all that is there. */
const REBUILD_MS = 3_000

/** What came since the last look. */
class Gathered {
  readonly inserted = new Set<MessageId>()
  readonly updated = new Set<MessageId>()
  readonly operations = new Set<string>()
  readonly memories = new Set<MemoryId>()
  readonly tables = new Set<string>()
  /** Too much to be named, something went, or nobody knows: everything is looked at. */
  all = false

  add({ table, act, ids }: News): void {
    if (table === null) {
      this.all = true
      return
    }
    this.tables.add(table)
    const named = table === 'messages' || table === 'bucket_operations' || table === 'memory_entries'
    if (!named) return
    if (ids === null || (table === 'messages' && act === 'delete')) {
      this.all = true
      return
    }
    if (table === 'messages')
      for (const id of ids) (act === 'insert' ? this.inserted : this.updated).add(messageId.parse(id))
    if (table === 'bucket_operations') for (const id of ids) this.operations.add(id)
    if (table === 'memory_entries') for (const id of ids) this.memories.add(memoryId.parse(id))
  }
}

export interface Following {
  /** Everything that was heard has been brought in. */
  idle(): Promise<void>
  /** Hears no more, and waits for what is being brought in. */
  close(): Promise<void>
}

/** Begins to hear. On a store that this program has for itself nothing will ever be heard. */
export async function followOthers(ports: FollowingPorts): Promise<Following> {
  const { store, bus, directory, settings, desk, onFault } = ports
  const looking = new Mutex()
  let gathered = new Gathered()
  let timer: NodeJS.Timeout | undefined
  let rebuilding: NodeJS.Timeout | undefined
  let closed = false
  const toRebuild = new Set<BucketId>()

  function heard(news: News): void {
    if (closed) return
    gathered.add(news)
    timer ??= setTimeout(look, GATHER_MS)
  }

  function look(): void {
    timer = undefined
    looking.runExclusive(() => bringIn(take())).catch(onFault)
  }

  const take = (): Gathered => {
    const now = gathered
    gathered = new Gathered()
    return now
  }

  async function bringIn(what: Gathered): Promise<void> {
    const { tables, inserted, updated } = what
    const talked = inserted.size > 0 || updated.size > 0 || tables.has('sessions') || tables.has('continuum_segments')
    if (what.all || talked) ports.forgetTalk()
    if (what.all || tables.has('preferences')) await settings.reload()
    if (what.all || tables.has('buckets')) await bringBuckets()
    if (what.all) return bringAll()
    if (inserted.size + updated.size > 0) await bringMessages(inserted, updated)
    if (what.operations.size > 0) await bringReceipts(what.operations)
    if (what.memories.size > 0) await bringMemories([...what.memories])
    if (tables.has('continuum_segments') || tables.has('bucket_summaries')) bus.tell({ type: 'manifest.changed' })
    if (tables.has('suggestions')) bus.tell({ type: 'suggestions.changed' })
    if (tables.has('heartbeat_tasks') || tables.has('heartbeat_registry')) bus.tell({ type: 'heartbeat.changed' })
    if (tables.has('janitor_state')) await ports.tellJanitor()
  }

  /** Which buckets are otherwise than they are known here, and which are gone. */
  async function bringBuckets(): Promise<void> {
    const stored = await store.buckets.list({ merged: true })
    const ids = new Set(stored.map((b) => b.id))
    const changed = stored.filter((b) => JSON.stringify(b) !== JSON.stringify(directory.get(b.id)))
    const removed = directory.all().flatMap((b) => (ids.has(b.id) ? [] : [b.id]))
    directory.absorb({ buckets: changed, removed })
    if (changed.length + removed.length > 0) desk.shelf.invalidate()
  }

  async function bringMessages(inserted: ReadonlySet<MessageId>, updated: ReadonlySet<MessageId>): Promise<void> {
    const all = await store.messages.byIds([...new Set([...inserted, ...updated])])
    const said = all.filter((m) => inserted.has(m.id) && isShown(m)).sort((a, b) => a.seq - b.seq)
    if (said.length > 0) bus.tell({ type: 'messages.arrived', messages: said.map(toMessageView) })
    const changed = all.filter((m) => updated.has(m.id) && isShown(m)).map((m) => m.id)
    if (changed.length > 0) bus.tell({ type: 'messages.changed', messageIds: changed })
    if (!ports.filingRead()) return
    desk.othersSaid(said.map((m) => m.text))
    const homes = all.flatMap((m) => m.homeBucketId ?? [])
    if (homes.length === 0) return
    await desk.readProfiles(homes)
    for (const home of homes) toRebuild.add(home)
    clearTimeout(rebuilding)
    rebuilding = setTimeout(rebuild, REBUILD_MS)
  }

  /** Two programs that filed into one bucket at once each knew half of it. */
  function rebuild(): void {
    const homes = [...toRebuild]
    toRebuild.clear()
    looking.runExclusive(() => desk.rebuild(homes)).catch(onFault)
  }

  async function bringReceipts(ids: ReadonlySet<string>): Promise<void> {
    const found = await Promise.all([...ids].map((id) => store.operations.byId(operationId.parse(id))))
    const receipts = found.filter((receipt) => receipt !== null)
    if (receipts.length > 0) bus.tell({ type: 'receipts.changed', receipts })
    bus.tell({ type: 'suggestions.changed' })
  }

  async function bringMemories(ids: readonly MemoryId[]): Promise<void> {
    const found = await store.memories.byIds(ids)
    const standing = found.filter(stands)
    const shown = new Set(standing.map((m) => m.id))
    const removed = ids.filter((id) => !shown.has(id))
    bus.tell({ type: 'memories.changed', memories: standing.map(toMemoryView), removed })
  }

  async function bringAll(): Promise<void> {
    if (ports.filingRead()) await desk.lock.runExclusive(() => desk.load())
    bus.tell({ type: 'store.refreshed' })
  }

  await ports.handle.follow(ports.profileId, heard)
  return {
    async idle() {
      await new Promise((resolve) => setTimeout(resolve, GATHER_MS * 2))
      await looking.waitForUnlock()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      clearTimeout(rebuilding)
      await looking.waitForUnlock()
    },
  }
}

const isShown = (m: StoredMessage): boolean => m.role === 'user' || m.role === 'assistant'
