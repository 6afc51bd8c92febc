import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ChatObserver } from './observed-chat'
import type { ChatModel, ChatRequest } from './types'

const request = (signal = new AbortController().signal): ChatRequest => ({
  messages: [{ role: 'user', text: 'Give it a title.' }],
  maxTokens: 8,
  signal,
})
const aMoment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** A model that answers when it is told to, and gives up when its question is aborted. */
function slowModel() {
  const asked: { abandoned: boolean; answer(): void }[] = []
  const model: ChatModel = {
    id: 'slow',
    title: 'Slow',
    local: true,
    contextTokens: 4096,
    systemPrompt: true,
    countTokens: async () => 1,
    async *stream() {
      yield { type: 'end', usage: { evaluatedTokens: 1, generatedTokens: 1 }, stoppedBy: 'model' }
    },
    structured: ({ signal }, schema) =>
      new Promise((resolve, reject) => {
        const question = { abandoned: false, answer: () => resolve(schema.parse({ title: 'Bread' })) }
        asked.push(question)
        signal.addEventListener('abort', () => {
          question.abandoned = true
          reject(new Error('given up'))
        })
      }),
  }
  return { model, asked }
}
const schema = z.object({ title: z.string() })

describe('what is asked of a model beside the conversation', () => {
  it('begins when no turn is under way', async () => {
    const { model, asked } = slowModel()
    const observer = new ChatObserver(() => undefined)
    const over = observer.goFirst()
    const title = observer.watch(model, { restarts: false }).structured(request(), schema)
    await aMoment()
    expect(asked).toHaveLength(0)
    over()
    await aMoment()
    asked[0]?.answer()
    expect(await title).toEqual({ title: 'Bread' })
  })

  it('is given up for a turn and asked again after it, where the model cannot pause', async () => {
    const { model, asked } = slowModel()
    const observer = new ChatObserver(() => undefined)
    const title = observer.watch(model, { restarts: true }).structured(request(), schema)
    await aMoment()
    const over = observer.goFirst()
    expect(asked[0]?.abandoned).toBe(true)
    await aMoment()
    expect(asked).toHaveLength(1)
    over()
    await aMoment()
    asked[1]?.answer()
    expect(await title).toEqual({ title: 'Bread' })
  })

  it('goes on where the model pauses by itself', async () => {
    const { model, asked } = slowModel()
    const observer = new ChatObserver(() => undefined)
    const title = observer.watch(model, { restarts: false }).structured(request(), schema)
    await aMoment()
    observer.goFirst()()
    expect(asked[0]?.abandoned).toBe(false)
    asked[0]?.answer()
    await title
    expect(asked).toHaveLength(1)
  })

  it('ends when it is cancelled, also while a turn is under way', async () => {
    const { model, asked } = slowModel()
    const observer = new ChatObserver(() => undefined)
    observer.goFirst()
    const cancel = new AbortController()
    const title = observer.watch(model, { restarts: true }).structured(request(cancel.signal), schema)
    title.catch(() => undefined)
    cancel.abort()
    await aMoment()
    expect(asked).toHaveLength(0)
    await expect(title).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('gives way from the first of several turns to the end of the last', async () => {
    const told: boolean[] = []
    const observer = new ChatObserver(
      () => undefined,
      (isUnderWay) => told.push(isUnderWay),
    )
    const first = observer.goFirst()
    const second = observer.goFirst()
    first()
    first()
    expect(told).toEqual([true])
    second()
    expect(told).toEqual([true, false])
    for await (const _ of observer.watch(slowModel().model, { restarts: false }).stream(request()));
    expect(told).toEqual([true, false, true, false])
  })
})
