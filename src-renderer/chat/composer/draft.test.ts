import { beforeEach, describe, expect, it } from 'vitest'
import { aBucketId } from '../../testing/samples'
import { readDrafts, readPasted, saveDrafts, useDrafts, wholeText } from './draft'

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
  it('keeps long pasted texts too, until they are sent or taken away', () => {
    const { paste, dropPaste, clear } = useDrafts.getState()
    paste('everything', 'a long log')
    paste('everything', 'another')
    saveDrafts()
    const stored = () => readPasted(localStorage.getItem('catchment.drafts.pasted'))
    expect(stored()).toEqual({ everything: ['a long log', 'another'] })
    dropPaste('everything', 0)
    saveDrafts()
    expect(stored()).toEqual({ everything: ['another'] })
    clear('everything')
    saveDrafts()
    expect(localStorage.getItem('catchment.drafts.pasted')).toBeNull()
    expect(readPasted('{"everything":[1],"dogs_001":["kept"],"x":"no"}')).toEqual({ dogs_001: ['kept'] })
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
