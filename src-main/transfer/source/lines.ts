/** Lines of a file of any size. */

const NEWLINE = 0x0a
const DEFAULT_MAX_LINE_BYTES = 64 * 1024 * 1024

export interface Line {
  /** From 1. */
  number: number
  /** Without its line end; null for a line longer than is kept. */
  text: string | null
}

/**
 * Yields the lines that hold anything but white space, the last one also without a line end. Only `\n` and `\r\n` end a line:
 * U+2028 inside a JSON string does not. A line of more than `maxBytes` is passed over without being kept in memory.
 */
export async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number = DEFAULT_MAX_LINE_BYTES,
): AsyncGenerator<Line> {
  let pieces: Buffer[] = []
  let bytes = 0
  let number = 1
  const add = (piece: Buffer) => {
    bytes += piece.length
    if (bytes <= maxBytes) pieces.push(piece)
    else pieces = []
  }
  const close = (): Line | null => {
    const text = bytes > maxBytes ? null : Buffer.concat(pieces).toString('utf8').trim()
    pieces = []
    bytes = 0
    return text === '' ? null : { number, text }
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      add(chunk.subarray(from, end))
      const line = close()
      if (line) yield line
      number += 1
      from = end + 1
    }
    if (from < chunk.length) add(chunk.subarray(from))
  }
  const last = close()
  if (last) yield last
}
