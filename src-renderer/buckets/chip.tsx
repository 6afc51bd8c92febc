import type { BucketId } from '@shared/ids'
import { useTranslation } from 'react-i18next'
import { useView } from '../app/view'
import { BucketTitle } from './bucket-title'
import { Dot } from './dot'
import { nameOf, resolveBucket, useBucketMap } from './use-buckets'

interface ChipProps {
  bucket: BucketId
  /** What the bucket is called, where it is known better than by the list. */
  title?: string
}

/** A bucket's name with its dot; pressing it opens the thread. A merged bucket shows the one that holds it now. */
export function BucketChip({ bucket, title }: ChipProps) {
  const { t } = useTranslation()
  const buckets = useBucketMap()
  const openBucket = useView((view) => view.openBucket)
  const now = resolveBucket(buckets, bucket)
  const name = now?.title ?? title ?? nameOf(buckets, bucket)
  return (
    <button
      type="button"
      aria-label={t('bucket.openThread', { title: name })}
      onClick={() => openBucket(now?.id ?? bucket)}
      className="inline-flex h-[22px] max-w-[240px] min-w-0 items-center gap-1.5 rounded-full border border-line px-2 text-meta text-soft transition-colors hover:bg-hover hover:text-ink"
    >
      <Dot bucket={now?.id ?? bucket} ring={now?.status === 'ephemeral'} />
      <BucketTitle bucket={now?.id ?? bucket} title={name} />
    </button>
  )
}
