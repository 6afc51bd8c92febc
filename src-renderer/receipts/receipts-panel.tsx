import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ToggleGroup } from 'radix-ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'
import { actorsOf, passes, RECEIPT_FILTERS, type ReceiptFilter } from './filters'
import { ReceiptEntry } from './receipt-entry'
import { receiptsQuery } from './receipts-query'
import { TidyFoot } from './tidy-foot'

const isFilter = (value: string): value is ReceiptFilter => (RECEIPT_FILTERS as readonly string[]).includes(value)

/** The audit log: everything that was done, by whom, and the way back. */
export function ReceiptsPanel() {
  const { t } = useTranslation()
  const [filter, setFilter] = useState<ReceiptFilter>('all')
  const list = useInfiniteQuery(receiptsQuery(actorsOf(filter)))
  const receipts = useMemo(
    () => (list.data?.pages.flat() ?? []).filter((receipt) => passes(receipt, filter)),
    [list.data, filter],
  )
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: receipts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 64,
    getItemKey: (index) => receipts[index]?.id ?? index,
    overscan: 6,
    useFlushSync: false,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  useEffect(() => {
    // a filter may leave little of a page: then the next one is wanted at once
    if (hasNextPage && !isFetching && !isError && last >= receipts.length - 10) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, last, receipts.length, fetchNextPage])
  return (
    <>
      <ToggleGroup.Root
        type="single"
        value={filter}
        aria-label={t('receipts.filter')}
        onValueChange={(value) => isFilter(value) && setFilter(value)}
        className="flex flex-none flex-wrap gap-1.5 px-3 py-2"
      >
        {RECEIPT_FILTERS.map((name) => (
          <ToggleGroup.Item
            key={name}
            value={name}
            className="h-[22px] rounded-full border border-line px-2 text-meta text-soft transition-colors hover:bg-hover data-[state=on]:border-transparent data-[state=on]:bg-wash data-[state=on]:text-ink"
          >
            {t(`receipts.filters.${name}`)}
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
        {list.isPending ? <Skeleton lines={6} label={t('common.loading')} /> : null}
        {list.isError ? <Trouble error={list.error} onRetry={() => void list.refetch()} /> : null}
        {list.data && receipts.length === 0 && !hasNextPage ? (
          <p className="px-3.5 py-3 text-list text-faint">
            {t(filter === 'all' ? 'receipts.empty' : 'receipts.noneFound')}
          </p>
        ) : null}
        {receipts.length > 0 ? (
          <ul aria-label={t('receipts.list')} className="relative" style={{ height: virtual.getTotalSize() }}>
            {items.map((item) => {
              const receipt = receipts[item.index]
              return receipt ? (
                <li
                  key={item.key}
                  ref={virtual.measureElement}
                  data-index={item.index}
                  style={{ transform: `translateY(${item.start}px)` }}
                  className="absolute inset-x-0 top-0"
                >
                  <ReceiptEntry receipt={receipt} first={item.index === 0} />
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
