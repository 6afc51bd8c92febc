import type { BucketId } from '@shared/ids'
import { useEffect } from 'react'
import { ask, RequestFailure } from '../app/ask'
import { useView } from '../app/view'
import { say } from '../ui/toast-store'
import { useSeen } from './seen'
import { useBucketMap } from './use-buckets'

/**
 * The bucket whose thread is open. Opening one is told to main, where it counts as activity and wakes an archived
 * bucket (01-domain, Bucket); main also knows where a merged one went, and the thread follows it there.
 */
export function useThread(): BucketId | null {
  const wanted = useView((view) => view.bucket)
  const openBucket = useView((view) => view.openBucket)
  const viewed = useSeen((seen) => seen.viewed)
  const buckets = useBucketMap()
  const bucket = wanted ? buckets.get(wanted) : undefined
  const isListed = bucket !== undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the open bucket leaves the list
  useEffect(() => {
    if (!wanted) return
    let isOpen = true
    ask('buckets.show', { bucketId: wanted }).then(
      ({ bucket: now }) => {
        if (isOpen && now.id !== wanted) openBucket(now.id)
      },
      (error: Error) => {
        if (!isOpen) return
        say(error.message, { tone: 'error' })
        if (error instanceof RequestFailure && error.code === 'not_found') openBucket(null)
      },
    )
    return () => {
      isOpen = false
    }
  }, [wanted, isListed, openBucket])
  useEffect(() => {
    if (bucket) viewed(bucket)
  }, [bucket, viewed])
  return wanted
}
