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

describe('reading a reply', () => {
  it('shows text without tags, keeps the tags and what was really written', async () => {
    const { reply, deltas } = await read(['<mira:buck', 'et_id="a_001" />Hel', 'lo.  \n'])
    expect(reply).toEqual({
      text: 'Hello.',
      raw: '<mira:bucket_id="a_001" />Hello.  \n',
      tags: [{ kind: 'bucket', id: 'a_001', isNew: false }],
      rounds: [],
      tools: [],
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
