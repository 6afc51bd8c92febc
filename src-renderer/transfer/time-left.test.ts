import { describe, expect, it } from 'vitest'
import '../app/i18n'
import { timeLeft } from './time-left'
import { since } from './use-import-job'

describe('how long an import will go on', () => {
  it('is not guessed before something is known', () => {
    expect([timeLeft(null, 60_000), timeLeft(0.01, 60_000), timeLeft(0.5, 1_000)]).toEqual(['', '', ''])
  })

  it('is said in steps that a person thinks in', () => {
    expect(timeLeft(0.5, 12_000)).toBe('about 15 seconds left')
    expect(timeLeft(0.25, 60_000)).toBe('about 3 minutes left')
    expect(timeLeft(0.1, 1_200_000)).toBe('about 3 hours left')
  })

  it('is judged anew when filing begins behind reading', () => {
    const read = since({ at: 0, progress: 0 }, 1, 60_000)
    expect(read).toEqual({ at: 0, progress: 1 })
    const filing = since(read, 0.05, 61_000)
    expect(filing).toEqual({ at: 61_000, progress: 0.05 })
    expect(since(filing, 0.1, 70_000)).toEqual({ at: 61_000, progress: 0.1 })
  })
})
