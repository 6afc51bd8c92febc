import { expect, it } from 'vitest'
import { isSoonLookedThrough, missingInWords } from './missing-rows'

const none = { messages: 0, buckets: 0, segments: 0, receipts: 0, memories: 0 }

it('says what is missing, one and many, and nothing of a whole store', () => {
  expect(missingInWords(none)).toBeNull()
  expect(missingInWords(undefined)).toBeNull()
  expect(missingInWords({ ...none, memories: 1 })).toContain('it knows of 1 memory that is not there')
  expect(missingInWords({ ...none, messages: 2, buckets: 1 })).toContain('2 messages, 1 bucket that are not there')
})

it('keeps a start from looking through a large store', () => {
  expect(isSoonLookedThrough(20_000)).toBe(true)
  expect(isSoonLookedThrough(20_001)).toBe(false)
})
