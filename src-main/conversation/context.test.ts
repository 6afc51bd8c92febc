import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens } from '../language/tokens'
import { groupByLocalDate } from '../segments/manifest'
import { MESSAGE_OVERHEAD } from './budget'
import { type ContextInput, composeContext } from './context'
import { type Opening, openingView, parseOpening } from './opening'
import { anyText, contextInput, message, NOW, segment, tierBucket } from './testing/samples'

const HOUR = 3_600_000
const place = { timeZone: 'Europe/Berlin', locale: 'en-US' }
const names = (opening: Opening) => opening.sections.map((s) => s.name)
const section = (opening: Opening, name: string) => opening.sections.find((s) => s.name === name)?.text ?? ''

/** What is sent of an opening, as its model would count it. */
function tokensSent(opening: Opening): number {
  const system = opening.sections.map((s) => s.text).join('\n\n')
  const messages = [...opening.continuity, ...opening.active].map((m) => m.text)
  const texts = [system, ...messages, ...(opening.boundary === null ? [] : [opening.boundary])].filter((t) => t !== '')
  return texts.reduce((sum, text) => sum + countTokens(text) + MESSAGE_OVERHEAD, 0)
}

const rich = (over: Partial<ContextInput> = {}): ContextInput => {
  const segments = [1, 2, 3, 4].map((n) => segment(n, `Talk ${n}`))
  return contextInput({
    tiers: {
      primary: [tierBucket('dogs_001'), tierBucket('home_001')],
      background: [tierBucket('pinned_001', { pinned: true }), tierBucket('star_001', { starred: true })],
      available: [tierBucket('tax_001'), tierBucket('cars_001')],
      more: 4,
    },
    memory: 'Prefers short answers.',
    manifest: { groups: groupByLocalDate(segments, { ...place, now: NOW }), active: null },
    summaries: segments.slice(0, 3),
    continuity: [1, 2, 3, 4, 5, 6].map((n) => message(n, `message ${n}`)),
    older: true,
    ...over,
  })
}

describe('the restored context', () => {
  it('has its parts in the order of the spec', () => {
    const opening = composeContext(rich())
    expect(names(opening)).toEqual([
      'instructions',
      'memory',
      'primary',
      'background',
      'available',
      'manifest',
      'collapse marker',
      'segment summaries',
    ])
    expect(opening.continuity.map((m) => m.text)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `message ${n}`))
    expect(opening.boundary).toMatch(/^\[Session boundary: 8 days/)
    expect(opening.active).toEqual([])
  })

  it('is only instructions for somebody who never said anything', () => {
    const opening = composeContext(contextInput())
    expect(names(opening)).toEqual(['instructions'])
    expect(opening.boundary).toBeNull()
  })

  it('shows no collapse marker while everything is shown', () => {
    expect(names(composeContext(rich({ older: false })))).not.toContain('collapse marker')
  })

  it('gives short ids, receipts and the bucket block to models with the tags ability only', () => {
    const receipts = ['Merged “Puppies” into “Dogs”.']
    const tagged = composeContext(rich({ tags: true, tools: true, receipts }))
    expect(section(tagged, 'instructions')).toContain('<mira:bucket_id="existing_bucket_id" />')
    expect(tagged.continuity[0]?.text).toBe('[00000001] message 1')
    expect(tagged.continuity[2]?.text).toBe('(your reply before this is [00000002])\n[00000003] message 3')
    expect(tagged.boundary).toContain('JANITOR ACTIVITY SINCE LAST SESSION:\n- Merged “Puppies” into “Dogs”.')
    const plain = composeContext(rich({ receipts }))
    expect(JSON.stringify(plain)).not.toMatch(/mira:|\[00000001\]|JANITOR/)
  })

  it('puts the boundary in front of the person’s first message when it is restored in the middle of a segment', () => {
    const active = [7, 8, 9].map((n) =>
      message(n, `message ${n}`, { ts: new Date(NOW - (20 - n) * 60_000).toISOString() }),
    )
    const opening = composeContext(rich({ active }))
    expect(opening.boundary).toBeNull()
    expect(opening.active[0]?.text).toMatch(/^\[Session boundary: 8 days .*\]\n\nmessage 7$/)
    expect(opening.active[1]?.text).toBe('message 8')
  })

  it('names people of imported conversations', () => {
    const opening = composeContext(contextInput({ continuity: [message(1, 'Hi!', { author: 'Caro\nline' })] }))
    expect(opening.continuity[0]?.text).toBe('Caro line: Hi!')
  })

  it('comes back from the store as it went in, and anything else is refused', () => {
    const opening = composeContext(rich())
    expect(parseOpening(JSON.parse(JSON.stringify(opening)))).toEqual(opening)
    expect(parseOpening({})).toBeNull()
    expect(parseOpening({ ...opening, version: 2 })).toBeNull()
  })

  it('can be looked at part by part, with the tokens of each', () => {
    const view = openingView(composeContext(rich()), null)
    expect(view.sections.map((s) => s.name).slice(-2)).toEqual(['continuity messages', 'session boundary'])
    expect(view.totalTokens).toBe(view.sections.reduce((sum, s) => sum + s.tokens, 0))
    expect(view.totalTokens).toBeLessThanOrEqual(view.budgetTokens)
  })
})

