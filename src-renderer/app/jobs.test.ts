import { describe, expect, it } from 'vitest'
import { belongs, shareSince } from './jobs'

describe('long work', () => {
  it('is shown where it belongs: a measuring in the settings of the models, an import in its dialog while that is open', () => {
    expect(belongs({ kind: 'probe' }, 'foot', null)).toBe(false)
    expect(belongs({ kind: 'probe' }, 'models', 'settings')).toBe(true)
    expect(belongs({ kind: 'import' }, 'foot', null)).toBe(true)
    expect(belongs({ kind: 'import' }, 'foot', 'import')).toBe(false)
    expect(belongs({ kind: 'import' }, 'export', 'settings')).toBe(false)
    for (const kind of ['download', 'export', 'reembed', 'tidy'] as const)
      expect(belongs({ kind }, 'foot', 'settings'), kind).toBe(true)
  })
  it('is estimated by what was done since one looks on', () => {
    expect(shareSince(0, 0.5)).toBe(0.5)
    expect(shareSince(0.5, 0.75)).toBe(0.5)
    expect(shareSince(1, 1)).toBe(1)
  })
})
