import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketOf, mergedInto } from '../buckets/testing/samples'
import { wordVector } from '../models/testing/word-host'
import { bucket, newMessageId } from '../store/testing/samples'
import type { StoredBucket } from '../store/types'
import { filingModelFor } from './fitted'
import { profileFrom } from './profile'
import { fromRead, fromStored, ProfileShelf, toStored } from './profiles'
import { WordCounts } from './statistics'
import { sharedTerms } from './terms'
import type { FilingTurn } from './types'

const model = filingModelFor('multilingual-e5-small')
if (!model) throw new Error('the default model has no numbers')
const statistics = new WordCounts()
const turn = (text: string, at: number): FilingTurn => ({
  id: newMessageId(),
  role: 'user',
  text,
  at,
  vector: wordVector(text),
  bucketId: null,
  stretchId: null,
  locked: false,
})
const profile = (id: string, ...turns: FilingTurn[]) =>
  profileFrom({ id: bucket(id), title: '', status: 'active' }, turns, statistics, model)

function shelfWith(buckets: StoredBucket[]) {
  const known = new Map(buckets.map((b) => [b.id, b]))
  const shelf = new ProfileShelf((id) => {
    const found = known.get(id)
    return (found?.mergedInto ? known.get(found.mergedInto) : found) ?? null
  }, statistics)
  return { shelf, known }
}

describe('the shelf of profiles', () => {
  const tomatoes = profile('tomatoes_001', turn('Tomatoes want sun', 10), turn('Tomatoes want potash', 20))
  const beans = profile('beans_001', turn('Beans climb', 5))

  it('knows a bucket as the sum of the homes that lead to it, under its own name and state', () => {
    const { shelf } = shelfWith([
      bucketOf('beans_001', { title: 'Beans', status: 'archived' }),
      mergedInto('beans_001', 'tomatoes_001', { title: 'Tomatoes' }),
    ])
    shelf.put(tomatoes.id, tomatoes)
    shelf.put(beans.id, beans)
    const [only, ...others] = shelf.all()
    expect(others).toEqual([])
    expect(only).toMatchObject({
      id: 'beans_001',
      title: 'Beans',
      status: 'archived',
      messages: 3,
      firstAt: 5,
      lastAt: 20,
    })
    expect(only?.terms.get('tomatoes')).toBe(2)
    expect(only?.weight).toBeCloseTo(tomatoes.weight + beans.weight, 10)
    expect(shelf.of(bucket('tomatoes_001'))).toBeNull()
    expect(shelf.home(bucket('tomatoes_001')).messages).toBe(2)
  })

  it('follows a merge and its undo without a profile being touched, once it is told', () => {
    const { shelf, known } = shelfWith([bucketOf('beans_001'), bucketOf('tomatoes_001')])
    shelf.put(tomatoes.id, tomatoes)
    shelf.put(beans.id, beans)
    expect(
      shelf
        .all()
        .map((p) => p.messages)
        .sort(),
    ).toEqual([1, 2])
    known.set(bucket('tomatoes_001'), mergedInto('beans_001', 'tomatoes_001'))
    shelf.invalidate()
    expect(shelf.all().map((p) => [p.id, p.messages])).toEqual([['beans_001', 3]])
    known.set(bucket('tomatoes_001'), bucketOf('tomatoes_001'))
    shelf.invalidate()
    expect(shelf.of(bucket('tomatoes_001'))?.messages).toBe(2)
    expect([...(shelf.of(bucket('tomatoes_001'))?.sum ?? [])]).toEqual([...tomatoes.sum])
  })

  it('leaves out what leads nowhere, and has an empty profile for a home it does not know', () => {
    const { shelf } = shelfWith([])
    shelf.put(tomatoes.id, tomatoes)
    expect(shelf.all()).toEqual([])
    expect(shelf.home(bucket('new_001'))).toMatchObject({ id: 'new_001', messages: 0, weight: 0 })
  })

  it('comes back from the store as it went in', () => {
    const { shelf } = shelfWith([bucketOf('tomatoes_001', { title: 'Tomatoes' })])
    const stored = toStored(tomatoes, 'model@1')
    expect(stored).toMatchObject({ bucketId: 'tomatoes_001', modelId: 'model@1', messages: 2 })
    expect(fromStored(stored)).toEqual(tomatoes)
    expect(fromRead({ ...stored, terms: JSON.stringify(stored.terms) })).toEqual(tomatoes)
    shelf.put(bucket('stale_001'), beans)
    shelf.load([tomatoes])
    expect(shelf.all().map((p) => [p.id, p.messages])).toEqual([['tomatoes_001', 2]])
  })

  it('knows the words that stand in most of its larger buckets: they tell none of them from another', () => {
    const topics = ['tomatoes', 'beans', 'trains', 'taxes', 'violins', 'kites', 'soup']
    const { shelf } = shelfWith(topics.map((topic) => bucketOf(`${topic}_001`, {})))
    for (const topic of topics.slice(0, 5)) shelf.put(bucket(`${topic}_001`), profile(`${topic}_001`, ...many(topic)))
    expect(shelf.isCommon('photo')).toBe(false)
    for (const topic of topics) shelf.put(bucket(`${topic}_001`), profile(`${topic}_001`, ...many(topic)))
    expect(shelf.isCommon('photo')).toBe(true)
    expect(shelf.isCommon('tomatoes')).toBe(false)
    statistics.spread((word) => shelf.isCommon(word))
    const [a, b] = [shelf.home(bucket('beans_001')), shelf.home(bucket('kites_001'))]
    expect(sharedTerms(a.terms, b.terms, statistics, 5)).not.toContain('photo')
    expect(sharedTerms(a.terms, a.terms, statistics, 5)).toContain('beans')
    statistics.spread(() => false)
  })
})

