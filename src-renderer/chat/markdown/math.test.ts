import { describe, expect, it } from 'vitest'
import { normaliseMath } from './math'

describe('formulas', () => {
  it('are recognised in every way models write them', () => {
    expect(normaliseMath('so $x^2$ holds')).toBe('so $$x^2$$ holds')
    expect(normaliseMath('so \\(x^2\\) holds')).toBe('so $$x^2$$ holds')
    expect(normaliseMath('so \\[x^2\\]')).toBe('so \n$$\nx^2\n$$\n')
  })
  it('that stand alone between two dollars are display math', () => {
    expect(normaliseMath('$$\nx^2\n$$')).toBe('$$\nx^2\n$$')
    expect(normaliseMath('so\n\n$$x^2$$\n\nholds')).toBe('so\n\n$$\nx^2\n$$\n\nholds')
    expect(normaliseMath('an $$x$$ inline')).toBe('an $$x$$ inline')
  })
})

describe('money', () => {
  it.each(['$5 and $10', 'from $5-$10', 'US$5 or US$6', 'costs $20.', '\\$5\\$', 'a $ b $ c'])(
    'stays money: %s',
    (text) => {
      expect(normaliseMath(text)).toBe(text)
    },
  )
})

describe('code', () => {
  it('is left alone, fenced, unclosed or inline', () => {
    for (const text of ['`$x$`', '```sh\necho $a$\n```\n', '```\n$a$ and \\(b\\)', '~~~\n$a$\n~~~'])
      expect(normaliseMath(text)).toBe(text)
  })
  it('does not keep the text around it from being read', () => {
    expect(normaliseMath('`$a$` but $b$\n```\n$c$\n```\nand $d$')).toBe('`$a$` but $$b$$\n```\n$c$\n```\nand $$d$$')
  })
})
