import { describe, expect, it } from 'vitest'
import { afterFailure, afterResume, afterSuccess, mayCall } from './outcome'

const MINUTE = 60_000

describe('a run', () => {
  it('that fails is tried again after 5, 10, 20 and 40 minutes, and pauses its task with the fifth failure', () => {
    let errorCount = 0
    const waits: (number | null)[] = []
    for (let n = 0; n < 5; n++) {
      const state = afterFailure({ errorCount }, 'No chat model answered.', 1_000)
      errorCount = state.errorCount ?? 0
      waits.push(state.nextDue === null || state.nextDue === undefined ? null : (state.nextDue - 1_000) / MINUTE)
      if (n === 4)
        expect(state).toMatchObject({
          isActive: false,
          pausedBy: 'errors',
          pauseReason: 'Failed 5 times in a row: No chat model answered.',
        })
      else expect(state.isActive).toBeUndefined()
    }
    expect(waits).toEqual([5, 10, 20, 40, null])
  })

  it('that ends well forgets the failures before it, and a task set going again begins anew', () => {
    expect(afterSuccess()).toEqual({ ran: 1, errorCount: 0, lastError: null })
    expect(afterResume(7)).toMatchObject({ isActive: true, pauseReason: null, errorCount: 0, nextDue: 7 })
  })

  it('keeps a reason on one line and short', () => {
    const { lastError } = afterFailure({ errorCount: 0 }, `a\n\u0007b ${'x'.repeat(1_000)}`, 0)
    expect(lastError).toMatch(/^a b x+…$/)
    expect(lastError?.length).toBeLessThanOrEqual(300)
  })

  it('may call a model without end while somebody is there, else up to the limit of the day', () => {
    expect(mayCall({ on: '2026-01-05', calls: 24 }, '2026-01-05', 24, false)).toBe(false)
    expect(mayCall({ on: '2026-01-05', calls: 23 }, '2026-01-05', 24, false)).toBe(true)
    expect(mayCall({ on: '2026-01-04', calls: 24 }, '2026-01-05', 24, false)).toBe(true)
    expect(mayCall({ on: '2026-01-05', calls: 99 }, '2026-01-05', 24, true)).toBe(true)
    expect(mayCall({ on: null, calls: 0 }, '2026-01-05', 0, false)).toBe(false)
  })
})
