import type { BucketId, MessageId } from '@shared/ids'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asking } from '../app/ask'
import { dateOf } from '../app/format'
import { useZone } from '../app/today'
import { type Place, useView } from '../app/view'
import { keyboardScroll } from '../ui/keyboard-scroll'
import { Skeleton } from '../ui/skeleton'
import { Trouble } from '../ui/trouble'
import { useBranchChoice } from './branch-choice'
import { conversationQuery, type Jumped } from './conversation-query'
import { EmptyConversation } from './empty'
import { PlainBoundary } from './markdown/plain-boundary'
import { allMessages, reachesNewest, segmentsOf } from './pages'
import { markPassage, unmarkPassage } from './passage-mark'
import { ConversationRow } from './row'
import { buildRows, newBelow, type Row } from './rows'
import { useSessionStart } from './session-start'
import { AT_END_PX, onceStill, useFollowEnd, useStickOnResize } from './stick'
import { liveTurns, useFiledCards, useLiveTurns, useRemembered } from './turns'

/** Older and newer pages are fetched this many rows before they are needed. */
const AHEAD_ROWS = 12

const ESTIMATES: Record<Row['kind'], number> = {
  day: 34,
  receipt: 150,
  session: 32,
  segment: 36,
  question: 56,
  reply: 150,
  live: 60,
  card: 130,
  remembered: 28,
  folded: 32,
}

interface ConversationProps {
  thread: BucketId | null
  /** Where to begin; null: at the newest message. */
  jump: (Jumped & { place: Place | null }) | null
}

/** The conversation, or one bucket's thread: a virtual list over pages that come as they are scrolled to. */
export function Conversation({ thread, jump }: ConversationProps) {
  const { t } = useTranslation()
  const pages = useInfiniteQuery(conversationQuery(thread, jump))
  if (pages.isError && !pages.data)
    return (
      <div className="mx-auto grid w-full max-w-[720px] flex-1 place-items-center px-6">
        <Trouble error={pages.error} onRetry={() => void pages.refetch()} />
      </div>
    )
  if (!pages.data)
    return (
      <div className="mx-auto w-full max-w-[720px] flex-1 px-6">
        <Skeleton lines={6} label={t('common.loading')} />
      </div>
    )
  return <Loaded thread={thread} jump={jump} />
}

