/** GGUF files of a few bytes for tests: a real head, weights of nothing. */

export type GgufField = [key: string, value: string | number | readonly string[] | readonly number[]]

export interface GgufSketch {
  fields?: readonly GgufField[]
  tensors?: readonly { name: string; dimensions: readonly number[]; type: number; offset: number }[]
  /** Bytes after the head. */
  data?: number
}

const u32 = (n: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(n)
  return bytes
}
const u64 = (n: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(n))
  return bytes
}
const text = (s: string): Buffer => Buffer.concat([u64(Buffer.byteLength(s)), Buffer.from(s)])

function field([key, value]: GgufField): Buffer {
  if (typeof value === 'string') return Buffer.concat([text(key), u32(8), text(value)])
  if (typeof value === 'number') return Buffer.concat([text(key), u32(4), u32(value)])
  const isWords = typeof value[0] === 'string'
  const entries = value.map((one) => (typeof one === 'string' ? text(one) : u32(one)))
  return Buffer.concat([text(key), u32(9), u32(isWords ? 8 : 4), u64(value.length), ...entries])
}

/** What every model that can talk has in its head. */
export const TALKING: readonly GgufField[] = [
  ['general.architecture', 'qwen2'],
  ['general.name', 'Tiny Talker'],
  ['general.file_type', 15],
  ['qwen2.context_length', 32768],
  ['qwen2.block_count', 28],
  ['qwen2.embedding_length', 1536],
  ['qwen2.attention.head_count', 12],
  ['qwen2.attention.head_count_kv', 2],
  ['tokenizer.ggml.model', 'gpt2'],
  ['tokenizer.ggml.tokens', ['a', 'b', 'c']],
  ['tokenizer.chat_template', '{{ messages }}'],
]

/** One tensor of 512 numbers in Q4_K: 288 bytes. */
const WEIGHTS = [{ name: 'token_embd.weight', dimensions: [256, 2], type: 12, offset: 0 }] as const

/** With other values of the fields of `TALKING`; undefined takes one away. */
export const talking = (changes: Readonly<Record<string, GgufField[1] | undefined>> = {}): GgufField[] => {
  const all = new Map<string, GgufField[1] | undefined>([...TALKING, ...Object.entries(changes)])
  return [...all].flatMap(([key, value]): GgufField[] => (value === undefined ? [] : [[key, value]]))
}

export function ggufFile({ fields = TALKING, tensors = WEIGHTS, data = 288 }: GgufSketch = {}): Buffer {
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(tensors.length),
    u64(fields.length),
    ...fields.map(field),
    ...tensors.map(({ name, dimensions, type, offset }) =>
      Buffer.concat([text(name), u32(dimensions.length), ...dimensions.map(u64), u32(type), u64(offset)]),
    ),
  ])
  const padding = Buffer.alloc((32 - (head.length % 32)) % 32)
  return Buffer.concat([head, padding, Buffer.alloc(data)])
}
