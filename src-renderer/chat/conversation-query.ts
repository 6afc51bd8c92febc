import type { ConversationPage } from '@shared/contract/conversation'
import type { MessageView, SegmentView } from '@shared/domain'
import type { BucketId, MessageId } from '@shared/ids'
import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '../app/ask'
import {
  type Anchor,
  allMessages,
  applyStretch,
  type Pages,
  patchSegments,
  removeMessage,
  stretchesOf,
  upsertMessage,
} from './pages'

const PAGE_SIZE = 60
/** Twelve pages are some 700 messages: enough to scroll in both directions without a gap, however long the talk is. */
const MOST_PAGES = 12

const ROOT = 'conversation.page'
type Key = readonly [typeof ROOT, BucketId | 'everything', MessageId | 'newest', number]

/** Where a jump led; `turn` tells two jumps to one message apart. */
export interface Jumped {
  messageId: MessageId
  turn: number
}

const keyOf = (bucket: BucketId | null, jump: Jumped | null): Key => [
  ROOT,
  bucket ?? 'everything',
  jump?.messageId ?? 'newest',
  jump?.turn ?? 0,
]
/** How long a window that was jumped to is kept once it is left: nothing comes back to it. */
const LEFT_MS = 5_000

/** The newest messages that events brought, and how many there were in all. */
const lately: MessageView[] = []
let arrivals = 0
const MOST_REMEMBERED = 100

/**
 * A page that was read before a message was committed may be answered after the event that told of it. So what arrived
 * in between is put in here; a message that is already there stays the one that it is.
 */
function withArrivals(page: ConversationPage, count: number, thread: BucketId | null): ConversationPage {
  const missed = count > 0 ? lately.slice(-count) : []
  const start: Pages = { pages: [page], pageParams: [{ at: 'newest' }] }
  const known = new Set(page.messages.map((message) => message.id))
  const full = missed
    .filter((message) => !known.has(message.id))
    .reduce((data, message) => upsertMessage(data, message, thread), start)
  return full.pages[0] ?? page
}

/**
 * A window on the conversation (or on one bucket's thread) that grows in both directions as it is scrolled. Each jump begins one of
 * its own: in one that had grown meanwhile, the list would have to guess the heights of all that stands above the message.
 */
export const conversationQuery = (bucket: BucketId | null, jump: Jumped | null) =>
  infiniteQueryOptions<ConversationPage, Error, InfiniteData<ConversationPage, Anchor>, Key, Anchor>({
    queryKey: keyOf(bucket, jump),
    queryFn: async ({ pageParam }) => {
      const asked = arrivals
      const page = await ask('conversation.page', {
        anchor: pageParam,
        limit: PAGE_SIZE,
        ...(bucket ? { bucketId: bucket } : {}),
      })
      return withArrivals(page, arrivals - asked, bucket)
    },
    initialPageParam: jump ? { at: 'around', messageId: jump.messageId } : { at: 'newest' },
    getPreviousPageParam: (first) => {
      const oldest = first.messages[0]
      return first.hasOlder && oldest ? { at: 'before', messageId: oldest.id } : null
    },
    getNextPageParam: (last) => {
      const newest = last.messages.at(-1)
      return last.hasNewer && newest ? { at: 'after', messageId: newest.id } : null
    },
    maxPages: MOST_PAGES,
    gcTime: jump ? LEFT_MS : 600_000,
  })

const threadOf = (key: readonly unknown[]): BucketId | null => {
  const thread = (key as Key)[1]
  return thread === 'everything' ? null : thread
}

/** Changes every loaded window on the conversation; `change` also learns whose thread the window shows. */
function patchWindows(client: QueryClient, change: (data: Pages, thread: BucketId | null) => Pages): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [ROOT] })) {
    client.setQueryData<Pages>(query.queryKey, (old) => (old ? change(old, threadOf(query.queryKey)) : old))
  }
}

/** A message that was committed, arrived, or came back changed. */
export function placeMessage(client: QueryClient, message: MessageView): void {
  lately.push(message)
  lately.splice(0, lately.length - MOST_REMEMBERED)
  arrivals += 1
  patchWindows(client, (data, thread) => upsertMessage(data, message, thread))
}

export const placeSegments = (client: QueryClient, segments: readonly SegmentView[]): void =>
  patchWindows(client, (data) => patchSegments(data, segments))

/**
 * Messages were refiled or marked: windows on everything ask again for the loaded stretches that hold them, threads of
 * buckets are asked anew, because messages may have come in that they do not know.
 */
export async function refreshMessages(client: QueryClient, ids: ReadonlySet<MessageId>): Promise<void> {
  const work: Promise<unknown>[] = []
  for (const query of client.getQueryCache().findAll({ queryKey: [ROOT] })) {
    if (threadOf(query.queryKey) !== null) {
      work.push(client.invalidateQueries({ queryKey: query.queryKey, exact: true }))
      continue
    }
    const data = client.getQueryData<Pages>(query.queryKey)
    for (const stretch of data ? stretchesOf(data, ids) : []) {
      work.push(
        ask('conversation.page', { anchor: stretch.anchor, limit: stretch.limit }).then((page) =>
          client.setQueryData<Pages>(query.queryKey, (now) => (now ? applyStretch(now, stretch.ids, page) : now)),
        ),
      )
    }
  }
  await Promise.all(work)
}

/** The messages of a loaded window that holds this one, oldest first. */
export function loadedOrder(client: QueryClient, id: MessageId): MessageId[] {
  const windows = client
    .getQueriesData<Pages>({ queryKey: [ROOT] })
    .flatMap(([, data]) => (data ? [allMessages(data)] : []))
  const longest = windows.filter((all) => all.some((m) => m.id === id)).sort((a, b) => b.length - a.length)
  return (longest[0] ?? []).map((m) => m.id)
}

/** Messages left for a branch that is not shown, and others came back in their place. */
export function showBranch(client: QueryClient, gone: readonly MessageId[], shown: readonly MessageView[]): void {
  patchWindows(client, (data, thread) =>
    shown.reduce(
      (pages, message) => upsertMessage(pages, message, thread),
      gone.reduce((pages, id) => removeMessage(pages, id), data),
    ),
  )
  for (const id of gone) {
    const at = lately.findIndex((message) => message.id === id)
    if (at >= 0) lately.splice(at, 1)
  }
}

/** After an import: nothing that is loaded can be trusted to be complete. */
export const resetConversation = (client: QueryClient): Promise<void> => client.resetQueries({ queryKey: [ROOT] })
