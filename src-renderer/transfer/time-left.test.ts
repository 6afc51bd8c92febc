import { describe, expect, it } from 'vitest'
import '../app/i18n'
import { noted, type Reached, shareSince, timeLeft } from './time-left'

const left = (from: Reached, now: Reached): string =>
  timeLeft(shareSince(from.progress, now.progress), now.at - from.at)

describe('how long an import will go on', () => {
  it('is not guessed before something is known', () => {
    expect([timeLeft(null, 60_000), timeLeft(0.01, 60_000), timeLeft(0.5, 7_000)]).toEqual(['', '', ''])
  })

  it('is said in steps that a person thinks in', () => {
    expect(timeLeft(0.5, 12_000)).toBe('about 15 seconds left')
    expect(timeLeft(0.25, 60_000)).toBe('about 3 minutes left')
    expect(timeLeft(0.1, 1_200_000)).toBe('about 3 hours left')
  })

  it('is judged by the speed of late: a file is read quickly, and filing what was in it takes the time', () => {
    const reached: Reached[] = [
      ...[0, 1, 2, 3, 4].map((s) => ({ at: s * 1_000, progress: 0.05 * s })),
      ...Array.from({ length: 100 }, (_, s) => ({ at: 5_000 + s * 1_000, progress: 0.2 + 0.002 * s })),
    ]
    const kept = reached.reduce<readonly Reached[]>((before, now) => noted(before, now), [])
    const [first] = kept
    const last = reached.at(-1)
    if (!first || !last) throw new Error('There are some.')
    // 0.398 are done, 0.002 a second: five minutes, where the average since the beginning would say under three
    expect(left(first, last)).toBe('about 5 minutes left')
    expect(kept.length).toBeLessThan(40)
  })

  it('is not judged by how fast the file was read: filing begins with nothing known', () => {
    const read = [1, 2, 3].map((s) => ({ at: s * 1_000, progress: 0.015 * s }))
    const early = read.reduce<readonly Reached[]>((before, now) => noted(before, now, true), [])
    expect(noted(early, { at: 4_000, progress: 0.06 })).toEqual([{ at: 4_000, progress: 0.06 }])
  })

  it('is judged from the first moment while little is known, and anew where work begins again', () => {
    const start = { at: 0, progress: 0.5 }
    expect(noted([start], { at: 60_000, progress: 0.505 })[0]).toBe(start)
    expect(noted([start], { at: 60_000, progress: 0.1 })).toEqual([{ at: 60_000, progress: 0.1 }])
  })
})
