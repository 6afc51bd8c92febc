import { describe, expect, it } from 'vitest'
import { aBucket } from '../testing/samples'
import { filterCompletions } from './filter-completions'

const buckets = [aBucket('garden_001', { title: 'Garden and roses' }), aBucket('niwa_001', { title: '庭' })]
const offered = (typed: string) => filterCompletions(typed, buckets, '2026-03-04').map((c) => c.filter)

describe('completing a filter', () => {
  it('offers topics by their names, in any script, in quotes where they hold blanks', () => {
    expect(offered('roses in:gar')).toEqual(['in:"Garden and roses"'])
    expect(offered('in：庭')).toEqual(['in:庭'])
    expect(filterCompletions('roses in:gar', buckets, '2026-03-04')[0]?.line).toBe('roses in:"Garden and roses" ')
  })

  it('offers who, what and when', () => {
    expect(offered('from:')).toEqual(['from:me', 'from:assistant'])
    expect(offered('has:l')).toEqual(['has:link'])
    expect(offered('after:2026')).toEqual(['after:2026-03'])
  })

  it('offers nothing for what is whole or no filter', () => {
    expect(offered('from:me')).toEqual([])
    expect(offered('from:me ')).toEqual([])
    expect(offered('http:')).toEqual([])
    expect(offered('roses')).toEqual([])
  })
})
