import type { ManifestGroup, SegmentView } from '@shared/domain'

/** Where a title and a summary come from, if not from a model or a person. */
export type Origin = 'fromExport' | 'extractive'

/** A mark on the line instead of the same words on every line; explained once, below the list. */
export const ORIGIN_SIGNS: Record<Origin, string> = { fromExport: '↓', extractive: '◦' }

export function originsOf(segment: Pick<SegmentView, 'titleFromExport' | 'summarisedBy'>): Origin[] {
  const origins: [Origin, boolean][] = [
    ['fromExport', segment.titleFromExport],
    ['extractive', segment.summarisedBy === 'extractive'],
  ]
  return origins.flatMap(([origin, holds]) => (holds ? [origin] : []))
}

/** Which signs stand on the lines that are shown, each once. */
export const originsIn = (groups: readonly ManifestGroup[]): Origin[] => [
  ...new Set(groups.flatMap(({ segments }) => segments.flatMap(originsOf))),
]
