import { describe, expect, it } from 'vitest'
import { oneOffsOf, outdatedSummaries } from './daily-summaries'
import { bucketOf, id } from './testing/samples'

const day = 'misc_conversations_2026_01_05'
const merged = (name: string, title: string, into: string) =>
  bucketOf({ id: name, title, status: 'merged', ownMergedInto: id(into), mergedInto: id(day) })
const said = (home: string, text: string, role: 'user' | 'assistant' = 'user') => ({
  homeBucketId: id(home),
  role,
  text,
})

describe('the contents of a day', () => {
  it('are the buckets that were filed away, in order of time, each with what the person said first', () => {
    const former = [merged('ephemeral_001', 'Arduino', day), merged('ephemeral_002', 'Tax', day)]
    const messages = [
      said('ephemeral_002', 'Here is how.', 'assistant'),
      said('ephemeral_001', 'Blink an LED?'),
      said('ephemeral_002', 'How do I file it?'),
      said('ephemeral_001', 'And a motor?'),
    ]
    expect(oneOffsOf(id(day), messages, former)).toEqual([
      { title: 'Tax', opening: 'How do I file it?' },
      { title: 'Arduino', opening: 'Blink an LED?' },
    ])
  })

  it('count what was merged before it was filed away as one', () => {
    const former = [
      merged('ephemeral_001', 'Arduino', 'ephemeral_002'),
      merged('ephemeral_002', 'Microcontrollers', 'ephemeral_003'),
      merged('ephemeral_003', 'Electronics', day),
    ]
    expect(oneOffsOf(id(day), [said('ephemeral_001', 'LED?'), said('ephemeral_003', 'Motor?')], former)).toEqual([
      { title: 'Electronics', opening: 'LED?' },
    ])
  })

  it('name what a person filed there themselves', () => {
    expect(oneOffsOf(id(day), [said(day, 'Keep this here.')], [])).toEqual([
      { title: 'Filed by hand', opening: 'Keep this here.' },
    ])
  })

  it('are to be summarised anew where they changed, and only in such buckets', () => {
    const buckets = [
      bucketOf({ id: day, status: 'archived', summaryStale: true }),
      bucketOf({ id: 'misc_conversations_2026_01_04', status: 'archived' }),
      bucketOf({ id: 'cats_001', summaryStale: true }),
    ]
    expect(outdatedSummaries(buckets)).toEqual([day])
  })
})
