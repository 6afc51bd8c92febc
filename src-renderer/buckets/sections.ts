import type { BucketView } from '@shared/domain'

export type SectionName = 'pinned' | 'active' | 'oneOffs' | 'archived'

/** A line of the sidebar: a heading or a bucket. All are 32 px high, so the list can be virtual without measuring. */
export type SidebarRow =
  | { kind: 'section'; key: string; section: SectionName; count: number; collapsed: boolean }
  | { kind: 'bucket'; key: string; section: SectionName; bucket: BucketView }

const ORDER: readonly SectionName[] = ['pinned', 'active', 'oneOffs', 'archived']

/** Where a bucket stands. A pinned one is pinned whatever else it is; one that was merged away stands nowhere. */
export function sectionOf(bucket: BucketView): SectionName | null {
  if (bucket.status === 'merged') return null
  if (bucket.pinned) return 'pinned'
  if (bucket.status === 'active') return 'active'
  return bucket.status === 'ephemeral' ? 'oneOffs' : 'archived'
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** Whether title or id contain every word of the filter, accents and case aside. */
export function matches(bucket: BucketView, filter: string): boolean {
  const hay = `${fold(bucket.title)} ${bucket.id}`
  return fold(filter)
    .split(/\s+/)
    .every((word) => hay.includes(word))
}

interface Options {
  filter: string
  /** Sections that show only their heading. While a filter is typed, all are open. */
  collapsed: ReadonlySet<SectionName>
}

/**
 * The sidebar's lines: sections in their order, in each the buckets with the newest activity first. Empty sections are
 * left out, and with a filter those without a hit.
 */
export function sidebarRows(buckets: Iterable<BucketView>, { filter, collapsed }: Options): SidebarRow[] {
  const wanted = filter.trim()
  const groups = new Map<SectionName, BucketView[]>(ORDER.map((section) => [section, []]))
  for (const bucket of buckets) {
    const section = sectionOf(bucket)
    if (section && (wanted === '' || matches(bucket, wanted))) groups.get(section)?.push(bucket)
  }
  return ORDER.flatMap((section): SidebarRow[] => {
    const members = groups.get(section) ?? []
    if (members.length === 0) return []
    const isCollapsed = wanted === '' && collapsed.has(section)
    const heading: SidebarRow = {
      kind: 'section',
      key: section,
      section,
      count: members.length,
      collapsed: isCollapsed,
    }
    if (isCollapsed) return [heading]
    members.sort((a, b) => Date.parse(b.lastActive) - Date.parse(a.lastActive))
    return [heading, ...members.map((bucket): SidebarRow => ({ kind: 'bucket', key: bucket.id, section, bucket }))]
  })
}
