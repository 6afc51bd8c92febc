/**
 * Posting lists of words that were asked for before, held in memory. The words of a question are mostly those of the questions before
 * it, and the common ones have the longest lists: a row for each 2,048 numbers of documents, some six hundred rows a search.
 *
 * Held is what does not change: of messages the pieces before the one that new messages are added to. Whatever changes such a piece
 * all the same gives the lists another mark (drizzle/0177_lists_in_memory.sql), and they are read anew. The mark is read before the
 * lists, so that what another program changes in between is seen the next time.
 */
import { CHUNK, PostingList } from './posting-list'

/** Of a profile: what its lists are at a moment. */
export interface ListMark {
  profile: string
  /** The highest message in the lists; null: nothing is known of them, and nothing is held. */
  listed: number | null
  lists: string
  synopses: string
}

/** About so many bytes are held, of all profiles together. */
const MOST_BYTES = 16 * 2 ** 20
/** What a list takes beside its pieces, and each piece beside its numbers: a row of bits is made for those that are asked. */
const BYTES_A_LIST = 300
const BYTES_A_PIECE = CHUNK / 8 + 150

/** Kinds whose lists are held. Memories are few, and change with every one that is learned. */
const HELD = ['message', 'segment'] as const
type HeldKind = (typeof HELD)[number]
export const isHeldKind = (kind: string): kind is HeldKind => HELD.some((held) => held === kind)

interface HeldList {
  list: PostingList
  /** Pieces before this one are in it. */
  before: number
  bytes: number
}

/** The lists of one kind of one profile. */
export class HeldLists {
  /** What was asked for longest ago comes first. */
  readonly lists = new Map<string, HeldList>()
  /** Pieces before this one may be held. */
  before = 0
  /** Others are held in their place: what a search that still has these adds to them would be let go of by nobody. */
  isDropped = false

  constructor(readonly mark: string) {}
}

const held = new Map<string, HeldLists>()
let bytes = 0

/** What is held of a kind, as far as it is still true; null where nothing may be held. */
export function heldLists(kind: HeldKind, mark: ListMark): HeldLists | null {
  if (mark.listed === null) return null
  const key = `${mark.profile} ${kind}`
  const own = kind === 'message' ? mark.lists : mark.synopses
  // Any segment that is added changes their mark.
  const before = kind === 'message' ? Math.floor(mark.listed / CHUNK) : Number.POSITIVE_INFINITY
  let lists = held.get(key)
  // Fewer than there were: this is the store of another day, or its backup.
  if (lists && (lists.mark !== own || before < lists.before)) {
    drop(lists)
    lists = undefined
  }
  lists ??= new HeldLists(own)
  lists.before = before
  held.delete(key)
  held.set(key, lists)
  return lists
}

/** The list of a word as far as it is held, empty if it is not; to be given to `hold` once it was completed. */
export function listOf(lists: HeldLists, term: string): PostingList {
  return lists.lists.get(term)?.list ?? new PostingList()
}

/** The first piece that has to be read of a word. */
export const heldBefore = (lists: HeldLists, term: string): number => lists.lists.get(term)?.before ?? 0

/** Holds a list that has all pieces that may be held, and lets go of what was not asked for the longest. */
export function hold(lists: HeldLists, term: string, list: PostingList): void {
  if (lists.isDropped) return
  letGo(lists, term)
  const size = BYTES_A_LIST + 2 * term.length + list.bytes + BYTES_A_PIECE * list.size
  lists.lists.set(term, { list, before: lists.before, bytes: size })
  bytes += size
  for (const [key, others] of held) {
    for (const other of others.lists.keys()) {
      if (bytes <= MOST_BYTES) return
      letGo(others, other)
    }
    if (others === lists) continue
    held.delete(key)
    drop(others)
  }
}

/** Emptied as well: a search that still has them lets go of nothing that is counted no more. */
function drop(lists: HeldLists): void {
  lists.isDropped = true
  for (const term of [...lists.lists.keys()]) letGo(lists, term)
}

/** What is held of all profiles, bytes as they are counted, and as they are by what is in it. */
export function heldBytes(): { counted: number; present: number } {
  const all = [...held.values()].flatMap((lists) => [...lists.lists.values()])
  return { counted: bytes, present: all.reduce((sum, list) => sum + list.bytes, 0) }
}

function letGo(lists: HeldLists, term: string): void {
  const known = lists.lists.get(term)
  if (!known) return
  bytes -= known.bytes
  lists.lists.delete(term)
}
