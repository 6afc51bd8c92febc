import type { Candidate, FiledBy } from '@shared/domain'
import { type BucketId, isMisc, type MessageId, type SegmentId } from '@shared/ids'
import type { BucketTag } from '@shared/tags/tag'
import { isWithoutModel } from '../models/without-model'
import type { FilingResult, NewBucket, NewMessage, StoredBucket, StoredMessage } from '../store/types'
import type { FilingDesk, Judged } from './desk'
import type { FilingTurn } from './types'

interface TurnToFile {
  message: StoredMessage
  segment: SegmentId | null
  reply: NewMessage | null
  saidBucket: BucketId | null
  placed?: FiledAs | null
  tagged: readonly BucketTag[]
  lookedUp?: { bucketId: BucketId; score: number } | null
}

/** Where an earlier version is filed, and by whom. */
interface FiledAs {
  bucketId: BucketId
  filedBy: FiledBy
  confidence: number | null
  candidates: Candidate[]
}

export interface TurnFilingPlan extends Judged {
  /** Called where the plan could not be committed: others may file again. */
  abandon(): void
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
  onFault(error: unknown): void
  /** Which bucket a model's tags mean: an existing one, or one to be made. Null if they say nothing usable; `related` are others they name. */
  meant(
    tags: readonly BucketTag[],
    nameOf: () => Promise<{ title: string; description: string }>,
  ): Promise<(({ id: BucketId } | { make: NewBucket }) & { related: BucketId[] }) | null>
}

/**
 * Files one turn: a person's word first, then a proved model's tag, else the stretch's judgement (01-domain, Filing).
 * Without an embedding model the message stays unfiled and is judged when its segment closes.
 *
 * Nobody waits for the vector of a long reply: it is filed with its question, in the turn's one transaction (07-settled,
 * Order of a turn), judged by its words and its question's vector. Its own vector is made right after the commit, and the
 * bucket's profile takes it in; the next turn judges the stretch again, with it. A process that ends between the two leaves a
 * message without a vector, as one that was written without an embedding model is (`reembed`).
 */
export function createTurnFiling(ports: TurnFilingPorts) {
  const { desk } = ports

  async function vectorOf(text: string): Promise<Float32Array | null> {
    try {
      return (await ports.embed([text]))[0] ?? null
    } catch (error) {
      if (isWithoutModel(error)) return null
      throw error
    }
  }

  /** The second half of a turn's filing; see above. */
  async function readReply(reply: NewMessage, home: BucketId): Promise<void> {
    const vector = await vectorOf(reply.text)
    if (!vector) return
    await desk.readReply(home, replyTurn(reply, vector))
    // What the next question is compared without is worked out while nobody waits for it.
    desk.background()
  }

  async function decide(turn: TurnToFile, turns: readonly FilingTurn[], embedded: boolean): Promise<Judged> {
    if (turn.saidBucket) return desk.said(turns, { id: turn.saidBucket }, 'person', embedded)
    if (turn.placed) return desk.placed(turns, turn.placed, embedded)
    // What a person moved is theirs: a tag of the reply to it says nothing (07-settled, Who decides, finally).
    const tags = turn.message.filedBy === 'person' ? [] : turn.tagged
    const meant = await ports.meant(tags, () => desk.nameOf(turns))
    if (meant) return desk.said(turns, meant, 'model', embedded, meant.related)
    const found = turn.message.filedBy === 'person' ? null : foundIn(turn)
    if (found) return desk.placed(turns, found, embedded)
    return embedded ? desk.judgeLive(turn.segment, turn.message, turns) : desk.nothing()
  }

  /** The topic that was asked for is the topic of the question, as after a model's own search; a heap of one-offs is none. */
  function foundIn({ lookedUp }: TurnToFile): FiledAs | null {
    const bucket = lookedUp ? ports.resolve(lookedUp.bucketId) : null
    if (!bucket || !lookedUp || isMisc(bucket.id)) return null
    const { id, title } = bucket
    const candidates = [{ bucketId: id, title, score: lookedUp.score }]
    return { bucketId: id, filedBy: 'classifier', confidence: lookedUp.score, candidates }
  }

  async function planned(
    turn: TurnToFile,
    terms: [string, number][],
    { leave, abandon }: { leave(): void; abandon(): void },
  ): Promise<TurnFilingPlan> {
    const { message, reply } = turn
    const own = await vectorOf(message.text)
    const turns = own
      ? [desk.reader.turn(message, own), ...(reply ? [{ ...replyTurn(reply, own), standsIn: true }] : [])]
      : bare(turn, desk)
    const judged = await decide(turn, turns, own !== null)
    return {
      ...judged,
      vectors: own && { modelId: ports.modelId(), vectors: [{ id: message.id, vector: own }] },
      terms,
      abandon,
      async follow(result) {
        try {
          await desk.absorb(judged, result)
        } catch (error) {
          leave()
          throw error
        }
        const home = reply && judged.commit.assignments.find((a) => a.messageId === reply.id)?.bucketId
        if (own && reply && home) void readReply(reply, home).catch(ports.onFault).finally(leave)
        else leave()
        const at = result.messages.find((m) => m.id === message.id)?.bucketId ?? message.bucketId
        const bucket = at ? ports.resolve(at) : null
        const isNewBucket = bucket !== null && judged.commit.newBuckets.some((b) => b.id === bucket.id || b.id === at)
        return { bucket, isNewBucket, vector: own }
      },
    }
  }

  return {
    /** While the model answers: what filing this turn will need of what is there already. It says nothing if it fails; filing does. */
    async readAhead(message: StoredMessage, segment: SegmentId | null): Promise<void> {
      const own = await vectorOf(message.text)
      if (own) await desk.readAhead(segment, desk.reader.turn(message, own))
    },
    /** Nobody else files from a plan until all that follows its commit is done, so that no profile is built on an older one. */
    async plan(turn: TurnToFile): Promise<TurnFilingPlan> {
      const leave = await desk.lock.acquire()
      const texts = newTexts(turn)
      const terms = desk.statistics.add(texts)
      const abandon = (): void => {
        desk.statistics.takeBack(terms, texts.length)
        leave()
      }
      try {
        return await planned(turn, terms, { leave, abandon })
      } catch (error) {
        abandon()
        throw error
      }
    },
  }
}

/** What was not counted with an earlier turn. */
const newTexts = ({ message, reply }: TurnToFile): string[] => [
  ...(message.bucketId === null ? [message.text] : []),
  ...(reply ? [reply.text] : []),
]

/** Said outright, though nothing can be embedded: filed all the same, without adding to the bucket's profile. */
const bare = ({ message, reply }: TurnToFile, desk: FilingDesk): FilingTurn[] => {
  const nothing = new Float32Array(384)
  return [desk.reader.turn(message, nothing), ...(reply ? [replyTurn(reply, nothing)] : [])]
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