describe('what is dropped when the budget is short', () => {
  const present = (opening: Opening) => ({
    available: opening.chosen.available.length,
    background: opening.chosen.background.length,
    manifest: opening.chosen.manifest.length,
    summaries: opening.chosen.summaries.length,
    raw: opening.continuity.length,
    primary: opening.chosen.primary.length,
  })
  const order = ['available', 'background', 'manifest', 'summaries', 'raw', 'primary'] as const

  it('goes in the declared order: nothing is touched while something before it is left', () => {
    const full = present(composeContext(rich()))
    let seen = 0
    for (let budgetTokens = 1_600; budgetTokens > 0; budgetTokens -= 10) {
      const now = present(composeContext(rich({ budgetTokens })))
      const touched = order.findLastIndex((name) => now[name] < full[name])
      seen = Math.max(seen, touched)
      for (const name of order.slice(0, Math.max(0, touched))) expect(now[name]).toBe(0)
    }
    expect(seen).toBe(order.length - 1)
  })

  it('is the oldest message, the last of the available buckets, the starred before the pinned one', () => {
    const cut = (budgetTokens: number) => composeContext(rich({ budgetTokens }))
    const budgets = Array.from({ length: 160 }, (_, i) => 1_600 - i * 10)
    const shorter = budgets.map(cut)
    expect(shorter.find((o) => o.chosen.available.length === 1)?.chosen.available).toEqual(['tax_001'])
    expect(shorter.find((o) => o.chosen.background.length === 1)?.chosen.background).toEqual(['pinned_001'])
    expect(shorter.find((o) => o.continuity.length === 2)?.continuity.map((m) => m.text)).toEqual([
      'message 5',
      'message 6',
    ])
    expect(shorter.find((o) => o.chosen.primary.length === 1)?.chosen.primary).toEqual(['dogs_001'])
  })

  it('counts a dropped available bucket among those that are left to search for', () => {
    const opening = Array.from({ length: 160 }, (_, i) =>
      composeContext(rich({ tools: true, budgetTokens: 1_600 - i * 10 })),
    )
    const one = opening.find((o) => o.chosen.available.length === 1)
    expect(one && section(one, 'available')).toContain('and 5 more: use bucket_search')
  })
})

const bucketOf = fc
  .record({ n: fc.nat(2_000), title: anyText, description: anyText, summary: anyText })
  .map(({ n, ...over }) => tierBucket(`b${n}_001`, over))
const segmentOf = fc
  .record({ n: fc.nat(400), title: anyText, synopsis: anyText })
  .map(({ n, title, synopsis }) => segment(n, title, { synopsis }))
const messageOf = fc
  .record({
    n: fc.nat(100_000),
    text: anyText,
    author: fc.constantFrom('user', 'assistant', 'Caroline', 'x'.repeat(2_000)),
  })
  .map(({ n, text, author }) => message(n, text, { author }))

const adversarial = fc.record({
  budgetTokens: fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 400, max: 20_000 })),
  tags: fc.boolean(),
  tools: fc.boolean(),
  memory: anyText,
  tiers: fc.record({
    primary: fc.array(bucketOf, { maxLength: 12 }),
    background: fc.array(bucketOf, { maxLength: 12 }),
    available: fc.array(bucketOf, { maxLength: 5 }),
    more: fc.nat(2_000),
  }),
  segments: fc.array(segmentOf, { maxLength: 20 }),
  continuity: fc.array(messageOf, { maxLength: 25 }),
  active: fc.array(messageOf, { maxLength: 10 }),
  older: fc.boolean(),
  receipts: fc.array(anyText, { maxLength: 9 }),
  locale: fc.constantFrom('en-US', 'de-DE', 'my-MM', 'ar-EG', 'ja-JP'),
})
type Adversarial = typeof adversarial extends fc.Arbitrary<infer T> ? T : never

function at(now: number, { segments, locale, ...input }: Adversarial): Opening {
  const here = { timeZone: 'America/Argentina/Buenos_Aires', locale }
  return composeContext({
    ...input,
    place: here,
    now,
    manifest: { groups: groupByLocalDate(segments, { ...here, now }), active: null },
    summaries: segments.slice(0, 3),
  })
}

describe('for any input', () => {
  it('the context never exceeds its budget', () => {
    fc.assert(
      fc.property(adversarial, (input) => {
        expect(tokensSent(at(NOW, input))).toBeLessThanOrEqual(input.budgetTokens)
      }),
      { numRuns: 60, endOnFailure: true },
    )
  })

  it('the same things are chosen an hour, nine days and six months later', () => {
    fc.assert(
      fc.property(adversarial, (input) => {
        const [first, ...later] = [HOUR, 9 * 24 * HOUR, 184 * 24 * HOUR].map((gap) => at(NOW + gap, input))
        for (const opening of later) {
          expect(opening.chosen).toEqual(first?.chosen)
          expect(opening.continuity).toEqual(first?.continuity)
          expect(opening.active.map((m) => m.id)).toEqual(first?.active.map((m) => m.id))
          expect(names(opening)).toEqual(first && names(first))
        }
      }),
      { numRuns: 25, endOnFailure: true },
    )
  })

  it('two thousand pinned buckets and a window of walls of text are restored', () => {
    const wall = '犬の散歩について話しました。'.repeat(700)
    const input = contextInput({
      budgetTokens: 8_000,
      tiers: {
        primary: [tierBucket('a_001', { summary: wall })],
        background: Array.from({ length: 2_000 }, (_, i) => tierBucket(`p${i}_001`, { pinned: true })),
        available: [],
        more: 0,
      },
      continuity: Array.from({ length: 25 }, (_, i) => message(i + 1, wall)),
    })
    const opening = composeContext(input)
    expect(tokensSent(opening)).toBeLessThanOrEqual(8_000)
    expect(opening.chosen.primary).toEqual(['a_001'])
  })
})
