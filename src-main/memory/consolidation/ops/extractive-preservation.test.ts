import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { densityOf } from '../density'
import { keyFactsOf } from '../key-facts'
import { contextFor, entry, PlainBackend } from '../testing/samples'
import { ExtractivePreservationOp } from './extractive-preservation'

const LONG =
  'The contract with Heizung Meier runs until 14.05.2027 and costs €89.50 a month, which is a lot for what they do here. ' +
  'Their hotline is service@meier.example and the customer number is A-17-4432. Nobody answered for two weeks when the ' +
  'boiler failed in the coldest week of the winter. The settings live in config/boiler.json under max_pressure: 2.4 and ' +
  'should not be changed by hand. The next inspection was promised for the autumn.'

describe('ExtractivePreservationOp', () => {
  it('keeps facts word for word, and where the text begins, turns and ends', async () => {
    const backend = new PlainBackend()
    await new ExtractivePreservationOp(backend).consolidate([entry(1, LONG), entry(2, 'Short as it is')], {
      category: 'fact',
      context: contextFor(),
    })
    const content = backend.stored[0]?.content ?? ''
    for (const fact of [
      'Heizung Meier',
      '14.05.2027',
      '€89.50',
      'service@meier.example',
      'A-17-4432',
      'config/boiler.json',
    ]) {
      expect(content).toContain(fact)
    }
    expect(content).toMatch(/^- The contract with Heizung Meier/)
    expect(content).toContain('promised for the autumn.')
    expect(content).toContain('\n- Short as it is')
  })

  it('makes nothing up: facts and anchors are parts of the text, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 600 }), (noise) => {
        const text = `${LONG} ${noise}`.replace(/\s+/gu, ' ').trim()
        const { facts, anchors } = keyFactsOf(text)
        for (const piece of [...facts, ...anchors]) expect(text).toContain(piece)
        expect(new Set(facts).size).toBe(facts.length)
      }),
      { numRuns: 60 },
    )
  })
})

describe('the density of a text', () => {
  it.each([
    ['Was happy about how the long walk along the river ended', 'sparse'],
    ['她去年搬到了柏林，很喜欢那里的生活', 'sparse'],
    ['server_host=alpha.example.org:5432, pool_size=20', 'dense'],
    ['```ts\nconst x = 1\n```', 'dense'],
    ['IBAN DE89 3704 0044 0532 0130 00', 'dense'],
    ['', 'sparse'],
  ])('of “%s” is %s', (text, density) => {
    expect(densityOf(text)).toBe(density)
  })
})
