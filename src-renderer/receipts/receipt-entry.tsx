import type { ReceiptView } from '@shared/domain'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { dateOf, dayLabel, fullTime, joined, likeness, timeOf } from '../app/format'
import { said } from '../app/said/said'
import { useToday, useZone } from '../app/today'
import { cx } from '../ui/cx'
import { LinkedSentence } from './linked-sentence'
import { UndoButton } from './undo-button'

interface ReceiptEntryProps {
  receipt: ReceiptView
  /** Nothing but a head stands above it. */
  first: boolean
  /** What of its time is shown: below the head of a group its day is known, below that of a pass its hour too. */
  shows: 'day' | 'hour' | 'neither'
}

/** One line of the audit log. An act that was taken back stays, struck out. */
export const ReceiptEntry = memo(function ReceiptEntry({ receipt, first, shows }: ReceiptEntryProps) {
  const { t } = useTranslation()
  const zone = useZone()
  const today = useToday()
  const [date, hour] = [dateOf(receipt.ts, zone), timeOf(receipt.ts, zone)]
  const full = `${fullTime(receipt.ts, zone)}, ${t(`actor.${receipt.actor}`)}`
  const facts = [
    receipt.similarity === null ? null : likeness(receipt.similarity),
    // a one-off that is kept has them all along: beside what was asked last another number would puzzle
    receipt.messagesMoved > 0 && receipt.kind !== 'promote'
      ? t('count.messages', { count: receipt.messagesMoved })
      : null,
  ].filter((fact) => fact !== null)
  return (
    <article
      className={cx('mx-3.5 text-list leading-[1.45]', first ? 'pt-0.5 pb-[9px]' : 'border-t border-line py-[9px]')}
    >
      <p dir="auto" className={cx('[overflow-wrap:anywhere]', receipt.undone && 'text-faint line-through')}>
        <LinkedSentence sentence={said(receipt.sentence)} receipt={receipt} />
      </p>
      <p className="mt-[3px] flex flex-wrap items-baseline gap-x-2.5 text-meta text-faint tabular">
        {shows === 'neither' ? null : (
          <time dateTime={receipt.ts} title={full}>
            {shows === 'hour' || date === today ? hour : `${dayLabel(date, today)} ${hour}`}
          </time>
        )}
        <span className="sr-only">{t(`actor.${receipt.actor}`)}</span>
        {receipt.undone ? <span>{t('receipts.undone')}</span> : facts.length > 0 ? <span>{joined(facts)}</span> : null}
        <UndoButton receipt={receipt} />
      </p>
      {receipt.note ? <p className="mt-[3px] text-meta text-faint">{said(receipt.note)}</p> : null}
    </article>
  )
})