function Loaded({ thread, jump }: ConversationProps) {
  const { t } = useTranslation()
  const around = jump?.messageId ?? null
  const place = jump?.place ?? null
  const toEnd = useView((view) => view.toEnd)
  const client = useQueryClient()
  const pages = useInfiniteQuery(conversationQuery(thread, jump))
  const { rows, messages, isLive } = useRows(thread, jump)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => ESTIMATES[rows[index]?.kind ?? 'reply'],
    getItemKey: (index) => rows[index]?.key ?? index,
    anchorTo: 'end',
    followOnAppend: isLive,
    scrollEndThreshold: AT_END_PX,
    overscan: 6,
    gap: 14,
    paddingStart: 20,
    scrollPaddingStart: 52,
    paddingEnd: 12,
    useFlushSync: false,
  })

  const pullToEnd = useCallback(() => virtual.scrollToEnd(), [virtual])
  useStickOnResize(scroller, pullToEnd)
  const follow = useFollowEnd(scroller, {
    toEnd: pullToEnd,
    size: virtual.getTotalSize(),
    follows: isLive,
    startsAtEnd: around === null,
  })

  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  // pages that came while the list still looks for its place would move that place
  const [settled, setSettled] = useState(false)
  const { hasPreviousPage, hasNextPage, isFetching, isError, fetchPreviousPage, fetchNextPage } = pages
  useEffect(() => {
    if (isFetching || isError || !settled) return
    if (hasPreviousPage && first < AHEAD_ROWS) void fetchPreviousPage()
    else if (hasNextPage && last > rows.length - AHEAD_ROWS) void fetchNextPage()
  }, [
    first,
    last,
    rows.length,
    settled,
    hasPreviousPage,
    hasNextPage,
    isFetching,
    isError,
    fetchPreviousPage,
    fetchNextPage,
  ])

  const goToEnd = (): void => {
    follow()
    if (isLive) virtual.scrollToEnd()
    // far up, the newest pages were let go: this window on the conversation begins anew at its end
    else void client.resetQueries({ queryKey: conversationQuery(thread, jump).queryKey, exact: true })
  }

  // the first sight of the list: at its end, or at the message that was asked for
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per mount; a new jump mounts anew
  useLayoutEffect(() => {
    const target = around ? rows.findIndex((row) => isMessage(row, around)) : -1
    if (target >= 0) virtual.scrollToIndex(target, { align: 'start' })
    else goToEnd()
    // where the benchmark of the start stops its watch: what was said is there, and the composer beneath it
    performance.mark('catchment:interactive')
    return onceStill(
      () =>
        target < 0
          ? scroller.current?.scrollTop
          : scroller.current?.querySelector('[data-jumped]')?.getBoundingClientRect().top,
      () => setSettled(true),
    )
  }, [])

  // the passage that was looked for, once the list stands still
  const text = messages.find((message) => message.id === around)?.text
  useEffect(() => {
    const row = settled && place && text !== undefined ? scroller.current?.querySelector('[data-jumped]') : null
    if (row && place && text !== undefined)
      markPassage(row, text.slice(place.start, place.end), text.slice(0, place.start))
    return unmarkPassage
  }, [settled, place, text])

  const ends = useView((view) => view.ends)
  const endsBefore = useRef(ends)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it is asked for, and only then
  useLayoutEffect(() => {
    if (ends === endsBefore.current) return
    endsBefore.current = ends
    goToEnd()
  }, [ends])

  const atEnd = virtual.isAtEnd(AT_END_PX)
  const newestId = messages.at(-1)?.id ?? null
  const [lastSeen, setLastSeen] = useState<MessageId | null>(null)
  useEffect(() => {
    if (atEnd && isLive) setLastSeen(newestId)
  }, [atEnd, isLive, newestId])

  if (rows.length === 0) return <EmptyConversation thread={thread} />
  const below = newBelow(messages, lastSeen)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <section
        ref={scroller}
        aria-label={t('conversation.label')}
        {...keyboardScroll}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto px-6 outline-offset-[-2px] [scrollbar-gutter:stable_both-edges] [overflow-anchor:none] max-[720px]:px-4"
      >
        <div
          className="relative mx-auto mt-auto w-full max-w-[720px] flex-none"
          style={{ height: virtual.getTotalSize() }}
        >
          {items.map((item) => {
            const row = rows[item.index]
            return row ? (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                data-jumped={around !== null && isMessage(row, around) ? 'true' : undefined}
                style={{ transform: `translateY(${item.start}px)` }}
                className="absolute inset-x-0 top-0 data-[jumped]:before:absolute data-[jumped]:before:inset-y-[-6px] data-[jumped]:before:-start-3 data-[jumped]:before:w-[3px] data-[jumped]:before:rounded-full data-[jumped]:before:bg-accent"
              >
                <PlainBoundary text={'message' in row ? row.message.text : ''}>
                  <ConversationRow row={row} />
                </PlainBoundary>
              </div>
            ) : null
          })}
        </div>
      </section>
      {isError ? (
        <div className="absolute inset-x-0 top-2 mx-auto w-fit rounded-xl border border-line bg-raised shadow-float">
          <Trouble error={pages.error} onRetry={() => void (hasPreviousPage ? fetchPreviousPage() : fetchNextPage())} />
        </div>
      ) : null}
      {atEnd && isLive ? null : (
        <button
          type="button"
          onClick={toEnd}
          className="absolute bottom-2 left-1/2 flex h-[30px] -translate-x-1/2 animate-enter items-center gap-1.5 rounded-full border border-line bg-raised px-3 text-small font-medium shadow-float hover:bg-hover"
        >
          <ArrowDown aria-hidden="true" className="size-3.5 text-accent" />
          {below > 0 ? t('conversation.newBelow', { count: below }) : t('conversation.toNewest')}
        </button>
      )}
    </div>
  )
}

const isMessage = (row: Row, id: MessageId): boolean =>
  (row.kind === 'question' || row.kind === 'reply') && row.message.id === id

function useRows(thread: BucketId | null, jump: Jumped | null) {
  const { data } = useInfiniteQuery(conversationQuery(thread, jump))
  const turns = useLiveTurns()
  const cards = useFiledCards()
  const remembered = useRemembered()
  const zone = useZone()
  const receipt = useQuery(asking('receipts.session', undefined)).data ?? null
  const hasModel = useQuery(asking('models.status', undefined)).data?.chat.kind !== 'none'
  const session = useSessionStart(thread === null)
  const choice = useBranchChoice((chosen) => chosen.looked)
  const messages = useMemo(() => (data ? allMessages(data) : []), [data])
  const isLive = data ? reachesNewest(data) : false
  const rows = useMemo(
    () =>
      data
        ? buildRows({
            messages,
            segments: segmentsOf(data),
            turns,
            cards,
            remembered,
            receipt: thread === null && receipt && receipt.lines.length > 0 ? receipt : null,
            session,
            reachesOldest: data.pages[0]?.hasOlder === false,
            reachesNewest: isLive,
            answers: hasModel,
            looked: new Set(messages.flatMap(({ id }) => (choice[id] === undefined ? [] : id))),
            dateOf: (ts) => dateOf(ts, zone),
            replyKey: (id) => liveTurns.keyOf(id),
          })
        : [],
    [data, messages, turns, cards, remembered, receipt, session, thread, isLive, hasModel, zone, choice],
  )
  return { rows, messages, isLive }
}
