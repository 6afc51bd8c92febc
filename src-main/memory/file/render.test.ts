import fc from 'fast-check'
import { countTokens as rawCount } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, it } from 'vitest'
import { countTokens } from '../../language/tokens'
import { parseItems } from './parse'
import { type RenderInput, type Rendering, renderMemoryFile } from './render'
import { compress, entriesOf, entry, hostileEntries, hostileText, talk } from './testing/samples'
import { MAX_FILE_TOKENS, SECTIONS, withinFile } from './types'

const render = (over: Partial<RenderInput>): Rendering =>
  renderMemoryFile({ entries: [], recent: [], compress, version: 1, ...over })

const linesOf = ({ sections }: Rendering, key: string): string[] =>
  sections.find((s) => s.key === key)?.lines.map((l) => l.line) ?? []

/** By the tokenizer itself, too: what it says of the whole text is what counts. */
const expectBounded = (rendering: Rendering): void => {
  expect(rendering.tokens).toBe(countTokens(rendering.text))
  expect(rendering.tokens).toBeLessThanOrEqual(MAX_FILE_TOKENS)
  const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() }
  expect(rawCount(rendering.text, asText)).toBeLessThanOrEqual(MAX_FILE_TOKENS)
}

const expectStructure = (rendering: Rendering): void => {
  const parsed = parseItems(rendering.text)
  expect(parsed.found).toEqual(SECTIONS.map((s) => s.key))
  expect(parsed.version).toBe(rendering.version)
  const counts = SECTIONS.map(({ key }) => parsed.items.filter((i) => i.section === key).length)
  expect(counts).toEqual(rendering.sections.map((s) => s.lines.length))
  expect(rendering.text.match(/^#/gmu)).toHaveLength(1 + SECTIONS.length)
  expect(rendering.text).not.toMatch(/<\s*\/?\s*mira/iu)
}

describe('the rendering of MEMORY.md', () => {
  it('has its four headings while there is nothing to write', () => {
    const { text } = render({})
    expect(text.match(/^## .*$/gmu)).toEqual([
      '## Personal Preferences',
      '## Active Tasks',
      '## Key Insights',
      '## Recent Context',
    ])
  })

  it('never has more than 2,000 tokens and keeps its structure, whatever the entries say', () => {
    const recent = fc.array(fc.tuple(hostileText, hostileText), { maxLength: 8 })
    fc.assert(
      fc.property(hostileEntries, recent, fc.nat(1_000_000), (entries, talks, version) => {
        const made = render({
          entries: entriesOf(entries),
          recent: talks.map(([title, synopsis], n) => talk(n, title, synopsis)),
          version,
        })
        expectBounded(made)
        expectStructure(made)
      }),
      { numRuns: 60 },
    )
  })

  it('stays within bounds when what shortens texts answers with longer ones', () => {
    const longer = (text: string) => `${text}\n## Key Insights\n${text.repeat(3)}`
    fc.assert(
      fc.property(hostileEntries, (entries) => {
        const made = render({ entries: entriesOf(entries), compress: longer })
        expectBounded(made)
        expectStructure(made)
      }),
      { numRuns: 15 },
    )
  })

  it('takes a single preference of 5,000 tokens at a shorter level and leaves room for the others', () => {
    const long = 'I prefer answers that begin with the result and give their reasons after it. '.repeat(340)
    expect(countTokens(long)).toBeGreaterThan(5_000)
    const made = render({ entries: [entry(1, long), entry(2, 'Drinks tea, no coffee.', { score: 0.81 })] })
    expectBounded(made)
    const [first, second] = linesOf(made, 'preferences')
    expect(countTokens(first ?? '')).toBeLessThanOrEqual(125)
    expect(second).toBe('- Drinks tea, no coffee.')
    expect(made.sections[0]?.lines.map((l) => l.level)).toEqual(['summary', 'full'])
  })

  it('takes the best of ten thousand insights', () => {
    const entries = Array.from({ length: 10_000 }, (_, n) =>
      entry(n, `Insight number ${n}: measure before you cut.`, {
        category: 'insight',
        score: 0.8 + (n % 1000) / 5_000,
      }),
    )
    const made = render({ entries })
    expectBounded(made)
    const lines = linesOf(made, 'insights')
    expect(lines.length).toBeGreaterThan(50)
    expect(lines.every((line) => line.endsWith('(value: 0.99)'))).toBe(true)
  })

  it('lets unused budget flow down to the sections below, and to none above', () => {
    const insights = Array.from({ length: 400 }, (_, n) => entry(n, `Lesson ${n} of many`, { category: 'insight' }))
    const alone = render({ entries: insights })
    expect(alone.sections[2]?.tokens).toBeGreaterThan(1_500)
    const preferences = Array.from({ length: 400 }, (_, n) => entry(n, `Preference ${n} of many`))
    const above = render({ entries: preferences })
    expect(above.sections[0]?.tokens).toBeLessThanOrEqual(500)
    expect(linesOf(above, 'preferences').length).toBeGreaterThan(30)
  })

  it('gives each section the room that a person set, cut in proportion where it is more than the file holds', () => {
    const entries = [
      ...Array.from({ length: 400 }, (_, n) => entry(n, `Preference ${n} of many`)),
      ...Array.from({ length: 400 }, (_, n) => entry(400 + n, `Lesson ${n} of many`, { category: 'insight' })),
    ]
    const wanted = withinFile({ preferences: 1_500, tasks: 50, insights: 1_500, recent: 950 })
    expect(wanted).toEqual({ preferences: 750, tasks: 25, insights: 750, recent: 475 })
    const made = render({ entries, budgets: wanted })
    expect(made.sections[0]?.tokens).toBeLessThanOrEqual(750)
    expect(made.sections[0]?.tokens).toBeGreaterThan(650)
    expect(made.tokens).toBeLessThanOrEqual(2_000)
  })

  it('writes at most five tasks, open ones only, by value', () => {
    const tasks = Array.from({ length: 8 }, (_, n) => entry(n, `Task ${n}`, { category: 'task', score: 0.8 + n / 100 }))
    const made = render({ entries: [...tasks, entry(9, 'Done long ago', { category: 'task', done: true, score: 1 })] })
    expect(linesOf(made, 'tasks')).toEqual([7, 6, 5, 4, 3].map((n) => `- [ ] Task ${n}`))
  })

  it('writes facts and “remember …” under Key Insights with their value, cut and not rounded', () => {
    const made = render({
      entries: [
        entry(1, 'The dog is called Bruno.', { category: 'fact', score: 0.849 }),
        entry(2, 'Bins go out on Tuesday.', { category: 'chitchat', explicit: true, score: 0.3 }),
        entry(3, 'It was sunny.', { category: 'chitchat', score: 0.9 }),
      ],
    })
    expect(linesOf(made, 'insights')).toEqual([
      '- The dog is called Bruno. (value: 0.84)',
      '- Bins go out on Tuesday. (value: 0.30)',
    ])
  })

  it('keeps ARCHIVE out but for preferences, and puts SUMMARIZE behind KEEP', () => {
    const made = render({
      entries: [
        entry(1, 'Once wanted a boat.', { category: 'task', score: 0.2 }),
        entry(2, 'A passing thought.', { category: 'insight', score: 0.4 }),
        entry(3, 'Likes window seats.', { score: 0.3 }),
        entry(4, 'Tests first.', { category: 'insight', score: 0.6 }),
        entry(5, 'Ship small.', { category: 'insight', score: 0.95 }),
        entry(6, 'Pinned words.', { category: 'insight', score: 0.1, pinned: true }),
      ],
    })
    expect(linesOf(made, 'preferences')).toEqual(['- Likes window seats.'])
    expect(linesOf(made, 'tasks')).toEqual([])
    expect(linesOf(made, 'insights')).toEqual([
      '- Pinned words. (value: 0.10)',
      '- Ship small. (value: 0.95)',
      '- Tests first. (value: 0.60)',
    ])
  })

  it('leaves out what was forgotten or is summed up by another entry', () => {
    const at = '2026-01-01T00:00:00.000Z'
    const made = render({
      entries: [entry(1, 'Forgotten.', { forgottenAt: at }), entry(2, 'Summed up.', { supersededBy: entry(3, '').id })],
    })
    expect(linesOf(made, 'preferences')).toEqual([])
  })

  it('is the same for the same entries in any order', () => {
    fc.assert(
      fc.property(hostileEntries, fc.nat(), (list, seed) => {
        const entries = entriesOf(list)
        const shuffled = [...entries].sort(
          (a, b) => ((a.id.charCodeAt(35) * seed) % 7) - ((b.id.charCodeAt(35) * seed) % 7),
        )
        expect(render({ entries: shuffled }).text).toBe(render({ entries }).text)
      }),
      { numRuns: 15 },
    )
  })

  it('quotes the newest talks in Recent Context, each within its share', () => {
    const made = render({ recent: [talk(1, 'Trip to Lisbon', 'Flights were compared. '.repeat(40)), talk(2, 'Bread')] })
    const [first, second] = linesOf(made, 'recent')
    expect(first).toMatch(/^- Trip to Lisbon – Flights were compared\..*…$/u)
    expect(countTokens(first ?? '')).toBeLessThanOrEqual(50)
    expect(second).toBe('- Bread')
  })
})
