import type { ReceiptView } from '@shared/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { said } from '../app/said/said'
import { useAct } from '../app/use-act'
import { Button } from '../ui/button'
import { placeReceipts } from './receipts-query'

/** Takes one act back, or does it again. Its name says which act, for those who do not see the line before it. */
export function UndoButton({ receipt }: { receipt: ReceiptView }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const place = (answer: ReceiptView): void => placeReceipts(client, [answer])
  const undo = useAct('receipts.undo', place)
  const redo = useAct('receipts.redo', place)
  const act = receipt.undone ? redo : undo
  const word = t(receipt.undone ? 'common.redo' : 'common.undo')
  return (
    <Button
      tone="link"
      aria-label={t('receipt.actOn', { word, sentence: said(receipt.sentence) })}
      disabled={undo.isPending || redo.isPending}
      onClick={() => act.mutate({ operationId: receipt.id })}
    >
      {word}
    </Button>
  )
}
