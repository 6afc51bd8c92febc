import type { SessionReceipt as Card } from '@shared/contract/receipts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useView } from '../app/view'
import { Button } from '../ui/button'
import { UndoButton } from './undo-button'

/** “While you were away”: plain sentences, and at the end of each the way back. */
export const SessionReceipt = memo(function SessionReceipt({ card }: { card: Card }) {
  const { t } = useTranslation()
  const showTab = useView((view) => view.showTab)
  const gathered = card.lines.some((line) => line.receipt === null)
  return (
    <section
      aria-label={t('receipt.away')}
      className="rounded-xl border border-line bg-raised px-3 py-2.5 text-list leading-[1.45]"
    >
      <h3 className="mb-1 text-list font-semibold">{t('receipt.away')}</h3>
      <ul>
        {card.lines.map((line) => (
          <li key={line.receipt?.id ?? line.sentence} className="flex items-start justify-between gap-3 py-1">
            <span
              dir="auto"
              className={line.receipt?.undone ? 'text-faint line-through' : 'text-soft [overflow-wrap:anywhere]'}
            >
              {line.receipt?.sentence ?? line.sentence}
            </span>
            {line.receipt ? <UndoButton receipt={line.receipt} /> : null}
          </li>
        ))}
      </ul>
      {gathered ? (
        <Button tone="link" className="mt-1" onClick={() => showTab('receipts')}>
          {t('receipt.seeAll', { count: card.total })}
        </Button>
      ) : null}
    </section>
  )
})
