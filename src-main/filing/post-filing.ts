import type { BucketId, MessageId } from '@shared/ids'
import { isWithoutModel } from '../models/without-model'
import type { FilingCommit, FilingResult, NewMessage } from '../store/types'
import type { FilingDesk } from './desk'
import type { FilingTurn } from './types'

export interface PostFilingPorts {
  desk: FilingDesk
  embed(texts: readonly string[]): Promise<Float32Array[]>
  modelId(): string
}

export interface PostPlan {
  commit: FilingCommit
  vectors: { modelId: string; vectors: { id: MessageId; vector: Float32Array }[] } | null
  terms: [string, number][]
  /** Where the plan could not be committed: others may file again. */
  abandon(): void
  /** After the commit: memory follows. */
  follow(result: FilingResult): Promise<void>
}

/** Files a reply that answers no message into the bucket a person chose for it, when they set up the task it comes from. */
export function createPostFiling({ desk, embed, modelId }: PostFilingPorts) {
  async function vectorOf(text: string): Promise<Float32Array | null> {
    try {
      return (await embed([text]))[0] ?? null
    } catch (error) {
      if (isWithoutModel(error)) return null
      throw error
    }
  }

  async function planned(
    message: NewMessage,
    bucket: BucketId,
    terms: [string, number][],
    { leave, abandon }: { leave(): void; abandon(): void },
  ): Promise<PostPlan> {
    const vector = await vectorOf(message.text)
    const turn: FilingTurn = {
      id: message.id,
      role: 'assistant',
      text: message.text,
      at: message.ts,
      vector: vector ?? new Float32Array(384),
      bucketId: null,
      stretchId: null,
      locked: false,
    }
    const judged = desk.said([turn], { id: bucket }, 'person', vector !== null)
    return {
      commit: judged.commit,
      vectors: vector && { modelId: modelId(), vectors: [{ id: message.id, vector }] },
      terms,
      abandon,
      async follow(result) {
        try {
          await desk.absorb(judged, result)
        } finally {
          leave()
        }
      },
    }
  }

  return {
    /** Nobody else files between a plan and what follows its commit. */
    async plan(message: NewMessage, bucket: BucketId): Promise<PostPlan> {
      const leave = await desk.lock.acquire()
      const terms = desk.statistics.add([message.text])
      const abandon = (): void => {
        desk.statistics.takeBack(terms, 1)
        leave()
      }
      try {
        return await planned(message, bucket, terms, { leave, abandon })
      } catch (error) {
        abandon()
        throw error
      }
    },
  }
}
