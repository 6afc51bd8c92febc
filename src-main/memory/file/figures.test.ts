import fc from 'fast-check'
import { expect, it } from 'vitest'
import { budgetsOf, placesOf } from './figures'
import { renderMemoryFile } from './render'
import { compress, entry, hostileText, talk } from './testing/samples'

const entries = fc
  .array(
    fc.record({
      content: hostileText,
      category: fc.constantFrom('preference' as const, 'task' as const, 'insight' as const, 'fact' as const),
      score: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { maxLength: 60 },
  )
  .map((list) => list.map(({ content, category, score }, n) => entry(n + 1, content, { category, score })))

it('never shows a section that holds more than it may: what it has of others counts to its budget', () => {
  fc.assert(
    fc.property(entries, fc.array(hostileText, { maxLength: 6 }), (list, talks) => {
      const recent = talks.map((text, n) => talk(n + 1, text.slice(0, 40), text))
      const { sections, version } = renderMemoryFile({ entries: list, recent, compress, version: 7 })
      for (const { heading, tokens, budget } of budgetsOf(sections, version))
        expect(tokens, heading).toBeLessThanOrEqual(budget)
    }),
    { numRuns: 60 },
  )
})

it('says of an entry the length it stands at, and of no other that it stands there', () => {
  fc.assert(
    fc.property(entries, (list) => {
      const { sections, text } = renderMemoryFile({ entries: list, recent: [], compress, version: 1 })
      const lines = new Map(
        sections.flatMap((s) =>
          s.lines.flatMap((l) => (l.source.kind === 'memory' ? [[l.source.id, l] as const] : [])),
        ),
      )
      const places = placesOf(sections)
      expect(Object.keys(places).sort()).toEqual([...lines.keys()].sort())
      for (const [id, line] of lines) {
        expect(places[id]).toBe(line.level)
        expect(text).toContain(line.line)
      }
    }),
    { numRuns: 60 },
  )
})
