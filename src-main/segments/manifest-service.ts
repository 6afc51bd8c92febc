import type { Manifest } from '@shared/contract/segments'
import type { ManifestGroup, SegmentView } from '@shared/domain'
import type { BucketId, SegmentId } from '@shared/ids'
import type { EventBus } from '../app/bus'
import type { Clock } from '../app/clock'
import type { Store } from '../store/protocol'
import type { StoredBucket, StoredSegment } from '../store/types'
import { groupByLocalDate, localDate, type Place, renderManifest, titledByBuckets } from './manifest'

export interface ManifestPorts {
  store: Store
  clock: Clock
  bus: EventBus
  settings(): { manifestDepth: number; segmentTimeoutMinutes: number }
  /** Where the reader is now; it may change while the app runs. */
  place(): Place
  directory: { resolve(id: BucketId): Pick<StoredBucket, 'title'> | null }
}

export interface ManifestQuery {
  /** At most so many segments, newest first. */
  depth: number
  /** Only segments whose title or synopsis holds this. */
  filter?: string | undefined
}

export interface ManifestService {
  /** For the window and the command line. */
  tree(query: ManifestQuery): Promise<Manifest>
  /** What a prompt is made from: the groups to the depth of the settings, and which segment is going on. */
  forPrompt(): Promise<{ groups: ManifestGroup[]; active: SegmentId | null }>
  /** The ASCII tree of the moment. */
  render(): Promise<string>
  /** Ends the subscription to the bus. */
  close(): void
}

interface Loaded {
  groups: ManifestGroup[]
  active: SegmentId | null
  total: number
}

/** What changes a line of the manifest: segments, what their messages are filed in, what those buckets are called. */
const CHANGES = new Set([
  'segments.changed',
  'manifest.changed',
  'buckets.changed',
  'messages.changed',
  'message.added',
  'turn.finished',
])

/**
 * Reads the manifest. A reading is kept for its local date, time zone, locale and depth until something changes: a kept
 * “Today” would be wrong after midnight (01-domain, Manifest).
 */
export function createManifest(ports: ManifestPorts): ManifestService {
  const { store, clock, bus, settings, place } = ports
  let version = 0
  /** By what was asked for; the groups by the moment and place they were made for as well. */
  const read = new Map<number, Awaited<ReturnType<Store['segments']['forManifest']>>>()
  const kept = new Map<string, Loaded>()
  const changed = () => {
    version += 1
    read.clear()
    kept.clear()
  }
  const offManifest = bus.on('manifest.updated', changed)
  const offWindow = bus.on('window', (event) => {
    if (CHANGES.has(event.type)) changed()
  })

  async function load({ depth, filter }: ManifestQuery): Promise<Loaded> {
    // Whoever asks right after telling the bus must not be given what was true before: let the news arrive first.
    await new Promise((resolve) => setImmediate(resolve))
    const begun = version
    const keeps = () => filter === undefined && begun === version
    const known = filter === undefined ? read.get(depth) : undefined
    const found = known ?? (await store.segments.forManifest({ depth, filter }))
    if (keeps()) read.set(depth, found)
    const now = clock.now()
    const here = place()
    const { active: live, total } = found
    const active = live && now - Date.parse(live.endedAt) <= settings().segmentTimeoutMinutes * 60_000 ? live.id : null
    const date = localDate(now, here.timeZone).toString()
    const key = JSON.stringify([date, here.timeZone, here.locale, depth, active])
    const made = filter === undefined ? kept.get(key) : undefined
    if (made) return made
    const segments = await Promise.all(found.newest.map(titled))
    const loaded = { groups: groupByLocalDate(segments, { ...here, now }), active, total }
    if (keeps()) kept.set(key, loaded)
    return loaded
  }

  async function titled(stored: StoredSegment): Promise<SegmentView> {
    const segment = toSegmentView(stored)
    if (segment.title.trim() !== '') return segment
    const messages = segment.buckets.length > 0 ? [] : await store.messages.ofSegment(segment.id)
    const buckets = [...new Set([...segment.buckets, ...messages.flatMap((m) => m.bucketId ?? [])])]
    return titledByBuckets({ ...segment, buckets }, (id) => ports.directory.resolve(id)?.title ?? null)
  }

  return {
    async tree(query) {
      const { groups, total } = await load(query)
      return { groups, total }
    },
    async forPrompt() {
      const { groups, active } = await load({ depth: settings().manifestDepth })
      return { groups, active }
    },
    async render() {
      const { groups, active } = await load({ depth: settings().manifestDepth })
      return renderManifest(groups, { ...place(), active })
    },
    close() {
      offManifest()
      offWindow()
    },
  }
}

/** What of a segment crosses the bridge. */
export function toSegmentView(segment: StoredSegment): SegmentView {
  const { id, status, title, synopsis, summarisedBy, startedAt, endedAt, messages, buckets, toolsUsed } = segment
  const { complexity, named } = segment
  return {
    id,
    status,
    title,
    synopsis,
    summarisedBy,
    startedAt,
    endedAt,
    messages,
    buckets,
    toolsUsed,
    complexity,
    named,
  }
}
