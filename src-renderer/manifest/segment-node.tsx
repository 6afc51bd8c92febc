import type { BucketView, SegmentView } from '@shared/domain'
import type { BucketId } from '@shared/ids'
import { ChevronRight, MoreHorizontal } from 'lucide-react'
import { type KeyboardEvent, memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { joined } from '../app/format'
import { useAct } from '../app/use-act'
import { Dot } from '../buckets/dot'
import { BucketMarks } from '../buckets/marks'
import { distinctBuckets, nameOf, useBucketMap } from '../buckets/use-buckets'
import { useToolWords } from '../chat/tool-words'
import { Button, IconButton } from '../ui/button'
import { cx } from '../ui/cx'
import { Menu, type MenuEntry, RightClickMenu } from '../ui/menu'
import { ORIGIN_SIGNS, originsOf } from './origin'
import { untitled, useSegmentTimes } from './segment-times'
import { useCloseSegment } from './use-close-segment'
import { useGoToSegment } from './use-go-to-segment'
import type { SegmentActs } from './use-segment-acts'

const MOST_DOTS = 4

interface SegmentNodeProps {
  segment: SegmentView
  open: boolean
  acts: SegmentActs
  onToggle: () => void
  /** Opens it with the segments like it. */
  onRelated: (segment: SegmentView) => void
}

/** One segment of the tree: pressing it goes there, the arrow before it opens its messages. */
export const SegmentNode = memo(function SegmentNode({ segment, open, acts, onToggle, onRelated }: SegmentNodeProps) {
  const { t } = useTranslation()
  const goTo = useGoToSegment()
  const buckets = useBucketMap()
  const times = useSegmentTimes(segment)
  const title = segment.title || untitled(t, segment)
  const tools = useToolWords()
  const isLive = !segment.waits && (segment.status === 'active' || segment.status === 'collapsing')
  const [menuOpen, setMenuOpen] = useState(false)
  const entries = (): MenuEntry[] => [
    ...acts.menu(segment),
    null,
    { label: t('related.title'), hint: 'R', onSelect: () => onRelated(segment) },
  ]
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = { f2: acts.rename, m: acts.merge, r: onRelated }[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act(segment)
  }
  return (
    <RightClickMenu label={title} entries={entries}>
      <div
        className={cx(
          'group relative grid grid-cols-[20px_minmax(0,1fr)_auto] rounded-md text-list leading-[1.35] transition-colors',
          isLive ? 'bg-wash' : 'hover:bg-hover',
        )}
      >
        <span aria-hidden="true" className="absolute inset-y-0 start-[9px] w-px bg-line" />
        {/* the whole line goes there, and yet holds another act: so the button lies under the words */}
        <button
          type="button"
          aria-label={t('segment.goTo', { title })}
          title={segment.synopsis || undefined}
          data-segment={segment.id}
          onClick={() => goTo(segment.id)}
          onKeyDown={onKeyDown}
          className="absolute inset-y-0 end-0 start-5 rounded-md"
        />
        <button
          type="button"
          aria-expanded={open}
          aria-label={t('segment.showMessages', { title })}
          onClick={onToggle}
          className="z-10 row-span-2 grid place-items-center rounded-sm text-faint hover:text-ink"
        >
          <ChevronRight
            aria-hidden="true"
            className={cx(
              'size-3 rounded-full transition-transform',
              isLive ? 'bg-wash' : 'bg-rail',
              open && 'rotate-90',
            )}
          />
        </button>
        <span className="pointer-events-none relative line-clamp-2 pt-[5px] ps-1" dir="auto">
          {title}
        </span>
        <span className="relative row-span-2 flex items-center pe-1 ps-2">
          <span
            className={cx(
              'flex items-center gap-1 pe-1 group-keyed:invisible group-hover:invisible',
              menuOpen && 'invisible',
            )}
          >
            {distinctBuckets(buckets, segment.buckets)
              .slice(0, MOST_DOTS)
              .map((id) => (
                <SegmentDot key={id} bucket={id} name={nameOf(buckets, id)} view={buckets.get(id)} />
              ))}
          </span>
          <span
            className={cx(
              'absolute end-0.5 opacity-0 group-keyed:opacity-100 group-hover:opacity-100',
              menuOpen && 'opacity-100',
            )}
          >
            <Menu
              label={title}
              entries={entries}
              onOpenChange={setMenuOpen}
              trigger={
                <IconButton label={t('segment.menu', { title })}>
                  <MoreHorizontal />
                </IconButton>
              }
            />
          </span>
        </span>
        <span className="pointer-events-none relative flex flex-wrap items-baseline gap-x-2 pb-[5px] ps-1 text-meta text-faint tabular">
          {times}
          <Origins segment={segment} />
          {segment.status === 'collapsing' && !segment.waits ? <span>{t('segment.collapsing')}</span> : null}
          {segment.status === 'archived' ? <span>{t('bucket.isArchived')}</span> : null}
          {segment.toolsUsed.length > 0 ? <span>{joined(segment.toolsUsed.map(tools.used))}</span> : null}
          <NodeAct segment={segment} />
        </span>
      </div>
    </RightClickMenu>
  )
})

/** A bucket of the segment; a sign tells one that is special from the others. */
function SegmentDot({ bucket, name, view }: { bucket: BucketId; name: string; view: BucketView | undefined }) {
  return (
    <>
      {view ? <BucketMarks bucket={view} /> : null}
      <Dot bucket={bucket} ring={view?.status === 'ephemeral'} title={name} />
    </>
  )
}

/** Where the title comes from, as a quiet sign; what it means is said once, below the manifest. */
function Origins({ segment }: { segment: SegmentView }) {
  const { t } = useTranslation()
  return originsOf(segment).map((origin) => (
    <span key={origin} role="img" aria-label={t(`segment.${origin}`)} title={t(`segment.${origin}`)}>
      {ORIGIN_SIGNS[origin]}
    </span>
  ))
}

/** What a person can do: close the segment under way now, or try a failed one again. */
function NodeAct({ segment }: { segment: SegmentView }) {
  const { t } = useTranslation()
  const close = useCloseSegment()
  const retry = useAct('segments.retry')
  // What came with an import is closed by itself, one talk after another.
  if (segment.status === 'active' && !segment.waits)
    return (
      <Button
        tone="link"
        className="pointer-events-auto text-meta!"
        disabled={close.isPending}
        onClick={() => close.mutate({ segmentId: segment.id })}
      >
        {t('segment.close')}
      </Button>
    )
  if (segment.status === 'failed')
    return (
      <Button
        tone="link"
        className="pointer-events-auto text-meta!"
        title={t('segment.failed')}
        disabled={retry.isPending}
        onClick={() => retry.mutate({ segmentId: segment.id })}
      >
        {t('segment.retry')}
      </Button>
    )
  return null
}
