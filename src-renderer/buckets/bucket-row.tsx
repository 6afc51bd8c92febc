import type { BucketView } from '@shared/domain'
import { bucketId } from '@shared/ids'
import { MoreHorizontal, Pin, PinOff } from 'lucide-react'
import { type KeyboardEvent, memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { age, ago, joined, number } from '../app/format'
import { useNow } from '../app/today'
import { useView } from '../app/view'
import { IconButton } from '../ui/button'
import { cx } from '../ui/cx'
import { Menu, type MenuEntry, RightClickMenu } from '../ui/menu'
import { BucketTitle } from './bucket-title'
import { useChosenBuckets } from './chosen'
import { Dot } from './dot'
import { BucketMarks } from './marks'
import { unread, useSeen } from './seen'
import { type BucketActs, bucketMenu } from './use-bucket-acts'

const DRAG_TYPE = 'application/x-catchment-bucket'

interface BucketRowProps {
  bucket: BucketView
  /** Its place in the list. */
  index: number
  acts: BucketActs
  current: boolean
  /** Only one row of the list is in the tab order; the arrows move between them. */
  focusable: boolean
  onFocus: (index: number) => void
}

/** A bucket in the sidebar: its thread on a press, its menu at the end, itself as something to drag onto another. */
export const BucketRow = memo(function BucketRow({ bucket, index, acts, current, focusable, onFocus }: BucketRowProps) {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  const openBucket = useView((view) => view.openBucket)
  const entries = (): MenuEntry[] => bucketMenu(bucket, acts, t)
  const isChoosing = useChosenBuckets((buckets) => buckets.chosen !== null)
  const chosen = useChosenBuckets((buckets) => buckets.chosen?.has(bucket.id) ?? false)
  const [over, setOver] = useState(false)
  const [menuOpen, setMenuOpen] = useState(false)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = {
      p: acts.togglePin,
      e: acts.toggleArchive,
      m: acts.merge,
      s: acts.split,
      i: acts.summary,
      f2: acts.rename,
    }[event.key.toLowerCase()]
    if (!act) return
    event.preventDefault()
    act(bucket)
  }
  return (
    <RightClickMenu label={bucket.title} entries={entries}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging has its keyboard twin, “Merge into…” in the menu */}
      <div
        draggable
        onDragStart={(event) => {
          event.dataTransfer.setData(DRAG_TYPE, bucket.id)
          event.dataTransfer.effectAllowed = 'move'
        }}
        onDragOver={(event) => {
          if (!event.dataTransfer.types.includes(DRAG_TYPE)) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const source = bucketId.safeParse(event.dataTransfer.getData(DRAG_TYPE))
          if (source.success && source.data !== bucket.id)
            open({ kind: 'merge', source: source.data, target: bucket.id })
        }}
        className={cx(
          'group relative flex h-(--row) items-center rounded-[7px] transition-colors',
          current || chosen ? 'bg-wash' : 'hover:bg-hover',
          chosen && 'outline-1 -outline-offset-1 outline-accent',
          over && 'outline-2 -outline-offset-2 outline-accent',
        )}
      >
        <button
          type="button"
          tabIndex={focusable ? 0 : -1}
          aria-label={bucket.title}
          aria-current={current}
          aria-describedby={`${bucket.id}-meta`}
          data-bucket={bucket.id}
          onFocus={() => onFocus(index)}
          onKeyDown={onKeyDown}
          aria-pressed={isChoosing ? chosen : undefined}
          onClick={(event) => {
            if (isChoosing || event.ctrlKey || event.metaKey) useChosenBuckets.getState().toggle(bucket.id)
            else openBucket(current ? null : bucket.id)
          }}
          className={cx(
            'flex h-full min-w-0 flex-1 items-center gap-2.5 rounded-[7px] px-2 text-start text-row',
            // room for the two signs that come over the end of the row
            'group-keyed:pe-[62px] group-hover:pe-[62px]',
            menuOpen && 'pe-[62px]',
          )}
        >
          <Dot bucket={bucket.id} ring={bucket.status === 'ephemeral'} />
          <BucketTitle
            bucket={bucket.id}
            title={bucket.title}
            className={cx('flex-1', current ? 'font-semibold' : 'font-book')}
          />
          <BucketMarks bucket={bucket} />
          <Meta bucket={bucket} hidden={menuOpen} />
        </button>
        <div
          className={cx(
            'absolute end-1 flex opacity-0 group-keyed:opacity-100 group-hover:opacity-100',
            menuOpen && 'opacity-100',
          )}
        >
          <IconButton
            label={t(bucket.pinned ? 'bucket.unpin' : 'bucket.pin')}
            tabIndex={focusable ? 0 : -1}
            onClick={() => acts.togglePin(bucket)}
          >
            {bucket.pinned ? <PinOff /> : <Pin />}
          </IconButton>
          <Menu
            label={bucket.title}
            entries={entries}
            onOpenChange={setMenuOpen}
            trigger={
              <IconButton label={t('bucket.menu', { title: bucket.title })} tabIndex={focusable ? 0 : -1}>
                <MoreHorizontal />
              </IconButton>
            }
          />
        </div>
      </div>
    </RightClickMenu>
  )
})

/** The end of a row: what is new, else how much is in it, and when it was active last. */
function Meta({ bucket, hidden }: { bucket: BucketView; hidden: boolean }) {
  const { t } = useTranslation()
  const now = useNow()
  const fresh = useSeen(({ seen }) => (seen ? unread(seen, bucket) : 0))
  return (
    <span
      id={`${bucket.id}-meta`}
      className={cx(
        'flex-none text-meta tabular group-keyed:hidden group-hover:hidden',
        fresh > 0 ? 'font-semibold text-accent' : 'text-faint',
        hidden && 'hidden',
      )}
    >
      <span aria-hidden="true">
        {fresh > 0 ? (
          t('bucket.unread', { count: fresh })
        ) : (
          // where the column is narrow, the title needs the room more
          <span className="hidden min-[1600px]:inline">{number(bucket.messages)}</span>
        )}
        <span className="ms-1.5 inline-block min-w-6 text-end font-normal text-faint">
          {age(bucket.lastActive, now)}
        </span>
      </span>
      <span className="sr-only">
        {fresh > 0 ? `${t('bucket.unread', { count: fresh })}, ` : null}
        {joined([
          t('count.messages', { count: bucket.messages }),
          t('bucket.last', { when: ago(bucket.lastActive, now) }),
        ])}
      </span>
    </span>
  )
}
