import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens } from '../../language/tokens'
import { maxTokensOf } from './bounds'
import { compressTo } from './compress'

const LEVELS = ['summary', 'bullets', 'keywords'] as const

const ENGLISH =
  'I prefer window seats on long flights because I get motion sickness. Melanie went to the support group yesterday. ' +
  'We decided to book the flight to Lisbon on 14 May for 240 euros. The dentist is at nine on Tuesday. Remember that the ' +
  'landlord, Mr. Okafor, wants the rent before the third of each month. The boiler has to be serviced every autumn by ' +
  'Heizung Meier in Potsdam. The children like the swimming pool more than the football club. The weather was fine. ' +
  'Our car needs new winter tyres before the trip to the mountains in November.'
const CHINESE =
  '我喜欢在早上跑步，因为空气很好。昨天我和李明去了上海的博物馆，看了很多古代的瓷器。下个星期我们打算去北京参加一个关于人工智能的会议。' +
  '会议的地点在清华大学。我不喜欢吃辣的东西，但是我妻子很喜欢川菜。医生说我每天应该喝两升水，少喝咖啡。'
const CODE = `\`\`\`ts
export async function createApp(options: AppOptions): Promise<App> {
  const { handle, clock, log } = options
  const profileId = await handle.ensureProfile(options.profile)
  const store = handle.forProfile(profileId)
  return { store, handle, clock, log, profileId }
}
\`\`\``

describe('the shorter forms of a text', () => {
  it('quote its most telling sentences in their order as a summary', () => {
    const short = compressTo(ENGLISH, 'summary')
    const sentences = short.split(/(?<=\.) (?=\p{Lu})/u)
    expect(short).toContain('Lisbon on 14 May for 240 euros')
    expect(short.length).toBeLessThan(ENGLISH.length)
    for (const sentence of sentences) expect(ENGLISH).toContain(sentence)
    const places = sentences.map((sentence) => ENGLISH.indexOf(sentence))
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })

  it('are one to three lines as bullets, and a list of phrases as keywords', () => {
    expect(compressTo(ENGLISH, 'bullets')).toMatch(/^• .+(\n• .+){0,2}$/u)
    expect(compressTo(ENGLISH, 'keywords')).toMatch(/^[^.\n]+(, [^.\n]+)*$/u)
  })

  it('leave a text alone that is short enough', () => {
    expect(compressTo('  I like green tea. ', 'summary')).toBe('I like green tea.')
    expect(compressTo('I like green tea.', 'bullets')).toBe('I like green tea.')
    expect(compressTo('', 'keywords')).toBe('')
  })

  it('do not tear words apart where words have blanks between them', () => {
    const line = `The boiler ${'in the extraordinarily inconvenient basement '.repeat(30)}`
    const cut = compressTo(line, 'bullets').replace('• ', '').replace('…', '')
    expect(line.slice(cut.length)).toMatch(/^\s/)
  })

  it('say what Chinese and code are about', () => {
    expect(compressTo(CHINESE, 'bullets')).toMatch(/^• \p{Script=Han}/u)
    expect(compressTo(CHINESE, 'keywords')).toMatch(/\p{Script=Han}{2}/u)
    expect(compressTo(CODE, 'keywords')).toMatch(/^create app/)
    expect(compressTo(CODE.repeat(4), 'summary')).toContain('createApp')
  })

  it('take bounded time for a text of any length', () => {
    const long = Array.from({ length: 600 }, (_, i) => `${ENGLISH} ${i}`).join('\n')
    expect(countTokens(compressTo(long, 'summary'))).toBeLessThanOrEqual(maxTokensOf('summary', countTokens(long)))
  })

  it('stay within their bound for every text, come out the same twice, and never end up longer than the text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.constantFrom(
        ENGLISH,
        CHINESE,
        CODE,
        'a'.repeat(900),
        '👨‍👩‍👧‍👦'.repeat(40),
        `e${'\u0301'.repeat(300)}`,
        '<|endoftext|>',
        '\n- x',
      ),
      fc.constantFrom('ไม่ชอบกาแฟแต่ชอบชาเขียวมากเพราะว่ามันทำให้ฉันรู้สึกสดชื่น', 'أحب الشاي الأخضر في الصباح. ', 'яблоко. '),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom(...LEVELS), (pieces, level) => {
        const text = pieces.join(' ')
        const short = compressTo(text, level)
        const tokens = countTokens(text.trim())
        expect(countTokens(short)).toBeLessThanOrEqual(maxTokensOf(level, tokens))
        expect(compressTo(text, level)).toBe(short)
        expect(short).toBe(short.trim())
      }),
      { numRuns: 150 },
    )
  })
})

describe('the bounds', () => {
  it('are those of the settled page', () => {
    expect([500, 1_000, 5_000].map((n) => maxTokensOf('summary', n))).toEqual([100, 100, 500])
    expect([500, 5_000].map((n) => maxTokensOf('bullets', n))).toEqual([30, 30])
    expect([200, 1_000].map((n) => maxTokensOf('keywords', n))).toEqual([10, 30])
  })

  it('never allow more than the text has', () => {
    expect(LEVELS.map((level) => maxTokensOf(level, 7))).toEqual([7, 7, 7])
  })
})
