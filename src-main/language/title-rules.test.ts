/** What no title may be, whatever is said (docs/titles.md): rules for any text, with vectors and without. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NOTHING_KNOWN } from './testing/statistics'
import { generality, titleCandidates } from './title-candidates'
import { listedTitle, opensTalk, rankTitles, type TitleFit, titlesByWords, titlesOf } from './title-choice'

const pause = () => Promise.resolve()
const SPEAKERS = new Set(['odette', 'bram'])
const ignore = (word: string) => SPEAKERS.has(word.replace(/['’]s$/u, ''))

/** Invented sentences of small talk and of topics, some with names, markup, code, mail heads and addresses in them. */
const SENTENCES = [
  'Hey Bram! Long time no see.',
  'Odette, you are right about the support and the mood.',
  "Odette's tip was great, Bram said so too.",
  'That is a good story with a lot of light.',
  'I wrote down the address and booked the book.',
  'My sourdough starter smells odd, should I feed it rye flour?',
  'The landlord wants to raise the rent of the flat.',
  'Encourage Scott to practise, Scott feels better then.',
  'Helping Scott with his homework is what Scott needs.',
  '```js\nconst wireframe = createSomething({ colour: "#ff00aa" })\n```',
  '| plan | price |\n| --- | --- |\n| zebra | 12 |',
  'From: zoe@quagga.example\nSubject: Fwd: okapi\nSent: Monday',
  'See https://quagga.example/okapi/zebra for more.',
  '\u001b[31mError\u001b[0m in `parse_okapi()`',
  'created',
  'ok thanks',
  '[shares a picture: a photo of a red kite over a field',
]
const talks = fc.array(fc.constantFrom(...SENTENCES), { minLength: 1, maxLength: 8 })
const fitOf = (seed: number): TitleFit => {
  const part = (i: number) => Math.sin(seed * 7 + i)
  return { own: part(1), among: part(2), apart: part(3), vague: part(4) / 2 }
}

async function titlesFor(said: string[], replies: string[], seed: number | null): Promise<string[]> {
  const { candidates, language } = await titleCandidates({ said, replies }, NOTHING_KNOWN, { max: 30, ignore, pause })
  const ranked = rankTitles(candidates, seed === null ? null : candidates.map((_, i) => fitOf(seed + i)))
  const listed = listedTitle(ranked, language)
  return [...titlesOf(ranked, language), ...(listed === null ? [] : [listed])]
}

