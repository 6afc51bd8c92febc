/** A unit vector in one signed byte a number, as Base64: true to about a hundredth of its length. */
const SCALE = 512

export function encodeVector(vector: Float32Array): string {
  const bytes = Int8Array.from(vector, (v) => Math.max(-127, Math.min(127, Math.round(v * SCALE))))
  return Buffer.from(bytes.buffer).toString('base64')
}

export function decodeVector(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64')
  const out = Float32Array.from(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const length = Math.sqrt(out.reduce((sum, v) => sum + v * v, 0))
  return out.map((v) => v / length)
}
