/**
 * The computation of multilingual-e5-small (a BERT encoder) as an ONNX graph over 4-bit weights: a gather over the packed
 * word table, then per layer attention and feed-forward with MatMulNBits. Output: `last_hidden_state`, which
 * transformers.js pools.
 */
import { FLOAT, FLOAT16, INT32, INT64, MICROSOFT, OnnxGraph, UINT8 } from './onnx-graph'
import type { Message } from './protobuf'
import { emptyQ4Tensor, halvesToFloats, type NibbleOrder, type Q4Tensor, splitBlocks } from './q4-blocks'
import type { E5Source } from './source-file'

/** Called between slices of work of some ten milliseconds, so that the thread stays responsive. */
export type Breathe = () => Promise<void>

const SLICE_BLOCKS = 100_000

export async function buildBertGraph(source: E5Source, breathe: Breathe): Promise<Message> {
  const graph = new OnnxGraph('multilingual-e5-small')
  const build = new BertBuilder(graph, source, breathe)
  let state = await build.embeddings()
  const mask = graph.op('Cast', ['attention_mask'], { to: INT32 })
  for (let layer = 0; layer < source.shape.layers; layer++) state = await build.layer(layer, state, mask)
  const { hidden } = source.shape
  graph.output('last_hidden_state', state, FLOAT, ['batch', 'sequence', hidden])
  graph.input('input_ids', INT64, ['batch', 'sequence'])
  graph.input('attention_mask', INT64, ['batch', 'sequence'])
  return graph.toModel()
}

class BertBuilder {
  constructor(
    readonly graph: OnnxGraph,
    readonly source: E5Source,
    readonly breathe: Breathe,
  ) {}

