import { describe, expect, it } from 'vitest'
import { titleScore } from './filing-titles'

const vectors = new Map([
  ['Walking the dog', Float32Array.of(1, 0.1)],
  ['Tax', Float32Array.of(0.1, 1)],
  ['dogs', Float32Array.of(1, 0)],
  ['tax return', Float32Array.of(0, 1)],
])
const names = new Map([
  ['dogs', 'dogs'],
  ['tax_return', 'tax return'],
])
const six = [0, 1, 2, 3, 4, 5]

describe('the titles of buckets', () => {
  it('identify a topic if its name is the nearest to them', () => {
    const truth = [...six.map(() => 'dogs'), ...six.map(() => 'tax_return')]
    const titled = [
      { title: 'Walking the dog', rows: six },
      { title: 'Walking the dog', rows: six.map((i) => i + 6) },
    ]
    expect(titleScore(titled, truth, names, vectors)).toEqual({ title_identifies: 0.5, title_duplicates: 2 })
  })
  it('are not asked about small buckets, and identify nothing in one that is mostly one-offs', () => {
    const truth = six.map(() => 'one-off x')
    const titled = [
      { title: 'Tax', rows: [0, 1] },
      { title: 'tax', rows: [] },
      { title: 'Walking the dog', rows: six },
    ]
    expect(titleScore(titled, truth, names, vectors)).toEqual({ title_identifies: 0, title_duplicates: 2 })
  })
})
