/** A tiny model in the E5S1 layout (one layer, 32 dimensions, random weights), and what it should answer, computed plainly. */

export const HIDDEN = 32
const HEADS = 2
const FEED_FORWARD = 64
const POSITIONS = 16
const BLOCK = 32
const EPSILON = 1e-5

/** XLM-R's order of special tokens, then words, the mask last. */
export const PIECES = ['<s>', '<pad>', '</s>', '<unk>', '▁rain', '▁falls', '▁on', '▁the', '▁roof', '▁', 's', '<mask>']

export interface E5Fixture {
  bytes: Buffer
  /** The last hidden state for token ids, one row of HIDDEN numbers each. */
  answer(ids: readonly number[]): number[][]
}

type Matrix = number[][]

export function makeE5Fixture(random: () => number): E5Fixture {
  const tensors = new Map<string, Buffer>()
  const vector = (name: string, length: number, around = 0): number[] => {
    const buffer = Buffer.alloc(length * 4)
    for (let at = 0; at < length; at++) buffer.writeFloatLE(around + (random() - 0.5) * 0.4, at * 4)
    tensors.set(name, buffer)
    return Array.from({ length }, (_, at) => buffer.readFloatLE(at * 4))
  }
  const matrix = (name: string, rows: number, columns: number): Matrix => {
    const [buffer, values] = quantised(rows, columns, random)
    tensors.set(name, buffer)
    return values
  }
  const word = matrix('emb.word', PIECES.length, HIDDEN)
  const place = vector('emb.pos', POSITIONS * HIDDEN)
  const type = vector('emb.type', HIDDEN)
  const norm = { w: vector('emb.ln.w', HIDDEN, 1), b: vector('emb.ln.b', HIDDEN) }
  const linear = (name: string, outputs: number, inputs: number) => ({
    w: matrix(`l0.${name}.w`, outputs, inputs),
    b: vector(`l0.${name}.b`, outputs),
  })
  const [q, k, v, ao] = [0, 1, 2, 3].map((at) => linear(['q', 'k', 'v', 'ao'][at] ?? '', HIDDEN, HIDDEN))
  const attentionNorm = { w: vector('l0.aln.w', HIDDEN, 1), b: vector('l0.aln.b', HIDDEN) }
  const inner = linear('fi', FEED_FORWARD, HIDDEN)
  const outer = linear('fo', HIDDEN, FEED_FORWARD)
  const outputNorm = { w: vector('l0.oln.w', HIDDEN, 1), b: vector('l0.oln.b', HIDDEN) }
  if (!q || !k || !v || !ao) throw new Error('four projections')

  const answer = (ids: readonly number[]): number[][] => {
    const embedded = ids.map((id, at) =>
      normalise(
        (word[id] ?? []).map((value, column) => value + (place[at * HIDDEN + column] ?? 0) + (type[column] ?? 0)),
        norm,
      ),
    )
    const attended = attention(embedded.map(apply(q)), embedded.map(apply(k)), embedded.map(apply(v))).map(apply(ao))
    const middle = embedded.map((row, at) => normalise(add(row, attended[at] ?? []), attentionNorm))
    const forward = middle.map((row) => apply(outer)(apply(inner)(row).map(gelu)))
    return middle.map((row, at) => normalise(add(row, forward[at] ?? []), outputNorm))
  }
  return { bytes: container(tensors), answer }
}

type Linear = { w: Matrix; b: number[] }
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
const add = (a: readonly number[], b: readonly number[]): number[] => a.map((value, at) => value + (b[at] ?? 0))
const apply =
  ({ w, b }: Linear) =>
  (row: readonly number[]): number[] =>
    w.map((weights, at) => dot(weights, row) + (b[at] ?? 0))

