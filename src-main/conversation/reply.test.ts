import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChatEvent } from '../models/types'
import { emptyReply, readReply } from './reply'

async function* stream(pieces: readonly string[], failure?: Error): AsyncGenerator<ChatEvent> {
  for (const text of pieces) yield { type: 'text', text }
  if (failure) throw failure
  yield { type: 'end', usage: { evaluatedTokens: 1, generatedTokens: 1 }, stoppedBy: 'model' }
}
const read = async (pieces: readonly string[], failure?: Error) => {
  const reply = emptyReply()
  const deltas: string[] = []
  const take = async (delta: string) => void deltas.push(delta)
  const error = await readReply(stream(pieces, failure), reply, take).catch((thrown: unknown) => thrown)
  return { reply, deltas, error }
}

describe('a reply without end', () => {
  async function* endless(piece: string, asked: { pieces: number; closed: boolean }): AsyncGenerator<ChatEvent> {
    try {
      for (;;) {
        asked.pieces += 1
        yield { type: 'text', text: piece }
      }
    } finally {
      asked.closed = true
    }
  }

  it.each([
    ['of words', 'word '],
    ['of one piece of fifty megabytes', 'x'.repeat(50_000_000)],
    ['of characters that take two units', '👩‍👩‍👧'],
    ['of hidden tags', '<mira:bucket_id="a_001"/>'],
    ['of a tag that never closes', '<mira:bucket>'],
  ])('%s ends at the limit, what came is kept and its source is closed', async (_, piece) => {
    const reply = emptyReply()
    const asked = { pieces: 0, closed: false }
    let shown = ''
    await readReply(
      endless(piece, asked),
      reply,
      async (delta) => {
        shown += delta
      },
      5_000,
    )
    expect(reply.tooLong).toBe(true)
    expect(asked.closed).toBe(true)
    expect(reply.text.length).toBeLessThanOrEqual(5_000)
    expect(reply.raw.length).toBeLessThan(5_000 * 2 + 16_384)
    expect(shown.trimEnd()).toBe(reply.text)
    expect(reply.text.isWellFormed()).toBe(true)
  })

  it.each([
    ['two hundred thousand characters', 5_000, 200_000],
    ['five times the longest answer', 60_000, 300_000],
  ])('of thoughts ends as well, at %s, however little of them is kept', async (_, maxChars, most) => {
    const reply = emptyReply()
    let thought = 0
    async function* thoughts(): AsyncGenerator<ChatEvent> {
      for (;;) {
        thought += 4
        yield { type: 'thinking', text: 'hm, ' }
      }
    }
    await readReply(thoughts(), reply, async () => undefined, maxChars)
    expect(reply).toMatchObject({ tooLong: true, text: '' })
    expect(reply.thinking.length).toBeLessThanOrEqual(5_000 * 8)
    expect(thought).toBe(most)
  })

  it('is none where much was thought before a short answer', async () => {
    const reply = emptyReply()
    async function* answer(): AsyncGenerator<ChatEvent> {
      for (let at = 0; at < 16_000; at += 4) yield { type: 'thinking', text: 'hm, ' }
      yield* stream(['Yes.'])
    }
    await readReply(answer(), reply, async () => undefined, 1_000)
    expect(reply).toMatchObject({ tooLong: false, text: 'Yes.' })
    expect(reply.thinking).toHaveLength(16_000)
  })

  it('that is just as long as it may be is whole', async () => {
    const reply = emptyReply()
    await readReply(stream(['x'.repeat(5_000)]), reply, async () => undefined, 5_000)
    expect(reply).toMatchObject({ tooLong: false, text: 'x'.repeat(5_000) })
  })
})

describe('reading a reply', () => {
  it('shows text without tags, keeps the tags and what was really written', async () => {
    const { reply, deltas } = await read(['<mira:buck', 'et_id="a_001" />Hel', 'lo.  \n'])
    expect(reply).toEqual({
      text: 'Hello.',
      thinking: '',
      raw: '<mira:bucket_id="a_001" />Hello.  \n',
      tags: [{ kind: 'bucket', id: 'a_001', isNew: false }],
      rounds: [],
      tools: [],
      tooLong: false,
    })
    expect(deltas.join('')).toBe('Hello.  \n')
  })

  it('holds what came when the stream breaks, in half a tag or after one', async () => {
    const failure = new Error('the line is dead')
    const { reply, error, deltas } = await read(['Hello <mira:bucket_id="a_001" /> and <mira:buc'], failure)
    expect(error).toBe(failure)
    expect(reply.tags).toMatchObject([{ kind: 'bucket', id: 'a_001' }])
    expect(reply.text).toMatch(/^Hello +and <mira:buc$/)
    expect(deltas.join('').trimEnd()).toBe(reply.text)
  })

  it('gives the same however the stream is cut into pieces', async () => {
    const whole =
      'Hi <mira:analysis>x<mira:bucket>mv a b</mira:bucket></mira:analysis>there `<mira:x/>` < b <mira:topic'
    const expected = (await read([whole])).reply
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(whole.length), { maxLength: 8 }), async (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), whole.length]
        const pieces = at.slice(1).map((to, i) => whole.slice(at[i], to))
        const { reply, deltas } = await read(pieces)
        expect(reply).toEqual(expected)
        expect(deltas.join('').trimEnd()).toBe(expected.text)
      }),
    )
  })
})
