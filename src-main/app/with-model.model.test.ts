/**
 * `npm run test:model`: the product with a real language model, end to end. The model's file is `CATCHMENT_MODEL`, a GGUF of
 * 1 B parameters or more; without it nothing here runs. Minutes on a laptop's processor.
 */

import { appendFileSync } from 'node:fs'
import type { BucketId } from '@shared/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeHost } from '../models/host-process'
import { bundleHost } from '../models/testing/model-host'
import { SimulatedClock } from '../runtime/clock'
import { HOUR, START } from '../store/testing/samples'
import { createTestStore, type TestStore } from '../store/testing/store'
import { openTestApp, say, type TestApp, told } from './testing/app'

const file = process.env.CATCHMENT_MODEL
const figures: Record<string, number | string> = {}

describe.skipIf(!file)('the product with a real model', { timeout: 280_000 }, () => {
  let test: TestStore
  let world: TestApp
  let removeHost: () => void
  const clock = new SimulatedClock(START)

  beforeAll(async () => {
    test = await createTestStore()
    const { entry, remove } = await bundleHost()
    removeHost = remove
    world = await openTestApp(test, { clock, startHost: nodeHost(entry), overrides: { replyMaxChars: 1000 } })
    const { id } = await world.app.models.useFile(file ?? '')
    await world.app.models.select(id)
    for (const ability of ['title', 'extract'] as const) await world.app.models.override(ability, true)
  })
  afterAll(async () => {
    await world?.close()
    await test?.close()
    removeHost?.()
    const record = process.env.CATCHMENT_MODEL_FIGURES
    if (record) appendFileSync(record, `${JSON.stringify(figures, null, 2)}\n`)
  })
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work()
    figures[`${name}_ms`] = Math.round(performance.now() - began)
    return result
  }

  it('answers, and says how fast', async () => {
    const { reply } = await timed('reply', () =>
      say(
        world,
        'I bake sourdough bread on Sundays and my starter is called Olga. In one sentence: why might the loaf stay flat?',
      ),
    )
    expect(reply?.text.length).toBeGreaterThan(10)
    expect(reply?.text).not.toMatch(/<\|im_|<think>|<mira:/)
    const speed = world.app.models.speed()
    expect(speed?.firstTokenMs).toBeGreaterThan(0)
    figures.tokens_per_second = Math.round((speed?.tokensPerSecond ?? 0) * 10) / 10
    figures.first_token_ms = speed?.firstTokenMs ?? 0
  })

  it('reads only what is new in the next turn', async () => {
    await timed('second_reply', () =>
      say(world, 'I am allergic to walnuts, by the way. In one sentence: which flour do you suggest for Olga?'),
    )
    const { prompt } = { prompt: (await world.app.session.view(clock.now())).totalTokens }
    figures.second_turn_evaluated = world.app.models.speed()?.evaluatedTokens ?? -1
    expect(world.app.models.speed()?.evaluatedTokens).toBeLessThan(prompt / 2)
  })

  it('gives the closed segment a title and a synopsis of its own, and remembers', async () => {
    clock.advance(3 * HOUR)
    await timed('collapse', () => world.app.segments.checkTimeouts())
    await world.app.segments.idle()
    const [segment] = await world.store.segments.newest(1)
    figures.title = segment?.title ?? ''
    figures.synopsis = segment?.synopsis ?? ''
    expect(segment).toMatchObject({ status: 'collapsed', summarisedBy: 'model' })
    expect(segment?.title).toMatch(/sourdough|bread|loaf|olga|starter|bak|flour/i)
    expect(segment?.synopsis).toMatch(/sourdough|bread|loaf|olga|flour/i)
    await world.app.segments.drain()
    const { memories: entries } = await world.app.memories.list({ offset: 0, limit: 50 })
    figures.memories = entries.map((one) => `${one.source}: ${one.content}`).join(' | ')
    expect(entries.some((one) => /walnut/i.test(one.content))).toBe(true)
  })

  /** Seed flow 5: the topic rests, other things are talked of until it is out of sight, a month passes, and the person comes back to it. */
  async function archived(): Promise<BucketId> {
    const bucket = (await world.store.buckets.list({ merged: false })).find((b) => b.messages > 0)
    if (!bucket) throw new Error('nothing was filed')
    const model = world.app.models.chat?.id ?? ''
    await world.app.models.select('none')
    for (let i = 0; i < 16; i++) await say(world, `The quarterly invoice number ${i + 1} was paid by bank transfer.`)
    await world.app.models.select(model)
    await world.app.buckets.command({ kind: 'archive', bucket: bucket.id })
    clock.advance(30 * 24 * HOUR)
    return bucket.id
  }

  it('takes up an archived topic again: what is asked for is looked up for it, and the topic is active', async () => {
    await world.app.models.override('tools', false)
    const bucket = await archived()
    const { reply } = await timed('recalled_reply', () =>
      say(
        world,
        'Look it up in our earlier conversations: what is the name of my sourdough starter? One short sentence.',
      ),
    )
    figures.recalled_notes = reply?.recalled.map((n) => n.text).join(' | ') ?? ''
    figures.recalled_answer = reply?.text ?? ''
    expect(figures.recalled_notes).toMatch(/olga/i)
    expect(reply?.text).toMatch(/olga/i)
    const [now] = await world.store.buckets.byIds([bucket])
    figures.resurrected = now?.status ?? ''
    expect(now?.status).toBe('active')
  })

  it('the person is told where something was never talked of', async () => {
    const { reply } = await timed('vain_reply', () =>
      say(world, 'Do you remember which volcano in Iceland I climbed? One short sentence.'),
    )
    figures.vain_answer = reply?.text ?? ''
    expect(reply?.recalled).toEqual([])
    // What the model makes of it is recorded; that nothing was found the person hears from the app.
    expect(
      told(world, 'app.notice')
        .map((notice) => notice.message)
        .join(),
    ).toMatch(/Nothing about this was found/)
  })

  // Small models do not reach the bar of this ability, and are not asked for it then (docs/models.md).
  it.runIf(process.env.CATCHMENT_MODEL_TOOLS)('takes it up by its tools, where it is asked for them', async () => {
    await world.app.models.override('tools', true)
    const bucket = await archived()
    const { reply } = await timed('tools_reply', () =>
      say(world, 'Look it up in our earlier conversations with your tools: what is the name of my sourdough starter?'),
    )
    figures.tools_answer = reply?.text ?? ''
    figures.tools_used = reply?.tools.join(', ') ?? ''
    expect(reply?.tools.length).toBeGreaterThan(0)
    expect(reply?.text).toMatch(/olga/i)
    const [now] = await world.store.buckets.byIds([bucket])
    expect(now?.status).toBe('active')
  })
})
