/** The head of a GGUF file, read with bounds: the format is https://github.com/ggml-org/ggml/blob/master/docs/gguf.md. */
import { open } from 'node:fs/promises'
import { CatchmentError } from '@shared/contract/errors'
import { blockOf } from './ggml-types'

export type GgufValue = string | number | boolean | readonly number[]

export interface GgufHeader {
  version: number
  /** Keys with one value, and short lists of numbers. Of other lists only the length is kept, in `lengths`. */
  values: ReadonlyMap<string, GgufValue>
  lengths: ReadonlyMap<string, number>
  tensors: number
  /** Numbers in all tensors of this file. */
  parameters: number
  /** Types of tensors that no known layout fits; empty for a file this program's runtime can read. */
  unknownTypes: readonly number[]
  /** Where the last tensor of this file ends: a shorter file was cut off. Null where a type is not known. */
  expectedBytes: number | null
  fileBytes: number
}

/** No model comes near these: the largest vocabularies hold 300,000 words, the largest models some thousand tensors. */
const MAX = {
  keys: 65_536,
  tensors: 200_000,
  listLength: 4_000_000,
  keyBytes: 65_535,
  textBytes: 4 << 20,
  dimensions: 8,
}
const MAX_HEADER_BYTES = 192 << 20
const FIRST_READ = 2 << 20
/** Lists of numbers up to this length are kept: heads by layer, not scores by word. */
const KEPT_LIST = 2048

/**
 * Reads the head of a file; its weights are not looked at. Neither time nor memory depends on what a damaged file claims:
 * every count is checked before it is used.
 * @throws CatchmentError `not_found` for no readable file, `bad_request` with a sentence for what is no whole GGUF head
 */
export async function readGgufHeader(path: string): Promise<GgufHeader> {
  const file = await open(path).catch((cause: unknown) => {
    throw new CatchmentError('not_found', `${path} cannot be read.`, { cause })
  })
  try {
    const found = await file.stat()
    if (!found.isFile()) throw refusal(path, 'is a folder, not a model file')
    const fileBytes = found.size
    for (let size = Math.min(FIRST_READ, fileBytes); ; size = Math.min(size * 4, fileBytes, MAX_HEADER_BYTES)) {
      const head = Buffer.alloc(size)
      const { bytesRead } = await file.read(head, 0, size, 0)
      try {
        return parseGgufHeader(head.subarray(0, bytesRead), fileBytes)
      } catch (error) {
        if (error instanceof BadHeader) throw refusal(path, error.message)
        if (!(error instanceof EndOfHead)) throw error
        if (size >= fileBytes) throw refusal(path, 'ends within its own description: it was cut off. Download it again')
        if (size >= MAX_HEADER_BYTES) throw refusal(path, 'is damaged: its description does not end')
      }
    }
  } finally {
    await file.close()
  }
}

const refusal = (path: string, why: string): CatchmentError => new CatchmentError('bad_request', `${path} ${why}.`)

class BadHeader extends Error {}
class EndOfHead extends Error {}

/** @throws BadHeader, or EndOfHead where `head` is too short for what it describes */
export function parseGgufHeader(head: Buffer, fileBytes: number): GgufHeader {
  if (head.length < 4 || head.toString('latin1', 0, 4) !== 'GGUF') throw new BadHeader('is not a GGUF model file')
  const at = new Cursor(head, 4)
  const version = at.u32()
  if (version === 0x03000000) throw new BadHeader('was made for machines with another byte order')
  if (version !== 2 && version !== 3) {
    throw new BadHeader(`has version ${version} of the GGUF format, which the runtime does not read`)
  }
  const tensors = at.count(MAX.tensors, 'tensors')
  const keys = at.count(MAX.keys, 'keys')
  const values = new Map<string, GgufValue>()
  const lengths = new Map<string, number>()
  for (let i = 0; i < keys; i++) {
    const key = at.text(MAX.keyBytes)
    const type = at.u32()
    if (type === ARRAY) {
      const { length, numbers } = readList(at)
      lengths.set(key, length)
      if (numbers) values.set(key, numbers)
    } else values.set(key, readScalar(at, type))
  }
  return { version, values, lengths, tensors, fileBytes, ...readTensors(at, tensors, values) }
}

