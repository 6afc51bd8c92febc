import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SENTENCES } from '../testing/sentences'
import { turn } from '../testing/talk'
import { topicModelFor } from './fitted'
import type { SpokenTurn } from './talk-reading'
import { depths } from './talk-reading'
import { topicBoundaries, topicLogits } from './topic-boundaries'

const found = topicModelFor('Xenova/multilingual-e5-small@q4')
if (found === undefined) throw new Error('the default embedding model has a boundary model')
const model = found

const asked = (...texts: string[]): SpokenTurn[] => texts.map((text) => turn(text, 0))
const { dogs, taxes, bread, 犬, 料理, налоги, футбол, reply, flow } = SENTENCES

describe('topic boundaries', () => {
  it('are found where the talk turns to something else, in any script', () => {
    expect(topicBoundaries(model, asked(bread[0], bread[1], bread[2], taxes[0], taxes[1], taxes[3]))).toEqual([3])
    expect(topicBoundaries(model, asked(налоги[0], налоги[1], налоги[3], футбол[0], футбол[1], футбол[2]))).toEqual([3])
    const japanese = topicLogits(model, asked(犬[0], 犬[2], 犬[4], 料理[0], 料理[1], 料理[3])).slice(1)
    expect(japanese.indexOf(Math.max(...japanese)) + 1).toBe(3)
  })

  it('are not found at an answer, nor at a short turn that goes on', () => {
    const talk: SpokenTurn[] = [
      turn(taxes[0], 0),
      turn(reply[0], 0, { role: 'assistant' }),
      turn(flow[1], 0),
      turn(reply[2], 0, { role: 'assistant' }),
    ]
    expect(topicBoundaries(model, talk)).toEqual([])
  })

  it('need nothing said after them to be seen as the talk goes on', () => {
    const talk = asked(bread[0], bread[1], bread[2], taxes[0])
    const logits = topicLogits(model, talk, 'live')
    expect(logits[3]).toBeGreaterThan(0)
    const later = topicLogits(model, [...talk, ...asked(taxes[1], dogs[0])], 'live')
    expect(later.slice(0, 4)).toEqual(logits)
  })

  it('are asked about from a turn on without another answer', () => {
    const talk = asked(bread[0], bread[1], taxes[0], taxes[1], dogs[0], dogs[1])
    const all = topicLogits(model, talk, 'live')
    expect(topicLogits(model, talk, 'live', 4).slice(4)).toEqual(all.slice(4))
  })

  it('are never the first turn, and always in order, whatever is said', () => {
    const sentence = fc.constantFrom(...Object.values(SENTENCES).flat())
    const said = fc.tuple(sentence, fc.constantFrom('user' as const, 'assistant' as const))
    fc.assert(
      fc.property(fc.array(said, { maxLength: 25 }), (lines) => {
        const talk = lines.map(([text, role]) => turn(text, 0, { role }))
        const cuts = topicBoundaries(model, talk)
        expect(cuts).toEqual([...new Set(cuts)].sort((a, b) => a - b))
        for (const at of cuts) expect(at > 0 && at < talk.length).toBe(true)
        expect(topicLogits(model, talk).slice(1).every(Number.isFinite)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  it('are found in a talk of many hundred turns as well as in a short one, to its end', () => {
    const topics = [dogs, taxes, bread, 犬, 料理, налоги, футбол].flatMap((topic) => topic.slice(0, 4))
    const long = Array.from({ length: 280 }, (_, i) => turn(topics[i % topics.length] ?? dogs[0], 0))
    const share = (cuts: number[], turns: number) => cuts.filter((at) => at % 4 === 0).length / (turns / 4 - 1)
    const short = topicBoundaries(model, long.slice(0, 28))
    const cuts = topicBoundaries(model, long)
    expect(share(short, 28)).toBeGreaterThan(0.3)
    expect(share(cuts, 280)).toBeGreaterThan(0.9 * share(short, 28))
    expect(cuts.filter((at) => at % 4 !== 0).length).toBeLessThan(cuts.length / 10)
    expect(cuts.filter((at) => at > 250).length).toBeGreaterThan(0)
  })

  it('are unknown for an embedding model nobody fitted', () => {
    expect(topicModelFor('some-other-model')).toBeUndefined()
    expect(topicModelFor('all-MiniLM-L6-v2')?.background).toHaveLength(384)
  })
})

describe('depth', () => {
  it('is how far a valley lies below the hills on both sides, halved', () => {
    expect(depths([3, 1, 5])).toEqual([0, 3, 0])
    expect(depths([1, 1])).toEqual([0, 0])
  })
})
