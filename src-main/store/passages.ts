/**
 * Cuts a long text into passages of some 60 to 220 tokens where it is cut already: at headings, paragraphs, list items and
 * code blocks. Search keeps a vector for each, so that one fact in a long answer is not averaged away (docs/search.md).
 */
import { allSegments } from '@shared/text/word-segments'

/** A piece of a text: `[start, end)` in UTF-16 units. */
export interface Passage {
  start: number
  end: number
}

/** The passages of a text, each with its vector, small enough to be kept for every long message. */
export interface PassageVectors {
  passages: Passage[]
  /** 384 bytes a passage: its vector, scaled so that the largest number is 127. Only its direction counts. */
  vectors: Int8Array
}

/** A passage that holds so much may end where the next block begins, and earlier where a heading stands. */
const ENOUGH_TOKENS = 90
const ENOUGH_BEFORE_HEADING = 60
const MOST_TOKENS = 220
/** A neighbour that was cut in mid-paragraph repeats the last sentence, if it is no longer than this. */
const OVERLAP_TOKENS = 40
/** Passages of one text at most; those of a very long text are longer instead. */
export const MOST_PASSAGES = 64

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu
const ASCII = /^\p{ASCII}*$/u
const CHARACTERS_PER_TOKEN = 4.2
const TOKENS_PER_UNSPACED_CHARACTER = 0.7

/** About how many tokens an embedding model reads in `text`; the same on every machine and for every model. */
export function aboutTokens(text: string): number {
  const unspaced = ASCII.test(text) ? 0 : (text.match(UNSPACED)?.length ?? 0)
  return (text.length - unspaced) / CHARACTERS_PER_TOKEN + unspaced * TOKENS_PER_UNSPACED_CHARACTER
}

interface Block extends Passage {
  tokens: number
  /** What comes before it may end, if it holds this share of what is enough; null where both belong together. */
  opens: number | null
}

/** The passages of `text` in order, at most 64; they cover all of it but blank space. A text that fits into one is one. */
export function passagesOf(text: string): Passage[] {
  const tokens = aboutTokens(text)
  if (tokens <= MOST_TOKENS) return [{ start: 0, end: text.length }]
  const blocks = blocksOf(text)
  for (let scale = Math.max(1, tokens / (MOST_PASSAGES * MOST_TOKENS)); ; scale *= 1.3) {
    const passages = joined(text, blocks, scale)
    if (passages.length <= MOST_PASSAGES) return passages
  }
}

/** Blocks joined to passages that hold enough where there is room, and never more than the most. */
function joined(text: string, blocks: readonly Block[], scale: number): Passage[] {
  const most = MOST_TOKENS * scale
  const out: Passage[] = []
  let open: (Passage & { tokens: number }) | null = null
  for (const block of blocks.flatMap((b) => (b.tokens > most ? cut(text, b, most) : [b]))) {
    const enough = block.opens !== null && open && open.tokens >= ENOUGH_TOKENS * scale * block.opens
    if (open && (enough || open.tokens + block.tokens > most)) {
      out.push({ start: open.start, end: open.end })
      open = null
    }
    open = open
      ? { start: open.start, end: block.end, tokens: open.tokens + block.tokens }
      : { start: block.start, end: block.end, tokens: block.tokens }
  }
  if (open) out.push({ start: open.start, end: open.end })
  return out.length > 0 ? out : [{ start: 0, end: text.length }]
}

