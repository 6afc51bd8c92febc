/**
 * Q4_0 blocks (18 bytes: a float16 scale, then 32 weights of 4 bits) taken apart into what ONNX Runtime wants: the nibbles
 * and the scales as two arrays. No weight is changed.
 */

export interface Q4Tensor {
  /** 16 bytes a block. */
  nibbles: Buffer
  /** One float16 a block. */
  scales: Buffer
  blocks: number
}

const BLOCK_BYTES = 18
const NIBBLE_BYTES = 16

/**
 * How the 32 weights lie in 16 bytes. `halves`, as in the source: byte i holds weight i (low) and 16 + i (high).
 * `pairs`, as MatMulNBits reads them: byte i holds weights 2i (low) and 2i + 1 (high).
 */
export type NibbleOrder = 'halves' | 'pairs'

/** Blocks `from` up to `to` of `source` into `target`. In slices, so that the caller can let others run in between. */
export function splitBlocks(source: Buffer, target: Q4Tensor, order: NibbleOrder, from: number, to: number): void {
  const { nibbles, scales } = target
  for (let block = from; block < to; block++) {
    const at = block * BLOCK_BYTES
    const out = block * NIBBLE_BYTES
    source.copy(scales, block * 2, at, at + 2)
    if (order === 'halves') {
      source.copy(nibbles, out, at + 2, at + BLOCK_BYTES)
      continue
    }
    for (let i = 0; i < 8; i++) {
      const even = source[at + 2 + 2 * i] ?? 0
      const odd = source[at + 3 + 2 * i] ?? 0
      nibbles[out + i] = (even & 15) | ((odd & 15) << 4)
      nibbles[out + 8 + i] = (even >> 4) | ((odd >> 4) << 4)
    }
  }
}

export function emptyQ4Tensor(source: Buffer): Q4Tensor {
  const blocks = source.length / BLOCK_BYTES
  return { nibbles: Buffer.alloc(blocks * NIBBLE_BYTES), scales: Buffer.alloc(blocks * 2), blocks }
}

/** A float16 by its 16 bits (no infinities in weights). */
export function halfToNumber(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

/** An array of float16 as one of float32. */
export function halvesToFloats(halves: Buffer): Buffer {
  const floats = Buffer.alloc(halves.length * 2)
  for (let at = 0; at < halves.length; at += 2) floats.writeFloatLE(halfToNumber(halves.readUInt16LE(at)), at * 2)
  return floats
}
