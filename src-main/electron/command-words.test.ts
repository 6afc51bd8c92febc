import { expect, test } from 'vitest'
import { wordsOfCommandLine } from './command-words'

test('without the mark the window is meant', () => {
  expect(wordsOfCommandLine(['/opt/catchment/catchment-app'])).toBeNull()
  expect(wordsOfCommandLine(['electron', '.', 'catchment://bucket/dogs_001'])).toBeNull()
})

test('what stands behind the mark are the words, as they were typed', () => {
  const electron = ['/opt/catchment/catchment-app', '--no-sandbox', '--disable-gpu', '--command-line', '--']
  expect(wordsOfCommandLine(electron)).toEqual([])
  expect(wordsOfCommandLine([...electron, 'send', '--', '--command-line'])).toEqual(['send', '--', '--command-line'])
  expect(wordsOfCommandLine(['app', '--command-line', 'buckets', '--json'])).toEqual(['buckets', '--json'])
})
