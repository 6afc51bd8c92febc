import { describe, expect, it } from 'vitest'
import { aBucket } from '../testing/samples'
import { filterCompletions, namesAuthor } from './filter-completions'

const buckets = [aBucket('garden_001', { title: 'Garden and roses' }), aBucket('niwa_001', { title: '庭' })]
const source = { buckets, authors: ['Melanie', '田中', 'Ana María'], today: '2026-03-04' }
const offered = (typed: string) => filterCompletions(typed, source).map((c) => c.filter)

describe('completing a filter', () => {
  it('offers topics by their names, in any script, in quotes where they hold blanks', () => {
    expect(offered('roses in:gar')).toEqual(['in:"Garden and roses"'])
    expect(offered('in：庭')).toEqual(['in:庭'])
    expect(filterCompletions('roses in:gar', source)[0]?.line).toBe('roses in:"Garden and roses" ')
  })

  it('offers who, what and when', () => {
    expect(offered('from:').slice(0, 3)).toEqual(['from:me', 'from:assistant', 'from:Melanie'])
    expect(offered('from:m')).toEqual(['from:me', 'from:Melanie'])
    expect(offered('from:田')).toEqual(['from:田中'])
    expect(offered('from:ana')).toEqual(['from:"Ana María"'])
    expect(offered('has:l')).toEqual(['has:link'])
    expect(offered('after:2026')).toEqual(['after:2026-03'])
  })

  it('goes on in the language in which the filter was begun', () => {
    expect(offered('rosen von:')).toEqual(['von:mir', 'von:Assistent', 'von:Melanie', 'von:田中', 'von:"Ana María"'])
    expect(offered('mit:d')).toEqual(['mit:Datei'])
    expect(offered('antes:')).toContain('antes:hoy')
    expect(offered('来自：')).toContain('来自:我')
    expect(namesAuthor('rosen von:me')).toBe(true)
    expect(namesAuthor('rosen vor:me')).toBe(false)
  })

  it('offers nothing for what is whole or no filter', () => {
    expect(offered('from:me')).toEqual([])
    expect(offered('from:me ')).toEqual([])
    expect(offered('http:')).toEqual([])
    expect(offered('roses')).toEqual([])
  })
})
