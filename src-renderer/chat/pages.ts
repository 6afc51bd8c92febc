/** The conversation in the cache: pages of messages, oldest first, and how events change them. All pure. */
import type { ConversationPage } from '@shared/contract/conversation'
import type { MessageView, SegmentView } from '@shared/domain'
import type { BucketId, MessageId } from '@shared/ids'
import type { InfiniteData } from '@tanstack/react-query'

export type Anchor =
  | { at: 'newest' }
  | { at: 'before'; messageId: MessageId }
  | { at: 'after'; messageId: MessageId }
  | { at: 'around'; messageId: MessageId }

export type Pages = InfiniteData<ConversationPage, Anchor>

/** Conversation order: by time, and by id where two messages share a millisecond. */
const inOrder = (a: MessageView, b: MessageView): number =>
  Date.parse(a.ts) - Date.parse(b.ts) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

export const allMessages = (data: Pages): MessageView[] => data.pages.flatMap((page) => page.messages)

export const segmentsOf = (data: Pages): Map<string, SegmentView> =>
  new Map(data.pages.flatMap((page) => page.segments.map((segment): [string, SegmentView] => [segment.id, segment])))

/** Whether the loaded pages reach to the newest message, so that what arrives belongs at their end. */
export const reachesNewest = (data: Pages): boolean => data.pages.at(-1)?.hasNewer === false

const withPage = (data: Pages, index: number, messages: MessageView[]): Pages => ({
  ...data,
  pages: data.pages.map((page, at) => (at === index ? { ...page, messages } : page)),
})

const pageOf = (data: Pages, id: MessageId): number =>
  data.pages.findIndex((page) => page.messages.some((message) => message.id === id))

/** Takes a message out of the pages. Returns the same object if it was not there. */
export function removeMessage(data: Pages, id: MessageId): Pages {
  const at = pageOf(data, id)
  const page = data.pages[at]
  return page
    ? withPage(
        data,
        at,
        page.messages.filter((message) => message.id !== id),
      )
    : data
}

/** The page a message that is not loaded yet belongs to, or null if it lies outside of what is loaded. */
function homeOf(data: Pages, message: MessageView): number | null {
  const filled = data.pages.map((page, index) => ({ page, index })).filter(({ page }) => page.messages.length > 0)
  const first = filled[0]
  const last = filled.at(-1)
  if (!first || !last) return data.pages.length > 0 && reachesNewest(data) ? data.pages.length - 1 : null
  const oldest = first.page.messages[0]
  const newest = last.page.messages.at(-1)
  if (newest && inOrder(message, newest) > 0) return reachesNewest(data) ? data.pages.length - 1 : null
  if (oldest && inOrder(message, oldest) < 0) return data.pages[0]?.hasOlder === false ? first.index : null
  const home = filled.find(({ page }) => {
    const end = page.messages.at(-1)
    return end !== undefined && inOrder(message, end) < 0
  })
  return home?.index ?? null
}

/**
 * Puts a message where it belongs: in place if it is loaded, else in its order if it falls into the loaded stretch.
 * `thread` is the bucket the pages show (null: everything); a message that left it is taken out.
 */
export function upsertMessage(data: Pages, message: MessageView, thread: BucketId | null): Pages {
  if (thread !== null && message.bucketId !== thread) return removeMessage(data, message.id)
  const at = pageOf(data, message.id)
  const known = data.pages[at]
  if (known) {
    return withPage(
      data,
      at,
      known.messages.map((other) => (other.id === message.id ? message : other)),
    )
  }
  const home = homeOf(data, message)
  const page = home === null ? undefined : data.pages[home]
  if (home === null || !page) return data
  return withPage(data, home, [...page.messages, message].sort(inOrder))
}

/** Segments that changed, in every page that knows them; new ones go to the last page, where the talk goes on. */
export function patchSegments(data: Pages, changed: readonly SegmentView[]): Pages {
  const fresh = new Map(changed.map((segment) => [segment.id, segment]))
  const known = segmentsOf(data)
  const added = changed.filter((segment) => !known.has(segment.id))
  const last = data.pages.length - 1
  return {
    ...data,
    pages: data.pages.map((page, index) => {
      const segments = page.segments.map((segment) => fresh.get(segment.id) ?? segment)
      return { ...page, segments: index === last ? [...segments, ...added] : segments }
    }),
  }
}

/** What to ask main for so that changed messages can be patched: one stretch, anchored at a message that stays. */
export interface Stretch {
  ids: MessageId[]
  anchor: Anchor
  limit: number
}

const MOST_PER_REQUEST = 200

/** The stretches of loaded messages that hold `changed`, at most 200 messages each. Empty if none of them is loaded. */
export function stretchesOf(data: Pages, changed: ReadonlySet<MessageId>): Stretch[] {
  const messages = allMessages(data)
  const touched = messages.flatMap((message, index) => (changed.has(message.id) ? [index] : []))
  const stretches: Stretch[] = []
  let from = 0
  while (from < touched.length) {
    const start = touched[from] ?? 0
    let to = from
    while (to + 1 < touched.length && (touched[to + 1] ?? 0) - start < MOST_PER_REQUEST) to += 1
    const end = touched[to] ?? start
    const before = messages[start - 1]
    const after = messages[end + 1]
    stretches.push({
      ids: touched.slice(from, to + 1).flatMap((index) => messages[index]?.id ?? []),
      anchor: before
        ? { at: 'after', messageId: before.id }
        : after
          ? { at: 'before', messageId: after.id }
          : { at: 'newest' },
      limit: end - start + 1,
    })
    from = to + 1
  }
  return stretches
}

/** Applies the answer for one stretch: what came back replaces what is loaded, what did not come back is gone. */
export function applyStretch(data: Pages, ids: readonly MessageId[], fresh: ConversationPage): Pages {
  const answered = new Map(fresh.messages.map((message) => [message.id, message]))
  const patched = ids.reduce((pages, id) => {
    const message = answered.get(id)
    return message ? upsertMessage(pages, message, null) : removeMessage(pages, id)
  }, data)
  return patchSegments(patched, fresh.segments)
}
