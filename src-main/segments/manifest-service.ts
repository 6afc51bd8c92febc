import type { Manifest } from '@shared/contract/segments'
import type { Settings } from '@shared/contract/settings'
import type { ManifestGroup, SegmentView } from '@shared/domain'
import type { BucketId, SegmentId } from '@shared/ids'
import { cutGraphemes } from '../language/graphemes'
import type { EventBus } from '../runtime/bus'
import type { Clock } from '../runtime/clock'
import type { Store } from '../store/protocol'
import type { StoredBucket, StoredSegment } from '../store/types'
import { dayStart, groupByLocalDate, localDate, type Place, renderManifest, titledByBuckets } from './manifest'

export interface ManifestPorts {
  store: Store
  clock: Clock
  bus: EventBus
  settings(): Pick<Settings, 'manifestDepth' | 'manifestTitleLength' | 'segmentTimeoutMinutes'>
  /** Where the reader is now; it may change while the app runs. */
  place(): Place
  directory: { resolve(id: BucketId): Pick<StoredBucket, 'id' | 'title'> | null }
}

export interface ManifestQuery {
  /** At most so many segments, newest first. */
  depth: number
  /** Only segments whose title or synopsis holds this. */
  filter?: string | undefined
  bucketId?: BucketId | undefined
  /** Local dates, `2026-01-18`, both inclusive. */
  from?: string | undefined
  to?: string | undefined
  /** The next page: what comes after this segment. */
  before?: SegmentId | undefined
}

export interface ManifestService {
  /** For the window and the command line. */
  tree(query: ManifestQuery): Promise<Manifest>
  /** What a prompt is made from: the groups to the depth of the settings, titles cut as the settings say, and which segment is going on. */
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

type SegmentPage = Awaited<ReturnType<Store['segmentViews']['page']>>

/** Readings kept at once: filters are typed letter by letter. */
const KEPT = 50

function keep<T>(cache: Map<string, T>, key: string, value: T): void {
  if (cache.size >= KEPT) cache.clear()
  cache.set(key, value)
}

/** What changes a line of the manifest: segments, what their messages are filed in, what those buckets are called. */
const CHANGES = [
  'segments.changed',
  'manifest.changed',
  'buckets.changed',
  'messages.changed',
  'message.added',
  'messages.arrived',
  'store.refreshed',
  'turn.finished',
] as const

/**
 * Reads the manifest. A reading is kept for its local date, time zone, locale and depth until something changes: a kept
 * “Today” would be wrong after midnight (01-domain, Manifest).
 */
export function createManifest(ports: ManifestPorts): ManifestService {
  const { store, clock, bus, settings, place } = ports
  let version = 0
  /** By what was asked for; the groups by the moment and place they were made for as well. */
  const read = new Map<string, SegmentPage>()
  const kept = new Map<string, Loaded>()
  const changed = () => {
    version += 1
    read.clear()
    kept.clear()
  }
  const offManifest = bus.on('manifest.updated', changed)
  const offWindow = bus.on([...CHANGES], changed)

  async function load(query: ManifestQuery, archived: boolean): Promise<Loaded> {
    // Whoever asks right after telling the bus must not be given what was true before: let the news arrive first.
    await new Promise((resolve) => setImmediate(resolve))
    const begun = version
    const now = clock.now()
    const here = place()
    const wanted = pageOf(query, here.timeZone, archived)
    const asked = JSON.stringify(wanted)
    const found = read.get(asked) ?? (await store.segmentViews.page(wanted))
    if (begun === version) keep(read, asked, found)
    const { active: live, total } = found
    const active = live && now - Date.parse(live.endedAt) <= settings().segmentTimeoutMinutes * 60_000 ? live.id : null
    const date = localDate(now, here.timeZone).toString()
    const key = JSON.stringify([begun, date, here.timeZone, here.locale, asked, active])
    const made = kept.get(key)
    if (made) return made
    const loaded = { groups: groupByLocalDate(await titled(found.segments), { ...here, now }), active, total }
    if (begun === version) keep(kept, key, loaded)
    return loaded
  }

  function pageOf({ depth, filter, bucketId, from, to, before }: ManifestQuery, timeZone: string, archived: boolean) {
    return {
      limit: depth,
      text: filter === '' ? undefined : filter,
      bucket: bucketId && (ports.directory.resolve(bucketId)?.id ?? bucketId),
      from: from === undefined ? undefined : dayStart(from, timeZone),
      to: to === undefined ? undefined : dayStart(to, timeZone, 1),
      before,
      archived,
    }
  }

  /** A segment that was not summarised yet goes by its buckets; one query for all of them. */
  async function titled(stored: readonly StoredSegment[]): Promise<SegmentView[]> {
    const unnamed = stored.filter((s) => s.title.trim() === '' && s.buckets.length === 0)
    const found = new Map(unnamed.length === 0 ? [] : await store.segmentViews.bucketsOf(unnamed.map((s) => s.id)))
    return stored.map((s) => {
      const segment = toSegmentView(s)
      const buckets = segment.buckets.length > 0 ? segment.buckets : (found.get(segment.id) ?? [])
      return titledByBuckets({ ...segment, buckets }, (id) => ports.directory.resolve(id)?.title ?? null)
    })
  }

  async function forPrompt() {
    const { manifestDepth, manifestTitleLength } = settings()
    const { groups, active } = await load({ depth: manifestDepth }, false)
    const cut = (s: SegmentView): SegmentView => ({ ...s, title: cutGraphemes(s.title, manifestTitleLength) })
    return { groups: groups.map((group) => ({ ...group, segments: group.segments.map(cut) })), active }
  }

  return {
    async tree(query) {
      const { groups, total } = await load(query, true)
      return { groups, total }
    },
    forPrompt,
    async render() {
      const { groups, active } = await forPrompt()
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
  const { complexity, named, titleFromExport } = segment
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
    titleFromExport,
    ...(segment.conv !== null && (status === 'active' || status === 'collapsing') ? { waits: true } : {}),
  }
}
