import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitParts, type Parts } from './fit'
import { anyText, message, segment, tierBucket } from './testing/samples'

const place = { timeZone: 'Europe/Berlin', locale: 'en-US' }
const buckets = (name: string, maxLength: number) =>
  fc
    .array(anyText, { maxLength })
    .map((texts) => texts.map((summary, i) => tierBucket(`${name}_${i}_001`, { summary })))
const messages = (from: number) =>
  fc.array(anyText, { maxLength: 8 }).map((texts) => texts.map((text, i) => message(from + i, text)))

const anyParts: fc.Arbitrary<Parts> = fc.record({
  instructions: anyText,
  memory: anyText,
  tiers: fc.record({
    primary: buckets('primary', 5),
    background: buckets('background', 4),
    available: buckets('available', 5),
    more: fc.nat(50),
  }),
  manifest: fc
    .array(anyText, { maxLength: 6 })
    .map((titles) => [
      { date: '2026-01-13', label: 'Yesterday', segments: titles.map((title, i) => segment(i, title)) },
    ]),
  summaries: fc.array(anyText, { maxLength: 3 }).map((titles) => titles.map((title, i) => segment(100 + i, title))),
  continuity: messages(1),
  active: messages(101),
  boundary: fc.option(anyText),
  collapseMarker: fc.constant(true),
})

/** The declared order, first to go first; what of each was there and what is left. */
function classes(before: Parts, after: Parts): { name: string; had: readonly unknown[]; has: readonly unknown[] }[] {
  const words = (text: string | null) => (text === null || text === '' ? [] : [text])
  const list = (name: string, of: (parts: Parts) => readonly unknown[]) => ({ name, had: of(before), has: of(after) })
  return [
    list('available', (p) => p.tiers.available),
    list('background', (p) => p.tiers.background),
    list('manifest', (p) => p.manifest.flatMap((g) => g.segments)),
    list('summaries', (p) => p.summaries.toReversed()),
    list('messages', (p) => [...p.continuity, ...p.active].toReversed()),
    list('memory', (p) => words(p.memory)),
    list('primary', (p) => p.tiers.primary),
    list('instructions', (p) => words(p.instructions)),
    list('boundary', (p) => words(p.boundary)),
  ]
}

describe('what is dropped first', () => {
  it('is AVAILABLE, then BACKGROUND, manifest, summaries, oldest messages, memory, PRIMARY: nothing before its turn', () => {
    fc.assert(
      fc.property(anyParts, fc.integer({ min: 0, max: 6_000 }), fc.boolean(), (parts, budgetTokens, tags) => {
        const of = classes(parts, fitParts(parts, { budgetTokens, place, tags }))
        for (const [i, { had, has }] of of.entries()) {
          // The best, newest or most recently discussed of each stay: what is left is its beginning.
          expect(had.slice(0, has.length)).toEqual(has)
          if (has.length === had.length) continue
          for (const earlier of of.slice(0, i)) expect(earlier.has).toEqual([])
        }
      }),
      { numRuns: 150 },
    )
  })

  it('is nothing while there is room, and never more with a larger budget', () => {
    const kept = (parts: Parts, budgetTokens: number) =>
      classes(parts, fitParts(parts, { budgetTokens, place, tags: false })).reduce((n, { has }) => n + has.length, 0)
    fc.assert(
      fc.property(anyParts, fc.nat(4_000), fc.nat(4_000), (parts, budget, more) => {
        expect(kept(parts, budget + more)).toBeGreaterThanOrEqual(kept(parts, budget))
        expect(fitParts(parts, { budgetTokens: 1_000_000, place, tags: false })).toEqual({
          ...parts,
          manifest: parts.manifest.filter((g) => g.segments.length > 0),
        })
      }),
      { numRuns: 60 },
    )
  })
})
