import type { Actor, ReceiptView } from '@shared/domain'
import type { OperationId } from '@shared/ids'
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { ask, patchAnswer } from '../app/ask'
import { patchReceipts, patchSession } from './patch'

const PAGE_SIZE = 100
const ROOT = 'receipts.list'

type Key = readonly [typeof ROOT, Actor[] | null]
type Pages = InfiniteData<ReceiptView[], OperationId | null>

/** The audit log, newest first, page by page. */
export const receiptsQuery = (actors: Actor[] | null) =>
  infiniteQueryOptions<ReceiptView[], Error, Pages, Key, OperationId | null>({
    queryKey: [ROOT, actors],
    queryFn: ({ pageParam }) =>
      ask('receipts.list', {
        limit: PAGE_SIZE,
        ...(pageParam ? { before: pageParam } : {}),
        ...(actors ? { actors } : {}),
      }),
    initialPageParam: null,
    getNextPageParam: (last) => (last.length >= PAGE_SIZE ? (last.at(-1)?.id ?? null) : null),
  })

/** Receipts that are new or changed, in every list that is loaded and in the card of the session. */
export function placeReceipts(client: QueryClient, receipts: readonly ReceiptView[]): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [ROOT] })) {
    const [, actors] = query.queryKey as Key
    client.setQueryData<Pages>(query.queryKey, (old) =>
      old ? { ...old, pages: patchReceipts(old.pages, receipts, actors) } : old,
    )
  }
  patchAnswer(client, 'receipts.session', undefined, (card) => patchSession(card, receipts))
}
