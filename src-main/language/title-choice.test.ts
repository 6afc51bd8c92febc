import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NOTHING_KNOWN } from './testing/statistics'
import { titleCandidates } from './title-candidates'
import { rankTitles, type TitleFit, titlesOf } from './title-choice'

const pause = () => Promise.resolve()
const candidatesOf = (said: string[], replies: string[] = []) =>
  titleCandidates({ said, replies }, NOTHING_KNOWN, { max: 20, ignore: (word) => word === 'odette', pause })

async function titles(said: string[], replies: string[] = []) {
  const { candidates, language } = await candidatesOf(said, replies)
  return titlesOf(rankTitles(candidates, null), language)
}

/** Invented. */
const bread = [
  'My sourdough starter smells odd, what should I do?',
  'How often should I feed the sourdough starter with rye flour?',
  'The sourdough starter doubled, and the rye flour is used up.',
]

describe('titles', () => {
  it('are noun phrases joined in the language of the texts', async () => {
    expect((await titles(bread))[0]).toMatch(/^Sourdough starter (?:and|with) rye flour$/)
    const german = [
      'Wie kündige ich meinen Mietvertrag?',
      'Der Mietvertrag und die Nebenkosten sind strittig.',
      'Die Nebenkosten im Mietvertrag steigen.',
    ]
    expect((await titles(german))[0]).toMatch(
      /^Mietvertrag und Nebenkosten|^Nebenkosten und Mietvertrag|^Nebenkosten im Mietvertrag/,
    )
  })

  it('say two words in the phrase that the texts have for both', () => {
    const candidate = (text: string, keyness: number) => {
      const words = text.split(' ')
      return { text, words, keyness, coverage: 0.5, general: 0, opens: false, passing: false }
    }
    const ranked = rankTitles([candidate('dancing', 1), candidate('studio', 0.9), candidate('dance studio', 0.4)], null)
    expect(titlesOf(ranked, 'en')[0]).toBe('Dance studio')
    const apart = rankTitles([candidate('dancing', 1), candidate('studio', 0.9)], null)
    expect(titlesOf(apart, 'en')[0]).toBe('Dancing and studio')
  })

  it('never name who speaks', async () => {
    const all = await titles(['Odette, the kiln is broken.', 'Odette likes the new kiln.', 'kiln for Odette'])
    expect(all.length).toBeGreaterThan(0)
    for (const title of all) expect(title).not.toMatch(/odette/i)
  })

  it('are read from answers too', async () => {
    const all = await titles(
      ['shorter please', 'and the second one?'],
      ['Mould in a greenhouse needs air.', 'A greenhouse needs shade against mould.'],
    )
    expect(all[0]).toMatch(/greenhouse|mould/i)
  })

  it('follow meaning where vectors are there', async () => {
    const { candidates, language } = await candidatesOf(bread)
    const fits = candidates.map(
      ({ text }): TitleFit =>
        text === 'rye flour'
          ? { own: 0.9, among: 0.9, apart: 0.4, vague: 0 }
          : { own: 0.1, among: 0.1, apart: 0, vague: 0 },
    )
    expect(titlesOf(rankTitles(candidates, fits), language)[0]).toMatch(/^Rye flour/)
  })

  it('mark down a lone word that fits anything', async () => {
    const { candidates } = await candidatesOf([
      'We need support. The support group meets at the mosque.',
      'the mosque again',
      'support',
    ])
    const general = (word: string) => candidates.find((c) => c.text === word)?.general ?? 0
    expect(general('support')).toBe(1)
    expect(general('mosque')).toBe(0)
  })

  it('are never empty, never alike and at most sixty graphemes, whatever is said', async () => {
    const word = fc.constantFrom(
      'rye',
      'starter',
      'Porto',
      'the',
      'with',
      'kiln',
      'support',
      '`code()`',
      '| a | b |',
      'https://x.org',
      '犬の散歩',
      'and',
      '\n',
      'me@x.org',
    )
    const text = fc.array(word, { maxLength: 14 }).map((words) => words.join(' '))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 5 }), async (texts) => {
        const all = await titles(texts)
        expect(new Set(all.map((title) => title.toLowerCase())).size).toBe(all.length)
        for (const title of all) {
          expect(title.trim()).not.toBe('')
          expect([...new Intl.Segmenter('en').segment(title)].length).toBeLessThanOrEqual(60)
          expect(title).not.toMatch(/code|x\.org|\|/)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('take thousands of messages in short steps', async () => {
    const many = Array.from(
      { length: 5_000 },
      (_, i) => `Message ${i} about the allotment and its ${i % 7} beans in the greenhouse.`,
    )
    let longest = 0
    let since = performance.now()
    const made = await titleCandidates({ said: many, replies: many }, NOTHING_KNOWN, {
      max: 20,
      ignore: () => false,
      pause: () => {
        longest = Math.max(longest, performance.now() - since)
        since = performance.now()
        return Promise.resolve()
      },
    })
    expect(made.candidates.map((c) => c.text).join()).toContain('allotment')
    expect(longest).toBeGreaterThan(0)
  })
})
