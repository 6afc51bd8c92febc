import { describe, expect, it } from 'vitest'
import { messageTerms } from '../search-terms'
import { isHeldBy } from './derived-checks'

describe('the words a text is held by', () => {
  const made = messageTerms({ author: 'user', text: 'Node.js renders the page' })
  it('are those it has, in any order, no more and no fewer', () => {
    expect(isHeldBy(made, [...made].reverse())).toBe(true)
    expect(isHeldBy(made, [...made, 'zebra'])).toBe(false)
    expect(isHeldBy(made, made.slice(0, -1))).toBe(false)
  })
  it('may lack what older versions parted at a point, but not its parts', () => {
    expect(made).toContain('node.js')
    expect(
      isHeldBy(
        made,
        made.filter((term) => term !== 'node.js'),
      ),
    ).toBe(true)
    expect(
      isHeldBy(
        made,
        made.filter((term) => term !== 'js'),
      ),
    ).toBe(false)
  })
})
