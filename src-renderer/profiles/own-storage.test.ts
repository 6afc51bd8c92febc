import { beforeEach, describe, expect, it } from 'vitest'
import { useSeen } from '../buckets/seen'
import { saveDrafts, useDrafts } from '../chat/composer/draft'
import { adoptProfile, forgetProfile } from './own-storage'

const write = (text: string): void => {
  useDrafts.getState().write('everything', text)
  saveDrafts()
}
const draft = () => useDrafts.getState().texts.everything ?? ''

beforeEach(() => {
  localStorage.clear()
  useDrafts.setState({ texts: {} })
  adoptProfile('default')
})

describe('what the window keeps for a person', () => {
  it('is never shown to another profile, and is there again when its own comes back', () => {
    write('a letter')
    useSeen.getState().baseline([])
    adoptProfile('work')
    expect(draft()).toBe('')
    expect(useSeen.getState().seen).toBeNull()
    write('a report')
    adoptProfile('default')
    expect(draft()).toBe('a letter')
    adoptProfile('work')
    expect(draft()).toBe('a report')
  })
  it('goes with a deleted profile, so that a new one of the same name begins empty', () => {
    adoptProfile('work')
    write('a report')
    adoptProfile('default')
    forgetProfile('work')
    adoptProfile('work')
    expect(draft()).toBe('')
  })
  it('stays where it is when the same profile is opened again', () => {
    write('a letter')
    adoptProfile('default')
    expect(draft()).toBe('a letter')
  })
})
