import { describe, expect, it } from 'vitest'
import { keyPhrases } from './key-phrases'
import { NOTHING_KNOWN, statisticsOf } from './testing/statistics'

const phrases = (texts: readonly string[], statistics = NOTHING_KNOWN) =>
  keyPhrases(texts, statistics, { max: 5 }).map((phrase) => phrase.text)

describe('keyPhrases', () => {
  it('finds what is said again and again, in its usual form', () => {
    const found = phrases([
      'My sourdough starter smells odd.',
      'How often should I feed the sourdough starter?',
      'The starter doubled overnight after feeding with rye flour.',
    ])
    expect(found[0]).toBe('sourdough starter')
    expect(found).toContain('rye flour')
  })

  it('keeps names whole and as they are written', () => {
    const found = phrases(['We met Ada Lovelace in New York City.', 'Then Ada Lovelace showed us the museum.'])
    expect(found).toContain('Ada Lovelace')
    expect(found.join()).not.toMatch(/^Lovelace|,Lovelace/)
  })

  it('learns from the person which words say nothing, in a language nobody listed', () => {
    // Invented words: “zu blorp” is in every message, the topic words are not.
    const chatter = Array.from({ length: 80 }, (_, i) => `zu blorp mikka${i % 40} fenn`)
    const topic = ['zu blorp kravel fenn', 'blorp kravel tor zu', 'fenn kravel blorp']
    expect(phrases(topic, statisticsOf([...chatter, ...topic]))[0]).toContain('kravel')
    expect(phrases(topic, statisticsOf([...chatter, ...topic])).join(' ')).not.toContain('blorp fenn')
  })

  it('tells the topic from what the person always talks about', () => {
    const usual = Array.from({ length: 60 }, (_, i) => `the garden needs water again, row ${i}`)
    const here = ['the garden party for Nina', 'who brings cake to the garden party?', 'party music in the garden']
    const found = phrases(here, statisticsOf([...usual, ...here]))
    expect(found[0]).toContain('party')
    expect(found[0]).not.toBe('garden')
  })

  it('works without spaces between words', () => {
    expect(phrases(['犬の散歩はいつ行きますか？', '犬の散歩の時間を教えてください。'])[0]).toBe('犬の散歩')
    expect(phrases(['วิธีทำข้าวผัดกุ้ง', 'ข้าวผัดกุ้งใส่อะไร'])[0]).toContain('ข้าวผัด')
    expect(phrases(['我想学习怎么做红烧肉', '红烧肉要放多少糖'])[0]).toContain('红烧')
  })

  it('leaves out ignored words and gives at most what is asked for', () => {
    const texts = ['Caroline likes pottery', 'pottery with Caroline']
    const found = keyPhrases(texts, NOTHING_KNOWN, { max: 1, ignore: (word) => word === 'caroline' })
    expect(found.map((phrase) => phrase.text)).toEqual(['pottery'])
  })

  it('finds nothing where there are no telling words', () => {
    for (const texts of [[], [''], ['🎉🎉'], ['ok', 'yes please'], ['```\ncode()\n```'], ['12:30']]) {
      expect(phrases(texts)).toEqual([])
    }
  })

  it('is deterministic and takes any number of texts', () => {
    const many = Array.from({ length: 10_000 }, (_, i) => `message ${i} about the allotment and its ${i % 7} beans`)
    expect(phrases(many)).toEqual(phrases(many))
    expect(phrases(many).join()).toContain('allotment')
  })
})