function normalise(row: readonly number[], { w, b }: { w: number[]; b: number[] }): number[] {
  const mean = row.reduce((sum, value) => sum + value, 0) / row.length
  const variance = row.reduce((sum, value) => sum + (value - mean) ** 2, 0) / row.length
  return row.map((value, at) => ((value - mean) / Math.sqrt(variance + EPSILON)) * (w[at] ?? 0) + (b[at] ?? 0))
}

function attention(query: Matrix, key: Matrix, value: Matrix): Matrix {
  const size = HIDDEN / HEADS
  const part = (row: readonly number[] | undefined, head: number): number[] =>
    (row ?? []).slice(head * size, (head + 1) * size)
  return query.map((row) =>
    Array.from({ length: HEADS }, (_, head) => {
      const scores = key.map((other) => Math.exp(dot(part(row, head), part(other, head)) / Math.sqrt(size)))
      const total = scores.reduce((sum, score) => sum + score, 0)
      const mixed = new Array<number>(size).fill(0)
      return value.reduce(
        (sum, other, at) =>
          add(
            sum,
            part(other, head).map((x) => (x * (scores[at] ?? 0)) / total),
          ),
        mixed,
      )
    }).flat(),
  )
}

/** x · Φ(x), with the error function by Abramowitz and Stegun 7.1.26 (error below 1.5e-7). */
function gelu(x: number): number {
  const z = Math.abs(x) / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * z)
  const series = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
  const erf = 1 - series.reduce((sum, factor) => (sum + factor) * t, 0) * Math.exp(-z * z)
  return (x * (1 + Math.sign(x) * erf)) / 2
}

/** Random Q4_0 blocks and the numbers they stand for. The scale is a power of two: exact in a float16. */
function quantised(rows: number, columns: number, random: () => number): [Buffer, Matrix] {
  const blocks = (rows * columns) / BLOCK
  const buffer = Buffer.alloc(blocks * 18)
  const values: number[] = []
  for (let block = 0; block < blocks; block++) {
    buffer.writeUInt16LE(10 << 10, block * 18) // 2^-5
    const nibbles = Array.from({ length: BLOCK }, () => Math.floor(random() * 16))
    for (let at = 0; at < 16; at++) buffer[block * 18 + 2 + at] = (nibbles[at] ?? 0) | ((nibbles[at + 16] ?? 0) << 4)
    values.push(...nibbles.map((nibble) => (nibble - 8) / 32))
  }
  return [buffer, Array.from({ length: rows }, (_, row) => values.slice(row * columns, (row + 1) * columns))]
}

function container(tensors: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = []
  const int = (...numbers: number[]): void => {
    for (const number of numbers) parts.push(Buffer.from(Int32Array.of(number).buffer))
  }
  const float = (...numbers: number[]): void => void parts.push(Buffer.from(Float32Array.from(numbers).buffer))
  const long = (number: number): void => void parts.push(Buffer.from(BigUint64Array.of(BigInt(number)).buffer))
  parts.push(Buffer.from('E5S1'))
  int(1, HIDDEN, 1, HEADS, FEED_FORWARD, PIECES.length, POSITIONS, 2)
  float(EPSILON)
  int(BLOCK, PIECES.length, 0, 2, 1, 3)
  const blob = Buffer.from(PIECES.join(''))
  long(blob.length)
  let offset = 0
  int(0, ...PIECES.map((piece) => (offset += Buffer.byteLength(piece))))
  float(...PIECES.map((_, id) => (id < 4 ? 0 : -id)))
  parts.push(blob)
  int(0, 0, tensors.size)
  const header = [...tensors].reduce((sum, [name]) => sum + 2 + name.length + 5 + 16, 0)
  let at = parts.reduce((sum, part) => sum + part.length, 0) + header
  for (const [name, data] of tensors) {
    parts.push(Buffer.from(Uint16Array.of(name.length).buffer), Buffer.from(name), Buffer.alloc(5))
    long(at)
    long(data.length)
    at += data.length
  }
  return Buffer.concat([...parts, ...tensors.values()])
}
