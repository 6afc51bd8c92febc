import type { MemoryCategory, MemoryView } from '@shared/memory'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { number } from '../app/format'
import { useView } from '../app/view'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'
import { MemoryEntry } from './memory-entry'
import type { MemoryPage } from './order'
import { type MemoryWish, memoriesQuery, memoryCounts } from './query'
import { useMemoryActs } from './use-memory-acts'

type Row =
  | { kind: 'heading'; key: string; category: MemoryCategory }
  | { kind: 'memory'; key: string; memory: MemoryView; first: boolean }

/** A heading for each category that holds something, its entries below. */
export function memoryRows(pages: readonly MemoryPage[]): Row[] {
  const begun = new Set<MemoryCategory>()
  return pages.flatMap(({ category, memories }): Row[] => {
    if (memories.length === 0) return []
    const first = !begun.has(category)
    begun.add(category)
    return [
      ...(first ? [{ kind: 'heading' as const, key: category, category }] : []),
      ...memories.map(
        (memory, index): Row => ({ kind: 'memory', key: memory.id, memory, first: first && index === 0 }),
      ),
    ]
  })
}

/** Memories by category. Only what is in sight exists in the document and is asked for, so ten thousand are no more than ten. */
export function MemoryList({ wish }: { wish: MemoryWish }) {
  const { t } = useTranslation()
  const list = useInfiniteQuery(memoriesQuery(wish))
  const { counts } = useQuery(memoryCounts).data ?? {}
  const acts = useMemoryActs()
  const dialog = useView((view) => view.dialog)
  const rows = useMemo(() => memoryRows(list.data?.pages ?? []), [list.data])
  const [active, setActive] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'heading' ? 30 : 60),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    useFlushSync: false,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const { hasNextPage, isFetching, isError, fetchNextPage, data } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: an empty page changes nothing else, and is followed by the next
  useEffect(() => {
    // a category may hold little or nothing: then the next one is wanted at once
    if (hasNextPage && !isFetching && !isError && last >= rows.length - 10) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, last, rows.length, fetchNextPage, data])

  const shown = dialog?.kind === 'memory' ? dialog.memory : null
  const shownAt = shown === null ? -1 : rows.findIndex((row) => row.key === shown)
  useEffect(() => {
    if (shownAt < 0) return
    setActive(shownAt)
    virtual.scrollToIndex(shownAt)
  }, [shownAt, virtual])

  const focusRow = (index: number): void => {
    setActive(index)
    virtual.scrollToIndex(index)
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-memory]`)?.focus(),
    )
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset.memory === undefined) return
    const next = nextEntry(rows, focusable, event.key)
    if (next === null) return
    event.preventDefault()
    focusRow(next)
  }
  const focusable = rows[active]?.kind === 'memory' ? active : rows.findIndex((row) => row.kind === 'memory')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the buttons inside
    <div ref={scroller} onKeyDown={onKeyDown} className="min-h-0 flex-1 overflow-y-auto">
      {list.isPending ? <Skeleton lines={6} label={t('common.loading')} /> : null}
      {list.isError ? <Trouble error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data && rows.length === 0 && !hasNextPage ? (
        <p className="px-3.5 py-3 text-list text-faint">{t(emptyKey(wish))}</p>
      ) : null}
      {rows.length > 0 ? (
        <ul aria-label={t('memory.list')} className="relative" style={{ height: virtual.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index]
            return row ? (
              <li
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                style={{ transform: `translateY(${item.start}px)` }}
                className="absolute inset-x-0 top-0"
              >
                {row.kind === 'heading' ? (
                  <h2 className="flex px-3.5 pt-3 pb-0.5 text-meta font-semibold text-faint">
                    {t(`memory.categories.${row.category}`)}
                    {counts && wish.filter === '' && wish.show !== 'forgotten' && wish.show !== 'ended' ? (
                      <span className="ms-auto font-normal tabular">{number(counts[row.category])}</span>
                    ) : null}
                  </h2>
                ) : (
                  <MemoryEntry
                    memory={row.memory}
                    index={item.index}
                    first={row.first}
                    current={row.key === shown}
                    acts={acts}
                    focusable={item.index === focusable}
                    onFocus={setActive}
                  />
                )}
              </li>
            ) : null
          })}
        </ul>
      ) : null}
    </div>
  )
}

function emptyKey({ show, filter }: MemoryWish) {
  if (filter !== '') return 'memory.noneFound'
  if (show === 'forgotten') return 'memory.noneForgotten'
  if (show === 'ended') return 'memory.noneEnded'
  return show === 'all' ? 'memory.empty' : 'memory.noneOfKind'
}

/** The entry an arrow leads to, headings skipped; null where there is none. */
function nextEntry(rows: readonly Row[], from: number, key: string): number | null {
  const is = (index: number): boolean => rows[index]?.kind === 'memory'
  const step = { ArrowDown: 1, ArrowUp: -1, Home: 1, End: -1 }[key]
  if (step === undefined) return null
  let at = key === 'Home' ? 0 : key === 'End' ? rows.length - 1 : from + step
  while (at >= 0 && at < rows.length && !is(at)) at += step
  return is(at) ? at : null
}
