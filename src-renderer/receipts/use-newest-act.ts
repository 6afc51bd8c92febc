import type { ReceiptView } from '@shared/domain'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ask } from '../app/ask'
import { said } from '../app/said/said'
import { say } from '../ui/toast-store'
import { placeReceipts } from './receipts-query'

/** Filing's own corrections come with every message; whoever says “undo” means an act that someone decided on. */
const DECIDED = ['person', 'model', 'janitor'] as const
const LOOKED_AT = 200

/**
 * What was forgotten is brought back by name alone, never because it happens to be the newest (07-settled, Forget).
 */
const isMeant = ({ kind, undone }: ReceiptView): boolean => !undone && kind !== 'forget_memory'

/** The act that “undo” means (the newest that stands), or “redo” (the one that was undone last). Null if there is none. */
export function newestAct(receipts: readonly ReceiptView[], what: 'undo' | 'redo'): ReceiptView | null {
  if (what === 'undo') return receipts.find(isMeant) ?? null
  const undone = receipts.filter((receipt) => receipt.undone && receipt.undoneAt !== null)
  return undone.sort((a, b) => ((a.undoneAt ?? '') < (b.undoneAt ?? '') ? 1 : -1))[0] ?? null
}

/** Takes the newest act back, or does the one again that was taken back last, and says which it was. */
export function useNewestAct(onDone: () => void): { mutate: (what: 'undo' | 'redo') => void; isPending: boolean } {
  const { t } = useTranslation()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (what: 'undo' | 'redo') => {
      const act = newestAct(await ask('receipts.list', { limit: LOOKED_AT, actors: [...DECIDED] }), what)
      return act && { what, receipt: await ask(`receipts.${what}`, { operationId: act.id }) }
    },
    onSuccess: (done, what) => {
      onDone()
      if (!done) return say(t(`undo.no.${what}`))
      placeReceipts(client, [done.receipt])
      say(
        [t(`undo.did.${what}`, { sentence: said(done.receipt.sentence) }), said(done.receipt.note ?? '')]
          .filter(Boolean)
          .join(' '),
      )
    },
  })
}
