import type { Actor, OperationKind, ReceiptView } from '@shared/domain'
import { dateOf } from '../app/format'

/**
 * Who acted, as a person tells them apart: filing is one thing to them, whether it acts at once or when a talk closes, but not what
 * it makes of an import.
 */
export type GroupBy = 'tidying' | 'you' | 'model' | 'filing' | 'import'

const BY: Record<Actor, GroupBy> = {
  janitor: 'tidying',
  person: 'you',
  model: 'model',
  classifier: 'filing',
  segment: 'filing',
}

/** Whose act it is; filing that belongs to something greater belongs to an import. */
const byOf = ({ actor, passId }: ReceiptView): GroupBy =>
  BY[actor] === 'filing' && passId !== undefined ? 'import' : BY[actor]

/** What was done by one: a pass of the janitor, what filing made of an import, or what somebody did on one day with no other's act between. */
export interface ReceiptGroup {
  key: string
  by: GroupBy
  /** Of a pass, or an import: what its acts have in common. */
  passId: string | null
  /** Local calendar date of its newest act, `2026-11-27`. */
  date: string
  /** Newest first, at least one. */
  receipts: [ReceiptView, ...ReceiptView[]]
  /** False: more of it may lie in what is not loaded yet, and its count is not known. */
  isWhole: boolean
}

/**
 * The log in groups, newest first. The acts of a pass, and of an import, stand together, also where somebody else acted meanwhile.
 * @param receipts newest first
 * @param zone IANA name: what a day is
 * @param hasMore whether older receipts are still to be loaded
 * @param keys what the receipts' groups are known by so far, and added to: a group keeps its key whatever comes on top of it or is loaded below it
 */
export function groupReceipts(
  receipts: readonly ReceiptView[],
  zone: string,
  hasMore: boolean,
  keys: Map<ReceiptView['id'], string> = new Map(),
): ReceiptGroup[] {
  const groups: ReceiptGroup[] = []
  const passes = new Map<string, ReceiptGroup>()
  for (const receipt of receipts) {
    const by = byOf(receipt)
    const date = dateOf(receipt.ts, zone)
    const passId = receipt.passId ?? null
    const last = groups.at(-1)
    const group =
      passId !== null
        ? passes.get(passId)
        : last?.passId === null && last.by === by && last.date === date
          ? last
          : undefined
    if (group) {
      group.receipts.push(receipt)
      continue
    }
    const begun: ReceiptGroup = { key: '', by, passId, date, receipts: [receipt], isWhole: true }
    groups.push(begun)
    if (passId !== null) passes.set(passId, begun)
  }
  if (hasMore) {
    // One pass ends before the next begins, and so does one import: only of the earliest of each that is loaded there may be more.
    const together = [...passes.values()]
    const earliest = (['tidying', 'import'] as const).map((by) => together.findLast((group) => group.by === by))
    for (const last of [groups.at(-1), ...earliest]) if (last) last.isWhole = false
  }
  const taken = new Set<string>()
  for (const group of groups) {
    group.key = group.passId ?? keyOf(group.receipts, keys, taken)
    taken.add(group.key)
  }
  return groups
}

/** What a group was known by when it was smaller. What is known by two keys, or two of what had one, come of another filter. */
function keyOf(
  receipts: ReceiptGroup['receipts'],
  keys: Map<ReceiptView['id'], string>,
  taken: ReadonlySet<string>,
): string {
  const known = receipts.flatMap(({ id }) => keys.get(id) ?? []).find((key) => !taken.has(key))
  let key = known ?? `from ${receipts.at(-1)?.id}`
  while (taken.has(key)) key += ' again'
  for (const { id } of receipts) if (!keys.has(id)) keys.set(id, key)
  return key
}

const DID = {
  mv: 'merged',
  merge: 'merged',
  consolidate: 'merged',
  group: 'merged',
  split: 'divided',
  archive_ephemeral: 'filedAway',
  archive: 'archived',
  archive_stale: 'archived',
  archive_low_return: 'archived',
  archive_competing: 'archived',
  promote: 'kept',
  reactivate: 'broughtBack',
  unarchive: 'broughtBack',
  rename: 'renamed',
  pin: 'pinned',
  unpin: 'pinned',
  move_message: 'moved',
  refile: 'moved',
  edit_message: 'rewritten',
  ask_again: 'rewritten',
  show_branch: 'rewritten',
  boost: 'raised',
  life_change: 'raised',
  rename_segment: 'segments',
  merge_segments: 'segments',
  split_segment: 'segments',
  close_segment: 'segments',
  retell_segments: 'segments',
  edit_memory: 'memories',
  add_memory: 'memories',
  forget_memory: 'memories',
  end_memory: 'memories',
  pin_memory: 'memories',
  unpin_memory: 'memories',
  consolidate_memories: 'memories',
} as const satisfies Record<OperationKind, string>

export type Did = (typeof DID)[OperationKind] | 'undone'

/** What a group's sentence counts: what was done how often, most first, and last how much of it was taken back. */
export function tally(receipts: readonly ReceiptView[]): [did: Did, count: number][] {
  const counts = new Map<Did, number>()
  for (const { kind } of receipts) counts.set(DID[kind], (counts.get(DID[kind]) ?? 0) + 1)
  const undone = receipts.filter((receipt) => receipt.undone).length
  const done = [...counts].sort(([, a], [, b]) => b - a)
  return undone > 0 ? [...done, ['undone', undone]] : done
}

/** Acts of automation beyond so many are folded until somebody wants to see them; what a person did themselves never is. */
const MOST_OPEN = 6

export const isOpenAtFirst = ({ by, receipts }: ReceiptGroup): boolean => by === 'you' || receipts.length <= MOST_OPEN

export type ReceiptRow =
  | { kind: 'head'; key: string; group: ReceiptGroup; isOpen: boolean }
  | { kind: 'receipt'; key: string; group: ReceiptGroup; receipt: ReceiptView; isFirst: boolean }

/**
 * What stands in the list, one below the other.
 * @param turned groups a person folded or unfolded, against how they are at first
 */
export function receiptRows(groups: readonly ReceiptGroup[], turned: ReadonlySet<string>): ReceiptRow[] {
  return groups.flatMap((group): ReceiptRow[] => {
    const isOpen = turned.has(group.key) !== isOpenAtFirst(group)
    const head: ReceiptRow = { kind: 'head', key: group.key, group, isOpen }
    if (!isOpen) return [head]
    return [
      head,
      ...group.receipts.map(
        (receipt, at): ReceiptRow => ({ kind: 'receipt', key: receipt.id, group, receipt, isFirst: at === 0 }),
      ),
    ]
  })
}
