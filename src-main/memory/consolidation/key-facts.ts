/** What of a text must be kept word for word: its facts, and where it begins, turns and ends. */
import { cutGraphemes } from '../../language/graphemes'
import { BULLET_LENGTH } from './constants'

export interface KeyFacts {
  /** In the order of the text, none twice. */
  facts: string[]
  /** The whole text if it fits a bullet; else its beginning, its middle and its end. */
  anchors: string[]
}

const FACTS: readonly RegExp[] = [
  /https?:\/\/[^\s<>"')\]]+/giu,
  /[^\s@<>"']{1,64}@[^\s@<>"']{2,255}/gu,
  // “budget: 300”, “host=alpha”
  /(?<![\p{L}\p{N}])[\p{L}_][\p{L}\p{N}_.-]{1,30}\s?[:=]\s?[^\s,;]{1,60}/gu,
  // 14.05.2026, 09:30, 3,200.50, 12.5 %, €40, v2.1.0, A-17
  /(?<![\p{L}\p{N}])[\p{Sc}v#]?\p{L}{0,2}-?\d[\d.,:/-]*(?:\s?(?:%|\p{Sc}|[a-z]{1,3}(?![a-z])))?/giu,
  // createApp, group_threshold, src/app.ts
  /(?<![\p{L}\p{N}])(?:[a-z]+(?:[A-Z]\w*)+|\w+(?:_\w+)+|\w+(?:[./]\w+)+)(?![\p{L}\p{N}])/gu,
  // Heizung Meier
  /(?<=[\p{L}\p{N},;:]\s)\p{Lu}[\p{L}\p{M}'’-]+(?:\s\p{Lu}[\p{L}\p{M}'’-]+)*/gu,
  /[“"«「]([^”"»」\n]{2,80})[”"»」]/gu,
]
const MAX_FACTS = 16
const MAX_READ = 20_000
const ANCHOR = 80

/** Deterministic and pure; reads the first 20,000 characters. */
export function keyFactsOf(text: string): KeyFacts {
  const flat = text.slice(0, MAX_READ).replace(/\s+/gu, ' ').trim()
  if (cutGraphemes(flat, BULLET_LENGTH) === flat) return { facts: [], anchors: [flat] }
  return { facts: factsIn(flat), anchors: anchorsOf(flat) }
}

function factsIn(text: string): string[] {
  const found: { at: number; end: number; fact: string }[] = []
  for (const pattern of FACTS) {
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length
      if (found.some((other) => match.index < other.end && end > other.at)) continue
      found.push({ at: match.index, end, fact: match[0].replace(/[\s.,;:/-]+$/u, '') })
    }
  }
  const ordered = found.sort((a, b) => a.at - b.at).map(({ fact }) => fact)
  return [...new Set(ordered)].filter((fact) => fact !== '').slice(0, MAX_FACTS)
}

function anchorsOf(text: string): string[] {
  const graphemes = [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].map((g) => g.segment)
  const middle = Math.floor(graphemes.length / 2)
  const piece = (from: number, to: number) => graphemes.slice(from, to).join('')
  return [
    piece(0, ANCHOR).replace(/\s\S{0,20}$/u, ''),
    piece(middle - ANCHOR / 4, middle + ANCHOR / 4)
      .replace(/^\S{0,20}\s/u, '')
      .replace(/\s\S{0,20}$/u, ''),
    piece(graphemes.length - ANCHOR, graphemes.length).replace(/^\S{0,20}\s/u, ''),
  ].map((anchor) => anchor.trim())
}
