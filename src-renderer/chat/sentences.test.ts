import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finishedUpTo, spoken } from './sentences'

/** What is read aloud of a text that comes in pieces, piece by piece. */
function heard(pieces: readonly string[]): string[] {
  let text = ''
  let read = 0
  const said: string[] = []
  for (const piece of pieces) {
    text += piece
    const upTo = finishedUpTo(text, read)
    if (upTo > read) said.push(text.slice(read, upTo))
    read = upTo
  }
  return said
}

describe('a reply that is read aloud while it is written', () => {
  it('is finished as far as it goes where a sentence does not end for pages', () => {
    const text = 'endless words '.repeat(2_000)
    expect(finishedUpTo(text, 0)).toBe(4_000)
    expect(finishedUpTo(text, 4_000)).toBe(8_000)
    expect(finishedUpTo(`${'word '.repeat(10)}. Next`, 0)).toBeLessThan(60)
  })
  it('is heard by the sentence, each once', () => {
    expect(heard(['Feed ', 'it. Wait', ' an hour. And', ' then']).map((one) => one.trim())).toEqual([
      'Feed it.',
      'Wait an hour.',
    ])
    expect(heard(['It is hungry', ', not dead']).join('')).toBe('')
  })
  it('is heard without gaps or repeats, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 12 }), { maxLength: 20 }), (pieces) => {
        expect(pieces.join('').startsWith(heard(pieces).join(''))).toBe(true)
      }),
    )
  })
  it('is heard without marks and addresses', () => {
    expect(spoken('## Plan\n\n- **Feed** it, see [the guide](https://example.org/x)\n- `ls`')).toBe(
      'Plan Feed it, see the guide ls',
    )
  })
})
