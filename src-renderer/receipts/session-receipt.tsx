import type { SessionReceipt as Card } from '@shared/contract/receipts'
import { useQueryClient } from '@tanstack/react-query'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { said } from '../app/said/said'
import { useAct } from '../app/use-act'
import { useView } from '../app/view'
import { Button } from '../ui/button'
import { say } from '../ui/toast-store'
import { LinkedSentence } from './linked-sentence'
import { placeReceipts } from './receipts-query'
import { UndoButton } from './undo-button'

/** “While you were away”: plain sentences that lead to what they speak of, at the end of each the way back, and one for all. */
export const SessionReceipt = memo(function SessionReceipt({ card }: { card: Card }) {
  const { t } = useTranslation()
  const showTab = useView((view) => view.showTab)
  const client = useQueryClient()
  const undoAll = useAct('receipts.undoSession', (undone) => {
    placeReceipts(client, undone)
    say(t('receipt.undid', { count: undone.length }))
  })
  const gathered = card.lines.some((line) => line.receipt === null)
  return (
    <section
      aria-label={t('receipt.away')}
      className="rounded-xl border border-line bg-raised px-3 py-2.5 text-list leading-[1.45]"
    >
      <h3 className="mb-1 text-list font-semibold">{t('receipt.away')}</h3>
      <ul>
        {card.lines.map((line, at) => (
          <li key={line.receipt?.id ?? at} className="flex items-start justify-between gap-3 py-1">
            <span
              dir="auto"
              className={line.receipt?.undone ? 'text-faint line-through' : 'text-soft [overflow-wrap:anywhere]'}
            >
              {line.receipt ? (
                <LinkedSentence sentence={said(line.sentence)} receipt={line.receipt} />
              ) : (
                said(line.sentence)
              )}
            </span>
            {line.receipt ? <UndoButton receipt={line.receipt} /> : null}
          </li>
        ))}
      </ul>
      {gathered || card.standing > 1 ? (
        <p className="mt-1 flex flex-wrap gap-x-4">
          {gathered ? (
            <Button tone="link" onClick={() => showTab('receipts')}>
              {t('receipt.seeAll', { count: card.total })}
            </Button>
          ) : null}
          {card.standing > 1 ? (
            <Button tone="link" disabled={undoAll.isPending} onClick={() => undoAll.mutate(undefined)}>
              {t('receipt.undoTidying')}
            </Button>
          ) : null}
        </p>
      ) : null}
    </section>
  )
})
