import { outsideCode } from './math'

/** Invisible, and neither space nor punctuation to the parser. */
const JOINER = '\u2060'
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303f\uff00-\uffef]/u
const PUNCTUATION = /[\p{P}\p{S}]/u

/**
 * CommonMark opens and closes `**` by the spaces around punctuation, and Chinese and Japanese write none: `**重要：**这` stayed
 * as it was written. Between such punctuation and the stars comes a joiner, so that the stars stand beside no punctuation.
 */
export function normaliseStrong(text: string): string {
  if (!text.includes('**') || !CJK.test(text)) return text
  let isOpen = false
  return outsideCode(text, (part) =>
    part.replace(/\n[ \t]*\n|\\\*|\*+/g, (stars: string, at: number) => {
      if (stars.startsWith('\n')) isOpen = false
      if (stars.length < 2 || stars.length > 3 || !stars.startsWith('**')) return stars
      const before = part.slice(0, at).match(/.$/u)?.[0] ?? ''
      const behind = part.slice(at + stars.length).match(/^./u)?.[0] ?? ''
      const inside = isOpen ? before : behind
      if (/^\s*$/.test(inside) && !(inside === '' && edge(part, at, stars))) return stars
      isOpen = !isOpen
      if (!PUNCTUATION.test(inside) || !(CJK.test(before) || CJK.test(behind))) return stars
      return isOpen ? stars + JOINER : JOINER + stars
    }),
  )
}

/** Code stands right beside the stars. */
const edge = (part: string, at: number, stars: string): boolean => at === 0 || at + stars.length === part.length
