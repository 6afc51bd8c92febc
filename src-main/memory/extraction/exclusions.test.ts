import { type BucketId, bucketId, messageId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import type { StoredMessage } from '../../store/types'
import { isAbout, learnable } from './exclusions'

const [health, work] = [bucketId.parse('health_001'), bucketId.parse('work_001')]
const titles = new Map<BucketId, string>([
  [health, 'Health'],
  [work, 'Work'],
])
const bucketOf = (id: BucketId) => ({ id, title: titles.get(id) ?? '' })
const message = (text: string, bucket: BucketId | null) =>
  ({ id: messageId.parse(uuidv7()), text, bucketId: bucket }) as StoredMessage

it('learns nothing from a ruled-out topic, bucket or message, and from everything else', () => {
  const pills = message('I take pills at night', health)
  const salary = message('My salary is 3,000', work)
  const dog = message('I have a dog', null)
  const said = message('My health insurance is with ACME', work)
  const all = [pills, salary, dog, said]
  const none = { topics: [], buckets: new Set<BucketId>(), messages: new Set<StoredMessage['id']>() }
  expect(learnable(all, none, bucketOf)).toEqual(all)
  expect(learnable(all, { ...none, topics: ['health'] }, bucketOf)).toEqual([salary, dog])
  expect(learnable(all, { ...none, buckets: new Set([work]) }, bucketOf)).toEqual([pills, dog])
  expect(learnable(all, { ...none, messages: new Set([dog.id]) }, bucketOf)).toEqual([pills, salary, said])
})

it('reads a topic by its words, in any form the search index knows', () => {
  expect(isAbout('Our taxes are due', ['tax'])).toBe(true)
  expect(isAbout('The taxi is due', ['tax'])).toBe(false)
  expect(isAbout('Meine Gesundheit', ['Gesundheit'])).toBe(true)
})
