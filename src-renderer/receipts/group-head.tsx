import { useQueryClient } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { dayLabel, listed, number, timeOf } from '../app/format'
import { useToday, useZone } from '../app/today'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { cx } from '../ui/cx'
import { say } from '../ui/toast-store'
import { type ReceiptGroup, tally } from './groups'
import { placeReceipts } from './receipts-query'

interface GroupHeadProps {
  group: ReceiptGroup
  isOpen: boolean
  first: boolean
  /** Whether all of the group is in the list; else a filter holds some of it back, and nothing is undone that is not shown. */
  isAll: boolean
  onToggle: (key: string) => void
}

/** When and by whom, how much and what in one sentence; folds what was done, and takes a tidying back as a whole. What an import brought is filed for good: its acts are taken back one by one. */
export const GroupHead = memo(function GroupHead({ group, isOpen, first, isAll, onToggle }: GroupHeadProps) {
  const { t } = useTranslation()
  const zone = useZone()
  const today = useToday()
  const { receipts, by, date, passId, isWhole } = group
  const day = dayLabel(date, today)
  const when = passId === null && receipts.length > 1 ? day : `${day} ${timeOf(receipts[0].ts, zone)}`
  const name = t('receipts.group', { when, who: t(`receipts.by.${by}`) })
  const sentence = listed(tally(receipts).map(([did, count]) => t(`receipts.did.${did}`, { count })))
  const many = receipts.length > 1
  return (
    <div className={cx('px-3.5 pt-3 pb-1', !first && 'border-t border-line')}>
      <h3 className="flex items-baseline text-meta font-semibold text-faint">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onToggle(group.key)}
          className="group/head -mx-1 flex min-h-6 min-w-0 flex-1 items-center gap-1 rounded-md px-1 text-start tabular"
        >
          <span dir="auto" className="[overflow-wrap:anywhere]">
            {name}
          </span>
          <ChevronRight
            aria-hidden="true"
            className={cx(
              'size-3 flex-none transition-transform',
              isOpen && 'rotate-90 opacity-0 group-hover/head:opacity-100 group-focus-visible/head:opacity-100',
            )}
          />
          {many && isWhole ? (
            <span className="ms-auto ps-2">
              <span aria-hidden="true">{number(receipts.length)}</span>
              <span className="sr-only">{t('receipts.changes', { count: receipts.length })}</span>
            </span>
          ) : null}
        </button>
      </h3>
      {!isOpen || (many && passId !== null) ? (
        <p className="flex flex-wrap items-baseline justify-between gap-x-3 pt-1 pb-1 text-small text-soft">
          <span dir="auto">{sentence}</span>
          {many && by === 'tidying' && passId !== null && isAll ? (
            <WholePass group={group} passId={passId} name={name} />
          ) : null}
        </p>
      ) : null}
    </div>
  )
})

/** Takes all of a pass back that stands, or does it again if nothing of it does. */
function WholePass({ group, passId, name }: { group: ReceiptGroup; passId: string; name: string }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const undo = useAct('receipts.undoPass', (undone) => {
    placeReceipts(client, undone)
    say(t('receipt.undid', { count: undone.length }))
  })
  const redo = useAct('receipts.redoPass', (done) => {
    placeReceipts(client, done)
    say(t('receipts.redid', { count: done.length }))
  })
  const stands = group.receipts.some((receipt) => !receipt.undone)
  // Acts that are not loaded yet may stand: there is nothing to do again before all of them are known.
  if (!stands && !group.isWhole) return null
  const word = t(stands ? 'receipt.undoTidying' : 'receipts.redoTidying')
  return (
    <Button
      tone="link"
      aria-label={t('receipts.undoOf', { word, group: name })}
      disabled={undo.isPending || redo.isPending}
      onClick={() => (stands ? undo : redo).mutate({ passId })}
    >
      {word}
    </Button>
  )
}
