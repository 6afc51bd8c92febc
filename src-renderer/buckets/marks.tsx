import type { BucketView } from '@shared/domain'
import { ChevronsUp, CornerDownRight, Milestone, Star, TrendingUp } from 'lucide-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { joined, likeness, number } from '../app/format'
import { cx } from '../ui/cx'
import { type MarkName, marksOf } from './marks-of'
import { nameOf, useBucketMap } from './use-buckets'

const SIGNS: Record<MarkName, ComponentType<{ className?: string }>> = {
  starred: Star,
  high: ChevronsUp,
  growth: TrendingUp,
  lifeChange: Milestone,
  part: CornerDownRight,
}

/** What is special about a bucket, each with the reason in words. */
function useMarkWords(bucket: BucketView): { mark: MarkName; name: string; why: string }[] {
  const { t } = useTranslation()
  const buckets = useBucketMap()
  const perDay = likeness(bucket.velocity)
  const parent = bucket.parentBucketId ? nameOf(buckets, bucket.parentBucketId) : ''
  return marksOf(bucket).map((mark) => ({
    mark,
    name: t(`mark.${mark}.name`, { parent }),
    why: t(`mark.${mark}.why`, { parent, perDay }),
  }))
}

/** The same as small signs for the end of a row; the reason is read out, and shown on hover. */
export function BucketMarks(props: { bucket: BucketView; className?: string }) {
  return marksOf(props.bucket).length > 0 ? <Signs {...props} /> : null
}

function Signs({ bucket, className }: { bucket: BucketView; className?: string }) {
  const words = useMarkWords(bucket)
  return (
    <span className={cx('flex flex-none items-center gap-0.5 text-faint', className)}>
      {words.map(({ mark, name, why }) => {
        const Sign = SIGNS[mark]
        return (
          <span key={mark} role="img" aria-label={name} title={`${name}: ${why}`}>
            <Sign className="size-3" />
          </span>
        )
      })}
    </span>
  )
}

/** In the summary: every mark with its reason, and the topics that were grouped under this one. */
export function MarkList({ bucket }: { bucket: BucketView }) {
  const { t } = useTranslation()
  const words = useMarkWords(bucket)
  const parts = [...useBucketMap().values()].filter((other) => other.parentBucketId === bucket.id)
  if (words.length === 0 && parts.length === 0) return null
  return (
    <ul aria-label={t('mark.list')} className="grid gap-1 text-list">
      {words.map(({ mark, name, why }) => {
        const Sign = SIGNS[mark]
        return (
          <li key={mark} className="flex gap-2">
            <Sign className="mt-[3px] size-3.5 flex-none text-faint" />
            <span>
              <span className="font-medium">{name}</span> <span className="text-soft">{why}</span>
            </span>
          </li>
        )
      })}
      {parts.length > 0 ? (
        <li className="text-soft">
          {t('mark.parts', { count: parts.length, n: number(parts.length) })} {joined(parts.map(({ title }) => title))}
        </li>
      ) : null}
    </ul>
  )
}
