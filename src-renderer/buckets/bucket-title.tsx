import type { BucketView } from '@shared/domain'
import type { BucketId } from '@shared/ids'
import { useQuery } from '@tanstack/react-query'
import type { PointerEvent } from 'react'
import { asking } from '../app/ask'
import { cx } from '../ui/cx'
import { sharedBeginnings } from './title-parts'

const known = new WeakMap<readonly BucketView[], ReadonlyMap<string, number>>()

/** Of a list once, however many rows ask. */
function beginningsOf(buckets: readonly BucketView[]): ReadonlyMap<string, number> {
  const found = known.get(buckets)
  if (found) return found
  const made = sharedBeginnings(buckets.filter(({ status }) => status !== 'merged'))
  known.set(buckets, made)
  return made
}

/** On the pointer: the whole of what was cut. */
function tellCut({ currentTarget: shown }: PointerEvent<HTMLElement>): void {
  const isCut = [shown, ...shown.children].some((part) => part.scrollWidth > part.clientWidth)
  if (isCut) shown.title = shown.textContent ?? ''
  else shown.removeAttribute('title')
}

interface BucketTitleProps {
  /** Null: one that is not there yet. */
  bucket: BucketId | null
  title: string
  className?: string | undefined
}

/** A bucket's title in one line. Without room for it, what tells it from another that begins alike is cut last. */
export function BucketTitle({ bucket, title, className }: BucketTitleProps) {
  const { data: at = 0 } = useQuery({
    ...asking('buckets.list', undefined),
    select: (buckets) => (bucket === null ? 0 : (beginningsOf(buckets).get(bucket) ?? 0)),
  })
  if (at === 0 || at >= title.length)
    return (
      <span dir="auto" onPointerEnter={tellCut} className={cx('min-w-0 truncate', className)}>
        {title}
      </span>
    )
  return (
    <span dir="auto" onPointerEnter={tellCut} className={cx('flex min-w-0', className)}>
      <span className="min-w-[3.2em] shrink-[1000] truncate whitespace-pre">{title.slice(0, at)}</span>
      <span className="min-w-0 truncate whitespace-pre">{title.slice(at)}</span>
    </span>
  )
}
