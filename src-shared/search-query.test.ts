import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSearchQuery } from './search-query'

const TODAY = '2026-03-01'
const read = (text: string) => {
  const { filters, words } = parseSearchQuery(text, TODAY)
  return { filters: filters.map(({ kind, value }) => `${kind}=${value}`), words }
}

describe('a search as it is typed', () => {
  it('is words where it is nothing else', () => {
    expect(read('how do I prune roses')).toEqual({ filters: [], words: 'how do I prune roses' })
    expect(read('')).toEqual({ filters: [], words: '' })
  })

  it('reads filters anywhere among the words', () => {
    expect(read('in:garden roses from:me has:code')).toEqual({
      filters: ['in=garden', 'from=me', 'has=code'],
      words: 'roses',
    })
    expect(read('roses in:"the big garden" before:2026-02-03')).toEqual({
      filters: ['in=the big garden', 'before=2026-02-03'],
      words: 'roses',
    })
    expect(read('ROSES IN:庭 HAS:Links')).toEqual({ filters: ['in=庭', 'has=link'], words: 'ROSES' })
  })

  it('reads the quotes and colons of other keyboards', () => {
    expect(read('in：庭 「赤い花」').filters).toEqual(['in=庭', 'phrase=赤い花'])
    expect(read('„rote Rosen“ „x“').filters).toEqual(['phrase=rote Rosen', 'phrase=x'])
    expect(read('“red roses”')).toEqual({ filters: ['phrase=red roses'], words: 'red roses' })
  })

  it('reads the filters of nine languages by their own words', () => {
    const said: Record<string, string[]> = {
      'von:mir vor:2026-02 mit:Datei': ['from=me', 'before=2026-02-01', 'has=file'],
      'ab:gestern von:Assistent enthalt:links': ['after=2026-02-28', 'from=assistant', 'has=link'],
      'de:yo antes:hoy con:código en:jardín': ['from=me', 'before=2026-03-01', 'has=code', 'in=jardín'],
      'De:Moi après:2025 avec:lien dans:"le jardin"': ['from=me', 'after=2025-01-01', 'has=link', 'in=le jardin'],
      'avant:aujourd’hui de:assistante': ['before=2026-03-01', 'from=assistant'],
      'de:mim depois:ontem com:arquivos em:casa': ['from=me', 'after=2026-02-28', 'has=file', 'in=casa'],
      'da:io prima:oggi con:codice': ['from=me', 'before=2026-03-01', 'has=code'],
      'от:меня до:сегодня есть:ссылка в:сад': ['from=me', 'before=2026-03-01', 'has=link', 'in=сад'],
      '発言者：私 以前：今日 含む：コード': ['from=me', 'before=2026-03-01', 'has=code'],
      '来自：我 之后：昨天 包含：链接 在：花园': ['from=me', 'after=2026-02-28', 'has=link', 'in=花园'],
    }
    for (const [text, filters] of Object.entries(said)) expect(read(text), text).toEqual({ filters, words: '' })
    expect(read('von:Melanie').filters).toEqual(['from=Melanie'])
    for (const text of ['vor:Ostern', 'mit:Freude', 'nach:12:30'])
      expect(read(text)).toEqual({ filters: [], words: text })
  })

  it('knows days, months, years, today and yesterday by their first day', () => {
    expect(read('after:2025 before:2026-2 after:2026/1/5').filters).toEqual([
      'after=2025-01-01',
      'before=2026-02-01',
      'after=2026-01-05',
    ])
    expect(read('after:yesterday before:today').filters).toEqual(['after=2026-02-28', 'before=2026-03-01'])
  })

  it('leaves words to be words: what is no date, no kind, a hyphen in the middle, a lone quote, an address', () => {
    for (const text of [
      'before:lunch',
      'has:fun',
      'well-known',
      'say "hello',
      'http://in:8080',
      'in:',
      '- dash',
      'a -- b',
    ])
      expect(read(text)).toEqual({ filters: [], words: text })
  })

  it('takes a word away with a minus', () => {
    expect(read('roses -yellow')).toEqual({ filters: ['without=yellow'], words: 'roses' })
  })

  it('never fails, and every filter stands where it says, whatever is typed', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom('in:', 'from:me', 'has:code', '"', '“', '-', '-x', 'before:2026', ' ', '：'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        let at = 0
        for (const { start, end } of parseSearchQuery(text, TODAY).filters) {
          expect(start).toBeGreaterThanOrEqual(at)
          expect(end).toBeGreaterThan(start)
          at = end
        }
        expect(at).toBeLessThanOrEqual(text.length)
      }),
    )
  })
})
