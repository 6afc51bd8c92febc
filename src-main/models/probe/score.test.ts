import { ABILITIES, type Ability } from '@shared/contract/models'
import { describe, expect, it } from 'vitest'
import { BARS, type ItemResult, provedAbilities, scoreProbe } from './score'

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

  it('has a bar for each ability, and one for judging that guessing does not reach', () => {
    for (const ability of ABILITIES) expect(BARS[ability]).toBeGreaterThan(0)
    expect(BARS.judge).toBeGreaterThanOrEqual(0.85)
  })
})
