import type { OperationId } from '@shared/ids'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useZone } from '../app/today'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'
import { FilterBar } from './filter-bar'
import { actorsOf, passes, type ReceiptFilter } from './filters'
import { GroupHead } from './group-head'
import { groupReceipts, receiptRows } from './groups'
import { ReceiptEntry } from './receipt-entry'
import { receiptsQuery } from './receipts-query'
import { TidyFoot } from './tidy-foot'

/** The audit log: everything that was done, by whom, and the way back; what was done in one go stands together. */
export function ReceiptsPanel() {
  const { t } = useTranslation()
  const zone = useZone()
  const [filter, setFilter] = useState<ReceiptFilter>('all')
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set<string>())
  const [keys] = useState(() => new Map<OperationId, string>())
  const list = useInfiniteQuery(receiptsQuery(actorsOf(filter)))
  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  const groups = useMemo(() => {
    const shown = (list.data?.pages.flat() ?? []).filter((receipt) => passes(receipt, filter))
    return groupReceipts(shown, zone, hasNextPage, keys)
  }, [list.data, filter, zone, hasNextPage, keys])
  const rows = useMemo(() => receiptRows(groups, turned), [groups, turned])
  const toggle = useCallback((key: string) => {
    setTurned((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  }, [])
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 64,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
    useFlushSync: false,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    // a filter, or a group that is folded, may leave little of a page: then the next one is wanted at once
    if (hasNextPage && !isFetching && !isError && last >= rows.length - 10) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, last, rows.length, fetchNextPage])
  return (
    <>
      <FilterBar filter={filter} onFilter={setFilter} />
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
        {list.isPending ? <Skeleton lines={6} label={t('common.loading')} /> : null}
        {list.isError ? <Trouble error={list.error} onRetry={() => void list.refetch()} /> : null}
        {list.data && rows.length === 0 && !hasNextPage ? (
          <p className="px-3.5 py-3 text-list text-faint">
            {t(filter === 'all' ? 'receipts.empty' : 'receipts.noneFound')}
          </p>
        ) : null}
        {rows.length > 0 ? (
          <ul aria-label={t('receipts.list')} className="relative" style={{ height: virtual.getTotalSize() }}>
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
                  {row.kind === 'head' ? (
                    <GroupHead
                      group={row.group}
                      isOpen={row.isOpen}
                      first={item.index === 0}
                      isAll={filter === 'all'}
                      onToggle={toggle}
                    />
                  ) : (
                    <ReceiptEntry
                      receipt={row.receipt}
                      first={row.isFirst}
                      shows={row.group.passId === null ? 'hour' : 'neither'}
                    />
                  )}
                </li>
              ) : null
            })}
          </ul>
        ) : null}
      </div>
      <TidyFoot />
    </>
  )
}
