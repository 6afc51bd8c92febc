import { describe, expect, it } from 'vitest'
import { quotableProse, topicProse } from './topic-prose'

describe('topicProse', () => {
  it.each([
    ['a code block', 'My bread app fails.\n```python\nimport dough\n```'],
    ['lines of a program', 'My bread app fails.\nfrom dough import Dough\nconst dough = bake(1)\nreturn dough;'],
    ['inline code', 'My bread app fails in `dough` and `bakeDough()`.'],
    ['identifiers and files', 'My bread app fails in dough_maker, bakeDough() and dough.yaml.'],
    ['rows of a table', 'My bread app fails.\n\n| dough | time |\n|-------|------|\n| rye dough | 3 |'],
    ['a quoted mail head', 'My bread app fails.\n> From: Dough Inc <a@dough.org>\n> To: me\n> Subject: dough\n'],
    ['a German mail head', 'My bread app fails.\nVon: Dough GmbH\nGesendet: gestern\nBetreff: dough\n'],
    ['who is quoted', 'My bread app fails.\nOn Monday, Ada Dough wrote:'],
    ['a signature', 'My bread app fails.\n-- \nDough Inc'],
    ['links and addresses', 'My bread app fails, see https://dough.org/x or mail help@dough.org.'],
    ['formulas', 'My bread app fails at $\\dough = 3^2$ and \\(dough\\).'],
    ['terminal colours', 'My bread app \\x1b[31mfails\\x1b[0m.'],
    ['colour codes', 'My bread app fails in #d0f4ff.'],
  ])('leaves out %s', (_, text) => {
    const prose = topicProse(text)
    expect(prose).toMatch(/My bread app/)
    expect(prose).toMatch(/fails/)
    expect(prose).not.toMatch(/dough|31m|d0f4ff/i)
  })

  it('writes the characters that a web page names', () => {
    expect([quotableProse('Add saut&eacute;ed leeks.'), topicProse('Add saut&eacute;ed leeks.')]).toEqual([
      'Add sautéed leeks.',
      'Add sautéed leeks.',
    ])
  })

  it('takes a note in brackets at the beginning of a line for no terminal colour', () => {
    expect(quotableProse('Look:\n[image: leaf.png]\nIs it ill?')).not.toContain('mage')
    expect(quotableProse('See below.\n[Draft] The plan stands.')).toContain('[Draft] The plan stands.')
    expect(topicProse('My bread\n\u001b[31mfails')).toBe('My bread\nfails')
  })

  it('keeps a single line that only looks like the head of a mail, names in mixed capitals, and ordinary signs', () => {
    expect(topicProse('To: do the dishes and call Ada')).toContain('do the dishes')
    expect(topicProse('My iPhone and WebSocket & more (really) cost 3/4 of it.')).toContain('iPhone and WebSocket')
  })

  it('never joins what stood around something taken out', () => {
    expect(topicProse('the rye `x` starter')).toMatch(/rye\s+·\s+starter/)
  })
})

describe('quotableProse', () => {
  it('keeps links and addresses whole', () => {
    const text = 'Write to ada.b@example.org, or see https://example.org/a?b=1&c=2.'
    expect(quotableProse(text)).toBe(text)
  })
})
