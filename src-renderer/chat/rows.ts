/** What the middle column shows, line by line, made from what is loaded. Pure, so that it can be tested as a list. */
import type { FiledCard, Remembered } from '@shared/contract/conversation'
import type { SessionReceipt } from '@shared/contract/receipts'
import type { MessageView, SegmentView } from '@shared/domain'
import type { MessageId } from '@shared/ids'
import type { LiveTurn } from './live-turns'
import type { SessionStart } from './session-start'

export type Row =
  | { kind: 'day'; key: string; date: string }
  | { kind: 'receipt'; key: string; receipt: SessionReceipt }
  | { kind: 'session'; key: string; session: SessionStart }
  | { kind: 'segment'; key: string; segment: SegmentView }
  | { kind: 'question'; key: string; message: MessageView; showsFiling: boolean; unanswered: boolean }
  | { kind: 'reply'; key: string; message: MessageView }
  | { kind: 'live'; key: string; turn: LiveTurn }
  | { kind: 'remembered'; key: string; remembered: readonly Remembered[] }
  | { kind: 'card'; key: string; card: FiledCard }
  /** What follows of the shown branch, folded away while another one is looked at. */
  | { kind: 'folded'; key: string; at: MessageId }

export interface RowSource {
  messages: readonly MessageView[]
  segments: ReadonlyMap<string, SegmentView>
  turns: readonly LiveTurn[]
  cards: ReadonlyMap<MessageId, FiledCard>
  /** What was asked to be remembered, by the reply under which it stands. */
  remembered?: ReadonlyMap<MessageId, readonly Remembered[]>
  /** Null in a bucket's thread, and where nothing happened between the sessions. */
  receipt: SessionReceipt | null
  /** Null in a bucket's thread, and before the first session. */
  session: SessionStart | null
  /** Whether the first loaded message is the very first: elsewhere nobody knows if it begins its day and segment. */
  reachesOldest: boolean
  reachesNewest: boolean
  /** True if a chat model is there, so that a message without a reply is one that lost it. */
  answers: boolean
  /** Messages at whose place another branch is looked at. */
  looked?: ReadonlySet<MessageId>
  dateOf: (ts: string) => string
  replyKey: (id: MessageId) => string
}

const spoken = (message: MessageView): boolean => message.role === 'user' || message.role === 'assistant'

/**
 * The first message of this session: above it stands the receipt. Where nobody knows when it began, the first after the
 * last one ended; an import may have put others between the two. Null if nobody wrote since.
 */
function sessionStart(
  messages: readonly MessageView[],
  receipt: SessionReceipt,
  session: SessionStart | null,
): MessageId | null {
  const ended = receipt.lastSessionEndedAt === null ? Number.NEGATIVE_INFINITY : Date.parse(receipt.lastSessionEndedAt)
  const began = session === null ? Number.NEGATIVE_INFINITY : Date.parse(session.startedAt)
  const isOf = (ts: number): boolean => (began > ended ? ts >= began : ts > ended)
  return messages.find((message) => isOf(Date.parse(message.ts)))?.id ?? null
}

/** The first loaded message of a session. The first of all has nothing before it that could be remembered. */
function firstSince(messages: readonly MessageView[], startedAt: string): number {
  const started = Date.parse(startedAt)
  const index = messages.findIndex((message) => Date.parse(message.ts) >= started)
  return index > 0 ? index : -1
}

/**
 * Day separators where the local date changes, a segment's header above its first loaded message, messages, and under
 * a person's message what came of it: the reply being written, its failure, or the card of the mode without a model.
 */
