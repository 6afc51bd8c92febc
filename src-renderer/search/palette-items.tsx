import type { SearchHit, SearchSnippet } from '@shared/contract/search'
import type { BucketView } from '@shared/domain'
import { Command } from 'cmdk'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dateOf, dayLabel, fullTime, timeOf } from '../app/format'
import { keyName } from '../app/hotkeys'
import { useToday, useZone } from '../app/today'
import { BucketTitle } from '../buckets/bucket-title'
import { Dot } from '../buckets/dot'
import { nameOf, resolveBucket, useBucketMap } from '../buckets/use-buckets'
import { cx } from '../ui/cx'
import { Highlighted } from './highlighted'

export function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-4 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-meta [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-faint"
    >
      {children}
    </Command.Group>
  )
}

const ROW = 'mx-2 flex min-h-8 items-center gap-2.5 rounded-[7px] px-2 text-row data-[selected=true]:bg-wash'

interface ItemProps {
  value: string
  hint?: string | undefined
  onSelect: () => void
  children: ReactNode
}

export function Item({ value, hint, onSelect, children }: ItemProps) {
  return (
    <Command.Item value={value} onSelect={onSelect} className={ROW}>
      <span className="min-w-0 truncate">{children}</span>
      {hint ? <span className="ms-auto flex-none text-meta text-faint">{hint}</span> : null}
    </Command.Item>
  )
}

interface BucketItemProps {
  value: string
  bucket: BucketView
  /** What speaks for it, where its name does not. */
  snippet: SearchSnippet | null
  selected: boolean
  onSelect: () => void
}

export function BucketItem({ value, bucket, snippet, selected, onSelect }: BucketItemProps) {
  const { t } = useTranslation()
  const keys = { pin: keyName('Enter') }
  return (
    <Command.Item value={value} onSelect={onSelect} className={cx(ROW, snippet && 'py-1')}>
      <Dot bucket={bucket.id} ring={bucket.status === 'ephemeral'} />
      <span className="min-w-0 flex-1">
        <BucketTitle bucket={bucket.id} title={bucket.title} className="block" />
        {snippet ? (
          <span className="block truncate text-meta text-soft" dir="auto">
            <Highlighted snippet={snippet} />
          </span>
        ) : null}
      </span>
      <span className="flex flex-none gap-2.5 text-meta text-faint tabular">
        {bucket.status === 'archived' ? <span>{t('bucket.isArchived')}</span> : null}
        <span>{t('count.messages', { count: bucket.messages })}</span>
        {selected ? (
          <span className="max-[640px]:hidden">{t(bucket.pinned ? 'palette.keysPinned' : 'palette.keys', keys)}</span>
        ) : null}
      </span>
    </Command.Item>
  )
}

interface HitItemProps {
  value: string
  hit: SearchHit
  follows: boolean
  onSelect: () => void
}

/** A message, a segment or a memory: its bucket, the words that were found, and when it was. */
export function HitItem({ value, hit, follows, onSelect }: HitItemProps) {
  const { t } = useTranslation()
  const zone = useZone()
  const today = useToday()
  const buckets = useBucketMap()
  const bucket = hit.bucketId ? resolveBucket(buckets, hit.bucketId) : null
  const title = hit.bucketId ? (bucket?.title ?? hit.bucketTitle ?? nameOf(buckets, hit.bucketId)) : null
  const date = dateOf(hit.ts, zone)
  const when = date === today ? timeOf(hit.ts, zone) : dayLabel(date, today)
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className={cx(ROW, 'items-start! py-1.5', follows && 'ms-6 border-line border-s-2 rounded-s-none')}
    >
      {hit.bucketId && !follows ? (
        <span className="mt-px inline-flex h-[20px] max-w-[150px] flex-none items-center gap-1.5 rounded-full border border-line bg-raised px-2 text-meta text-soft">
          <Dot bucket={bucket?.id ?? hit.bucketId} ring={bucket?.status === 'ephemeral'} />
          <BucketTitle bucket={bucket?.id ?? hit.bucketId} title={title ?? ''} />
        </span>
      ) : null}
      <span className="min-w-0 flex-1">
        {hit.title ? (
          <span className="block truncate font-medium" dir="auto">
            {hit.title}
          </span>
        ) : null}
        <span className={cx('line-clamp-2 [overflow-wrap:anywhere]', hit.title && 'text-list text-soft')} dir="auto">
          <Highlighted snippet={hit.snippet} />
        </span>
      </span>
      <span className="flex flex-none gap-2 pt-0.5 text-meta text-faint tabular">
        {hit.onOtherBranch ? <span>{t('branch.mark')}</span> : null}
        {bucket?.status === 'archived' ? <span>{t('bucket.isArchived')}</span> : null}
        <time dateTime={hit.ts} title={fullTime(hit.ts, zone)}>
          {when}
        </time>
      </span>
    </Command.Item>
  )
}
