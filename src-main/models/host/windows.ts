/** Long text for an embedding model of limited length: sentence-aligned windows, pooled (03-models, Embeddings). */

/** About what 16 windows of 512 tokens hold. A longer text is represented by its beginning and its end. */
const MAX_CHARACTERS = 32_000
const HEAD_SHARE = 0.75

/** A text as it is embedded: all of it, or its beginning and its end with a line break between them. */
export interface BoundedText {
  text: string
  /** What follows this place in `text` stands `shift` further on in the whole text. */
  from: number
  shift: number
}

/**
 * Cuts a text of any length down to about `MAX_CHARACTERS`: three quarters from its beginning, the rest from its end.
 * Halves of surrogate pairs, which a cut or a broken sender leaves behind, become U+FFFD: tokenizers choke on them.
 */
export function boundText(text: string): BoundedText {
  const head = Math.floor(MAX_CHARACTERS * HEAD_SHARE)
  const tail = MAX_CHARACTERS - head
  if (text.length <= MAX_CHARACTERS) return { text: text.toWellFormed(), from: text.length, shift: 0 }
  const bounded = `${text.slice(0, head)}\n${text.slice(-tail)}`
  return { text: bounded.toWellFormed(), from: head + 1, shift: text.length - bounded.length }
}

/**
 * Splits `text` into windows of at most `limit` tokens that begin and end with sentences; a sentence that is longer than
 * a window is cut between words, a word that is longer between characters. Their concatenation is `text`.
 * `count` gives the tokens of a piece without special tokens; sums are taken as an upper bound of the joined piece.
 */
export function splitIntoWindows(text: string, limit: number, count: (piece: string) => number): string[] {
  if (count(text) <= limit) return [text]
  const windows: string[] = []
  let window = ''
  let tokens = 0
  const add = (piece: string, pieceTokens: number): void => {
    if (window !== '' && tokens + pieceTokens > limit) {
      windows.push(window)
      window = ''
      tokens = 0
    }
    window += piece
    tokens += pieceTokens
  }
  for (const sentence of segments(text, 'sentence')) {
    const sentenceTokens = count(sentence)
    if (sentenceTokens <= limit) add(sentence, sentenceTokens)
    else for (const part of cutSentence(sentence, limit, count)) add(part, count(part))
  }
  if (window !== '') windows.push(window)
  return windows
}

function cutSentence(sentence: string, limit: number, count: (piece: string) => number): string[] {
  return [...segments(sentence, 'word')].flatMap((word) => (count(word) <= limit ? [word] : halve(word, limit, count)))
}

function halve(word: string, limit: number, count: (piece: string) => number): string[] {
  const characters = [...word]
  if (characters.length < 2 || count(word) <= limit) return [word]
  const middle = characters.length >> 1
  return [characters.slice(0, middle), characters.slice(middle)].flatMap((half) => halve(half.join(''), limit, count))
}

function* segments(text: string, granularity: 'sentence' | 'word'): Generator<string> {
  for (const { segment } of new Intl.Segmenter(undefined, { granularity }).segment(text)) yield segment
}

/** Mean of window vectors weighted by their tokens, normalised. A single vector is returned as it is. */
export function poolWindows(vectors: readonly Float32Array[], tokens: readonly number[]): Float32Array {
  const [first] = vectors
  if (first === undefined) throw new RangeError('There is no vector to pool')
  if (vectors.length === 1) return first
  const sum = new Float32Array(first.length)
  vectors.forEach((vector, window) => {
    const weight = tokens[window] ?? 0
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + weight * (vector[i] ?? 0)
  })
  const norm = Math.hypot(...sum)
  return norm > 0 ? sum.map((value) => value / norm) : sum
}
