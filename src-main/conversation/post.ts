import type { BucketId, MessageId } from '@shared/ids'
import { turnId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { EventBus } from '../runtime/bus'
import type { Store } from '../store/protocol'
import type { FilingCommit, FilingResult, NewMessage, StoredMessage } from '../store/types'
import { toMessageView } from '../store/views'
import { newMessageId } from './turn'

export interface PostPorts {
  store: Store
  bus: EventBus
  settings(): { segmentTimeoutMinutes: number }
  /** Runs `work` between two turns; a message that a person sends meanwhile waits for it. `at` is its moment. */
  between<T>(work: (at: number) => Promise<T>): Promise<T>
  filing: {
    plan(
      message: NewMessage,
      bucket: BucketId,
    ): Promise<{
      commit: FilingCommit
      vectors: { modelId: string; vectors: { id: MessageId; vector: Float32Array }[] } | null
      terms: [string, number][]
      abandon(): void
      follow(result: FilingResult): Promise<void>
    }>
  }
}

export interface Post {
  text: string
  /** Who says it, for a person: the window shows the name above the message, and so do summaries and searches. */
  author: string
  modelId: string
  bucketId: BucketId
  /** `interrupted`: it was ended because it had become too long. */
  status: 'complete' | 'interrupted'
}

const MINUTE = 60_000
/** So far back is looked for what the person said last. */
const NEWEST = 50

/**
 * Posts a message of the assistant that no message of the person asked for, into the bucket it is for: nothing is put into
 * the person's mouth. It joins the talk, so that they can answer it, but keeps nothing awake: session and segment end by
 * the person's silence, however often something is posted.
 */
export function createPosts({ store, bus, settings, between, filing }: PostPorts) {
  async function post(said: Post, at: number): Promise<StoredMessage> {
    const timeoutMs = settings().segmentTimeoutMinutes * MINUTE
    await endSilence(at, timeoutMs)
    const message: NewMessage = {
      id: newMessageId(at),
      ts: at,
      role: 'assistant',
      author: said.author,
      text: said.text,
      modelId: said.modelId,
      status: said.status,
    }
    const plan = await filing.plan(message, said.bucketId)
    const committed = await store.turns
      .finish({
        turnId: turnId.parse(uuidv7({ msecs: at })),
        reply: message,
        filing: plan.commit,
        vectors: plan.vectors,
        terms: plan.terms,
        timeoutMs,
      })
      .catch((error: unknown) => {
        plan.abandon()
        throw error
      })
    await plan.follow(committed.filing)
    const [saved] = await store.messages.byIds([message.id])
    if (!saved) throw new Error('The posted message is not there.')
    bus.tell({ type: 'message.added', message: toMessageView(saved) })
    bus.tell({ type: 'manifest.changed' })
    return saved
  }

  /** Where the person has been silent for too long, session and segment are over before something is added to them. */
  async function endSilence(at: number, timeoutMs: number): Promise<void> {
    const newest = await store.messages.newest(NEWEST)
    const last = newest.filter((m) => m.role === 'user' || m.replyTo !== null).map((m) => Date.parse(m.ts))
    if (last.length > 0 && at - Math.max(...last) <= timeoutMs) return
    await store.sessions.end(at)
    const active = await store.segments.active()
    if (active) await store.segments.closeNow(active.id)
  }

  return {
    /** @throws CatchmentError `unavailable` while the app closes */
    post: (said: Post): Promise<StoredMessage> => between((at) => post(said, at)),
  }
}
