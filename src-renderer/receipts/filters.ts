import type { Actor, OperationKind, ReceiptView } from '@shared/domain'

/** In one line of the panel, as far as it holds. */
export const CHIPS = ['all', 'merged', 'filedAway', 'kept'] as const
/** Behind the last chip. */
export const MORE_FILTERS = ['moved', 'segments', 'memories', 'byYou'] as const
export const RECEIPT_FILTERS = [...CHIPS, ...MORE_FILTERS] as const
export type ReceiptFilter = (typeof RECEIPT_FILTERS)[number]

const KINDS: Record<Exclude<ReceiptFilter, 'all' | 'byYou'>, readonly OperationKind[]> = {
  merged: ['mv', 'merge', 'consolidate'],
  filedAway: ['archive', 'archive_ephemeral', 'archive_stale', 'archive_low_return', 'archive_competing'],
  kept: ['promote', 'reactivate', 'unarchive', 'boost', 'life_change'],
  moved: ['move_message', 'edit_message', 'ask_again', 'show_branch', 'refile', 'split', 'group'],
  segments: ['rename_segment', 'merge_segments', 'split_segment', 'close_segment', 'retell_segments'],
  memories: [
    'edit_memory',
    'add_memory',
    'forget_memory',
    'end_memory',
    'pin_memory',
    'unpin_memory',
    'consolidate_memories',
  ],
}

/** Whether a receipt stands under a filter chip: by what was done, or by who did it. */
export function passes(receipt: ReceiptView, filter: ReceiptFilter): boolean {
  if (filter === 'all') return true
  if (filter === 'byYou') return receipt.actor === 'person'
  return KINDS[filter].includes(receipt.kind)
}

/** What main is asked for: it can narrow by who acted, the rest is sifted here. */
export const actorsOf = (filter: ReceiptFilter): Actor[] | null => (filter === 'byYou' ? ['person'] : null)
