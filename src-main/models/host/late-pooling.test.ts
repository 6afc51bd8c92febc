import { describe, expect, it } from 'vitest'
import { meanOf, poolPassages, type ReadWindow } from './late-pooling'

/** A token a word, and a vector of two numbers for each: its place, and one. */
const count = (text: string): number => text.split(/\s+/).filter(Boolean).length
const window = (text: string, start: number, before: number): ReadWindow => {
  const tokens = before + count(text) + 1
  const data = new Float32Array(2 * tokens)
  for (let row = 0; row < tokens; row++) data.set([row - before, 1], 2 * row)
  return { text, start, before, tokens: { data, from: 0, count: tokens, dimensions: 2 } }
}

describe('vectors of passages from one reading', () => {
  it('are the means of their own tokens', () => {
    const text = 'one two three four five six'
    const passages = [
      { start: 0, end: 14 },
      { start: 14, end: text.length },
    ]
    const { vectors } = poolPassages(passages, [window(text, 0, 2)], count)
    // places 0 to 2 and 3 to 5: the first leans to the second number, the other to the first
    expect([...vectors.subarray(0, 2)]).toEqual([127, 127])
    expect([...vectors.subarray(2, 4)]).toEqual([127, 32])
  })

  it('gather a passage that lies in two windows, and overlapping ones', () => {
    const passages = [
      { start: 0, end: 16 },
      { start: 8, end: 16 },
    ]
    const { vectors } = poolPassages(passages, [window('one two ', 0, 1), window('six ten ', 8, 1)], count)
    expect([...vectors.subarray(0, 2)]).toEqual([64, 127])
    expect([...vectors.subarray(2, 4)]).toEqual([64, 127])
  })

  it('means a row of a batch within its own tokens', () => {
    const data = Float32Array.of(9, 9, 1, 0, 0, 1, 9, 9)
    const mean = meanOf({ data, from: 1, count: 2, dimensions: 2 })
    expect(mean[0]).toBeCloseTo(Math.SQRT1_2)
    expect(mean[1]).toBeCloseTo(Math.SQRT1_2)
  })
})
