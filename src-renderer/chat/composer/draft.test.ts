import { beforeEach, describe, expect, it } from 'vitest'
import { aBucketId } from '../../testing/samples'
import { readDrafts, saveDrafts, useDrafts, wholeText } from './draft'

beforeEach(() => {
  localStorage.clear()
  useDrafts.setState({ texts: {}, pasted: {} })
})

describe('a draft', () => {
  it('survives a restart, each thread its own', () => {
    const { write } = useDrafts.getState()
    write('everything', 'half a thought')
    write(aBucketId('dogs_001'), 'and another')
    saveDrafts()
    expect(readDrafts(localStorage.getItem('catchment.drafts'))).toEqual({
      everything: 'half a thought',
      dogs_001: 'and another',
    })
  })
  it('is gone once it was sent', () => {
    useDrafts.getState().write('everything', 'sent')
    useDrafts.getState().clear('everything')
    saveDrafts()
    expect(readDrafts(localStorage.getItem('catchment.drafts'))).toEqual({})
  })
  it('that was damaged does not keep the composer from working', () => {
    expect(readDrafts('{"everything":')).toEqual({})
    expect(readDrafts('[1,2]')).toEqual({})
    expect(readDrafts('{"everything":42,"dogs_001":"kept"}')).toEqual({ dogs_001: 'kept' })
  })
})

describe('what is sent', () => {
  it('is the typed text, then each long pasted one', () => {
    expect(wholeText(' look at this: ', ['a\nlog', 'another'])).toBe('look at this:\n\na\nlog\n\nanother')
    expect(wholeText('', ['only pasted'])).toBe('only pasted')
    expect(wholeText('  ', [])).toBe('')
  })
})
