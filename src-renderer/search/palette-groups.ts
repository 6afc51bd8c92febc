/** What the palette lists, in its order. Pure, so that the selection can be worked out beside it. */
import { commandUsage } from '@shared/commands'
import type { BucketHit, NearestTopic, SearchHit, SearchSnippet } from '@shared/contract/search'
import type { BucketView } from '@shared/domain'
import type { CommandLine, TypedLine } from '../chat/composer/slash'
import { OWN_COMMANDS } from '../chat/composer/slash'
import type { FilterCompletion } from './filter-completions'
import type { PaletteAction } from './palette-actions'
import { rankActions, rankBuckets } from './rank'

export const PALETTE_SCOPES = ['all', 'messages', 'segments', 'memories', 'buckets'] as const
export type PaletteScope = (typeof PALETTE_SCOPES)[number]

/** What names a command in the catalogue of words. */
export type CommandName = Parameters<(typeof commandUsage)['get']>[0] | (typeof OWN_COMMANDS)[number]

export type PaletteEntry =
  | { kind: 'run'; value: string; line: CommandLine }
  | { kind: 'bucket'; value: string; bucket: BucketView; snippet: SearchSnippet | null }
  | { kind: 'action'; value: string; action: PaletteAction }
  /** `follows`: it is of the same talk as the line above it. */
  | { kind: 'hit'; value: string; hit: SearchHit; follows: boolean }
  | { kind: 'filter'; value: string; completion: FilterCompletion }
  | { kind: 'command'; value: string; name: CommandName; usage: string }

export type GroupName =
  | 'run'
  | 'narrow'
  | 'nearest'
  | 'buckets'
  | 'actions'
  | 'messages'
  | 'segments'
  | 'memories'
  | 'bucketsAbout'
  | 'commands'

export interface PaletteGroup {
  name: GroupName
  entries: PaletteEntry[]
}

export interface PaletteSource {
  typed: string
  scope: PaletteScope
  line: TypedLine
  buckets: Iterable<BucketView>
  actions: readonly PaletteAction[]
  hits: readonly SearchHit[]
  bucketHits: readonly BucketHit[]
  completions?: readonly FilterCompletion[]
  nearest?: readonly NearestTopic[]
  order?: HitOrder
}

export const HIT_ORDERS = ['best', 'newest'] as const
export type HitOrder = (typeof HIT_ORDERS)[number]

/** In a list of everything each kind gets so many lines; a scope of its own shows all there are. */
const FEW_BUCKETS = 5
const FEW: Record<SearchHit['kind'], number> = { message: 8, segment: 4, memory: 4 }
const SCOPE_OF = { message: 'messages', segment: 'segments', memory: 'memories' } as const

/**
 * What is known at once stands above what has to be searched for, so that an answer which arrives late never moves the
 * line that Enter would take.
 */
export function paletteGroups(source: PaletteSource): PaletteGroup[] {
  const { typed, scope, line } = source
  const all = scope === 'all'
  const wanted = typed.trim()
  const isCommand = wanted.startsWith('/')
  const named = all || scope === 'buckets' ? rankBuckets(source.buckets, wanted) : []
  const shownBuckets = all && wanted !== '' ? named.slice(0, FEW_BUCKETS) : named
  const shownIds = new Set<string>(shownBuckets.map((bucket) => bucket.id))
  const about = source.bucketHits.filter((hit) => !shownIds.has(hit.bucket.id))
  const ofKind = (kind: SearchHit['kind']): PaletteEntry[] => {
    const hits = (all || scope === SCOPE_OF[kind] ? source.hits : [])
      // an answer that still stands from another scope holds other kinds, too
      .filter((hit) => hit.kind === kind)
    return byTalk(ordered(hits, source.order ?? 'best'))
      .slice(0, all ? FEW[kind] : hits.length)
      .map(({ hit, follows }) => ({ kind: 'hit', value: `${kind} ${hit.id}`, hit, follows }))
  }
  const groups: PaletteGroup[] = [
    {
      name: 'run',
      entries: line.kind === 'message' || line.kind === 'broken' ? [] : [{ kind: 'run', value: 'run', line }],
    },
    {
      name: 'narrow',
      entries: (source.completions ?? []).map((completion) => ({
        kind: 'filter',
        value: `filter ${completion.filter}`,
        completion,
      })),
    },
    {
      name: 'buckets',
      entries: isCommand
        ? []
        : shownBuckets.map((bucket) => ({ kind: 'bucket', value: `bucket ${bucket.id}`, bucket, snippet: null })),
    },
    {
      name: 'actions',
      entries: all
        ? rankActions(source.actions, wanted).map((action) => ({ kind: 'action', value: action.id, action }))
        : [],
    },
    { name: 'messages', entries: ofKind('message') },
    { name: 'segments', entries: ofKind('segment') },
    { name: 'memories', entries: ofKind('memory') },
    {
      name: 'bucketsAbout',
      entries: (all ? about.slice(0, FEW_BUCKETS) : about).map(({ bucket, snippet }) => ({
        kind: 'bucket',
        value: `about ${bucket.id}`,
        bucket,
        snippet,
      })),
    },
    {
      name: 'nearest',
      entries: (source.nearest ?? []).map(({ bucket }) => ({
        kind: 'bucket',
        value: `nearest ${bucket.id}`,
        bucket,
        snippet: null,
      })),
    },
    { name: 'commands', entries: all ? commandsFor(wanted) : [] },
  ]
  return groups.filter((group) => group.entries.length > 0)
}

const ordered = (hits: readonly SearchHit[], order: HitOrder): readonly SearchHit[] =>
  order === 'best' ? hits : [...hits].sort((a, b) => Date.parse(b.ts) - Date.parse(a.ts))

/** Messages of one talk stand together, where its first one stands. */
function byTalk(hits: readonly SearchHit[]): { hit: SearchHit; follows: boolean }[] {
  const talks = new Map<string, SearchHit[]>()
  for (const hit of hits) {
    const talk = hit.kind === 'message' ? (hit.segmentId ?? hit.id) : hit.id
    talks.set(talk, [...(talks.get(talk) ?? []), hit])
  }
  return [...talks.values()].flatMap((talk) => talk.map((hit, i) => ({ hit, follows: i > 0 })))
}

function commandsFor(wanted: string): PaletteEntry[] {
  const name = wanted.replace(/^\//, '').split(/\s/)[0]?.toLowerCase() ?? ''
  const every: [CommandName, string][] = [
    ...commandUsage,
    ...OWN_COMMANDS.map((command): [CommandName, string] => [command, command]),
  ]
  return every
    .filter(([command]) => command.includes(name))
    .map(([command, usage]) => ({ kind: 'command', value: `command ${command}`, name: command, usage }))
}
