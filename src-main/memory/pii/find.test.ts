import { describe, expect, it } from 'vitest'
import { findPii, piiSpans } from './find'
import { isIban, passesLuhn } from './numbers'

const kinds = (text: string, region = 'US') => findPii(text, region)
const texts = (text: string, region = 'US') =>
  piiSpans(text, region).map((s) => `${s.kind}: ${text.slice(s.start, s.end)}`)

describe('personal data', () => {
  it.each([
    ['Write to anna.b+x@mail.example.org please', 'US', ['email: anna.b+x@mail.example.org']],
    ['Call me at (415) 555-2671', 'US', ['phone: (415) 555-2671']],
    ['Meine Nummer ist 030 901820', 'DE', ['phone: 030 901820']],
    ['Mon portable : +33 6 12 34 56 78', 'US', ['phone: +33 6 12 34 56 78']],
    ['I live at 221B Baker Street', 'GB', ['address: 221B Baker Street']],
    ['Ich wohne Am Lindenplatz 3a', 'DE', ['address: Am Lindenplatz 3a']],
    ['Lindenstraße 12 in Köln', 'DE', ['address: Lindenstraße 12']],
    ['12 rue de la Paix', 'FR', ['address: 12 rue de la Paix']],
    ['Vivo en la Calle Mayor 3', 'ES', ['address: Calle Mayor 3']],
    ['Abito in Via Garibaldi 5', 'IT', ['address: Via Garibaldi 5']],
    ['ул. Ленина, д. 5', 'RU', ['address: ул. Ленина, д. 5']],
    ['中山路100号', 'CN', ['address: 中山路100号']],
    ['My sister Anna lives there', 'US', ['name: Anna']],
    ["My boss's name is carla", 'US', ['name: carla']],
    ['Meine Nachbarin heißt Frieda', 'DE', ['name: Frieda']],
    ['Ich heiße Bernd Meyer', 'DE', ['name: Bernd Meyer']],
    ['Ma sœur Claire arrive', 'FR', ['name: Claire']],
    ['Mi hermano se llama Luis', 'ES', ['name: Luis']],
    ['Моя сестра Анна приехала', 'RU', ['name: Анна']],
    ['我妹妹叫小红', 'CN', ['name: 小红']],
    ['The card is 4111 1111 1111 1111', 'US', ['card: 4111 1111 1111 1111']],
    ['IBAN DE89 3704 0044 0532 0130 00', 'DE', ['id: DE89 3704 0044 0532 0130 00']],
    ['SSN 536-90-4399', 'US', ['id: 536-90-4399']],
    ['DNI 12345678Z', 'ES', ['id: 12345678Z']],
    ['Codice fiscale RSSMRA85T10A562S', 'IT', ['id: RSSMRA85T10A562S']],
    ['CPF 529.982.247-25', 'BR', ['id: 529.982.247-25']],
    ['身份证 11010519491231002X', 'CN', ['id: 11010519491231002X']],
    ['Steuer-ID 86095742719', 'DE', ['id: 86095742719']],
    ['My passport number is C01X00T47', 'DE', ['id: C01X00T47']],
  ])('is found: %s', (text, region, expected) => {
    expect(texts(text, region)).toEqual(expected)
  })

  it.each([
    'I prefer tea over coffee',
    'The meeting is on 2026-11-28 at 14:30',
    'Version 1.2.3456 of build 20261128',
    'The card is 4111 1111 1111 1112',
    'IBAN DE89 3704 0044 0532 0130 01',
    'DNI 12345678A',
    'Order 86095742719 has shipped',
    'It costs 1,234,567,890 dollars',
    'My sister is happy',
    'My friend and I went out',
    'Meine Schwester ist Lehrerin',
    'I like Baker Street in spring',
    'my best friend lives in Rome',
    'Mail me @ noon',
  ])('is not seen where there is none: %s', (text) => {
    expect(kinds(text)).toEqual([])
  })

  it('knows a name again that was introduced elsewhere, as a whole word', () => {
    const names = new Set(['Anna', '小红'])
    expect(findPii('Anna has moved', 'US', names)).toEqual(['name'])
    expect(findPii('Annabel has moved', 'US', names)).toEqual([])
    expect(findPii('小红搬家了', 'CN', names)).toEqual(['name'])
  })

  it('tells numbers by their checksums', () => {
    expect(passesLuhn([7, 9, 9, 2, 7, 3, 9, 8, 7, 1, 3])).toBe(true)
    expect(passesLuhn([7, 9, 9, 2, 7, 3, 9, 8, 7, 1, 0])).toBe(false)
    expect(isIban('GB82 WEST 1234 5698 7654 32')).toBe(true)
    expect(isIban('GB82 WEST 1234 5698 7654 33')).toBe(false)
  })

  it('is quick on long text', () => {
    expect(kinds('1 '.repeat(100_000))).toEqual([])
    expect(kinds('A'.repeat(100_000))).toEqual([])
  })
})
