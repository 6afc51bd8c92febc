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
  it.each([
    '$5 and $10',
    'from $5-$10',
    'US$5 or US$6',
    'costs $20.',
    '\\$5\\$',
    'a $ b $ c',
    'It costs $5 per day or $30 per week; R$ 12,29 per metre.',
    'Between $5 and 10$.',
    'Or US$20 (A$30)?',
    'From $125K → $108K, **$148+ → $19**, and 5$ to 10$ each.',
    '$1,000–$2,000, or $3k.',
    'from $5 to 7$',
    'a $20 note and a 5$ coin',
    'HK$5, NT$30 and $4.50/$5',
    'either $HOME or $PATH, says $USER$ here',
  ])('stays money, or a name: %s', (text) => {
    expect(normaliseMath(text)).toBe(text)
  })
})

describe('dollars in a row', () => {
  it.each([
    ['it costs $$ here and $$ there', 'it costs \\$\\$ here and \\$\\$ there'],
    ['that is $$$ expensive', 'that is \\$\\$\\$ expensive'],
    ['$$ is cheap\nand the rest stays', '\\$\\$ is cheap\nand the rest stays'],
  ])('enclose no prose: %s', (text, right) => {
    expect(normaliseMath(text)).toBe(right)
  })
})

describe('a formula', () => {
  it.each([
    'x',
    '5',
    '2x',
    'x + y',
    '2x + 1 = 5',
    'E = mc^2',
    '\\frac{1}{2}',
    'a_1',
    'sin x',
    'f(x)',
    '5 \\times 3',
    '10^5',
    'n!',
    'x < 5',
  ])('is known by its signs: %s', (tex) => {
    expect(normaliseMath(`so $${tex}$ holds`)).toBe(`so $$${tex}$$ holds`)
  })
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
