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

  it('says what was asked first, then what was answered to it, and nothing twice', async () => {
    const { synopsis } = await summariseExtractively([
      said('assistant', 'Porto has several pottery studios with kilns.'),
      said('user', 'However, which glaze suits a stoneware kiln in the pottery studio?'),
      said(
        'assistant',
        'Certainly! Here are some tips:\n\nA matt feldspar glaze suits a stoneware kiln. However, it needs 1,250 degrees. For example, use cones.',
      ),
      said('user', 'A matt feldspar glaze suits a stoneware kiln, I see.'),
    ])
    expect(synopsis).toMatch(
      /^Which glaze suits a stoneware kiln in the pottery studio\? A matt feldspar glaze suits a stoneware kiln\./,
    )
    expect(synopsis).not.toMatch(/Certainly|For example|several pottery studios/)
    expect(synopsis.match(/matt feldspar/g)).toHaveLength(1)
  })

  it('quotes what an answer comes to, not a step of its list, nor what it says of itself', async () => {
    const { synopsis } = await summariseExtractively([
      said('user', 'How do I repair a leaking kitchen tap?'),
      said(
        'assistant',
        'As an AI I cannot see the kitchen tap. A leaking kitchen tap mostly needs a new washer.\n\n1. Close the valve below the kitchen tap.\n2. Screw the kitchen tap open.\n- **Washer**: Replace the washer of the kitchen tap.',
      ),
    ])
    expect(synopsis).toBe('How do I repair a leaking kitchen tap? A leaking kitchen tap mostly needs a new washer.')
  })

  it('ends a long sentence before another main clause, so that what is left is whole', async () => {
    const long =
      'I am trying to decide whether the sourdough for the wedding of my cousin should rise over night in the cellar or for some hours in the warm kitchen, but I have never baked so many loaves at once and I do not know how the oven of the parish hall behaves when all of them are in it'
    const { synopsis } = await summariseExtractively([said('user', long)])
    expect(synopsis).toMatch(/in the warm kitchen\.$/)
  })

  it('begins with a capital, without what people say before they begin', async () => {
    const ask = async (text: string) => (await summariseExtractively([said('user', text)])).synopsis
    expect(await ask('hmm, what if I need to update the Dockerfile later?')).toMatch(/^What if I need/)
    expect(await ask('But I get an error when the connection drops')).toMatch(/^I get an error/)
    expect(await ask('iCloud loses the tabs of my browser')).toMatch(/^iCloud/)
  })

  it('quotes no sentence that lacks a word of it, no formula, no markup, whatever is written', async () => {
    const part = fc.constantFrom(
      'Put a <button class="x"> beside the invoice form.',
      'The **invoice form** needs _three_ fields.',
      '### Invoice form',
      'The angle c = 0^\\circ of the invoice is zero.',
      'where c is the sum of the invoice form.',
      'user_key: d2db5ec4-6e7a-11ee-b962-0242ac120002',
      'Go to Settings > [Your form] > Fields of the invoice.',
      '[image]',
      'See https://example.org/a_b/c for the invoice form.',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
        const { synopsis } = await summariseExtractively([
          said('user', 'Which fields has the invoice form?'),
          said('assistant', parts.join('\n\n')),
        ])
        expect(synopsis).not.toMatch(/\ufffc|<|\*\*|#|\^|\\|user_key|(?:^|[.?!] )where c|\[image|Put a/)
        if (synopsis.includes('See ')) expect(synopsis).toContain('https://example.org/a_b/c')
      }),
      { numRuns: 60 },
    )
  })

  it('gives everything else its turn while it reads', async () => {
    const many = Array.from({ length: 400 }, (_, i) =>
      said(
        i % 2 ? 'assistant' : 'user',
        `Note ${i}: the shed on plot ${i % 9} leaks rain, and the beans of plot ${i % 7} drown. `.repeat(8),
      ),
    )
    let turns = 0
    await summarise(many, NOTHING_KNOWN, {
      pause: async () => {
        turns += 1
      },
    })
    expect(turns).toBeGreaterThan(3)
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
