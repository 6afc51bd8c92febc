import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planCalls } from './rows'

const row = (tokens: number): { text: string; tokens: number } => ({ text: '', tokens })

describe('planning the calls of the embedding model', () => {
  it('puts rows of like length together', () => {
    expect(planCalls([row(60), row(10), row(62), row(12)])).toEqual([
      [1, 3],
      [0, 2],
    ])
  })

  it('takes every row once and keeps each call small, whatever the rows', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 512 }), { maxLength: 200 }), (lengths) => {
        const calls = planCalls(lengths.map(row))
        expect(calls.flat().sort((a, b) => a - b)).toEqual(lengths.map((_, index) => index))
        for (const call of calls) {
          const longest = Math.max(...call.map((index) => lengths[index] ?? 0))
          expect(call.length <= 32 && (call.length === 1 || call.length * longest <= 128)).toBe(true)
        }
      }),
    )
  })
})
