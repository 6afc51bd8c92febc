import type { FiledCard as Card } from '@shared/contract/conversation'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { dateOf, dayLabel } from '../app/format'
import { useToday, useZone } from '../app/today'
import { useView } from '../app/view'
import { BucketChip } from '../buckets/chip'
import { RememberedNote } from './remembered-note'

/** What stands for a reply where no model answers: where it was filed, what is related, and that nobody wrote this. */
export const FiledCard = memo(function FiledCard({ card }: { card: Card }) {
  const { t } = useTranslation()
  const zone = useZone()
  const today = useToday()
  const jumpTo = useView((view) => view.jumpTo)
  return (
    <section
      aria-label={t('card.label')}
      className="max-w-[560px] rounded-xl border border-dashed border-line px-3.5 py-2.5 text-list"
    >
      <p className="flex flex-wrap items-center gap-2">
        {t(card.isNewBucket ? 'card.filedNew' : 'card.filed')}
        <BucketChip bucket={card.bucketId} title={card.bucketTitle} />
      </p>
      {card.remembered.length > 0 ? (
        <div className="mt-2">
          <RememberedNote remembered={card.remembered} />
        </div>
      ) : null}
      {card.related.length > 0 ? (
        <>
          <h4 className="mt-2.5 mb-1 text-meta font-semibold text-faint">{t('card.related')}</h4>
          <ul className="grid gap-0.5">
            {card.related.map((hit) => (
              <li key={hit.messageId}>
                <button
                  type="button"
                  onClick={() => jumpTo(hit.messageId)}
                  className="-mx-1.5 flex w-[calc(100%+12px)] items-baseline gap-3 rounded-md px-1.5 py-1 text-start hover:bg-hover"
                >
                  <span className="line-clamp-2 min-w-0 flex-1 text-soft" dir="auto">
                    {hit.snippet}
                  </span>
                  <span className="flex-none text-meta text-faint">{dayLabel(dateOf(hit.ts, zone), today)}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <p className="mt-2 text-meta text-faint">{t('card.noModel')}</p>
    </section>
  )
})
