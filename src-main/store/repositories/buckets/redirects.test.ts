import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Redirect, resolveRedirects } from './redirects'

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const redirects = fc
  .uniqueArray(fc.record({ from: id, to: id }), { selector: (r) => r.from, maxLength: 5 })
  .map((list): Redirect[] => list.map((r, seq) => ({ ...r, seq })))

describe('resolveRedirects', () => {
  it('follows chains to their end', () => {
    const resolved = resolveRedirects([
      { from: 'a', to: 'b', seq: 1 },
      { from: 'b', to: 'c', seq: 2 },
    ])
    expect(resolved.get('a')).toBe('c')
    expect(resolved.get('b')).toBe('c')
  })

  it('lets the earlier of two contradicting merges hold', () => {
    const resolved = resolveRedirects([
      { from: 'b', to: 'a', seq: 2 },
      { from: 'a', to: 'b', seq: 1 },
    ])
    expect([...resolved]).toEqual([['a', 'b']])
  })

  it('never leads in a circle, always ends at a bucket that leads nowhere, whatever the order of the input', () => {
    fc.assert(
      fc.property(redirects, fc.integer(), (list, seed) => {
        const resolved = resolveRedirects(list)
        for (const end of resolved.values()) expect(resolved.has(end)).toBe(false)
        const shuffled = [...list].sort((x, y) => ((x.seq * 7919 + seed) % 5) - ((y.seq * 7919 + seed) % 5))
        expect(resolveRedirects(shuffled)).toEqual(resolved)
      }),
    )
  })
})
