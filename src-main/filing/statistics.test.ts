import { describe, expect, it } from 'vitest'
import { WordCounts } from './statistics'

describe('word counts', () => {
  it('count in how many messages a word occurs, each message once', () => {
    const counts = new WordCounts()
    expect(counts.add(['Potash, potash, POTASH and sun', 'Sun'])).toEqual([
      ['and', 1],
      ['potash', 1],
      ['sun', 2],
    ])
    expect([counts.documents, counts.frequency('potash'), counts.frequency('sun')]).toEqual([2, 1, 2])
    expect(counts.frequency('moon')).toBe(0)
  })

  it('answer what is to be added to the store, so that both stay the same', () => {
    const counts = new WordCounts()
    const stored = new Map<string, number>()
    for (const texts of [['tomatoes want sun'], ['sun', 'sun and rain'], [], ['犬の散歩']])
      for (const [word, n] of counts.add(texts)) stored.set(word, (stored.get(word) ?? 0) + n)
    const reloaded = new WordCounts()
    reloaded.load([...stored], counts.documents)
    for (const word of [...stored.keys(), 'none']) expect(reloaded.frequency(word)).toBe(counts.frequency(word))
    expect(reloaded.documents).toBe(4)
  })

  it('forget what they held when they are loaded', () => {
    const counts = new WordCounts()
    counts.add(['old words'])
    counts.load([['new', 3]], 7)
    expect([counts.frequency('old'), counts.frequency('new'), counts.documents]).toEqual([0, 3, 7])
  })
})
