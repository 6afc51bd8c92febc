import { CatchmentError } from '@shared/contract/errors'
import { type BucketId, bucketId } from '@shared/ids'
import type { Post } from '../conversation/post'
import { emptyReply, readReply } from '../conversation/reply'
import { taskMessages } from '../heartbeat/prompt'
import type { ChatModel } from '../models/types'
import type { Clock } from '../runtime/clock'
import type { LoadedTask } from '../store/heartbeat-types'

/** Of what a model can hold. */
const MEMORY_SHARE = 0.2

export interface PersonalAnswerParts {
  clock: Clock
  timeZone(): string
  chat(): ChatModel | null
  /** @throws CatchmentError `not_found`, `conflict` */
  bucket(id: BucketId): { id: BucketId; title: string; summary: string }
  /** What is remembered of the person and may go to this model, at most `maxTokens`. */
  memory(model: ChatModel, maxTokens: number): Promise<string>
  /** Passages from before that have to do with a text; none without an embedding model. */
  notes(text: string): Promise<string[]>
  /** A longer answer ends there: what came is kept and marked. */
  replyMaxChars(): number
  post(said: Post): Promise<unknown>
}

/**
 * A run of a personal task: asks the chat model with its prompt and posts what it says into its bucket, under the task's
 * name. What the model writes is text alone: it is offered no tools, and its tags are taken out and not carried out.
 * @throws CatchmentError `model_missing` without a model, `not_found` if the bucket is gone, what the model throws
 */
export function personalAnswer(parts: PersonalAnswerParts) {
  const { clock, timeZone, chat, bucket, memory, notes, replyMaxChars, post } = parts
  return async (task: LoadedTask, signal: AbortSignal): Promise<void> => {
    const model = chat()
    if (!model) throw new CatchmentError('model_missing', 'There is no chat model. Choose one in Settings.')
    if (task.bucketId === null) throw new CatchmentError('not_found', 'This task has no bucket. Choose one.')
    const topic = bucket(bucketId.parse(task.bucketId))
    const question = taskMessages({
      prompt: task.prompt,
      topic,
      memory: await memory(model, Math.floor(model.contextTokens * MEMORY_SHARE)),
      notes: await notes(task.prompt),
      now: clock.now(),
      timeZone: timeZone(),
      model,
    })
    const reply = emptyReply()
    await readReply(
      model.stream({ ...question, signal, lane: 'aside' }),
      reply,
      () => Promise.resolve(),
      replyMaxChars(),
    )
    signal.throwIfAborted()
    const text = reply.text.trim()
    if (text === '') throw new CatchmentError('model_failed', `${model.title} answered nothing.`)
    const status = reply.tooLong ? 'interrupted' : 'complete'
    await post({ text, author: `Task “${task.name}”`, modelId: model.id, bucketId: topic.id, status })
  }
}
