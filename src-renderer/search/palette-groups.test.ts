import type { SearchHit } from '@shared/contract/search'
import { describe, expect, it } from 'vitest'
import { readLine } from '../chat/composer/slash'
import { aBucket, aMessageId, at } from '../testing/samples'
import { partsOf } from './highlighted'
import { type PaletteScope, paletteGroups } from './palette-groups'

const dogs = aBucket('dogs_001', { title: 'Labrador puppy' })
const bread = aBucket('bread_001', { title: 'Sourdough bread' })
const hit = (n: number, kind: SearchHit['kind']): SearchHit => ({
  kind,
  id: aMessageId(n),
  messageId: aMessageId(n),
  segmentId: null,
  bucketId: bread.id,
  bucketTitle: bread.title,
  ts: at(n),
  author: 'user',
  title: kind === 'segment' ? 'A segment' : null,
  snippet: { text: 'a puppy', highlights: [[2, 7]] },
  place: null,
  score: 0.9,
})
const actions = [{ id: 'tidy', label: 'Tidy now', run: () => undefined }]
const groups = (typed: string, scope: PaletteScope = 'all', hits: SearchHit[] = []) =>
  paletteGroups({
    typed,
    scope,
    line: readLine(typed),
    buckets: [dogs, bread],
    actions,
    hits,
    bucketHits: [
      { bucket: dogs, score: 0.9, snippet: { text: 'x', highlights: [] }, messageId: null },
      { bucket: bread, score: 0.5, snippet: { text: 'y', highlights: [] }, messageId: null },
    ],
  })
const names = (list: ReturnType<typeof groups>) => list.map((group) => group.name)
const values = (list: ReturnType<typeof groups>, name: string) =>
  list.find((group) => group.name === name)?.entries.map((entry) => entry.value) ?? []

describe('the list of the palette', () => {
  it('puts what is known at once above what was searched for, so that a late answer moves no selected line', () => {
    const before = groups('puppy').filter((group) => group.name !== 'bucketsAbout')
    const after = groups('puppy', 'all', [hit(1, 'message'), hit(2, 'segment')])
    expect(names(before)).toEqual(['buckets'])
    expect(names(after)).toEqual(['buckets', 'messages', 'segments', 'bucketsAbout'])
  })
  it('names a bucket once, whether its title or its content fits', () => {
    const list = groups('puppy')
    expect(values(list, 'buckets')).toEqual(['bucket dogs_001'])
    expect(values(list, 'bucketsAbout')).toEqual(['about bread_001'])
  })
  it('shows some of each kind among everything, and all of a kind in its own scope', () => {
    const many = Array.from({ length: 30 }, (_, n) => hit(n, 'message'))
    expect(values(groups('puppy', 'all', many), 'messages')).toHaveLength(8)
    expect(names(groups('puppy', 'messages', many))).toEqual(['messages', 'bucketsAbout'])
    expect(values(groups('puppy', 'messages', many), 'messages')).toHaveLength(30)
  })
  it('leaves out what still stands there from another scope', () => {
    expect(values(groups('puppy', 'segments', [hit(1, 'message'), hit(2, 'segment')]), 'messages')).toEqual([])
  })
  it('offers to run a command that is written out, and finds commands by their beginning', () => {
    expect(values(groups('/pin dogs_001'), 'run')).toEqual(['run'])
    expect(values(groups('/und'), 'commands')).toEqual(['command undo'])
    expect(names(groups('/nonsense')).includes('run')).toBe(false)
  })
})

describe('a snippet', () => {
  it('is cut where its highlights begin and end, and is whole again when read in order', () => {
    const parts = partsOf({
      text: 'a puppy and a dog',
      highlights: [
        [2, 7],
        [14, 17],
      ],
    })
    expect(parts.filter((part) => part.marked).map((part) => part.text)).toEqual(['puppy', 'dog'])
    expect(parts.map((part) => part.text).join('')).toBe('a puppy and a dog')
  })
  it('marks nothing where a range makes no sense', () => {
    const text = 'short'
    for (const range of [
      [3, 2],
      [2, 99],
      [-1, 3],
    ] as [number, number][])
      expect(
        partsOf({ text, highlights: [range] })
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
  })
})
