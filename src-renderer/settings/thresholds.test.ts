import { defaultSettings } from '@shared/contract/settings'
import { describe, expect, it } from 'vitest'
import { en } from '../app/messages.en'
import { isFound, limitsOf, readOptional, readThreshold, THRESHOLDS } from './thresholds'

describe('thresholds', () => {
  it('are all there, each once, each with its words', () => {
    const names = THRESHOLDS.flatMap((group) => group.names)
    const numbers = Object.entries(defaultSettings).flatMap(([name, value]) =>
      typeof value === 'number' ? [name] : [],
    )
    expect([...names].sort()).toEqual(numbers.sort())
    expect(Object.keys(en.threshold).sort()).toEqual(numbers.sort())
  })
  it('take what the contract takes, with a comma as well', () => {
    expect(readThreshold('consolidateThreshold', '0,95')).toBe(0.95)
    expect(readThreshold('segmentTimeoutMinutes', '90')).toBe(90)
  })
  it('refuse words, nothing, fractions of messages and what lies outside the limits', () => {
    expect(readThreshold('segmentTimeoutMinutes', 'an hour')).toBeNull()
    expect(readThreshold('segmentTimeoutMinutes', ' ')).toBeNull()
    expect(readThreshold('rawWindowMessages', '7.5')).toBeNull()
    expect(readThreshold('suggestThreshold', '1.2')).toBeNull()
  })
  it('may be left open where another holds then', () => {
    expect(readOptional('segmentNightMinutes', ' ')).toBeNull()
    expect(readOptional('segmentNightMinutes', '120')).toBe(120)
    expect(readOptional('segmentNightMinutes', 'two hours')).toBeUndefined()
    expect(readOptional('segmentNightMinutes', '0')).toBeUndefined()
  })
  it('are found by words of their sentences, in any order, case and accent', () => {
    expect(isFound('ARCHIVED bucket', ['A small bucket', 'Nobody touched it: archived.'])).toBe(true)
    expect(isFound('prive', ['Données privées', ''])).toBe(true)
    expect(isFound('archived model', ['A small bucket', 'Nobody touched it: archived.'])).toBe(false)
    expect(isFound('  ', ['anything'])).toBe(true)
  })
  it('know their limits from the contract', () => {
    expect(limitsOf('rawWindowMessages')).toEqual({ min: 5, max: 100 })
    expect(limitsOf('suggestThreshold')).toEqual({ min: 0.5, max: 0.99 })
  })
})
