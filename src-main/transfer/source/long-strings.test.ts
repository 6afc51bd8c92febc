import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonValues } from './json-array'
import { MOST_STRING_BYTES, withoutLongStrings } from './long-strings'

async function through(json: string, size: number, mostBytes: number): Promise<{ json: string; cuts: number }> {
  const bytes = Buffer.from(json)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  const pieces: Buffer[] = []
  let cuts = 0
  const cut = (): void => {
    cuts += 1
  }
  for await (const piece of withoutLongStrings(chunks(), cut, mostBytes)) pieces.push(piece)
  return { json: Buffer.concat(pieces).toString('utf8'), cuts }
}

/** As a program writes it that escapes whatever is not ASCII. */
const escaped = (value: unknown): string =>
  JSON.stringify(value).replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

it('JSON whose strings are short comes out byte for byte', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.integer({ min: 1, max: 9 }), async (json, size) => {
      expect(await through(json, size, Buffer.byteLength(json))).toEqual({ json, cuts: 0 })
    }),
  )
})

it('of a long string the beginning is left, whole characters of it, and everything around it stays', async () => {
  const long = fc.string({ unit: 'binary', minLength: 40, maxLength: 80 })
  await fc.assert(
    fc.asyncProperty(long, fc.integer({ min: 1, max: 9 }), fc.boolean(), async (text, size, asAscii) => {
      const value = ['before', { text, after: 'it goes "on" \\' }]
      const result = await through(asAscii ? escaped(value) : JSON.stringify(value), size, 20)
      const [before, { text: left, after }] = JSON.parse(result.json)
      expect([before, after, result.cuts]).toEqual(['before', 'it goes "on" \\', 1])
      expect(text.startsWith(left)).toBe(true)
      expect(left.length).toBeLessThan(40)
    }),
  )
})

it('a text of 300 MB in an export takes the memory of what is kept of it, and what stands around it comes through', async () => {
  const piece = Buffer.alloc(1024 * 1024, 'word ')
  const before = process.memoryUsage().rss
  let peak = before
  let cuts = 0
  async function* chunks() {
    yield Buffer.from('[{"text":"before"},{"text":"')
    for (let i = 0; i < 300; i++) {
      peak = Math.max(peak, process.memoryUsage().rss)
      yield piece
    }
    yield Buffer.from('"},{"text":"after"}]')
  }
  const cut = (): void => {
    cuts += 1
  }
  const lengths: number[] = []
  for await (const value of jsonValues(withoutLongStrings(chunks(), cut), '$.*'))
    lengths.push((value as { text: string }).text.length)
  expect(lengths).toEqual([6, MOST_STRING_BYTES, 5])
  expect(cuts).toBe(1)
  expect(peak - before).toBeLessThan(200 * 1024 * 1024)
})
