import type { SegmentView } from '@shared/domain'
import type { SegmentId } from '@shared/ids'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { dayLabel } from '../app/format'
import { useToday } from '../app/today'
import { useView } from '../app/view'
import { Button } from '../ui/button'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'
import { isNarrowed, ManifestFilters, NO_FILTER, queryOf } from './manifest-filters'
import { OfferCard } from './offer-card'
import { ORIGIN_SIGNS, type Origin, originsIn } from './origin'
import { SegmentMessages } from './segment-messages'
import { SegmentNode } from './segment-node'
import { type TreeRow, treeRows } from './tree'
import { useSegmentActs } from './use-segment-acts'

const FIRST_DEPTH = 400
const MOST_DEPTH = 5000

const ESTIMATES: Record<TreeRow['kind'], number> = { day: 32, segment: 46, messages: 90 }

function toggled<T>(set: ReadonlySet<T>, item: T): ReadonlySet<T> {
  const next = new Set(set)
  if (!next.delete(item)) next.add(item)
  return next
}

/** The manifest: what was talked about when. The same tree the model sees, expandable to the messages. */
export function ManifestPanel() {
  const { t } = useTranslation()
  const today = useToday()
  const [filter, setFilter] = useState(NO_FILTER)
  const wanted = useDeferredValue(filter)
  const [depth, setDepth] = useState(FIRST_DEPTH)
  const tree = useQuery({
    ...asking('manifest.tree', queryOf(wanted, depth)),
    placeholderData: keepPreviousData,
  })
  const [open, setOpen] = useState<ReadonlySet<SegmentId>>(new Set())
  const [related, setRelated] = useState<ReadonlySet<SegmentId>>(new Set())
  const rows = useMemo(() => (tree.data ? treeRows(tree.data, open) : []), [tree.data, open])
  const acts = useSegmentActs()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATES[rows[index]?.kind ?? 'segment'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    useFlushSync: false,
  })
  const toggle = (segment: SegmentView): void => setOpen((now) => toggled(now, segment.id))
  // what was asked for comes into sight, once: a list that only came back while scrolling does not
  const wantedRelated = useRef<SegmentId | null>(null)
  const toggleRelated = (segment: SegmentView): void => {
    wantedRelated.current = segment.id
    setRelated((now) => toggled(now, segment.id))
  }
  const relatedShown = (segment: SegmentView, element: HTMLElement): void => {
    if (wantedRelated.current !== segment.id) return
    wantedRelated.current = null
    element.scrollIntoView({ block: 'nearest' })
  }
  const showRelated = (segment: SegmentView): void => {
    wantedRelated.current = segment.id
    setOpen((now) => new Set(now).add(segment.id))
    setRelated((now) => new Set(now).add(segment.id))
  }
  const shown = tree.data?.groups.reduce((sum, group) => sum + group.segments.length, 0) ?? 0
  const origins = useMemo(() => originsIn(tree.data?.groups ?? []), [tree.data])
  const hasMore = tree.data !== undefined && shown < tree.data.total && depth < MOST_DEPTH
  return (
    <>
      <OfferCard />
      <ManifestFilters filter={filter} onFilter={setFilter} />
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-3 pb-3">
        {tree.isPending ? <Skeleton lines={6} label={t('common.loading')} /> : null}
        {tree.isError ? <Trouble error={tree.error} onRetry={() => void tree.refetch()} /> : null}
        {tree.data && rows.length === 0 ? (
          <p className="px-1.5 py-3 text-list text-faint">
            {t(isNarrowed(wanted) ? 'manifest.noneFound' : 'manifest.empty')}
          </p>
        ) : null}
        {rows.length > 0 ? (
          <ul aria-label={t('manifest.tree')} className="relative" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const row = rows[item.index]
              return row ? (
                <li
                  key={item.key}
                  ref={virtual.measureElement}
                  data-index={item.index}
                  style={{ transform: `translateY(${item.start}px)` }}
                  className="absolute inset-x-0 top-0"
                >
                  {row.kind === 'day' ? (
                    <h3 className="px-1.5 pt-2.5 pb-1 text-meta font-semibold text-faint">
                      {dayLabel(row.date, today)}
                    </h3>
                  ) : row.kind === 'segment' ? (
                    <SegmentNode
                      segment={row.segment}
                      open={row.open}
                      acts={acts}
                      onToggle={() => toggle(row.segment)}
                      onRelated={showRelated}
                    />
                  ) : (
                    <SegmentMessages
                      segment={row.segment}
                      onSplit={acts.split}
                      relatedOpen={related.has(row.segment.id)}
                      onToggleRelated={() => toggleRelated(row.segment)}
                      onRelatedShown={(element) => relatedShown(row.segment, element)}
                    />
                  )}
                </li>
              ) : null
            })}
          </ul>
        ) : null}
        {hasMore ? (
          <Button tone="link" className="mt-2 ms-1.5" onClick={() => setDepth(MOST_DEPTH)}>
            {t('manifest.more', { count: (tree.data?.total ?? 0) - shown })}
          </Button>
        ) : null}
      </div>
      <Foot origins={origins} />
    </>
  )
}

/** What the signs in the tree mean, and how full the memory file is: one press from its tab. */
function Foot({ origins }: { origins: readonly Origin[] }) {
  const { t } = useTranslation()
  const showTab = useView((view) => view.showTab)
  const file = useQuery(asking('memoryFile.read', undefined)).data
  if (origins.length === 0 && !file) return null
  return (
    <footer className="grid flex-none gap-1 border-t border-line px-4 py-2 text-meta text-faint">
      {origins.length > 0 ? (
        <p className="flex flex-wrap gap-x-3">
          {origins.map((origin) => (
            <span key={origin}>
              {ORIGIN_SIGNS[origin]} {t(`segment.${origin}`)}
            </span>
          ))}
        </p>
      ) : null}
      {file ? (
        <button
          type="button"
          onClick={() => showTab('memory')}
          className="justify-self-start rounded-sm text-start text-small text-soft tabular hover:text-ink hover:underline"
        >
          {t('memoryFile.short', { count: file.tokens, most: file.maxTokens })}
        </button>
      ) : null}
    </footer>
  )
}
