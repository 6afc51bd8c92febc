import { describe, expect, it } from 'vitest'
import { aSegment, aSegmentId } from '../testing/samples'
import { patchManifest, treeRows } from './tree'

const manifest = {
  total: 3,
  groups: [
    { date: '2026-11-27', label: 'Today', segments: [aSegment(3), aSegment(2)] },
    { date: '2026-11-26', label: 'Yesterday', segments: [aSegment(1)] },
  ],
}

describe('the manifest tree', () => {
  it('lists days and their segments in the order main sends them', () => {
    const rows = treeRows(manifest, new Set())
    expect(rows.map((row) => row.kind)).toEqual(['day', 'segment', 'segment', 'day', 'segment'])
  })
  it('shows the messages of an open segment under it', () => {
    const rows = treeRows(manifest, new Set([aSegmentId(2)]))
    expect(rows.map((row) => row.key)).toEqual([
      'day:2026-11-27',
      aSegmentId(3),
      aSegmentId(2),
      `${aSegmentId(2)}:messages`,
      'day:2026-11-26',
      aSegmentId(1),
    ])
  })
  it('takes a changed segment in place and leaves the others alone', () => {
    const patched = patchManifest(manifest, [aSegment(2, { title: 'renamed' }), aSegment(9)])
    expect(patched.groups.flatMap((group) => group.segments.map((segment) => segment.title))).toEqual([
      'segment 3',
      'renamed',
      'segment 1',
    ])
    expect(patched.groups[1]?.segments[0]).toBe(manifest.groups[1]?.segments[0])
  })
})
