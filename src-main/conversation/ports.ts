import type { AttachedFile } from '@shared/attached-file'
import type { FiledCard, Remembered } from '@shared/contract/conversation'
import type { RecalledNote } from '@shared/domain'
import type { BucketId, MessageId, SegmentId } from '@shared/ids'
import type { Tag } from '@shared/tags/tag'
import type { ChatMessage, ChatModel, Embedder } from '../models/types'
import type { EventBus } from '../runtime/bus'
import type { Clock } from '../runtime/clock'
import type { Store } from '../store/protocol'
import type { OperationResult, RegisterWrite, StoredMessage } from '../store/types'
import type { FilingPort, FoundTopic } from './filing-port'
import type { LiveTalk } from './live-talk'
import type { Hint } from './newest-turn'
import type { Toolbox } from './toolbox'

/** What a turn needs of the rest of the product. */
export interface TurnPorts {
  store: Store
  clock: Clock
  bus: EventBus
  embedder(): Embedder
  chat(): ChatModel | null
  /** A person has sent something: what is asked of the model beside it gives way until the returned function is called. */
  goFirst(): () => void
  can(ability: 'tags' | 'tools'): boolean
  settings(): {
    segmentTimeoutMinutes: number
    recallNotes: boolean
    replyMaxChars: number
    neverLearnTopics: readonly string[]
    neverLearnBuckets: readonly BucketId[]
  }
  session: SessionPort
  filing: FilingPort
  /** What a model with the `tools` ability may use. */
  tools: Toolbox
  hints: HintPort
  /** The bucket of a thread a person writes into. @throws CatchmentError `not_found`, `conflict` */
  thread(id: BucketId): { id: BucketId }
  recall(text: string, vector: Float32Array): Promise<RecalledNote[]>
  /** What the person asks to be looked up in what was said before; null if they ask for no such thing. */
  lookUp(text: string): Promise<{ notes: RecalledNote[]; found: FoundTopic | null } | null>
  /** Related messages for the card of the no-model mode. */
  related(text: string, vector: Float32Array): Promise<FiledCard['related']>
  /** Loads the buckets that a proved model pinned into the session; true if there was one. */
  loadPinned(tags: readonly Tag[]): Promise<boolean>
  /** A message is about to name these: they stay. @throws CatchmentError `not_found` */
  keepFiles(files: readonly AttachedFile[]): Promise<void>
  /** Carries out what else a proved model wrote into its tags. */
  execute(tags: readonly Tag[]): Promise<void>
  /** Keeps what the message asks to be remembered, at once; what it takes back ends. */
  remember(message: StoredMessage): Promise<Remembered[]>
  /** The person wants nothing to be learned from this message. */
  learnNothingFrom(message: MessageId): Promise<void>
  /** What was learned from these messages alone holds no more when they leave the conversation: the registers to be written. */
  endingWith(messages: readonly MessageId[], at: number): Promise<RegisterWrite[]>
  /** An operation that was logged with a turn: memory, filing and window follow. */
  follow(operation: OperationResult): Promise<void>
  /** They hold something else than before: summed up anew where they were, and shown. */
  segmentsChanged(segments: readonly SegmentId[]): Promise<void>
  /** A segment whose time is over. */
  closeSegment(segment: SegmentId): Promise<void>
  onFault(error: unknown): void
}

/** Self-healing hints, as a turn meets them (seed 001, Self-healing assignment). */
export interface HintPort {
  /** What the model is to be told in this turn, and in this one only. */
  forTurn(): Promise<Hint[]>
  /** A turn was filed: a new bucket may be like one that is there. */
  filed(bucket: BucketId, isNew: boolean): Promise<void>
  /** The turn these hints travelled with is over: what was not taken up was ignored. */
  answered(hints: readonly Hint[]): Promise<void>
}

/** The memory file, as a session quotes it. */
export interface MemoryPort {
  /** `all`, and the same without what is sensitive; each at most `maxTokens` and '' if there is nothing to say. */
  forPrompt(maxTokens: number): Promise<{ all: string; mayLeave: string }>
  /** What is sensitive may be sent to this model: it is on this machine, or the person allows it. */
  mayLeave(model: { local: boolean } | null): boolean
}

/** The session's context: restored once, then only appended to. */
export interface SessionPort {
  /** The talk under way, in memory; whoever stores messages of it says so. */
  talk: Pick<LiveTalk, 'said' | 'forget' | 'newestAt' | 'running'>
  /** Restores the context if a session starts with this moment. Call before the message is saved. */
  enter(at: number): Promise<{ started: boolean }>
  /** Composes the context anew: what it began with is on another branch now. */
  restore(at: number): Promise<unknown>
  /** The prompt for the newest turn, and what of it is to be kept verbatim. */
  prompt(input: {
    message: StoredMessage
    notes: readonly RecalledNote[]
    hints: readonly Hint[]
    /** Something said before was asked for and looked for, and nothing was found. */
    lookedInVain?: boolean
    chat: ChatModel
    /** It stands in an earlier talk, or in one the session's opening tells otherwise: what is sent before it is that talk. */
    apart?: boolean
  }): Promise<{
    messages: ChatMessage[]
    verbatim: string
    maxTokens: number
    /** What the declaration of tools and their answers may take within this turn. */
    toolTokens: number
  }>
}
