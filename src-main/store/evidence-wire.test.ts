import { messageId, segmentId } from '@shared/ids'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { handedOver, takenOver } from './evidence-wire'
import type { Evidence, EvidenceRow } from './repositories/search/search'

const words = fc.array(fc.nat(70), { maxLength: 5 })
const likeness = fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: null })
const segment = fc.option(
  fc.uuid({ version: 7 }).map((id) => segmentId.parse(id)),
  { nil: null },
)
const neighbour = fc.record<EvidenceRow>({
  number: fc.nat(),
  messageId: fc.constant(null),
  segmentId: segment,
  bySomebody: fc.constant(false),
  author: fc.constant(''),
  at: fc.constant(null),
  length: fc.nat(2_000),
  holds: words,
  talkHolds: fc.constant([]),
  likeness,
})
const candidate = fc.record<EvidenceRow>({
  number: fc.nat(),
  messageId: fc.uuid({ version: 7 }).map((id) => messageId.parse(id)),
  segmentId: segment,
  bySomebody: fc.boolean(),
  author: fc.string(),
  at: fc.option(fc.nat(), { nil: null }),
  length: fc.nat(2_000),
  holds: words,
  talkHolds: words,
  likeness,
})
const evidence = fc.record<Evidence>({
  documents: fc.nat(),
  meanLength: fc.double({ min: 1, max: 100, noNaN: true }),
  wanted: fc.array(fc.record({ term: fc.string(), forms: fc.array(fc.string()), documents: fc.nat() }), {
    maxLength: 4,
  }),
  rows: fc.array(fc.oneof(neighbour, candidate), { maxLength: 20 }),
})
const copied = (data: unknown): unknown => takenOver(structuredClone(data))

it('evidence arrives on the main thread as it was found, whatever it is', () => {
  fc.assert(
    fc.property(evidence, evidence, (messages, memories) => {
      expect(copied(handedOver('search', 'evidence', messages))).toEqual(messages)
      expect(copied(handedOver('search', 'recallEvidence', { messages, memories }))).toEqual({ messages, memories })
    }),
    { numRuns: 60 },
  )
})

it('what else the store answers is left alone', () => {
  for (const data of [null, undefined, 3, 'text', [], { messages: 1, firstAt: null }, { messages: [], memories: [] }]) {
    expect(handedOver('messages', 'overview', data)).toBe(data)
    expect(takenOver(data)).toBe(data)
  }
})
