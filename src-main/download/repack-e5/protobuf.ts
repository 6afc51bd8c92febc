/** The few lines of protobuf that writing an ONNX file takes. A message is a list of buffers, joined only when written. */

export type Message = readonly Buffer[]

const byteLength = (message: Message): number => message.reduce((total, part) => total + part.length, 0)

export function varint(value: number | bigint): Buffer {
  let rest = BigInt.asUintN(64, BigInt(value))
  const bytes: number[] = []
  do {
    bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0))
    rest >>= 7n
  } while (rest > 0n)
  return Buffer.from(bytes)
}

const key = (field: number, wireType: number): Buffer => varint((field << 3) | wireType)

export const int = (field: number, value: number): Message => [key(field, 0), varint(value)]

export function float(field: number, value: number): Message {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return [key(field, 5), bytes]
}

export const text = (field: number, value: string): Message => bytes(field, [Buffer.from(value)])

/** Length-delimited: raw bytes or a message inside a message. */
export const bytes = (field: number, content: Message): Message => [
  key(field, 2),
  varint(byteLength(content)),
  ...content,
]
