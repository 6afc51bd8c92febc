import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { asking, keyOf } from '../app/ask'
import { said } from '../app/said/said'
import { useAct } from '../app/use-act'
import { useToldAct } from '../buckets/use-bucket-acts'
import { Button } from '../ui/button'

/** “These two short talks belong together?”, one at a time, with a clear No. */
export function OfferCard() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [first] = useQuery(asking('segments.offers', undefined)).data ?? []
  const told = useToldAct()
  const again = (): void => void client.invalidateQueries({ queryKey: keyOf('segments.offers', undefined) })
  const merge = useAct('segments.merge', (act) => {
    told(act)
    again()
  })
  const decline = useAct('segments.declineOffer', again)
  if (!first) return null
  const busy = merge.isPending || decline.isPending
  const { segmentId, previousId } = first
  return (
    <section
      aria-label={t('suggestion.region')}
      className="mx-2 mt-2 mb-1 flex-none rounded-xl border border-line bg-raised px-3 py-2.5 text-list leading-[1.45]"
    >
      <p className="[overflow-wrap:anywhere]" dir="auto">
        {said(first.sentence)}
      </p>
      <div className="mt-2 flex gap-1.5">
        <Button tone="go" disabled={busy} onClick={() => merge.mutate({ segmentId })}>
          {t('segment.acceptOffer')}
        </Button>
        <Button tone="quiet" disabled={busy} onClick={() => decline.mutate({ segmentId, previousId })}>
          {t('suggestion.no')}
        </Button>
      </div>
    </section>
  )
}
