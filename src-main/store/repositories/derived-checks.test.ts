import { describe, expect, it } from 'vitest'
import { messageTerms } from '../search-terms'
import { isHeldBy } from './derived-checks'

describe('the words a text is held by', () => {
  const text = 'Node.js renders a card:hover of k:v, e.g. here'
  const isHeld = (held: readonly string[], of = text) =>
    isHeldBy(held, (as) => messageTerms({ author: as('ines.falk'), text: as(of) }))
  const made = messageTerms({ author: 'ines.falk', text })

  it('are those it has, in any order, no more and no fewer', () => {
    expect(isHeld([...made].reverse())).toBe(true)
    expect(isHeld([...made, 'zebra'])).toBe(false)
    expect(made).toEqual(expect.arrayContaining(['rend', 'js', 'card', 'hov', 'falk']))
    for (const term of ['rend', 'js', 'card', 'hov', 'falk'])
      expect(isHeld(made.filter((t) => t !== term)), term).toBe(false)
  })
  it('may be parted at points, all or some, as older versions of the window had them', () => {
    expect(made).toEqual(expect.arrayContaining(['node.js', 'e.g', 'ines.falk']))
    const without = (...gone: string[]) => made.filter((term) => !gone.includes(term))
    expect(isHeld([...without('node.js', 'e.g', 'ines.falk'), 'e', 'g', 'ine'])).toBe(true)
    expect(isHeld(without('node.js'))).toBe(true)
    expect(isHeld([...without('node.js', 'e.g'), 'e', 'g', 'f'])).toBe(false)
  })
  it('may be joined at colons, as older versions of the command line had them', () => {
    expect(made).toEqual(expect.arrayContaining(['card', 'hov', 'k', 'v']))
    expect(isHeld([...made.filter((term) => !['k', 'v'].includes(term)), 'card:hover', 'k:v'])).toBe(true)
    expect(isHeld([...made, 'card:hov'])).toBe(false)
    expect(isHeld([...made, 'card:zebra'])).toBe(false)
  })
})