const many = (topic: string) => Array.from({ length: 9 }, (_, i) => turn(`A photo of ${topic}`, i))

describe('a shelf that is changed piece by piece', () => {
  const names = ['a_001', 'b_001', 'c_001', 'd_001', 'e_001', 'f_001', 'g_001']
  const words = ['sun', 'potash', 'beans', 'tax', 'train', 'bread']
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('put' as const),
      home: fc.constantFrom(...names),
      said: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 12 }),
    }),
    fc.record({
      kind: fc.constant('title' as const),
      home: fc.constantFrom(...names),
      title: fc.constantFrom('One', 'Two'),
    }),
    fc.record({
      kind: fc.constant('merge' as const),
      home: fc.constantFrom(...names),
      into: fc.constantFrom(...names),
    }),
    fc.record({ kind: fc.constant('look' as const), home: fc.constantFrom(...names) }),
  )

  it('knows the same as one that is put together anew', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const { shelf, known } = shelfWith(names.map((name) => bucketOf(name, { title: name })))
        const homes = new Map<string, ReturnType<typeof profile>>()
        for (const s of steps) {
          const id = bucket(s.home)
          if (s.kind === 'put') {
            const made = profile(s.home, ...s.said.map((word, i) => turn(word, i)))
            homes.set(s.home, made)
            shelf.put(id, made)
          }
          if (s.kind === 'title') known.set(id, bucketOf(s.home, { title: s.title }))
          if (s.kind === 'merge' && s.into !== s.home && known.get(bucket(s.into))?.mergedInto === null)
            known.set(id, mergedInto(s.into, s.home))
          // A merge or its undo is followed by an operation, which says so; a turn says which buckets it wrote.
          if (s.kind === 'merge') shelf.invalidate()
          if (s.kind === 'title') shelf.follow([{ id }], [])
          if (s.kind === 'look') shelf.all()
        }
        const anew = new ProfileShelf((id) => {
          const found = known.get(id)
          return (found?.mergedInto ? known.get(found.mergedInto) : found) ?? null
        }, statistics)
        for (const [name, made] of homes) anew.put(bucket(name), made)
        const sorted = (list: readonly { id: string }[]) => [...list].sort((a, b) => (a.id < b.id ? -1 : 1))
        expect(sorted(shelf.all())).toEqual(sorted(anew.all()))
        expect(words.map((word) => shelf.isCommon(word))).toEqual(words.map((word) => anew.isCommon(word)))
      }),
      { numRuns: 300 },
    )
  })
})
