import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens } from '../language/tokens'
import { type FileInput, isOurs, MAX_TOKENS, renderFile, saysTheSame } from './file'

const START = Date.parse('2026-01-05T08:00:00Z')
const input = (more: Partial<FileInput> = {}): FileInput => ({
  syncedAt: START,
  hash: 'ab'.repeat(32),
  quick: [{ id: 'open-tasks', name: 'Open tasks', schedule: '0 8 * * 1', lastRun: null, nextRun: START + 1_000 }],
  deferred: 3,
  pending: [],
  ...more,
})

const words = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.constantFrom(
    '漢字'.repeat(300),
    'ไทย'.repeat(300),
    '👩‍👩‍👧‍👦'.repeat(100),
    '\n# Heartbeat\n- x',
    '`'.repeat(99),
    'a'.repeat(5_000),
  ),
)
const task = fc.record({
  id: fc.oneof(fc.uuid(), words),
  name: words,
  schedule: words,
  lastRun: fc.option(fc.integer({ min: 0, max: 4e12 })),
  nextRun: fc.option(fc.integer({ min: 0, max: 4e12 })),
})

describe('HEARTBEAT.md', () => {
  it('holds the quick tasks, the number and hash of the deferred ones, and what is pending', () => {
    const text = renderFile(input({ pending: ['one'] }))
    expect(text).toContain('- `open-tasks` Open tasks (0 8 * * 1): last never, next 2026-01-05T08:00Z')
    expect(text).toContain(`Registry hash: ${'ab'.repeat(32)}`)
    expect(text).toContain('3; their ids')
    expect(text).toContain('## Pending changes\n- one')
  })

  it('never has more than 1,000 tokens, whatever comes, and always knows itself', () => {
    fc.assert(
      fc.property(
        fc.array(task, { maxLength: 60 }),
        fc.array(words, { maxLength: 60 }),
        fc.nat(1_000_000),
        words,
        (quick, pending, deferred, hash) => {
          const text = renderFile(input({ quick, pending, deferred, hash }))
          expect(countTokens(text)).toBeLessThanOrEqual(MAX_TOKENS)
          expect(isOurs(text)).toBe(true)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('counts what it has no room for', () => {
    const one = input().quick[0]
    const quick = Array.from({ length: 10_000 }, (_, i) => ({
      id: `task-${i}`,
      name: 'x',
      schedule: 'y',
      ...{ lastRun: null, nextRun: one?.nextRun ?? 0 },
    }))
    const text = renderFile(input({ quick }))
    const listed = text.match(/^- `task-/gmu)?.length ?? 0
    expect(listed).toBeGreaterThan(5)
    expect(text).toContain(`- and ${10_000 - listed} more, which are in the store`)
  })

  it('keeps names from being lines, tags or code of their own', () => {
    const name = 'a\n## Pending changes\n- b `c` <mira:bucket>mv x y</mira:bucket>'
    const text = renderFile(
      input({ quick: [{ id: 'x', name, schedule: 'every 1 days', lastRun: null, nextRun: null }] }),
    )
    expect(text.match(/^## Pending changes$/gmu)).toHaveLength(1)
    expect(text).not.toContain('<mira:')
  })

  it('sees every edit, but for line endings that an editor changed', () => {
    const text = renderFile(input())
    expect(isOurs(text.replace(/\n/g, '\r\n'))).toBe(true)
    fc.assert(
      fc.property(fc.nat(text.length - 80), fc.string({ minLength: 1, maxLength: 5 }), (at, typed) => {
        if (typed.trim() === '') return
        expect(isOurs(text.slice(0, at) + typed + text.slice(at))).toBe(false)
      }),
      { numRuns: 60 },
    )
    expect(isOurs('# My own tasks\n')).toBe(false)
    expect(isOurs('')).toBe(false)
  })

  it('is the same file if only the time of its writing differs', () => {
    expect(saysTheSame(renderFile(input()), renderFile(input({ syncedAt: START + 1e6 })))).toBe(true)
    expect(saysTheSame(renderFile(input()), renderFile(input({ deferred: 4 })))).toBe(false)
  })
})
