import { describe, expect, it } from 'vitest'
import { modesIn } from './work-folder'

describe('what is downloaded', () => {
  it('is its owner’s alone in the owner’s own folder, and readable in a cache that is shared', () => {
    expect(modesIn('/home/ann/.cache/catchment/models', '/home/ann')).toEqual({ folder: 0o700, file: 0o600 })
    expect(modesIn('/home/ann', '/home/ann')).toEqual({ folder: 0o700, file: 0o600 })
    for (const shared of ['/var/cache/catchment', '/home/bob/models', '/home/anne/models', '/home'])
      expect(modesIn(shared, '/home/ann'), shared).toEqual({ folder: 0o755, file: 0o644 })
  })
})