describe('a title', () => {
  it('never names who speaks or is spoken to, nor what stands in code, tables, links, mail heads and escape codes', async () => {
    await fc.assert(
      fc.asyncProperty(talks, talks, fc.option(fc.integer({ max: 999, min: 0 })), async (said, replies, seed) => {
        for (const title of await titlesFor(said, replies, seed))
          expect(title).not.toMatch(/odette|bram|wireframe|createsomething|zebra|okapi|quagga|ff00aa|shares|\[|\]/i)
      }),
      { numRuns: 150 },
    )
  })

  it('holds no lone word that fits anything, neither alone nor beside another phrase', async () => {
    await fc.assert(
      fc.asyncProperty(talks, talks, fc.option(fc.integer({ max: 999, min: 0 })), async (said, replies, seed) => {
        for (const title of await titlesFor(said, replies, seed))
          for (const part of title.split(', ')) {
            const words = part.toLowerCase().split(' ')
            expect([title, generality(words) < 0.5]).toEqual([title, true])
          }
      }),
      { numRuns: 150 },
    )
  })

  it('is never empty, also of talk that names nothing, and is then how it begins', async () => {
    for (const said of [['How is glue made?'], ['what now'], ['🎉'], ['']]) {
      const [title] = await titlesByWords({ said, replies: [] }, NOTHING_KNOWN, { ignore, pause })
      expect(title?.trim()).not.toBe('')
    }
    expect(
      (await titlesByWords({ said: ['How long is it then?'], replies: [] }, NOTHING_KNOWN, { ignore, pause }))[0],
    ).toBe('How long is it then?')
  })

  it('calls nobody where it is only how the talk begins', async () => {
    for (const said of ["Wow, Bram, that's so true!", 'Bram, why is it so?', 'Is it so, Odette?']) {
      const [title] = await titlesByWords({ said: [said], replies: [] }, NOTHING_KNOWN, { ignore, pause })
      expect(title).not.toMatch(/bram|odette/i)
      expect(title).toMatch(/so/)
    }
    const [hey] = await titlesByWords({ said: ["Hey Bram , how's it going?"], replies: [] }, NOTHING_KNOWN, {
      ignore,
      pause,
    })
    expect(hey).toBe("Hey, how's it going?")
    const said = ["So, Bram, that's how it is"]
    expect((await titlesByWords({ said, replies: [] }, NOTHING_KNOWN, { ignore, pause }))[0]).not.toMatch(/,,/)
  })

  it('names no quantity, no kind and no thanks', async () => {
    const said = [
      'Thanks for the offer, tons of thanks.',
      'What type of clay suits a bowl?',
      'A bunch of clay bowls and a couple of kilns.',
    ]
    for (const title of await titlesFor(said, [], null)) expect(title).not.toMatch(/thanks|tons|bunch|couple|type of/i)
  })

  it.each([
    ['what the subject does', ['The Circle class inherits from the Shape class.'], /inherits/i],
    [
      'what is done with a thing',
      ['How does memory affect the performance of a lambda written in node?'],
      /affect|written/i,
    ],
    [
      'who is helped',
      ['Helping Scott is hard.', 'I encourage Scott to read.', 'Scott feels fine.', "Scott's homework is long."],
      /scott/i,
    ],
    ['what a thing portrays', ['Some women in film portray gender stereotypes.'], /portray/i],
  ])('holds no verb and nobody: %s', async (_, said, wrong) => {
    for (const title of await titlesFor(said, [], null)) expect(title).not.toMatch(wrong)
  })

  it('ends with no word that only ever stands before its noun, also where the tagger takes that noun for a verb', async () => {
    const said = [
      'What do I cook for guests with strict dietary needs?',
      'Two guests have strict dietary needs, one has none.',
      'Which dietary laws do my guests keep?',
      'I wrote down all dietary restrictions and the needs of my guests.',
    ]
    const all = await titlesFor(said, [], null)
    for (const title of all) expect(title).not.toMatch(/dietary$|dietary(,| and)/i)
    expect(all.join(' | ')).toMatch(/dietary (laws|restrictions)/i)
  })

  it('keeps a noun at the end of a clause that has its verb', async () => {
    const said = [
      'Will a credit card in Europe work?',
      'What if income tax returns are late?',
      'Can you show me the car keys?',
    ]
    const all = (await titlesFor(said, [], null)).join(' | ')
    for (const phrase of [/credit card/i, /income tax returns/i, /car keys/i]) expect(all).toMatch(phrase)
  })

  it('takes a first name out by its meaning where there are vectors, and leaves a place that looks like one', async () => {
    const said = [
      'We met Savannah again.',
      'Savannah, lovely as ever.',
      'The trip with the ferry to the island was long.',
    ]
    const named = (looks: number) =>
      titleCandidates({ said, replies: [] }, NOTHING_KNOWN, {
        max: 30,
        ignore,
        pause,
        firstNames: async (names) => names.map((name) => (name === 'Savannah' ? looks : -0.2)),
      })
    const texts = async (looks: number) => (await named(looks)).candidates.map((c) => c.text).join(' | ')
    expect(await texts(0.25)).not.toMatch(/Savannah/)
    expect(await texts(-0.2)).toMatch(/Savannah/)
    const place = ['We stayed in Savannah.', 'I loved the food in Savannah.', 'Back from Savannah.']
    const { candidates } = await titleCandidates({ said: place, replies: [] }, NOTHING_KNOWN, {
      max: 30,
      ignore,
      pause,
      firstNames: async (names) => names.map(() => 0.25),
    })
    expect(candidates.map((c) => c.text).join()).toMatch(/Savannah/)
  })

  it('takes no word that fell in passing, and no opinion of a thing unless it is said again', async () => {
    const said = [
      'Come on, spill the beans, how was the pottery class?',
      'The pottery class was a good time at the park.',
      'It was a bad spot for a kiln, you know.',
      'What an ongoing adventure this pottery class is.',
      'The best practice is to wait, best practice as they say.',
    ]
    said.push('Hahaha ahhahha, oof, woohoo!', 'Ahhahha, oof.')
    for (const seed of [null, 1, 2, 3])
      for (const title of await titlesFor(said, [], seed))
        expect(title).not.toMatch(/beans|good time|bad spot|ongoing|hah|oof|woo/i)
    const twice = [...said, 'And what is best practice for glaze?']
    const { candidates } = await titleCandidates({ said: twice, replies: [] }, NOTHING_KNOWN, {
      max: 60,
      ignore,
      pause,
    })
    expect(candidates.map(({ text }) => text)).toContain('best practice')
  })

  it('prefers what names a thing to a word of mood', () => {
    const candidate = (text: string) => ({
      text,
      words: text.split(' '),
      keyness: 0.5,
      coverage: 0.5,
      general: 0,
      opens: false,
      passing: false,
    })
    const fitted = (vague: number): TitleFit => ({ own: 0.3, among: 0.4, apart: 0.1, vague })
    const ranked = rankTitles([candidate('positivity'), candidate('rescue dog')], [fitted(0.4), fitted(-0.2)])
    expect(ranked.map(({ text }) => text)).toEqual(['rescue dog', 'positivity'])
    // Not beside a thing either; alone where there is nothing else.
    const moods = ['dreams', 'full support', 'little moments', 'dance studio'].map(candidate)
    const all = rankTitles(moods, [fitted(0.3), fitted(0.3), fitted(0.05), fitted(-0.1)])
    expect(titlesOf(all, 'en')).toEqual(['Dance studio'])
    expect(listedTitle(all, 'en')).toBe('Dance studio')
    expect(titlesOf(rankTitles(moods.slice(0, 1), [fitted(0.3)]), 'en')).toEqual(['Dreams'])
  })

  it.each([
    ['chat words', ['thx, the freelance offer was great btw', 'pls check the freelance offer'], /thx|btw|pls/i],
    ['what is wished', ['We all love nature.', 'I need help with the boiler.'], /love|need|help/i],
    [
      'a lone adjective',
      ['She is creative.', 'Be creative.', 'They get creative.', 'Creative they were.'],
      /^creative$/i,
    ],
    ['a German order', ['Lösche Wecker und Termine.', 'Spiele Musik von Bach für mich.'], /lösche|spiele/i],
    [
      'a German case that hangs in the air',
      ['Ich höre das aktuelle Album.', 'mit dem alten Rechner'],
      /aktuelle|alten/i,
    ],
    [
      'an Italian verb',
      ['Pioverà domani a Roma con il vento?', 'sto cercando un ristorante a Roma'],
      /piover|cercando/i,
    ],
    [
      'a Turkish verb',
      ['Bugün havanın nasıl olacağını bilmek istiyorum', 'Filmleri görebilir miyim'],
      /bilmek|görebilir/i,
    ],
    ['a Japanese word that is cut off', ['会議の終わりに電話する', '外は寒いですか'], /終$|寒い/],
  ])('holds no %s', async (_, said, wrong) => {
    for (const title of await titlesFor(said, [], null))
      for (const part of title.split(/, | and | und | e | ve /u)) expect(part).not.toMatch(wrong)
  })

  it('writes a name as it was written, also where the whole sentence is one', async () => {
    const of = async (text: string) => {
      const { candidates } = await titleCandidates({ said: [text], replies: [] }, NOTHING_KNOWN, {
        max: 9,
        ignore,
        pause,
      })
      return candidates.map((each) => each.text)
    }
    expect(await of("It's Shia Labeouf!")).toContain('Shia Labeouf')
    // In a heading capitals mean nothing.
    expect(await of('Sourdough Starter Care\nFeed it daily.')).toContain('sourdough starter care')
  })

  it('writes names large that were typed small, and leaves other words and odd ones as they are', async () => {
    const all = async (said: string) => (await titlesFor([said], [], null)).join(' | ')
    expect(await all('how many points has lebron james scored')).toMatch(/James/)
    expect(await all('what firm is the biggest in the united states')).toMatch(/United States/)
    expect(await all('a job in the new york time zone')).toMatch(/New York time zone/)
    expect(await all('a job in the new york time zone')).not.toMatch(/(?:^|\| )York/)
    expect(await all('which haircut suits a new dentist')).not.toMatch(/New Dentist|new Dentist|and Dentist/)
    expect(await all('iCloud tabs of my old Mac')).toMatch(/^iCloud/)
  })

  it('may end with an everyday word that the other one is of', async () => {
    expect((await titlesFor(['What is the meaning of life?'], [], null))[0]).toBe('Meaning of life')
  })

  it('says what comes up in every talk rather than what fills one of them', async () => {
    const said = [
      'Sourdough starter?',
      'A proofing basket.',
      'The proofing basket again.',
      'A starter of sourdough.',
      'My sourdough starter.',
    ]
    const ranked = async (talks: string[]) => {
      const material = { said, replies: [], talks: { said: talks, replies: [] } }
      const { candidates } = await titleCandidates(material, NOTHING_KNOWN, { max: 30, ignore, pause })
      return new Map(candidates.map(({ text, coverage }) => [text, coverage]))
    }
    const [one, several] = [await ranked(['a', 'a', 'a', 'a', 'a']), await ranked(['a', 'b', 'b', 'c', 'd'])]
    const lead = (all: Map<string, number>) => (all.get('sourdough starter') ?? 0) - (all.get('proofing basket') ?? 0)
    expect(lead(several)).toBeGreaterThan(lead(one))
  })

  it('names of a talk what its first question names, the more the fewer questions there are', () => {
    const candidate = (text: string, opens: boolean) => {
      return { text, words: text.split(' '), keyness: 0.5, coverage: 0.5, general: 0, opens, passing: false }
    }
    const both = [candidate('data frame', false), candidate('random forest', true)]
    expect(rankTitles(both, null, { opening: opensTalk(1) })[0]?.text).toBe('random forest')
    expect(rankTitles(both, null)[0]?.text).toBe('data frame')
    expect(opensTalk(9)).toBeLessThan(opensTalk(1))
  })
})
