import { z } from 'zod'
import { attachedFile, MOST_FILES } from '../attached-file'
import type { Candidate, FiledBy, IsoTime, MessageView, ReceiptView, SegmentView } from '../domain'
import { type BucketId, bucketId, type MessageId, messageId, type OperationId, type TurnId, turnId } from '../ids'
import type { ChatSpeed } from './models'
import { nothing, request } from './request'

/** A slice of the conversation, oldest first, with the segments its messages belong to. */
export interface ConversationPage {
  messages: MessageView[]
  segments: SegmentView[]
  hasOlder: boolean
  hasNewer: boolean
}

/** What stands on one other branch, in its order. */
export interface BranchView {
  /** What it is named by. */
  branch: string
  /** It goes on behind the message instead of standing in its place. */
  follows: boolean
  messages: BranchMessageView[]
}

export interface BranchMessageView {
  id: string
  ts: IsoTime
  role: 'user' | 'assistant'
  author: string
  text: string
  thinking?: string
}

/** Where a message says what was looked for: `[start, end)` of its text in UTF-16 units. */
interface FoundPlace {
  messageId: MessageId
  start: number
  end: number
}

/** A day with talk; `messageId` is the first that was said on it. */
interface TalkDay {
  /** Local calendar date, `2026-11-27`. */
  date: string
  messages: number
  messageId: MessageId
}

export interface SendAnswer {
  turnId: TurnId
  /** The person's message as it was committed. */
  message: MessageView
  /** True if this turn opened a session: the window shows the receipt card. */
  sessionStarted: boolean
}

/** Why a message is where it is. */
export interface WhyView {
  messageId: MessageId
  bucketId: BucketId | null
  bucketTitle: string | null
  filedBy: FiledBy | null
  confidence: number | null
  candidates: Candidate[]
  /** Other buckets the turn touches as well: it keeps one and names these (seed 001, Cross-bucket topics). */
  related: { bucketId: BucketId; title: string }[]
  /** One sentence for a person. */
  sentence: string
  /** Operations that moved it since, newest first. */
  history: ReceiptView[]
}

/** What the model is shown, part by part, in the order it is sent. */
export interface ContextView {
  sessionStartedAt: IsoTime | null
  sections: { name: string; text: string; tokens: number }[]
  totalTokens: number
  budgetTokens: number
  /** Of the newest reply since the program began; null if there was none. */
  speed?: ChatSpeed | null
}

/** Something the person asked to be remembered in a turn, said back to them; `operationId` takes it back. */
export interface Remembered {
  /** Null: it was remembered already. */
  operationId: OperationId | null
  content: string
}

/** The honest card of the no-model mode: not a message, never stored (07-settled). */
export interface FiledCard {
  bucketId: BucketId
  bucketTitle: string
  isNewBucket: boolean
  /** What the person asked to be remembered. */
  remembered: Remembered[]
  related: { messageId: MessageId; ts: IsoTime; bucketTitle: string | null; snippet: string }[]
}

export const conversationRequests = {
  'conversation.page': request<ConversationPage>()(
    z.object({
      bucketId: bucketId.optional(),
      anchor: z.discriminatedUnion('at', [
        z.object({ at: z.literal('newest') }),
        z.object({ at: z.literal('before'), messageId }),
        z.object({ at: z.literal('after'), messageId }),
        z.object({ at: z.literal('around'), messageId }),
      ]),
      limit: z.number().int().min(1).max(200),
    }),
  ),
  /** The other branches that begin at a message's place, the oldest first; neither filed nor counted nor shown to a model. */
  'conversation.branches': request<BranchView[]>()(z.object({ messageId })),
  'conversation.send': request<SendAnswer>()(
    z.object({
      text: z.string().min(1).max(10_000_000),
      /** Taken in by `attachments.add`; the text names each, and says what a PDF says. */
      files: z.array(attachedFile).max(MOST_FILES).optional(),
      /** Set when the person writes into a bucket's own thread: their word, never overridden. */
      bucketId: bucketId.optional(),
      recall: z.boolean().optional(),
      /** False: nothing of this message is to be learned. */
      learn: z.boolean().optional(),
    }),
  ),
  'conversation.stop': request<null>()(z.object({ turnId })),
  /** Asks again for the reply to the person's message that this reply answered. */
  'conversation.retry': request<SendAnswer>()(z.object({ messageId })),
  /** Puts other words in the place of what the person said, and asks again; what followed stands on another branch then. */
  'conversation.edit': request<SendAnswer>()(
    z.object({ messageId, text: z.string().min(1).max(10_000_000), learn: z.boolean().optional() }),
  ),
  /** How many messages leave the conversation if this one is edited or asked again. */
  'conversation.following': request<{ messages: number }>()(z.object({ messageId })),
  /** Shows another branch in the place of what is shown: filing, counts and search follow. A receipt takes it back. */
  'conversation.showBranch': request<{ operationId: OperationId; messageId: MessageId }>()(
    z.object({ branch: z.string().min(1).max(200) }),
  ),
  /** Every place where the conversation, or a bucket's thread, says this: letter by letter, small or capital. Oldest first. */
  'conversation.find': request<{ hits: FoundPlace[] }>()(
    z.object({ query: z.string().min(1).max(200), bucketId: bucketId.optional() }),
  ),
  /** Days of a month (`2026-11`, in the person's zone) on which something was said. */
  'conversation.days': request<TalkDay[]>()(
    z.object({ month: z.string().regex(/^\d{4}-\d{2}$/u), bucketId: bucketId.optional() }),
  ),
  'conversation.why': request<WhyView>()(z.object({ messageId })),
  'conversation.context': request<ContextView>()(nothing),
}

export type ConversationEvent =
  | {
      type: 'turn.started'
      turnId: TurnId
      userMessageId: MessageId
      modelId: string | null
      /** The reply that this one will stand in the place of, and of what followed it. */
      replaces?: MessageId
    }
  /** Text without tags, to be appended. */
  | { type: 'turn.delta'; turnId: TurnId; text: string }
  /** The model uses a tool: “searching …”. An empty name: a call that could not be read. */
  | { type: 'turn.tool'; turnId: TurnId; tool: string; query: string | null; state: 'running' | 'done' | 'failed' }
  | {
      type: 'turn.finished'
      turnId: TurnId
      userMessage: MessageView
      reply: MessageView | null
      card: FiledCard | null
      /** What the person asked to be remembered: under the reply, or on the card. */
      remembered: Remembered[]
    }
  | { type: 'turn.failed'; turnId: TurnId; code: string; message: string }
  | { type: 'message.added'; message: MessageView }
  /** Said in another program of the same person, on a shared server. */
  | { type: 'messages.arrived'; messages: MessageView[] }
  /** Another branch is shown: these left the conversation, those came back. */
  | { type: 'branch.shown'; gone: MessageId[]; shown: MessageView[] }
  /** These messages changed (refiled, marked); refetch or patch them. */
  | { type: 'messages.changed'; messageIds: MessageId[] }
