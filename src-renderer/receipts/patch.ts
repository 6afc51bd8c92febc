import type { SessionReceipt } from '@shared/contract/receipts'
import type { Actor, ReceiptView } from '@shared/domain'

const newestFirst = (a: ReceiptView, b: ReceiptView): number =>
  Date.parse(b.ts) - Date.parse(a.ts) || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/**
 * Pages of receipts, newest first, after some changed: known ones in place, newer ones on top. An older one that is
 * not loaded comes with its page. `actors` is what the list was narrowed to, null for everybody.
 */
export function patchReceipts(
  pages: readonly ReceiptView[][],
  changed: readonly ReceiptView[],
  actors: readonly Actor[] | null,
): ReceiptView[][] {
  const fresh = new Map(changed.map((receipt) => [receipt.id, receipt]))
  const known = new Set(pages.flat().map((receipt) => receipt.id))
  const newest = pages[0]?.[0]
  const added = changed.filter(
    (receipt) =>
      !known.has(receipt.id) &&
      (actors === null || actors.includes(receipt.actor)) &&
      (newest === undefined || newestFirst(receipt, newest) < 0),
  )
  return pages.map((page, index) => {
    const kept = page.map((receipt) => fresh.get(receipt.id) ?? receipt)
    return index === 0 ? [...added.sort(newestFirst), ...kept] : kept
  })
}

/** The card of the session after some receipts changed: its lines stay, what they say about undo is true again. */
export function patchSession(card: SessionReceipt | null, changed: readonly ReceiptView[]): SessionReceipt | null {
  if (!card) return card
  const fresh = new Map(changed.map((receipt) => [receipt.id, receipt]))
  const lines = card.lines.map((line) =>
    line.receipt ? { ...line, receipt: fresh.get(line.receipt.id) ?? line.receipt } : line,
  )
  const single = lines.flatMap((line) => line.receipt ?? [])
  // of gathered lines main alone knows how many stand
  const standing = single.length === card.total ? single.filter((receipt) => !receipt.undone).length : card.standing
  return { ...card, lines, standing }
}