const FENCE = /^\s*(?:```|~~~)/
const HEADING = /^\s{0,3}(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$|(?:=|-){3,}\s*$)/
const ITEM = /^(\s*)(?:[-*+•]|\d{1,3}[.)])\s/

type BlockKind = 'heading' | 'paragraph' | 'item' | 'code'

/** Headings with what follows them, paragraphs, list items and code blocks, in order. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let open: (Block & { kind: BlockKind }) | null = null
  const close = (): void => {
    if (open) blocks.push(open)
    open = null
  }
  let afterHeading = false
  for (const line of linesOf(text, { start: 0, end: text.length })) {
    const content = text.slice(line.start, Math.min(line.end, line.start + LOOKED_AT))
    if (open?.kind === 'code') {
      open.end = line.end
      if (FENCE.test(content)) close()
      continue
    }
    if (content.trim() === '' && text.slice(line.start, line.end).trim() === '') {
      close()
      continue
    }
    const kind = kindOf(content)
    if (kind === 'paragraph' && open && open.kind !== 'heading') {
      open.end = line.end
      continue
    }
    close()
    open = { ...line, kind, opens: afterHeading ? null : shareToOpen(kind, content), tokens: 0 }
    afterHeading = kind === 'heading'
  }
  close()
  for (const block of blocks) block.tokens = aboutTokens(text.slice(block.start, block.end))
  return blocks
}

/** What a line is shows in its first characters. */
const LOOKED_AT = 200

function kindOf(line: string): BlockKind {
  if (FENCE.test(line)) return 'code'
  if (HEADING.test(line)) return 'heading'
  return ITEM.test(line) ? 'item' : 'paragraph'
}

/** A nested list item belongs to the one above it. */
function shareToOpen(kind: BlockKind, line: string): number | null {
  if (kind === 'heading') return ENOUGH_BEFORE_HEADING / ENOUGH_TOKENS
  return kind === 'item' && /^\s{2,}/.test(line) ? null : 1
}

function* linesOf(text: string, { start, end: last }: Passage): Generator<Passage> {
  for (let from = start; from < last; ) {
    const at = text.indexOf('\n', from)
    const end = at < 0 || at > last ? last : at
    yield { start: from, end }
    from = end + 1
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
type Segments = (text: string) => Iterable<{ segment: string; index: number }>
const sentences: Segments = (text) => segmenter.segment(text)

/** Pieces of a block that is too long by itself: at sentences, the last of which is repeated; at words where there are none. */
function cut(text: string, block: Block, most: number): Block[] {
  const out: Block[] = []
  let last: Block | null = null
  for (const part of partsOf(text, block, most)) {
    const open = out.at(-1)
    if (open && open.tokens + part.tokens <= most) {
      open.end = part.end
      open.tokens += part.tokens
    } else {
      const repeated: Block | null =
        open && last && last.tokens <= OVERLAP_TOKENS && last.start > open.start ? last : null
      const tokens = part.tokens + (repeated?.tokens ?? 0)
      out.push({ start: repeated?.start ?? part.start, end: part.end, tokens, opens: open ? 1 : block.opens })
    }
    last = part
  }
  return out
}

/** A segmenter's time grows faster than what it is given. */
const SEGMENTED_AT_A_TIME = 2000

/** Lines, sentences of long lines, words of long sentences; none is longer than `most`. */
function* partsOf(text: string, block: Passage, most: number): Generator<Block> {
  for (const line of linesOf(text, block)) {
    const whole = partOf(text, line)
    if (whole.tokens <= OVERLAP_TOKENS) {
      yield whole
      continue
    }
    for (const sentence of segmentsOf(sentences, text, line)) {
      if (sentence.tokens <= most) yield sentence
      else yield* segmentsOf(allSegments, text, sentence)
    }
  }
}

function* segmentsOf(segments: Segments, text: string, { start, end }: Passage): Generator<Block> {
  for (let from = start; from < end; ) {
    const to = wordEnd(text, from, end)
    for (const { segment, index } of segments(text.slice(from, to)))
      yield partOf(text, { start: from + index, end: from + index + segment.length })
    from = to
  }
}

/** The last blank within reach, so that no word is cut; in the middle of something where there is none. */
function wordEnd(text: string, from: number, end: number): number {
  const to = from + SEGMENTED_AT_A_TIME
  if (to >= end) return end
  const blank = text.lastIndexOf(' ', to)
  return blank > from ? blank + 1 : to
}

const partOf = (text: string, { start, end }: Passage): Block => ({
  start,
  end,
  tokens: aboutTokens(text.slice(start, end)),
  opens: null,
})
