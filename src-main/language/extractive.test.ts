import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SummarisedMessage, summariseExtractively as summarise } from './extractive'
import { NOTHING_KNOWN } from './testing/statistics'

const pause = () => Promise.resolve()
const summariseExtractively = (messages: readonly SummarisedMessage[], statistics = NOTHING_KNOWN) =>
  summarise(messages, statistics, { pause })

const said = (author: string, text: string, at = 0): SummarisedMessage => ({
  role: author === 'assistant' ? 'assistant' : 'user',
  author,
  text,
  at,
})

/** Invented. */
const talk = [
  said('Ines', 'Hey Paul! How are you?'),
  said('Paul', 'Good, thanks! Busy with the allotment.'),
  said('Ines', 'I signed the lease for the pottery studio in Porto yesterday, 640 euros a month.'),
  said('Paul', "Wow, that's amazing!"),
  said('Ines', 'The studio has two kilns and the landlord lets me paint the walls.'),
  said('Paul', 'Will you teach pottery classes there?'),
  said('Ines', 'Yes, I will start evening classes for beginners in March.'),
  said('Paul', 'Great. See you soon!'),
]

describe('summariseExtractively', () => {
  it('quotes the sentences with names, figures and outcomes, in order, with who said them', async () => {
    const { title, synopsis } = await summariseExtractively(talk, NOTHING_KNOWN)
    expect(title).toMatch(/pottery|studio/i)
    expect(synopsis).toMatch(/^Ines: I signed the lease for the pottery studio in Porto yesterday, 640 euros a month\./)
    expect(synopsis).toContain('evening classes')
    expect(synopsis).not.toMatch(/How are you|amazing|See you/)
    expect(synopsis.match(/Ines:/g)).toHaveLength(1)
  })

  it('names nobody where nobody has a name, and keeps those who talk out of the title', async () => {
    const plain = talk.map((m) => said(m.author === 'Ines' ? 'user' : 'assistant', m.text))
    expect((await summariseExtractively(plain)).synopsis).not.toMatch(/^(?:user|assistant|Ines):/)
    const vocative = talk.map((m) => said(m.author, `${m.text} Ok, Ines? Right, Paul.`))
    expect((await summariseExtractively(vocative)).title).not.toMatch(/Ines|Paul/)
  })

  it('joins Japanese sentences as Japanese does', async () => {
    const { synopsis } = await summariseExtractively(
      [said('user', '京都の紅葉を見に行きたい'), said('assistant', '京都の紅葉は十一月が一番きれいです。')],
      NOTHING_KNOWN,
    )
    expect(synopsis).toBe('京都の紅葉を見に行きたい。京都の紅葉は十一月が一番きれいです。')
  })

  it.each([
    ['nothing', []],
    ['empty text', [said('user', '')]],
    ['only emoji', [said('user', '🎉👩‍👩‍👧')]],
    ['only code', [said('user', '```js\nfunction total() { return 1 }\n```')]],
    ['two words', [said('Ann', 'ok then')]],
  ])('has a title and a synopsis for %s', async (_, messages) => {
    const { title, synopsis } = await summariseExtractively(messages, NOTHING_KNOWN)
    expect(title.trim()).not.toBe('')
    expect(synopsis.trim()).not.toBe('')
  })

  it('keeps to eight words, sixty graphemes and three quotations, whatever it is given', async () => {
    const part = fc.constantFrom(
      'the allotment shed',
      'in Porto',
      'Ada Lovelace',
      'beans!',
      '犬の散歩。',
      '👩‍👩‍👧',
      '\n',
      '12 euros.',
      'why?',
    )
    const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(' '))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 8 }), async (texts) => {
        const messages = texts.map((t, i) => said(i % 2 ? 'assistant' : 'user', t))
        const { title, synopsis } = await summariseExtractively(messages, NOTHING_KNOWN)
        expect(title.split(/\s+/).length).toBeLessThanOrEqual(8)
        expect([...new Intl.Segmenter('en').segment(title)].length).toBeLessThanOrEqual(60)
        expect(synopsis.length).toBeLessThanOrEqual(3 * 260 * 4)
        expect(await summariseExtractively(messages)).toEqual({ title, synopsis })
      }),
    )
  })

  it('takes ten thousand messages and turns of ten thousand characters', async () => {
    const many = Array.from({ length: 10_000 }, (_, i) =>
      said('user', `Note ${i}: the shed on plot ${i % 9} leaks rain.`),
    )
    const long = [said('user', 'The shed on the allotment leaks rain. '.repeat(300))]
    for (const messages of [many, long]) {
      expect((await summariseExtractively(messages)).synopsis).toMatch(/shed/)
    }
  })
})
