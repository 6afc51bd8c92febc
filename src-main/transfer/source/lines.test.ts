import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Line, linesOf } from './lines'

async function collect(text: string, size: number, maxBytes?: number): Promise<Line[]> {
  const bytes = Buffer.from(text)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const lines: Line[] = []
  for await (const line of linesOf(chunks(), maxBytes)) lines.push(line)
  return lines
}

describe('linesOf', () => {
  it('numbers lines, skips empty ones and takes the last one without an end', async () => {
    expect(await collect('a\r\n\n  \nb\u2028c', 3)).toEqual([
      { number: 1, text: 'a' },
      { number: 4, text: 'b\u2028c' },
    ])
  })

  it('passes over a line of 300 MB in constant memory', async () => {
    const before = process.memoryUsage().rss
    let peak = before
    async function* chunks() {
      yield Buffer.from('a\n')
      for (let i = 0; i < 300; i++) {
        peak = Math.max(peak, process.memoryUsage().rss)
        yield Buffer.alloc(1024 * 1024, 'x')
      }
      yield Buffer.from('\nb')
    }
    const lines: (string | null)[] = []
    for await (const { text } of linesOf(chunks())) lines.push(text)
    expect(lines).toEqual(['a', null, 'b'])
    expect(peak - before).toBeLessThan(200 * 1024 * 1024)
  })

  it('passes over a line that is too long and goes on behind it', async () => {
    expect(await collect(`a\n${'x'.repeat(50)}\nb`, 7, 10)).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: null },
      { number: 3, text: 'b' },
    ])
  })

  it('gives the same lines however the bytes are cut, inside characters too', async () => {
    const text = fc
      .array(fc.constantFrom('a', '\n', '\r\n', '犬', '👩‍👩‍👧', ' ', 'line'))
      .map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (whole, size) => {
        expect(await collect(whole, size)).toEqual(await collect(whole, whole.length + 1))
      }),
    )
  })
})
