import type { BucketView } from '@shared/domain'
import { isMisc, MISC_PREFIX } from '@shared/ids'

export type SectionName = 'pinned' | 'active' | 'oneOffs' | 'archived'

/** A line of the sidebar: a heading or a bucket. All are 32 px high, so the list can be virtual without measuring. */
export type SidebarRow =
  | { kind: 'section'; key: string; section: SectionName; count: number; collapsed: boolean }
  /** The filed-away one-offs of a month (`2026-01`), folded until somebody looks for them. */
  | { kind: 'month'; key: string; month: string; count: number; collapsed: boolean }
  | { kind: 'bucket'; key: string; section: SectionName; bucket: BucketView }

const ORDER: readonly SectionName[] = ['pinned', 'active', 'oneOffs', 'archived']

/** Where a bucket stands. A pinned one is pinned whatever else it is; one that was merged away stands nowhere. */
export function sectionOf(bucket: BucketView): SectionName | null {
  if (bucket.status === 'merged') return null
  if (bucket.pinned) return 'pinned'
  if (bucket.status === 'active') return 'active'
  return bucket.status === 'ephemeral' ? 'oneOffs' : 'archived'
}

/** Of fewer, a heading with their number says enough. */
const MANY = 6

/**
 * Whether the archive is all there is to see, as after the import of an old history: folded, it would leave an empty list to
 * somebody who just brought years of talk along.
 */
export function isAllArchived(buckets: readonly BucketView[]): boolean {
  const sections = buckets.filter(({ id }) => !isMisc(id)).map(sectionOf)
  if (sections.some((section) => section === 'pinned' || section === 'active')) return false
  return sections.filter((section) => section === 'archived').length >= MANY
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** Whether title or id contain every word of the filter, accents and case aside. */
export function matches(bucket: BucketView, filter: string): boolean {
  const hay = `${fold(bucket.title)} ${bucket.id}`
  return fold(filter)
    .split(/\s+/)
    .every((word) => hay.includes(word))
}

/** The month of a day's bucket of one-offs, `2026-01`; null for any other bucket. */
const monthOf = ({ id }: BucketView): string | null =>
  isMisc(id) ? id.slice(MISC_PREFIX.length, MISC_PREFIX.length + 7).replace('_', '-') : null

/**
 * Where the rows stood when the pointer came to the list. As long as it is there nothing moves under it: opening a bucket counts
 * as activity, which would send its row to the top, and out of the archive.
 */
export interface HeldPlaces {
  places: ReadonlyMap<string, { section: SectionName; rank: number }>
  /** The bucket that was opened meanwhile. Others change their section at once: somebody asked for that. */
  opened: string | null
}

/** The places of all buckets as they stand now. */
export function placesNow(buckets: Iterable<BucketView>): HeldPlaces['places'] {
  const rows = sidebarRows(buckets, { filter: '', collapsed: new Set(), months: 'all' })
  return new Map(
    rows.flatMap((row, rank) => (row.kind === 'bucket' ? [[row.bucket.id, { section: row.section, rank }]] : [])),
  )
}

interface Options {
  filter: string
  /** Sections that show only their heading. While a filter is typed, all are open. */
  collapsed: ReadonlySet<SectionName>
  /** Months of one-offs that are unfolded. */
  months?: ReadonlySet<string> | 'all'
  held?: HeldPlaces | null
}

/**
 * The sidebar's lines: sections in their order, in each the buckets with the newest activity first. Empty sections are
 * left out, and with a filter those without a hit. In the archive the days of one-offs stand last, folded by month.
 */
export function sidebarRows(
  buckets: Iterable<BucketView>,
  { filter, collapsed, months = NO_MONTHS, held = null }: Options,
): SidebarRow[] {
  const wanted = filter.trim()
  const groups = new Map<SectionName, BucketView[]>(ORDER.map((section) => [section, []]))
  for (const bucket of buckets) {
    const section = heldSection(bucket, held)
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
    members.sort((a, b) => rankOf(a, held) - rankOf(b, held) || Date.parse(b.lastActive) - Date.parse(a.lastActive))
    const row = (bucket: BucketView): SidebarRow => ({ kind: 'bucket', key: bucket.id, section, bucket })
    const unfolded = wanted === '' ? months : 'all'
    const days = section === 'archived' ? members.filter((bucket) => monthOf(bucket) !== null) : []
    const folded = [...new Set(days.map(monthOf))].flatMap((month) => month ?? []).sort((a, b) => (a < b ? 1 : -1))
    return [
      heading,
      ...members.filter((bucket) => !days.includes(bucket)).map(row),
      ...folded.flatMap((month): SidebarRow[] => {
        const ofMonth = days.filter((bucket) => monthOf(bucket) === month)
        const open = unfolded === 'all' || unfolded.has(month)
        const fold: SidebarRow = { kind: 'month', key: month, month, count: ofMonth.length, collapsed: !open }
        return open ? [fold, ...ofMonth.map(row)] : [fold]
      }),
    ]
  })
}

const NO_MONTHS: ReadonlySet<string> = new Set()

/** What came meanwhile stands at the end of its section: above, it would push the others down. */
const rankOf = ({ id }: BucketView, held: HeldPlaces | null): number =>
  held?.places.get(id)?.rank ?? (held ? Number.MAX_SAFE_INTEGER : 0)

function heldSection(bucket: BucketView, held: HeldPlaces | null): SectionName | null {
  const now = sectionOf(bucket)
  const before = held?.places.get(bucket.id)?.section
  return now === 'active' && before === 'archived' && held?.opened === bucket.id ? before : now
}
