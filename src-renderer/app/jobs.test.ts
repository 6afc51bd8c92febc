import { describe, expect, it } from 'vitest'
import { belongs } from './jobs'

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
})
