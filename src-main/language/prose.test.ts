import { describe, expect, it } from 'vitest'
import { codeName, proseOf } from './prose'

describe('proseOf', () => {
  it('drops code blocks, links, addresses, markup and annotations, and keeps the words', () => {
    const text = [
      '## Plan',
      '- **Bake** a `sourdough` loaf, see [the recipe](https://example.org/bread "Bread")',
      '```js',
      'const secret = 1',
      '```',
      'Mail me@example.org or https://example.org/x [shares a picture: a loaf]',
    ].join('\n')
    const prose = proseOf(text)
    expect(prose).toContain('Bake a sourdough loaf, see the recipe')
    expect(prose).toMatch(/Plan\nBake/)
    for (const gone of ['secret', 'example', 'picture', '*', '`', '#']) expect(prose).not.toContain(gone)
  })

  it('drops code that nobody closed up to the end', () => {
    expect(proseOf('Look:\n```\nlet a = 1\n\nlet b = 2').trim()).toBe('Look:')
  })

  it('reads a very long turn from both ends', () => {
    const prose = proseOf(`first ${'middle '.repeat(100_000)}last`)
    expect(prose.length).toBeLessThan(10_000)
    expect(prose.startsWith('first')).toBe(true)
    expect(prose.endsWith('last')).toBe(true)
  })

  it.each([
    ['a host', 'https://www.example.org/some/page', 'example.org'],
    ['what a snippet defines', '```ts\nexport function parseInvoiceTotal() {}\n```', 'parse invoice total'],
    ['nothing at all', '🎉', null],
  ])('names code and links by %s', (_, text, name) => {
    expect(codeName(text)).toBe(name)
  })
})
