/** What the palette lists, in its order. Pure, so that the selection can be worked out beside it. */
import { commandUsage } from '@shared/commands'
import type { BucketHit, SearchHit, SearchSnippet } from '@shared/contract/search'
import type { BucketView } from '@shared/domain'
import type { CommandLine, TypedLine } from '../chat/composer/slash'
import { OWN_COMMANDS } from '../chat/composer/slash'
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
  | { kind: 'hit'; value: string; hit: SearchHit }
  | { kind: 'command'; value: string; name: CommandName; usage: string }

export type GroupName =
  | 'run'
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
}

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
  const ofKind = (kind: SearchHit['kind']): PaletteEntry[] =>
    (all || scope === SCOPE_OF[kind] ? source.hits : [])
      // an answer that still stands from another scope holds other kinds, too
      .filter((hit) => hit.kind === kind)
      .slice(0, all ? FEW[kind] : source.hits.length)
      .map((hit) => ({ kind: 'hit', value: `${kind} ${hit.id}`, hit }))
  const groups: PaletteGroup[] = [
    {
      name: 'run',
      entries: line.kind === 'message' || line.kind === 'broken' ? [] : [{ kind: 'run', value: 'run', line }],
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
    { name: 'commands', entries: all ? commandsFor(wanted) : [] },
  ]
  return groups.filter((group) => group.entries.length > 0)
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
