import { describe, expect, it } from 'vitest'
import { phraseBackground, titleFit, titleSpace } from './title-space'
import { cosine } from './vectors'

const vector = (...numbers: number[]) => Float32Array.from(numbers)
const nothing = vector(0, 0, 0)
const space = (others: Float32Array[], background: Float32Array = nothing) =>
  titleSpace({ own: vector(1, 0, 0), others, background, candidates: [vector(1, 0, 0)], weights: [1] })

describe('titleFit', () => {
  it('tells a phrase of this topic from one that fits the others as well', () => {
    const others = [vector(0, 1, 0), vector(0, 0.9, 0.1)]
    const [ours, anyones] = [titleFit(vector(1, 0, 0), space(others)), titleFit(vector(0.7, 0.7, 0), space(others))]
    expect(ours.apart).toBeGreaterThan(0.8)
    expect(anyones.apart).toBeLessThan(0.2)
  })

  it('is told from the others by the mean of its cosines with them, however long their vectors are', () => {
    const others = [vector(0, 3, 0), vector(0.2, 0.1, 0), vector(0, 0, 0.5), vector(0, 0, 0)]
    const phrase = vector(0.5, 0.4, 0.1)
    const mean = others.reduce((sum, other) => sum + cosine(phrase, other), 0) / others.length
    const { own, apart } = titleFit(phrase, space(others))
    expect(own - apart).toBeCloseTo(mean, 5)
  })

  it('goes by nearness alone where there is nothing to be told from', () => {
    expect(titleFit(vector(1, 0, 0), space([])).apart).toBeCloseTo(0.5)
  })

  it('does not count what all short phrases have in common', () => {
    const shared = vector(0, 0, 1)
    const background = phraseBackground([shared, shared, shared], shared)
    const { own } = titleFit(vector(0.2, 0, 1), space([], background))
    expect(own).toBeCloseTo(1)
  })
})
