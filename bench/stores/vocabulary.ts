/** Made-up words of several scripts, with the frequencies of a natural language: few words make up most of a text. */

export interface Language {
  /** In order of frequency. */
  words: readonly string[]
  /** Chinese and Japanese put none between words. */
  separator: '' | ' '
  stop: string
}

const SCRIPTS: { share: number; separator: '' | ' '; stop: string; heads: string[]; tails: string[] }[] = [
  {
    share: 0.7,
    separator: ' ',
    stop: '. ',
    heads: [...'bcdfghklmnprstvw', 'st', 'tr', 'pl', 'gr', 'sh', 'ch'],
    tails: ['a', 'e', 'i', 'o', 'u', 'an', 'er', 'in', 'ol', 'ar', 'en', 'it', 'ou', 'et'],
  },
  {
    share: 0.12,
    separator: ' ',
    stop: '. ',
    heads: [...'бвгдзклмнпрстфхш'],
    tails: ['а', 'е', 'и', 'о', 'у', 'ан', 'ер', 'ин', 'ов', 'ая'],
  },
  {
    share: 0.1,
    separator: '',
    stop: '。',
    heads: [...'日本東京大学生活食事料理会社旅行'],
    tails: [...'人気水火木金土山川田中村春秋'],
  },
  {
    share: 0.05,
    separator: ' ',
    stop: '। ',
    heads: [...'कगचजतदनपबमरलवसह'],
    tails: ['ा', 'ि', 'ी', 'े', 'ो', 'न', 'र', 'ल'],
  },
  { share: 0.03, separator: ' ', stop: '. ', heads: [...'بتجحدرسشعفقكلمن'], tails: ['ا', 'و', 'ي', 'ان', 'ين', 'ة'] },
]

const WORDS = 6_000

/** One language per script with its share of all topics. */
export function languages(random: () => number): { language: Language; share: number }[] {
  return SCRIPTS.map(({ share, separator, stop, heads, tails }) => {
    const pick = (of: readonly string[]) => of[Math.floor(random() * of.length)] ?? ''
    const known = new Set<string>()
    while (known.size < WORDS) {
      // Frequent words are short.
      const syllables = 1 + Math.floor((known.size / WORDS) * 2 + random() * 2)
      let word = ''
      for (let i = 0; i < syllables; i++) word += pick(heads) + pick(tails)
      known.add(word)
    }
    return { language: { words: [...known], separator, stop }, share }
  })
}

/** A rank below `size` by Zipf's law: rank r comes about 1 / (r + 1) as often as the first. */
export const zipfRank = (size: number, random: () => number): number =>
  Math.min(size - 1, Math.floor(Math.exp(random() * Math.log(size + 1))) - 1)