const STRING = 8
const ARRAY = 9
const SIZES: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 2, 3: 2, 4: 4, 5: 4, 6: 4, 7: 1, 10: 8, 11: 8, 12: 8 }

function readScalar(at: Cursor, type: number): string | number | boolean {
  if (type === STRING) return at.text(MAX.textBytes)
  const size = SIZES[type]
  if (size === undefined) throw new BadHeader('is damaged: its description holds a value of no known kind')
  const start = at.skip(size)
  const { bytes } = at
  switch (type) {
    case 0:
      return bytes.readUInt8(start)
    case 1:
      return bytes.readInt8(start)
    case 2:
      return bytes.readUInt16LE(start)
    case 3:
      return bytes.readInt16LE(start)
    case 4:
      return bytes.readUInt32LE(start)
    case 5:
      return bytes.readInt32LE(start)
    case 6:
      return bytes.readFloatLE(start)
    case 7:
      return bytes.readUInt8(start) !== 0
    case 10:
      return Number(bytes.readBigUInt64LE(start))
    case 11:
      return Number(bytes.readBigInt64LE(start))
    default:
      return bytes.readDoubleLE(start)
  }
}

function readList(at: Cursor): { length: number; numbers: readonly number[] | null } {
  const type = at.u32()
  const length = at.count(MAX.listLength, 'entries in a list')
  if (type === STRING) {
    for (let i = 0; i < length; i++) at.skip(at.count(MAX.textBytes, 'characters in a word'))
    return { length, numbers: null }
  }
  const size = SIZES[type]
  if (size === undefined) throw new BadHeader('is damaged: its description holds a list of no known kind')
  if (length > KEPT_LIST) {
    at.skip(size * length)
    return { length, numbers: null }
  }
  return { length, numbers: Array.from({ length }, () => Number(readScalar(at, type))) }
}

function readTensors(at: Cursor, count: number, values: ReadonlyMap<string, GgufValue>) {
  let parameters = 0
  let end: number | null = 0
  const unknownTypes = new Set<number>()
  for (let i = 0; i < count; i++) {
    at.text(MAX.keyBytes)
    const dimensions = at.u32()
    if (dimensions > MAX.dimensions) throw new BadHeader('is damaged: a tensor has too many dimensions')
    let elements = 1
    for (let d = 0; d < dimensions; d++) elements *= at.u64()
    if (!Number.isSafeInteger(elements)) throw new BadHeader('is damaged: a tensor is larger than any memory')
    const type = at.u32()
    const offset = at.u64()
    parameters += elements
    const block = blockOf(type)
    if (!block) unknownTypes.add(type)
    else if (end !== null) end = Math.max(end, offset + Math.ceil(elements / block.elements) * block.bytes)
  }
  const alignment = values.get('general.alignment') ?? 32
  if (typeof alignment !== 'number' || alignment < 1) throw new BadHeader('is damaged: it states no alignment')
  const start = Math.ceil(at.place / alignment) * alignment
  const expectedBytes = unknownTypes.size > 0 || end === null ? null : start + end
  return { parameters, unknownTypes: [...unknownTypes], expectedBytes }
}

/** A place in the bytes of the head; reading past their end is EndOfHead. */
class Cursor {
  constructor(
    readonly bytes: Buffer,
    public place: number,
  ) {}

  /** Where it was before. */
  skip(size: number): number {
    const start = this.place
    if (size > this.bytes.length - start) throw new EndOfHead()
    this.place = start + size
    return start
  }

  u32(): number {
    return this.bytes.readUInt32LE(this.skip(4))
  }

  u64(): number {
    const value = this.bytes.readBigUInt64LE(this.skip(8))
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new BadHeader('is damaged: it states an impossible size')
    return Number(value)
  }

  count(most: number, of: string): number {
    const value = this.u64()
    if (value > most) throw new BadHeader(`is damaged: it states ${value} ${of}`)
    return value
  }

  text(most: number): string {
    const length = this.count(most, 'characters in a word')
    const start = this.skip(length)
    return this.bytes.toString('utf8', start, start + length)
  }
}
