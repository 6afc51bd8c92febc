import { ABILITIES, type Ability } from '@shared/contract/models'
import { describe, expect, it } from 'vitest'
import { BARS, CHANCE, type ItemResult, isOutOfReach, isProved, provedAbilities, scoreProbe, wilson } from './score'

const results = (ability: Ability, right: number, asked: number): ItemResult[] =>
  Array.from({ length: asked }, (_, index) => ({ ability, right: index < right }))

describe('scoring a probe', () => {
  it('gives each ability its share of right answers', () => {
    const scores = scoreProbe([...results('chat', 7, 10), ...results('judge', 6, 12)], new Map())
    expect(scores.chat).toEqual({ score: 0.7, right: 7, asked: 10, reason: null })
    expect(scores.judge.score).toBe(0.5)
  })

  it('scores 0 with a reason what could not be tried', () => {
    const scores = scoreProbe([], new Map([['tools', 'No tools here.']]))
    expect(scores.tools).toEqual({ score: 0, right: 0, asked: 0, reason: 'No tools here.' })
    expect(scores.title.reason).not.toBeNull()
  })

  it('proves an ability exactly from its bar on', () => {
    const at = scoreProbe(results('tools', 4, 5), new Map())
    const below = scoreProbe(results('tools', 7, 9), new Map())
    expect(BARS.tools).toBe(0.8)
    expect(provedAbilities(at)).toEqual(['tools'])
    expect(provedAbilities(below)).toEqual([])
  })

  it('gives the interval of Wilson, at both ends and for nothing asked', () => {
    // by hand: p = 21/24, z = 1.6449
    const { low, high } = wilson({ right: 21, asked: 24 })
    expect(low).toBeCloseTo(0.725, 2)
    expect(high).toBeCloseTo(0.949, 2)
    expect(wilson({ right: 0, asked: 0 })).toEqual({ low: 0, high: 1 })
    expect(wilson({ right: 10, asked: 10 }).high).toBe(1)
    expect(wilson({ right: 0, asked: 10 }).low).toBe(0)
  })

  it('proves nothing on so few items that chance explains it', () => {
    expect(isProved('judge', { right: 2, asked: 2 })).toBe(false)
    expect(isProved('judge', { right: 22, asked: 24 })).toBe(true)
    expect(isProved('judge', { right: 21, asked: 24 })).toBe(false)
  })

  it('gives an ability up only when its bar is out of reach', () => {
    for (const ability of ABILITIES)
      for (let asked = 0; asked <= 24; asked++)
        for (let right = 0; right <= asked; right++)
          if (isOutOfReach(ability, { right, asked }, 24))
            expect(isProved(ability, { right: right + 24 - asked, asked: 24 })).toBe(false)
    expect(isOutOfReach('judge', { right: 5, asked: 10 }, 24)).toBe(true)
    expect(isOutOfReach('judge', { right: 10, asked: 10 }, 24)).toBe(false)
  })

  it('has a bar above chance for each ability, and one for judging that guessing does not reach', () => {
    for (const ability of ABILITIES) expect(BARS[ability]).toBeGreaterThan(CHANCE[ability])
    expect(BARS.judge).toBeGreaterThanOrEqual(0.85)
  })
})
