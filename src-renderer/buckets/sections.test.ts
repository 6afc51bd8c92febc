import { describe, expect, it } from 'vitest'
import { aBucket, aBucketId, at } from '../testing/samples'
import { patchBuckets } from './patch'
import { isAllArchived, matches, placesNow, type SectionName, sidebarRows } from './sections'
import { bucketMap, distinctBuckets, nameOf, resolveBucket } from './use-buckets'

const open = new Set<SectionName>()
const keys = (rows: ReturnType<typeof sidebarRows>) => rows.map((row) => row.key)

describe('the sidebar', () => {
  const buckets = [
    aBucket('old_001', { lastActive: at(1) }),
    aBucket('new_001', { lastActive: at(9) }),
    aBucket('kept_001', { pinned: true, status: 'archived' }),
    aBucket('once_001', { status: 'ephemeral' }),
    aBucket('gone_001', { status: 'merged', mergedInto: aBucket('new_001').id }),
    aBucket('away_001', { status: 'archived' }),
  ]
  it('lists sections in their order and the newest activity first', () => {
    expect(keys(sidebarRows(buckets, { filter: '', collapsed: open }))).toEqual([
      'pinned',
      'kept_001',
      'active',
      'new_001',
      'old_001',
      'oneOffs',
      'once_001',
      'archived',
      'away_001',
    ])
  })
  it('shows of a collapsed section its heading and count', () => {
    const rows = sidebarRows(buckets, { filter: '', collapsed: new Set<SectionName>(['archived']) })
    expect(rows.at(-1)).toMatchObject({ kind: 'section', section: 'archived', count: 1, collapsed: true })
  })
  it('unfolds the archive by itself where it is all there is, as after the import of an old history', () => {
    const archived = [1, 2, 3, 4, 5, 6].map((i) => aBucket(`old_00${i}`, { status: 'archived' }))
    const once = aBucket('once_001', { status: 'ephemeral' })
    expect(isAllArchived([...archived, once])).toBe(true)
    expect(isAllArchived(archived.slice(1))).toBe(false)
    expect(isAllArchived([...archived, aBucket('new_001')])).toBe(false)
    expect(isAllArchived([...archived, aBucket('kept_001', { pinned: true, status: 'archived' })])).toBe(false)
    const days = [1, 2, 3, 4, 5, 6].map((i) => aBucket(`misc_conversations_2026_01_0${i}`, { status: 'archived' }))
    expect(isAllArchived(days)).toBe(false)
  })
  it('folds the one-offs of past days by month, the newest month first, below what else is archived', () => {
    const days = ['2026_01_05', '2026_01_09', '2025_12_24'].map((day) =>
      aBucket(`misc_conversations_${day}`, { status: 'archived' }),
    )
    const rows = (months: ReadonlySet<string>) =>
      keys(sidebarRows([...days, ...buckets], { filter: '', collapsed: open, months }))
    expect(rows(new Set()).slice(-3)).toEqual(['away_001', '2026-01', '2025-12'])
    expect(rows(new Set(['2025-12'])).slice(-3)).toEqual(['2026-01', '2025-12', 'misc_conversations_2025_12_24'])
    expect(keys(sidebarRows(days, { filter: '2026_01_09', collapsed: open }))).toContain(
      'misc_conversations_2026_01_09',
    )
  })
  it('moves no row while it is held: neither up for being opened, nor out of the archive', () => {
    const places = placesNow(buckets)
    const before = keys(sidebarRows(buckets, { filter: '', collapsed: open }))
    const opened = buckets.map((bucket) =>
      bucket.id === 'away_001' || bucket.id === 'old_001'
        ? { ...bucket, lastActive: at(30), status: 'active' as const }
        : bucket,
    )
    const held = { places, opened: 'away_001' }
    expect(keys(sidebarRows(opened, { filter: '', collapsed: open, held }))).toEqual(before)
    expect(keys(sidebarRows(opened, { filter: '', collapsed: open }))).not.toEqual(before)
    // taken out of the archive by command: it goes at once
    const asked = sidebarRows(opened, { filter: '', collapsed: open, held: { places, opened: null } })
    expect(asked.find((row) => row.key === 'away_001')).toMatchObject({ section: 'active' })
  })
  it('opens every section while a filter is typed', () => {
    const rows = sidebarRows(buckets, { filter: 'away', collapsed: new Set<SectionName>(['archived']) })
    expect(keys(rows)).toEqual(['archived', 'away_001'])
  })
  it('finds titles without their accents and in any order of words', () => {
    const bucket = aBucket('x_001', { title: 'Café in Málaga' })
    expect(matches(bucket, 'malaga cafe')).toBe(true)
    expect(matches(bucket, 'madrid')).toBe(false)
  })
})

describe('a change of buckets', () => {
  it('replaces in place, adds what is new and drops what is gone', () => {
    const list = [aBucket('a_001'), aBucket('b_001'), aBucket('c_001')]
    const changed = [aBucket('b_001', { title: 'B' }), aBucket('d_001')]
    const patched = patchBuckets(list, changed, [aBucket('c_001').id])
    expect(patched.map((bucket) => bucket.title)).toEqual(['a_001', 'B', 'd_001'])
  })
})

describe('a merged id', () => {
  const c = aBucket('c_001')
  const map = bucketMap([c], [[aBucketId('a_001'), c.id]])
  it('resolves to the bucket that holds its messages, and one nobody knows to nothing', () => {
    expect(resolveBucket(map, aBucketId('a_001'))).toBe(c)
    expect(resolveBucket(map, aBucketId('x_001'))).toBeNull()
  })
  it('has the name and the dot of that bucket, once', () => {
    expect(nameOf(map, aBucketId('a_001'))).toBe('c_001')
    expect(distinctBuckets(map, [aBucketId('a_001'), c.id, aBucketId('x_001')])).toEqual(['c_001', 'x_001'])
  })
})
