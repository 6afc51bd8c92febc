import { expect, it } from 'vitest'
import { PostingList } from './posting-list'
import { heldBytes, heldLists, hold, type ListMark } from './postings-held'

const mark = (lists: string): ListMark => ({ profile: 'p', listed: 5_000, lists, synopses: '' })
const listOfOne = (): PostingList => {
  const list = new PostingList()
  list.addPiece(0, Buffer.from([0, 7]))
  return list
}

it('counts what is held and nothing else, also where a search ends after its lists were dropped', () => {
  const first = heldLists('message', mark('one'))
  if (!first) throw new Error('they may be held')
  hold(first, 'attic', listOfOne())
  const { counted } = heldBytes()
  expect(counted).toBeGreaterThan(0)
  const second = heldLists('message', mark('two'))
  if (!second) throw new Error('they may be held')
  expect(heldBytes()).toEqual({ counted: 0, present: 0 })
  // A search that began before.
  hold(first, 'attic', listOfOne())
  hold(first, 'garden', listOfOne())
  expect(heldBytes()).toEqual({ counted: 0, present: 0 })
  hold(second, 'attic', listOfOne())
  hold(second, 'attic', listOfOne())
  expect(heldBytes()).toEqual({ counted, present: counted })
})
