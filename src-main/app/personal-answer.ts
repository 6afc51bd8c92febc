import { CatchmentError } from '@shared/contract/errors'
import { type BucketId, bucketId } from '@shared/ids'
import { createTagStream } from '@shared/tags/stream'
import type { Post } from '../conversation/post'
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
  post(said: Post): Promise<unknown>
}

/**
 * A run of a personal task: asks the chat model with its prompt and posts what it says into its bucket, under the task's
 * name. What the model writes is text alone: it is offered no tools, and its tags are taken out and not carried out.
 * @throws CatchmentError `model_missing` without a model, `not_found` if the bucket is gone, what the model throws
 */
export function personalAnswer({ clock, timeZone, chat, bucket, memory, notes, post }: PersonalAnswerParts) {
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
    const text = await said(model, question, signal)
    signal.throwIfAborted()
    if (text === '') throw new CatchmentError('model_failed', `${model.title} answered nothing.`)
    await post({ text, author: `Task “${task.name}”`, modelId: model.id, bucketId: topic.id })
  }
}

async function said(model: ChatModel, question: ReturnType<typeof taskMessages>, signal: AbortSignal): Promise<string> {
  const tags = createTagStream()
  let text = ''
  for await (const event of model.stream({ ...question, signal, lane: 'aside' }))
    if (event.type === 'text') text += tags.push(event.text).text
  return (text + tags.end().text).trim()
}
