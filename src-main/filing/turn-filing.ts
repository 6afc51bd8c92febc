import { CatchmentError } from '@shared/contract/errors'
import type { BucketId, MessageId, SegmentId } from '@shared/ids'
import type { FilingResult, NewBucket, NewMessage, StoredBucket, StoredMessage } from '../store/types'
import type { FilingDesk, Judged } from './desk'
import { toTurn } from './desk'
import type { FilingTurn } from './types'

interface TurnToFile {
  message: StoredMessage
  segment: SegmentId | null
  reply: NewMessage | null
  saidBucket: BucketId | null
  tagged: { id: string; isNew: boolean } | null
}

export interface TurnFilingPlan extends Judged {
  vectors: { modelId: string; vectors: { id: MessageId; vector: Float32Array }[] } | null
  terms: [string, number][]
  /** After the commit: memory follows, and the turn learns where it lies. */
  follow(
    result: FilingResult,
  ): Promise<{ bucket: StoredBucket | null; isNewBucket: boolean; vector: Float32Array | null }>
}

export interface TurnFilingPorts {
  desk: FilingDesk
  embed(texts: readonly string[]): Promise<Float32Array[]>
  modelId(): string
  resolve(id: BucketId): StoredBucket | null
  /** Which bucket a model's tag means: an existing one, or one to be made. Null if it says nothing usable. */
  meant(tag: { id: string; isNew: boolean }): Promise<{ id: BucketId } | { make: NewBucket } | null>
}

/**
 * Files one turn: a person's word first, then a proved model's tag, else the stretch's judgement (01-domain, Filing).
 * Without an embedding model the message stays unfiled and is judged when its segment closes.
 */
export function createTurnFiling(ports: TurnFilingPorts) {
  const { desk } = ports

  async function vectorsOf(message: StoredMessage, reply: NewMessage | null): Promise<Float32Array[] | null> {
    try {
      return await ports.embed(reply ? [message.text, reply.text] : [message.text])
    } catch (error) {
      if (error instanceof CatchmentError && (error.code === 'model_missing' || error.code === 'model_failed'))
        return null
      throw error
    }
  }

  async function decide(turn: TurnToFile, turns: readonly FilingTurn[]): Promise<Judged> {
    if (turn.saidBucket)
      return desk.said(
        turns,
        { id: turn.saidBucket },
        'person',
        turns.every((t) => t.vector.some((x) => x !== 0)),
      )
    const meant = turn.tagged && (await ports.meant(turn.tagged))
    if (meant) return desk.said(turns, meant, 'model')
    return desk.judgeLive(turn.segment, turn.message, turns)
  }

  return {
    async plan(turn: TurnToFile): Promise<TurnFilingPlan> {
      const { message, reply } = turn
      const terms = desk.statistics.add([
        ...(message.bucketId === null ? [message.text] : []),
        ...(reply ? [reply.text] : []),
      ])
      const vectors = await vectorsOf(message, reply)
      const [own, answer] = vectors ?? []
      const turns = own ? [toTurn(message, own), ...(reply && answer ? [replyTurn(reply, answer)] : [])] : bare(turn)
      const judged = own || turn.saidBucket ? await decide(turn, turns) : desk.nothing()
      const saved = own
        ? [{ id: message.id, vector: own }, ...(reply && answer ? [{ id: reply.id, vector: answer }] : [])]
        : []
      return {
        ...judged,
        vectors: saved.length > 0 ? { modelId: ports.modelId(), vectors: saved } : null,
        terms,
        async follow(result) {
          await desk.absorb(judged, result)
          const at = result.messages.find((m) => m.id === message.id)?.bucketId ?? message.bucketId
          const bucket = at ? ports.resolve(at) : null
          const isNewBucket = bucket !== null && judged.commit.newBuckets.some((b) => b.id === bucket.id || b.id === at)
          return { bucket, isNewBucket, vector: own ?? null }
        },
      }
    },
  }
}

/** Said outright, though nothing can be embedded: filed all the same, without adding to the bucket's profile. */
const bare = ({ message, reply }: TurnToFile): FilingTurn[] => {
  const nothing = new Float32Array(384)
  return [toTurn(message, nothing), ...(reply ? [replyTurn(reply, nothing)] : [])]
}

const replyTurn = (reply: NewMessage, vector: Float32Array): FilingTurn => ({
  id: reply.id,
  role: 'assistant',
  text: reply.text,
  at: reply.ts,
  vector,
  bucketId: null,
  stretchId: null,
  locked: false,
})
