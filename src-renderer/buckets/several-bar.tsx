import type { BucketView } from '@shared/domain'
import type { BucketId } from '@shared/ids'
import { useTranslation } from 'react-i18next'
import { useView } from '../app/view'
import { usePortion } from '../transfer/use-portion'
import { Button } from '../ui/button'
import { useChosenBuckets } from './chosen'
import { useBucketMap } from './use-buckets'
import { useSeveral } from './use-several'

/** The chosen buckets that are still there, the largest first. */
export function useChosen(): BucketView[] {
  const map = useBucketMap()
  const chosen = useChosenBuckets((buckets) => buckets.chosen)
  const found = [...(chosen ?? [])].flatMap((id: BucketId) => map.get(id) ?? [])
  return found.sort((a, b) => b.messages - a.messages)
}

/** What can be done with several buckets; at the end of the list while some are chosen. */
export function SeveralBar() {
  const { t } = useTranslation()
  const open = useView((view) => view.open)
  const isChoosing = useChosenBuckets((buckets) => buckets.chosen !== null)
  const buckets = useChosen()
  const { archive, busy } = useSeveral()
  const portion = usePortion()
  if (!isChoosing) return null
  return (
    <div
      role="toolbar"
      aria-label={t('several.label')}
      className="flex flex-none flex-wrap items-center gap-1.5 border-t border-line px-3 py-2"
    >
      <div className="flex w-full items-center">
        <span role="status" className="text-meta text-faint">
          {t('several.count', { count: buckets.length })}
        </span>
        <Button tone="quiet" className="ms-auto" onClick={useChosenBuckets.getState().end}>
          {t('select.done')}
        </Button>
      </div>
      <Button disabled={busy || buckets.length < 2} onClick={() => open({ kind: 'merge-several' })}>
        {t('several.merge')}
      </Button>
      <Button
        disabled={busy || buckets.every(({ status }) => status === 'archived')}
        onClick={() => void archive(buckets)}
      >
        {t('bucket.archive')}
      </Button>
      <Button disabled={busy} onClick={() => portion.save({ bucketIds: buckets.map(({ id }) => id) })}>
        {t('several.save')}
      </Button>
    </div>
  )
}
