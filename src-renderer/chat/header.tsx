import type { BucketView } from '@shared/domain'
import type { BucketId } from '@shared/ids'
import { useQuery } from '@tanstack/react-query'
import {
  ArrowLeft,
  Eye,
  Menu as MenuIcon,
  MessageCircleDashed,
  MoreHorizontal,
  PanelRight,
  Pin,
  PinOff,
  Search,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { ago, joined, longDay } from '../app/format'
import { useNow, useToday, useZone } from '../app/today'
import { useWidth } from '../app/use-width'
import { useView } from '../app/view'
import { Dot } from '../buckets/dot'
import { bucketMenu, useBucketActs } from '../buckets/use-bucket-acts'
import { resolveBucket, useBucketMap } from '../buckets/use-buckets'
import { IconButton } from '../ui/button'
import { Menu } from '../ui/menu'
import { DatePopover } from './finding/date-popover'
import { useFind } from './finding/find'
import { usePassing } from './passing/passing'

/** What the middle column shows: everything, or one bucket with what can be done to it. */
export function Header({
  thread,
  panelShown,
  onTogglePanel,
}: {
  thread: BucketId | null
  panelShown: boolean
  onTogglePanel: () => void
}) {
  const { t } = useTranslation()
  const { holdsSidebar } = useWidth()
  const setDrawer = useView((view) => view.setDrawer)
  const open = useView((view) => view.open)
  const find = useFind((finding) => finding.show)
  const buckets = useBucketMap()
  const bucket = thread ? resolveBucket(buckets, thread) : null
  return (
    <header className="flex h-12 flex-none items-center gap-2.5 border-b border-line pe-3 ps-5 max-[720px]:ps-3">
      {holdsSidebar ? null : (
        <IconButton label={t('header.openSidebar')} onClick={() => setDrawer(true)}>
          <MenuIcon />
        </IconButton>
      )}
      {bucket ? <BucketTitle bucket={bucket} /> : <EverythingTitle />}
      <div className="ms-auto flex flex-none items-center gap-0.5">
        {bucket ? <BucketTools bucket={bucket} /> : null}
        {bucket ? null : (
          <IconButton label={t('passing.begin')} onClick={() => usePassing.getState().begin()}>
            <MessageCircleDashed />
          </IconButton>
        )}
        <IconButton label={t('find.open')} onClick={find}>
          <Search />
        </IconButton>
        <DatePopover thread={thread} />
        <IconButton label={t('context.title')} onClick={() => open({ kind: 'context' })}>
          <Eye />
        </IconButton>
        <IconButton
          label={t(panelShown ? 'header.closePanel' : 'header.openPanel')}
          aria-expanded={panelShown}
          onClick={onTogglePanel}
        >
          <PanelRight />
        </IconButton>
      </div>
    </header>
  )
}

function EverythingTitle() {
  const { t } = useTranslation()
  const zone = useZone()
  const today = useToday()
  const state = useQuery(asking('app.state', undefined)).data
  return (
    <>
      <h1 className="flex-none font-semibold">{t('header.everything')}</h1>
      {state && state.messages > 0 && state.firstMessageAt ? (
        <span className="min-w-0 truncate text-meta text-faint tabular">
          {joined([
            t('header.started', { day: longDay(state.firstMessageAt, zone, today) }),
            t('count.messages', { count: state.messages }),
          ])}
        </span>
      ) : null}
    </>
  )
}

function BucketTitle({ bucket }: { bucket: BucketView }) {
  const { t } = useTranslation()
  const now = useNow()
  const openBucket = useView((view) => view.openBucket)
  return (
    <>
      <IconButton label={t('header.backToEverything')} className="-ms-1.5" onClick={() => openBucket(null)}>
        <ArrowLeft />
      </IconButton>
      <Dot bucket={bucket.id} ring={bucket.status === 'ephemeral'} />
      <h1 className="min-w-0 truncate font-semibold" dir="auto">
        {bucket.title}
      </h1>
      <span className="min-w-0 truncate text-meta text-faint tabular">
        {joined([
          t('count.messages', { count: bucket.messages }),
          t('bucket.last', { when: ago(bucket.lastActive, now) }),
          ...(bucket.status === 'archived' ? [t('bucket.isArchived')] : []),
        ])}
      </span>
    </>
  )
}

function BucketTools({ bucket }: { bucket: BucketView }) {
  const { t } = useTranslation()
  const acts = useBucketActs()
  return (
    <>
      <IconButton label={t(bucket.pinned ? 'bucket.unpin' : 'bucket.pin')} onClick={() => acts.togglePin(bucket)}>
        {bucket.pinned ? <PinOff /> : <Pin />}
      </IconButton>
      <Menu
        label={bucket.title}
        entries={() => bucketMenu(bucket, acts, t)}
        trigger={
          <IconButton label={t('bucket.menu', { title: bucket.title })}>
            <MoreHorizontal />
          </IconButton>
        }
      />
    </>
  )
}