  /** Word vector + position vector (with the one token type already added), normalised. */
  async embeddings(): Promise<string> {
    const { graph, source } = this
    const { hidden, vocabulary, positions, blockSize, layerNormEpsilon } = source.shape
    const blocksPerRow = hidden / blockSize
    const words = await this.#split('emb.word', 'halves')
    graph.weight('emb.q', UINT8, [vocabulary, hidden / 2], words.nibbles)
    graph.weight('emb.s', FLOAT16, [vocabulary, blocksPerRow], words.scales)
    graph.weight('emb.pos', FLOAT, [positions, hidden], this.#positions())
    graph.weight('fifteen', UINT8, [], Buffer.from([15]))
    graph.weight('four', UINT8, [], Buffer.from([4]))
    graph.weight('eight', FLOAT, [], floatBytes(8))
    this.#integers('split', [0, 0, blocksPerRow, blockSize / 2])
    this.#integers('join', [0, 0, hidden])
    this.#integers('last', [-1])
    graph.weight('i0', INT64, [], integerBytes([0]))
    graph.weight('i1', INT64, [], integerBytes([1]))

    const word = this.#unpackedWords()
    const length = graph.op('Gather', [graph.op('Shape', ['input_ids']), 'i1'], { axis: 0 })
    const place = graph.op('Gather', ['emb.pos', graph.op('Range', ['i0', length, 'i1'])], { axis: 0 })
    const sum = graph.op('Add', [word, place])
    const norm = [this.#vector('emb.ln.w'), this.#vector('emb.ln.b')]
    return graph.op('LayerNormalization', [sum, ...norm], { axis: -1, epsilon: layerNormEpsilon })
  }

  /** Gathers the packed rows of the tokens and unpacks only those: (nibble − 8) × scale. */
  #unpackedWords(): string {
    const { graph } = this
    const packed = graph.op('Reshape', [graph.op('Gather', ['emb.q', 'input_ids'], { axis: 0 }), 'split'])
    const low = graph.op('BitwiseAnd', [packed, 'fifteen'])
    const high = graph.op('BitShift', [packed, 'four'], { direction: 'RIGHT' })
    const nibbles = graph.op('Concat', [low, high], { axis: -1 })
    const scales = graph.op('Cast', [graph.op('Gather', ['emb.s', 'input_ids'], { axis: 0 })], { to: FLOAT })
    const scale = graph.op('Unsqueeze', [scales, 'last'])
    const centred = graph.op('Sub', [graph.op('Cast', [nibbles], { to: FLOAT }), 'eight'])
    return graph.op('Reshape', [graph.op('Mul', [centred, scale]), 'join'])
  }

  async layer(index: number, state: string, mask: string): Promise<string> {
    const { graph, source } = this
    const { hidden, heads, feedForward, layerNormEpsilon } = source.shape
    const name = (part: string): string => `l${index}.${part}`
    const biases = ['q.b', 'k.b', 'v.b'].map((part) => source.tensor(name(part)))
    graph.weight(name('qkv.b'), FLOAT, [3 * hidden], Buffer.concat(biases))
    const query = await this.#linear(state, name('q'), hidden, hidden)
    const keys = await this.#linear(state, name('k'), hidden, hidden)
    const values = await this.#linear(state, name('v'), hidden, hidden)
    const attended = graph.op(
      'MultiHeadAttention',
      [query, keys, values, name('qkv.b'), mask],
      { num_heads: heads },
      MICROSOFT,
    )
    const projected = await this.#linear(attended, name('ao'), hidden, hidden)
    const attentionNorm = [this.#vector(name('aln.w')), this.#vector(name('aln.b')), this.#vector(name('ao.b'))]
    const normalised = graph.op(
      'SkipLayerNormalization',
      [projected, state, ...attentionNorm],
      { epsilon: layerNormEpsilon },
      MICROSOFT,
    )
    const widened = await this.#linear(normalised, name('fi'), feedForward, hidden)
    const biased = graph.op('Add', [widened, this.#vector(name('fi.b'))])
    const inner = graph.op('Gelu', [biased], {}, MICROSOFT)
    const narrowed = await this.#linear(inner, name('fo'), hidden, feedForward)
    const outputNorm = [this.#vector(name('oln.w')), this.#vector(name('oln.b')), this.#vector(name('fo.b'))]
    return graph.op(
      'SkipLayerNormalization',
      [narrowed, normalised, ...outputNorm],
      { epsilon: layerNormEpsilon },
      MICROSOFT,
    )
  }

  /** `input` × the 4-bit matrix `name`, of `outputs` rows and `inputs` columns; the bias is added by the caller. */
  async #linear(input: string, name: string, outputs: number, inputs: number): Promise<string> {
    const { blockSize } = this.source.shape
    const matrix = await this.#split(`${name}.w`, 'pairs')
    const packed = this.graph.weight(`${name}.q4`, UINT8, [outputs, inputs / blockSize, blockSize / 2], matrix.nibbles)
    const scales = this.graph.weight(`${name}.s`, FLOAT, [matrix.blocks], halvesToFloats(matrix.scales))
    const attributes = { K: inputs, N: outputs, bits: 4, block_size: blockSize, accuracy_level: 4 }
    return this.graph.op('MatMulNBits', [input, packed, scales], attributes, MICROSOFT)
  }

  async #split(name: string, order: NibbleOrder): Promise<Q4Tensor> {
    const source = this.source.tensor(name)
    const target = emptyQ4Tensor(source)
    for (let from = 0; from < target.blocks; from += SLICE_BLOCKS) {
      splitBlocks(source, target, order, from, Math.min(from + SLICE_BLOCKS, target.blocks))
      await this.breathe()
    }
    return target
  }

  #positions(): Buffer {
    const { hidden, positions } = this.source.shape
    const table = Buffer.from(this.source.tensor('emb.pos'))
    const tokenType = this.source.tensor('emb.type')
    for (let at = 0; at < positions * hidden; at++)
      table.writeFloatLE(table.readFloatLE(4 * at) + tokenType.readFloatLE(4 * (at % hidden)), 4 * at)
    return table
  }

  #vector(name: string): string {
    const data = this.source.tensor(name)
    return this.graph.weight(name, FLOAT, [data.length / 4], data)
  }

  #integers(name: string, list: readonly number[]): void {
    this.graph.weight(name, INT64, [list.length], integerBytes(list))
  }
}

function integerBytes(list: readonly number[]): Buffer {
  const buffer = Buffer.alloc(8 * list.length)
  for (const [at, number] of list.entries()) buffer.writeBigInt64LE(BigInt(number), 8 * at)
  return buffer
}

function floatBytes(number: number): Buffer {
  const buffer = Buffer.alloc(4)
  buffer.writeFloatLE(number)
  return buffer
}
