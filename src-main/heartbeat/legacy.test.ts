import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLegacy } from './legacy'

describe('the heartbeat file of another program', () => {
  it('gives a task for each heading with text, with the line that says when', () => {
    const text = [
      '# Heartbeat',
      '## Weekly report',
      '**Schedule:** `0 18 * * FRI`',
      'Write what happened.',
      '- and what did not',
      '## Inbox',
      'every: 2 hours',
      'Look into it.',
    ].join('\n')
    expect(readLegacy(text)).toEqual([
      { name: 'Weekly report', schedule: '0 18 * * FRI', prompt: 'Write what happened.\n- and what did not' },
      { name: 'Inbox', schedule: 'every 2 hours', prompt: 'Look into it.' },
    ])
  })

  it('gives a task for each item of a list, with the time in its brackets', () => {
    expect(readLegacy('# Tasks\n- [ ] Water the plants (every 2 days)\n2. Call home `0 18 * * 7`\n* Dream\n')).toEqual([
      { name: 'Water the plants', schedule: 'every 2 days', prompt: 'Water the plants' },
      { name: 'Call home', schedule: '0 18 * * 7', prompt: 'Call home' },
      { name: 'Dream', schedule: null, prompt: 'Dream' },
    ])
  })

  it('finds nothing in an empty one, and breaks on none', () => {
    expect(readLegacy('# Heartbeat\n\n## Later\n<!-- nothing -->\n')).toEqual([])
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        for (const task of readLegacy(text)) {
          expect(task.name.trim()).not.toBe('')
          expect(task.prompt.trim()).not.toBe('')
        }
      }),
      { numRuns: 200 },
    )
  })
})
