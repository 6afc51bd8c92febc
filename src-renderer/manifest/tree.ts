import type { Manifest } from '@shared/contract/segments'
import type { SegmentView } from '@shared/domain'
import type { SegmentId } from '@shared/ids'

/** A line of the manifest tree. Messages of an open segment are one line of their own, loaded when it is opened. */
export type TreeRow =
  | { kind: 'day'; key: string; date: string }
  | { kind: 'segment'; key: string; segment: SegmentView; open: boolean }
  | { kind: 'messages'; key: string; segment: SegmentView }

/** The tree as lines, newest day first, as main sends it. */
export function treeRows(manifest: Manifest, open: ReadonlySet<SegmentId>): TreeRow[] {
  return manifest.groups.flatMap((group): TreeRow[] => [
    { kind: 'day', key: `day:${group.date}`, date: group.date },
    ...group.segments.flatMap((segment): TreeRow[] => {
      const isOpen = open.has(segment.id)
      const row: TreeRow = { kind: 'segment', key: segment.id, segment, open: isOpen }
      return isOpen ? [row, { kind: 'messages', key: `${segment.id}:messages`, segment }] : [row]
    }),
  ])
}

/** Segments that changed, in place. Whether one came or went is for `manifest.changed` to say. */
export function patchManifest(manifest: Manifest, changed: readonly SegmentView[]): Manifest {
  const fresh = new Map(changed.map((segment) => [segment.id, segment]))
  return {
    ...manifest,
    groups: manifest.groups.map((group) => ({
      ...group,
      segments: group.segments.map((segment) => fresh.get(segment.id) ?? segment),
    })),
  }
}
