import { parseBucketCommand } from '@shared/commands'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aBucket, aBucketId, aSuggestion, at } from '../../testing/samples'
import { complete, insertItem, readLine } from './slash'

const buckets = [
  aBucket('dogs_001', { title: 'Labrador puppy', lastActive: at(3) }),
  aBucket('code_001', { title: 'Programming help', lastActive: at(2) }),
  aBucket('bread_001', { title: 'Sourdough bread', lastActive: at(1) }),
  aBucket('gone_001', { title: 'Merged away', status: 'merged' }),
]
const suggestions = [aSuggestion(1, { source: aBucketId('bread_001'), sourceTitle: 'Sourdough bread' }), aSuggestion(2)]
const names = (text: string, caret = text.length) =>
  complete(text, caret, buckets, suggestions)?.items.map((item) =>
    item.kind === 'command' ? item.name : item.kind === 'bucket' ? item.bucket.id : item.suggestion.sourceTitle,
  ) ?? []

describe('a typed line', () => {
  it('is a command if it begins with one', () => {
    expect(readLine('/pin dogs_001')).toEqual({ kind: 'bucket', line: '/pin dogs_001', shows: false })
    expect(readLine('/show dogs_001')).toMatchObject({ kind: 'bucket', shows: true })
    expect(readLine('/tidy')).toEqual({ kind: 'own', command: 'tidy', argument: '' })
    expect(readLine('/accept dogs_001')).toEqual({ kind: 'own', command: 'accept', argument: 'dogs_001' })
  })
  it('is looked at before it is done, if it merges or splits', () => {
    expect(readLine('/merge a b "New name"')).toMatchObject({
      kind: 'preview',
      command: { kind: 'merge', sources: ['a', 'b'], target: 'New name' },
    })
    expect(readLine('/split a b c')).toMatchObject({ kind: 'preview', command: { kind: 'split' } })
    expect(readLine('/mv a b')).toMatchObject({ kind: 'bucket' })
  })
  it('is broken if no such command can be written so', () => {
    expect(readLine('/mrege a b')).toMatchObject({ kind: 'broken', known: false })
    expect(readLine('/close the door')).toMatchObject({ kind: 'broken', known: true })
    expect(readLine('/merge a')).toMatchObject({ kind: 'broken', message: 'Write it as: merge A B NEW', known: true })
  })
  it.each(['/etc/hosts is broken', ' /pin it says', '/pin a\nand more', 'what is /pin?', '/', '//comment', '/42'])(
    'is a message: %j',
    (text) => {
      expect(readLine(text)).toEqual({ kind: 'message' })
    },
  )
})

describe('completion', () => {
  it('offers commands by their beginning, and all of them after the slash', () => {
    expect(names('/un')).toEqual(['unpin', 'unarchive', 'undo'])
    expect(names('/')).toHaveLength(15)
    expect(names('/nonsense')).toEqual([])
  })
  it('offers buckets by title or id, newest activity first, and none that was merged away', () => {
    expect(names('/merge ')).toEqual(['dogs_001', 'code_001', 'bread_001'])
    expect(names('/merge prog')).toEqual(['code_001'])
    expect(names('/pin "sour')).toEqual(['bread_001'])
  })
  it('writes titles, and ids only where two are alike; who is called what was typed comes first', () => {
    const johns = [
      aBucket('birthday_001', { title: 'Birthday of John', lastActive: at(9) }),
      aBucket('johnson_001', { title: 'Johnson', lastActive: at(8) }),
      aBucket('visit_001', { title: 'John', lastActive: at(1) }),
      aBucket('twin_001', { title: 'Johnny twin', lastActive: at(3) }),
      aBucket('twin_002', { title: 'Johnny twin', lastActive: at(2) }),
    ]
    const items = complete('/pin John', 9, johns)?.items ?? []
    expect(items.map(({ insert }) => insert)).toEqual([
      'John ',
      'Johnson ',
      'twin_001 ',
      'twin_002 ',
      '"Birthday of John" ',
    ])
    expect(items.map((item) => item.kind === 'bucket' && item.alike)).toEqual([false, false, true, true, false])
  })
  it('offers them for every argument that is a bucket, and for no other', () => {
    expect(names('/merge dogs_001 cod')).toEqual(['code_001'])
    expect(names('/merge dogs_001 code_001 brea')).toEqual(['bread_001'])
    expect(names('/pin dogs_001 cod')).toEqual([])
    expect(names('/rename dogs_001 brea')).toEqual([])
    expect(names('/merge "two words" cod')).toEqual(['code_001'])
  })
  it('offers the open suggestions where one is accepted or dismissed', () => {
    expect(names('/accept ')).toEqual(['Sourdough bread', 'suggestion 2'])
    expect(names('/dismiss sour')).toEqual(['Sourdough bread'])
    expect(names('/dismiss bread_001 ')).toEqual([])
  })
  it('says nothing in a message', () => {
    expect(names('hello /pin')).toEqual([])
    expect(names('/pin a\nb')).toEqual([])
  })
  it('replaces what is being typed and leaves the caret after it', () => {
    const text = '/merge prog bread_001'
    const completion = complete(text, 11, buckets)
    const item = completion?.items[0]
    expect(completion && item && insertItem(text, completion, item)).toEqual({
      text: '/merge "Programming help" bread_001',
      caret: 26,
    })
  })
  it('writes commands that parse, whichever items are chosen', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 4, maxLength: 4 }), (choices) => {
        let text = '/'
        for (const choice of choices) {
          const completion = complete(text, text.length, buckets, suggestions)
          const item = completion?.items[choice % completion.items.length]
          if (!completion || !item) break
          text = insertItem(text, completion, item).text
        }
        const needsTitle = text.startsWith('/rename')
        const line = readLine(needsTitle ? `${text}title` : text)
        expect(['bucket', 'own', 'preview']).toContain(line.kind)
        if (line.kind === 'bucket' || line.kind === 'preview') expect(parseBucketCommand(line.line).ok).toBe(true)
      }),
    )
  })
})
