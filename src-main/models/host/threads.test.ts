import { expect, it } from 'vitest'
import { chatThreads, embeddingThreads } from './threads'

it('leaves half of the machine to everything else while a chat model runs', () => {
  expect([1, 2, 3, 4, 8, 16].map(chatThreads)).toEqual([1, 1, 2, 2, 4, 8])
})

it('takes few threads for embeddings and never none', () => {
  expect([1, 2, 4, 16].map(embeddingThreads)).toEqual([1, 2, 4, 4])
})
