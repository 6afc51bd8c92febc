import { expect, it } from 'vitest'
import { markedTerms } from './messages'

const word = (form: string, documents: number) => ({ forms: [form], documents })

it('marks no word that stands in every other message, unless nothing else was asked for', () => {
  const asked = [word('the', 700), word('artist', 12), word('shoes', 200), word('nowhere', 0)]
  expect([...markedTerms({ wanted: asked, documents: 1_000 }).keys()]).toEqual(['artist', 'shoes', 'nowhere'])
  expect([...markedTerms({ wanted: asked.slice(0, 1), documents: 1_000 }).keys()]).toEqual(['the'])
})

it('counts no word as common where hardly anything was said yet', () => {
  expect([...markedTerms({ wanted: [word('tea', 4), word('cup', 1)], documents: 5 }).keys()]).toEqual(['tea', 'cup'])
})
