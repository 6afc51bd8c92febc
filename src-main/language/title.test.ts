import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NOTHING_KNOWN, statisticsOf } from './testing/statistics'
import { describe as describeTopic, UNTITLED } from './title'
import { titlesByWords } from './title-choice'

const titleFor = async (
  said: readonly string[],
  statistics = NOTHING_KNOWN,
  ignore: (word: string) => boolean = () => false,
) => (await titlesByWords({ said, replies: [] }, statistics, { ignore, pause: () => Promise.resolve() }))[0] ?? ''

describe('titlesByWords', () => {
  it.each([
    [['I am planning a trip to Lisbon in May with my sister. What should we see?'], 'Trip to Lisbon'],
    [['give me my credit score'], 'Credit score'],
    [['what is one thing i might not know about nike shoes'], 'Nike shoes'],
    [['please change my checking account pin to 1234'], 'Checking account pin'],
    [['犬の散歩はどのくらいの頻度で行くべきですか？'], '犬の散歩'],
    [['我想学习怎么做红烧肉'], '红烧肉'],
    [['강아지 산책은 하루에 몇 번 해야 하나요?'], '강아지 산책'],
    [['Comment faire une bonne pâte à pizza maison ?'], 'Pâte à pizza maison'],
    [['Quiero aprender a tocar la guitarra'], 'Guitarra'],
    [['Wie kündige ich meinen Mietvertrag in Berlin?'], 'Mietvertrag in Berlin'],
    // Lines of xSID 0.5 (CC BY-SA 4.0).
    [['Stelle den Wecker für morgen um 7 Uhr früh', 'Lösche Wecker', 'schalte den Wecker aus'], 'Wecker'],
    [["Trova gli orari dei film all' ArcLight Hollywood .", 'Posso vedere gli orari dei film ?'], 'Orari dei film'],
    [['Tüm alarmları göster', 'alarmı kapat', 'Alarmı ertele', 'Pazar gününe kurulmuş kaç tane alarm var?'], 'Alarm'],
    [['すべてのアラームをオフにする。', 'アラームを午前5時に設定する'], 'アラーム'],
  ])('calls %j by its topic', async (texts, title) => {
    expect(await titleFor(texts)).toBe(title)
  })

  it('prefers what is particular to the texts over what the person always says', async () => {
    const usual = Array.from({ length: 50 }, (_, i) => `my card was charged ${i} euros by the bank`)
    const here = ['my card was stolen at the airport', 'someone took my card at the airport']
    expect(await titleFor(here, statisticsOf([...usual, ...here]))).toMatch(/airport/i)
  })

  it('says two things in one where the texts do', async () => {
    const texts = [
      'find a salon please',
      'is the salon open',
      'a salon in Oakland',
      'Oakland is best',
      'which Oakland street',
      'thanks for the salon',
    ]
    expect(await titleFor(texts)).toBe('Salon in Oakland')
  })

  it.each([
    [['🎉👩‍👩‍👧'], '🎉👩‍👩‍👧'],
    [['ok'], 'Ok'],
    [['yes please do that'], 'Yes please do that'],
    [['```python\ndef parse_invoice(path):\n    pass\n```'], 'Parse invoice'],
    [['https://example.org/a/b'], 'Example.org'],
    [['???'], '???'],
    [[''], UNTITLED],
    [[], UNTITLED],
  ])('finds a name for %j too', async (texts, title) => {
    expect(await titleFor(texts)).toBe(title)
  })

  it('writes the first letter by the rules of the language', async () => {
    expect(await titleFor(['istanbul için bir otel var mı ve istanbul nasıl?'])).toMatch(/^İstanbul/)
  })

  it('calls nothing after who is greeted, where anything else was said', async () => {
    const speakers = new Set(['bram', 'odile'])
    const ignore = (word: string) => speakers.has(word)
    for (const texts of [
      ['Hey Bram!', 'Why is it so?'],
      ['Hello Odile.', 'How was it then?'],
      ['Hallo Bram!', 'Wie war es denn so?'],
    ]) {
      const title = await titleFor(texts, NOTHING_KNOWN, ignore)
      expect(title).not.toMatch(/bram|odile/i)
      expect(title).not.toMatch(/^(hey|hello|hallo)/i)
    }
  })

  it('is never empty and never longer than sixty graphemes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }), async (texts) => {
        const title = await titleFor(texts)
        expect(title.trim()).not.toBe('')
        expect([...new Intl.Segmenter('en').segment(title)].length).toBeLessThanOrEqual(60)
      }),
    )
  })
})

describe('describe', () => {
  it('says in one line what the texts are about', () => {
    const line = describeTopic(['My sourdough starter smells odd.', 'Feed the starter with rye flour?'], NOTHING_KNOWN)
    expect(line).toMatch(/^Sourdough starter|^Starter/)
    expect(line).toContain('rye flour')
    expect(line).not.toContain('\n')
  })
})
