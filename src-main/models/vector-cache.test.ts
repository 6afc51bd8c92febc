import { expect, it } from 'vitest'
import { VectorCache } from './vector-cache'

it('tells a passage from a query of the same words', () => {
  const cache = new VectorCache(4)
  cache.set('passage', 'a', Float32Array.of(1))
  expect(cache.get('query', 'a')).toBeUndefined()
  expect(cache.get('passage', 'a')).toEqual(Float32Array.of(1))
})

it('drops what was not read for longest', () => {
  const cache = new VectorCache(2)
  cache.set('passage', 'a', Float32Array.of(1))
  cache.set('passage', 'b', Float32Array.of(2))
  cache.get('passage', 'a')
  cache.set('passage', 'c', Float32Array.of(3))
  expect(cache.get('passage', 'b')).toBeUndefined()
  expect(cache.get('passage', 'a')).toEqual(Float32Array.of(1))
})

it('is not changed by what a caller does to a vector', () => {
  const cache = new VectorCache(2)
  const vector = Float32Array.of(1)
  cache.set('passage', 'a', vector)
  vector[0] = 9
  const read = cache.get('passage', 'a')
  read?.fill(7)
  expect(cache.get('passage', 'a')).toEqual(Float32Array.of(1))
})
