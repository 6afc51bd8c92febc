import { CatchmentError } from '@shared/contract/errors'
import type { Ability } from '@shared/contract/models'
import type { ChatModel } from '../types'
import { probeItems } from './items'
import { type ItemResult, isOutOfReach, type ProbeScores, scoreProbe, type Tally } from './score'
import { type ProbeItem, user } from './types'

export interface ProbeOptions {
  signal: AbortSignal
  /** After each item. */
  onProgress?: (done: number, total: number, result: ItemResult & { id: string }) => void
  /** Waited for before each item: a person's own turn goes first. */
  ready?: () => Promise<void>
  items?: readonly ProbeItem[]
}

const SEED = 1

/**
 * Tries what a model can do on items with known answers (03-models: a model is asked only for what it can do). A wrong
 * or malformed answer scores as wrong; a model that cannot be reached ends the probe with its error instead, because
 * then nothing was measured. An ability whose bar is out of reach is not tried to its end. Throws `cancelled` when aborted.
 */
export async function probeAbilities(model: ChatModel, options: ProbeOptions): Promise<ProbeScores> {
  const items = options.items ?? probeItems
  const untried = new Map<Ability, string>()
  if (!model.toolCalls) untried.set('tools', 'Tools are not offered to a model of this kind.')
  if (!model.takesImages) untried.set('see', 'A model of this kind is told of images and shown none.')
  const results: ItemResult[] = []
  const tallies = new Map<Ability, Tally>()
  const totals = new Map<Ability, number>()
  for (const { ability } of items) totals.set(ability, (totals.get(ability) ?? 0) + 1)
  let done = 0
  for (const item of items) {
    const tally = tallies.get(item.ability) ?? { right: 0, asked: 0 }
    done += 1
    if (isOutOfReach(item.ability, tally, totals.get(item.ability) ?? 0)) continue
    await options.ready?.()
    if (options.signal.aborted) throw new CatchmentError('cancelled', 'The probe was cancelled.')
    const right = untried.has(item.ability) ? false : await tryItem(model, item, options.signal)
    tallies.set(item.ability, { right: tally.right + (right ? 1 : 0), asked: tally.asked + 1 })
    const result = { ability: item.ability, right }
    if (!untried.has(item.ability)) results.push(result)
    options.onProgress?.(done, items.length, { ...result, id: item.id })
  }
  return scoreProbe(results, untried)
}

/** One item. Throws as `probeAbilities`. */
export async function tryItem(model: ChatModel, item: ProbeItem, signal: AbortSignal): Promise<boolean> {
  try {
    return await answerIsRight(model, item, signal)
  } catch (error) {
    if (signal.aborted) throw new CatchmentError('cancelled', 'The probe was cancelled.')
    // Prose cannot be malformed: a failure there is the model's absence. Elsewhere a plain question tells; a server may refuse
    // every image.
    if (
      !(error instanceof CatchmentError) ||
      error.code !== 'model_failed' ||
      (item.kind === 'text' && item.ability !== 'see')
    )
      throw error
    await readText(model, { messages: [user('Say yes.')], maxTokens: 4, signal })
    return false
  }
}

async function answerIsRight(model: ChatModel, item: ProbeItem, signal: AbortSignal): Promise<boolean> {
  const request = { messages: item.messages, maxTokens: item.maxTokens, signal, lane: 'aside', seed: SEED } as const
  switch (item.kind) {
    case 'text':
      return item.right(await readText(model, request))
    case 'structured':
      return item.right(await model.structured(request, item.schema))
    case 'tools':
      return item.right((await model.toolCalls?.(request, item.tools)) ?? [])
  }
}

/** No item asks for more than a page. */
const MOST_CHARS = 20_000

/** What came up to there; the rest of a longer answer is not read. */
async function readText(model: ChatModel, request: Parameters<ChatModel['stream']>[0]): Promise<string> {
  let text = ''
  let came = 0
  for await (const event of model.stream({ lane: 'aside', ...request })) {
    if (event.type === 'text' || event.type === 'thinking') came += event.text.length
    if (came > MOST_CHARS) break
    if (event.type === 'text') text += event.text
    else if (event.type === 'end' && event.stoppedBy === 'abort')
      throw new CatchmentError('cancelled', 'The probe was cancelled.')
  }
  return text
}
