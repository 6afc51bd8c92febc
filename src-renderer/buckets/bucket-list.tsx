import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight } from 'lucide-react'
import { type KeyboardEvent, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRowPx } from '../app/appearance'
import { asking } from '../app/ask'
import { monthName, number } from '../app/format'
import { useView } from '../app/view'
import { cx } from '../ui/cx'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'
import { BucketRow } from './bucket-row'
import { useHues } from './hues'
import { type HeldPlaces, isAllArchived, placesNow, type SectionName, type SidebarRow, sidebarRows } from './sections'
import { useSeen } from './seen'
import { useBucketActs } from './use-bucket-acts'

const ALL_OPEN: ReadonlySet<SectionName> = new Set()
const ARCHIVE_FOLDED: ReadonlySet<SectionName> = new Set(['archived'])

/** All buckets in their sections. Only what is in sight exists in the document, so two thousand are no more than ten. */
export function BucketList({ filter }: { filter: string }) {
  const { t } = useTranslation()
  const current = useView((view) => view.bucket)
  const list = useQuery(asking('buckets.list', undefined))
  const listed = useSeen((seen) => seen.listed)
  const [folded, setFolded] = useState<ReadonlySet<SectionName> | null>(null)
  // Once unfolded by itself it stays so: a first new topic is no reason to take the others out of sight.
  const opened = useRef(false)
  opened.current ||= isAllArchived(list.data ?? [])
  const collapsed = folded ?? (opened.current ? ALL_OPEN : ARCHIVE_FOLDED)
  const wanted = useDeferredValue(filter)
  const [months, setMonths] = useState<ReadonlySet<string>>(new Set<string>())
  const [places, setPlaces] = useState<HeldPlaces['places'] | null>(null)
  const rows = useMemo(() => {
    const held = places && { places, opened: current }
    return sidebarRows(list.data ?? [], { filter: wanted, collapsed, months, held })
  }, [list.data, wanted, collapsed, months, places, current])
  const acts = useBucketActs()
  const [active, setActive] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  const rowPx = useRowPx()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    paddingEnd: 8,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: every row is measured anew when their height changes
  useLayoutEffect(() => virtual.measure(), [rowPx])

  const hasList = list.data !== undefined
  // only the list as it was fetched; later changes are told to the store by their own event
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (hasList) listed(list.data ?? [])
  }, [hasList])

  const fresh = list.data
  useEffect(() => {
    if (fresh) useHues.getState().listed(fresh)
  }, [fresh])

  const hold = (): void => setPlaces(placesNow(list.data ?? []))
  const toggle = (section: SectionName): void => {
    const next = new Set(collapsed)
    if (!next.delete(section)) next.add(section)
    setFolded(next)
  }
  const toggleMonth = (month: string): void => {
    const next = new Set(months)
    if (!next.delete(month)) next.add(month)
    setMonths(next)
  }
  const focusRow = (index: number): void => {
    if (!rows[index]) return
    setActive(index)
    virtual.scrollToIndex(index)
    requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"] button`)?.focus()
    })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: rows.length - 1 }[event.key]
    if (next === undefined || !rows[next]) return
    event.preventDefault()
    focusRow(next)
  }
  const focusable = Math.min(active, Math.max(0, rows.length - 1))

  if (list.isError && !hasList)
    return (
      <div className="flex-1">
        <Trouble error={list.error} onRetry={() => void list.refetch()} />
      </div>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the buttons inside
    <div
      ref={scroller}
      onKeyDown={onKeyDown}
      onPointerEnter={hold}
      // a window that opened over this one takes the pointer away and gives it back without an entry
      onPointerDownCapture={() => places ?? hold()}
      onPointerLeave={() => setPlaces(null)}
      className="min-h-0 flex-1 overflow-y-auto px-2"
    >
      {list.isPending ? <Skeleton lines={8} label={t('common.loading')} /> : null}
      {hasList && rows.length === 0 ? (
        <p className="px-2 py-3 text-list text-faint">{t(wanted.trim() ? 'bucket.noneFound' : 'bucket.empty')}</p>
      ) : null}
      {rows.length > 0 ? (
        <ul aria-label={t('bucket.list')} className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index]
            if (!row) return null
            return (
              <li
                key={item.key}
                data-row={item.index}
                aria-setsize={rows.length}
                aria-posinset={item.index + 1}
                style={{ transform: `translateY(${item.start}px)` }}
                className="absolute inset-x-0 top-0"
              >
                {row.kind === 'section' ? (
                  <SectionRow
                    row={row}
                    focusable={item.index === focusable}
                    onFocus={() => setActive(item.index)}
                    onToggle={() => toggle(row.section)}
                  />
                ) : row.kind === 'month' ? (
                  <MonthRow
                    row={row}
                    focusable={item.index === focusable}
                    onFocus={() => setActive(item.index)}
                    onToggle={() => toggleMonth(row.month)}
                  />
                ) : (
                  <BucketRow
                    bucket={row.bucket}
                    index={item.index}
                    acts={acts}
                    current={row.bucket.id === current}
                    focusable={item.index === focusable}
                    onFocus={setActive}
                  />
                )}
              </li>
            )
          })}
        </ul>
      ) : null}
    </div>
  )
}

interface MonthRowProps {
  row: Extract<SidebarRow, { kind: 'month' }>
  focusable: boolean
  onFocus: () => void
  onToggle: () => void
}

/** The one-offs of a month that is over: one line instead of thirty. */
function MonthRow({ row, focusable, onFocus, onToggle }: MonthRowProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-expanded={!row.collapsed}
      tabIndex={focusable ? 0 : -1}
      onFocus={onFocus}
      onClick={onToggle}
      className="flex h-(--row) w-full items-center gap-2.5 rounded-[7px] px-2 text-start text-row text-soft hover:bg-hover"
    >
      <ChevronRight
        aria-hidden="true"
        className={cx('size-3 flex-none transition-transform', row.collapsed ? '' : 'rotate-90')}
      />
      <span className="min-w-0 flex-1 truncate">{t('bucket.oneOffsOf', { month: monthName(row.month) })}</span>
      <span className="text-meta text-faint tabular">{t('bucket.days', { count: row.count })}</span>
    </button>
  )
}

interface SectionRowProps {
  row: Extract<SidebarRow, { kind: 'section' }>
  focusable: boolean
  onFocus: () => void
  onToggle: () => void
}

function SectionRow({ row, focusable, onFocus, onToggle }: SectionRowProps) {
  const { t } = useTranslation()
  return (
    <h2 className="flex h-(--row) items-end pb-0.5 text-meta font-semibold text-faint">
      <button
        type="button"
        aria-expanded={!row.collapsed}
        tabIndex={focusable ? 0 : -1}
        onFocus={onFocus}
        onClick={onToggle}
        className="group flex h-6 w-full items-center gap-1 rounded-md px-2 text-start"
      >
        {t(`section.${row.section}`)}
        <ChevronRight
          aria-hidden="true"
          className={cx(
            'size-3 transition-transform',
            row.collapsed ? '' : 'rotate-90 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
          )}
        />
        <span className="ms-auto tabular">{number(row.count)}</span>
      </button>
    </h2>
  )
}
