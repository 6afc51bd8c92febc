import { describe, expect, it } from 'vitest'
import { type WhyInput, whySentence } from './why'

const why = (over: Partial<WhyInput> = {}) =>
  whySentence({
    bucketTitle: 'Garden',
    filedBy: 'classifier',
    confidence: 0.914,
    candidates: [],
    founded: false,
    movedBy: null,
    ...over,
  })

describe('why a message is where it is', () => {
  it('says that a person put it there, whatever else happened to it', () => {
    const movedBy = { actor: 'person', sentence: 'Merged.' }
    expect(why({ filedBy: 'person', movedBy })).toBe('You put it into “Garden”. Nothing automatic will ever move it.')
  })

  it('gives the sentence of the act that moved it', () => {
    const movedBy = { actor: 'janitor', sentence: 'Merged “Tomatoes” into “Garden”: both are about potash.' }
    expect(why({ movedBy })).toBe(movedBy.sentence)
    expect(why({ filedBy: 'model', movedBy })).toBe(movedBy.sentence)
  })

  it('says that a model did it', () => {
    expect(why({ filedBy: 'model' })).toBe('The model put it into “Garden”.')
  })

  it('gives the classifier’s grounds: how sure, and the best two it considered', () => {
    const candidates = [
      { title: 'Garden', score: 0.91 },
      { title: 'Kitchen', score: 0.062 },
      { title: 'Trains', score: 0.01 },
    ]
    expect(why({ candidates })).toBe(
      'The talk around it fits “Garden”. It is 91 % sure. Considered: “Garden” (91 %) and “Kitchen” (6 %).',
    )
    expect(why({ candidates: candidates.slice(0, 1), confidence: null })).toBe(
      'The talk around it fits “Garden”. Considered: “Garden” (91 %).',
    )
  })

  it('says that a new bucket was made, and what else was considered, and that an import brought it', () => {
    expect(why({ founded: true })).toBe(
      'The talk around it was unlike anything filed before, so “Garden” was made for it. It is 91 % sure.',
    )
    const candidates = [{ title: 'Kitchen', score: 0.05 }]
    expect(why({ founded: true, confidence: null, filedBy: 'import', candidates })).toBe(
      'It was imported, and the talk around it was unlike anything filed before, so “Garden” was made for it. Considered: “Kitchen” (5 %).',
    )
  })

  it('says that it is not filed yet', () => {
    expect(why({ bucketTitle: null, filedBy: null })).toMatch(/not filed yet/)
  })
})
