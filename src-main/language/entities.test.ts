import { expect, it } from 'vitest'
import { withoutEntities } from './entities'

it('writes the characters that a web page names', () => {
  expect(withoutEntities('saut&eacute;ed &Uuml;bung &amp; ma&ntilde;ana &szlig; &#233; &#x1F600;')).toBe(
    'sautéed Übung & mañana ß é 😀',
  )
})

it('leaves no markup, no control characters and nothing it does not know', () => {
  expect(withoutEntities('&lt;b&gt;&#07;&#10;&#55296;&#9999999;&nbsp;&foo;')).toBe(' b       ')
  expect(withoutEntities('R&D; AT&T, a && b; x & y')).toBe('R&D; AT&T, a && b; x & y')
})
