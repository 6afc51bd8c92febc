import type { BucketId } from '@shared/ids'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useView } from '../../app/view'
import { BucketPicker } from '../../buckets/bucket-picker'
import { BucketTitle } from '../../buckets/bucket-title'
import { Dot } from '../../buckets/dot'
import { nameOf, useBucketMap } from '../../buckets/use-buckets'
import { Popover } from '../../ui/popover'
import { useDrafts } from './draft'

const CHIP =
  'inline-flex h-[22px] max-w-[220px] flex-none items-center whitespace-nowrap gap-1.5 rounded-full border border-line px-2 text-meta text-soft'

/** Where the next message goes: it files itself, unless a thread is open or a bucket was chosen. */
export function TargetChip({ thread }: { thread: BucketId | null }) {
  const { t } = useTranslation()
  const buckets = useBucketMap()
  const { target, setTarget } = useDrafts()
  const openBucket = useView((view) => view.openBucket)
  const chosen = thread ?? target
  if (!chosen)
    return (
      <Popover
        label={t('composer.choose')}
        width={300}
        side="top"
        className="p-1.5!"
        trigger={
          <button
            type="button"
            title={t('composer.choose')}
            className={`${CHIP} transition-colors hover:bg-hover hover:text-ink`}
          >
            {t('composer.filesItself')}
          </button>
        }
      >
        {(close) => (
          <BucketPicker
            label={t('composer.choose')}
            onPick={(bucket) => {
              setTarget(bucket.id)
              close()
            }}
          />
        )}
      </Popover>
    )
  const title = nameOf(buckets, chosen)
  return (
    <span className={`${CHIP} pe-0.5`}>
      <Dot bucket={chosen} />
      <BucketTitle bucket={chosen} title={title} />
      <button
        type="button"
        aria-label={t('composer.fileItself', { title })}
        title={t('composer.fileItself', { title })}
        onClick={() => (thread ? openBucket(null) : setTarget(null))}
        className="grid size-[18px] flex-none place-items-center rounded-full hover:bg-hover hover:text-ink"
      >
        <X aria-hidden="true" className="size-3" />
      </button>
    </span>
  )
}