export function buildRows(source: RowSource): Row[] {
  const all = withoutReplaced(source.messages.filter(spoken), source.turns)
  const folded = foldedBehind(all, source)
  const messages = all.filter(({ id }) => !folded.hidden.has(id))
  const { session } = source
  const sessionFirst = session ? firstSince(messages, session.startedAt) : -1
  const startsSession = source.receipt ? sessionStart(messages, source.receipt, session) : null
  const liveRows = (turn: LiveTurn): Row => ({ kind: 'live', key: turn.turnId, turn })
  const rows: Row[] = []
  let date: string | null = null
  let segment: string | null = null
  messages.forEach((message, index) => {
    const begins = index > 0 || source.reachesOldest
    const day = source.dateOf(message.ts)
    if (day !== date && begins) rows.push({ kind: 'day', key: `day:${day}:${message.id}`, date: day })
    date = day
    if (session && index === sessionFirst && begins)
      rows.push({ kind: 'session', key: `session:${session.startedAt}`, session })
    if (source.receipt && message.id === startsSession && begins)
      rows.push({ kind: 'receipt', key: 'receipt', receipt: source.receipt })
    if (message.segmentId !== segment) {
      const header = message.segmentId ? source.segments.get(message.segmentId) : undefined
      if (header && begins)
        rows.push({
          kind: 'segment',
          key: `segment:${header.id}:${message.id}`,
          segment: withBuckets(header, messages),
        })
      segment = message.segmentId
    }
    const fold = (): void => {
      if (folded.at.has(message.id)) rows.push({ kind: 'folded', key: `folded:${message.id}`, at: message.id })
    }
    if (message.role === 'assistant') {
      rows.push({ kind: 'reply', key: source.replyKey(message.id), message })
      fold()
      const remembered = source.remembered?.get(message.id)
      if (remembered) rows.push({ kind: 'remembered', key: `remembered:${message.id}`, remembered })
      return
    }
    const turn = source.turns.find((live) => live.userMessageId === message.id)
    const card = source.cards.get(message.id)
    const replied = messages[index + 1]?.role === 'assistant'
    const open = !turn && !card && !replied
    rows.push({
      kind: 'question',
      key: message.id,
      message,
      showsFiling: open,
      unanswered: open && source.answers && source.reachesNewest && index === messages.length - 1,
    })
    fold()
    if (turn) rows.push(liveRows(turn))
    else if (card && !replied)
      rows.push({
        kind: 'card',
        key: `card:${message.id}`,
        card: { ...card, bucketId: message.bucketId ?? card.bucketId },
      })
  })
  if (source.receipt && startsSession === null && source.reachesNewest)
    rows.push({ kind: 'receipt', key: 'receipt', receipt: source.receipt })
  if (source.reachesNewest) rows.push(...source.turns.filter((turn) => turn.userMessageId === null).map(liveRows))
  return rows
}

/**
 * Where another branch is looked at, the rest of the conversation belongs to the branch that is shown: it is folded away, so
 * that no reply stands below a question it was not given to. Nothing is folded where nothing follows.
 */
function foldedBehind(
  messages: readonly MessageView[],
  { looked }: RowSource,
): { hidden: ReadonlySet<MessageId>; at: ReadonlySet<MessageId> } {
  const hidden = new Set<MessageId>()
  const at = new Set<MessageId>()
  if (!looked || looked.size === 0) return { hidden, at }
  messages.forEach((place, index) => {
    const conversation = conversationOf(place)
    if (conversation === null || !looked.has(place.id) || hidden.has(place.id)) return
    const behind = messages.slice(index + 1).filter((message) => conversationOf(message) === conversation)
    if (behind.length === 0) return
    at.add(place.id)
    for (const { id } of behind) hidden.add(id)
  })
  return { hidden, at }
}

/**
 * What follows from a message: the rest of its imported conversation, whose name stands before the first slash of its messages'
 * ids, else the rest of its segment.
 */
function conversationOf({ externalId, segmentId }: MessageView): string | null {
  const slash = externalId?.indexOf('/') ?? -1
  return externalId === null || slash < 0 ? segmentId : externalId.slice(0, slash)
}

/** A reply that is asked for again is written in the place of the one before; what followed that leaves with it. */
function withoutReplaced(messages: readonly MessageView[], turns: readonly LiveTurn[]): readonly MessageView[] {
  const turn = turns.find(({ replaces, phase }) => replaces !== undefined && phase !== 'failed')
  const first = turn ? messages.findIndex(({ id }) => id === turn.replaces) : -1
  const segment = messages[first]?.segmentId
  return first < 0 ? messages : messages.filter((m, at) => at < first || (at > first && m.segmentId !== segment))
}

/** A segment under way has no buckets of its own yet: they are those of its messages, as far as these are loaded. */
function withBuckets(segment: SegmentView, messages: readonly MessageView[]): SegmentView {
  if (segment.buckets.length > 0) return segment
  const found = messages.flatMap((message) => (message.segmentId === segment.id ? (message.bucketId ?? []) : []))
  return { ...segment, buckets: [...new Set(found)] }
}

/** Messages that arrived below while the person was reading further up: what the button at the bottom counts. */
export function newBelow(messages: readonly MessageView[], lastSeen: MessageId | null): number {
  if (lastSeen === null) return 0
  const at = messages.findLastIndex((message) => message.id === lastSeen)
  return at < 0 ? 0 : messages.slice(at + 1).filter(spoken).length
}
