import type { SearchSnippet } from '@shared/contract/search'
import { type TermSpan, termSpans } from '../store/search-terms'

/** Longest snippet, in UTF-16 units. */
const LENGTH = 200
/** What stands before the first match, and what at least does. */
const LEAD = 40
const LEAST_LEAD = 8
/** So much of it two lines of a list show: the matches should stand there. */
const SEEN = 95
/** Of a very long text only the beginning is searched for the best place; a match further on shows the beginning. */
const READ = 100_000

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * The piece of `text` that holds most of what was searched, with the matches marked. Line breaks and runs of blanks are
 * one blank; nothing is cut inside a grapheme; `…` marks what was left out.
 * @param wanted term → how much it tells; terms as the index knows them
 */
export function snippetOf(text: string, wanted: ReadonlyMap<string, number>): SearchSnippet {
  const flat = withoutMarks(text.slice(0, READ)).replace(/\s+/gu, ' ').trim()
  const spans = termSpans(flat)
    .filter((span) => wanted.has(span.term))
    .sort((a, b) => a.start - b.start || a.end - b.end)
  const { from, to } = window(flat, bestPlace(spans, wanted))
  const head = from > 0 ? '…' : ''
  const shift = head.length - from
  return {
    text: head + flat.slice(from, to) + (to < flat.length ? '…' : ''),
    highlights: merged(spans.filter((s) => s.start >= from && s.end <= to)).map(({ start, end }) => [
      start + shift,
      end + shift,
    ]),
  }
}

/** Markdown's signs say how something looks, and in one line they look like nothing; what they stand around stays. */
const withoutMarks = (text: string): string =>
  text
    .replace(/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?=\S)|(?:```|~~~).*$|(?:[-*_][ \t]*){3,}$)/gmu, '')
    .replace(/\*\*(?=\S)([^\n]*?\S)\*\*/gu, '$1')
    .replace(/`([^`\n]+)`/gu, '$1')
    .replace(/!?\[([^\]\n]*)\]\([^()\s]*\)/gu, '$1')

interface Place {
  start: number
  end: number
}

/** From the match after which the most telling words follow to the last of these; the start of the text where nothing matches. */
function bestPlace(spans: readonly TermSpan[], wanted: ReadonlyMap<string, number>): Place {
  let best: Place = { start: 0, end: 0 }
  let most = 0
  let to = 0
  const held = new Map<string, number>()
  let sum = 0
  for (const [i, span] of spans.entries()) {
    for (; to < spans.length; to++) {
      const next = spans[to]
      if (!next || next.end > span.start + LENGTH - LEAD) break
      const seen = held.get(next.term) ?? 0
      if (seen === 0) sum += wanted.get(next.term) ?? 0
      held.set(next.term, seen + 1)
    }
    if (sum > most) {
      most = sum
      best = { start: span.start, end: spans[to - 1]?.end ?? span.end }
    }
    if (to <= i) continue
    const left = (held.get(span.term) ?? 1) - 1
    held.set(span.term, left)
    if (left === 0) sum -= wanted.get(span.term) ?? 0
  }
  return best
}

/**
 * Where the snippet begins and ends: at the beginning of the text if the matches are seen from there, else a little before the
 * first of them, at the start of a word if one is near.
 */
function window(text: string, { start, end }: Place): { from: number; to: number } {
  const lead = Math.min(LEAD, Math.max(LEAST_LEAD, SEEN - (end - start)))
  let from = end <= SEEN ? 0 : Math.max(0, Math.min(start - lead, text.length - SEEN))
  if (from > 0) {
    const blank = text.indexOf(' ', from)
    from = blank >= 0 && blank < start ? blank + 1 : boundary(text, from)
  }
  return { from, to: from + LENGTH >= text.length ? text.length : boundary(text, from + LENGTH) }
}

/** The last place between two graphemes at or before `at`. */
function boundary(text: string, at: number): number {
  const start = Math.max(0, at - 64)
  let last = start
  for (const { index } of graphemes.segment(text.slice(start, at + 64))) {
    if (start + index > at) break
    last = start + index
  }
  return last > start ? last : at
}

/** Overlapping and touching matches become one. */
function merged(spans: readonly TermSpan[]): Place[] {
  const out: Place[] = []
  for (const { start, end } of spans) {
    const last = out.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else out.push({ start, end })
  }
  return out
}
