/** Texts without end inside JSON: a parser keeps a string whole before anybody can look how long it is. */

/** Some 4,000 pages. What is longer is a file that somebody put into a message, or made to fill a memory. */
export const MOST_STRING_BYTES = 8 * 1024 * 1024

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `\u` and its four digits: behind them one is out of any escape. */
const ESCAPE_DIGITS = 4

/**
 * JSON as it is, but of strings longer than `mostBytes` the rest is left out, between two characters, so that what comes out
 * is JSON still. `cut` is called for each. Needs the memory of one chunk.
 */
export async function* withoutLongStrings(
  chunks: AsyncIterable<Buffer>,
  cut: () => void,
  mostBytes: number = MOST_STRING_BYTES,
): AsyncGenerator<Buffer> {
  let inString = false
  let isEscaped = false
  let isDropping = false
  let length = 0
  /** Bytes since the last escape began. */
  let since = 0
  for await (const chunk of chunks) {
    let from = 0
    for (let i = 0; i < chunk.length; i += 1) {
      const byte = chunk[i] ?? 0
      if (!inString) {
        if (byte !== QUOTE) continue
        inString = true
        length = 0
        since = ESCAPE_DIGITS
        continue
      }
      length += 1
      if (isEscaped) {
        isEscaped = false
        continue
      }
      if (byte === QUOTE) {
        inString = false
        if (isDropping) from = i
        isDropping = false
        continue
      }
      const isOutside = byte === BACKSLASH || (since >= ESCAPE_DIGITS && (byte & 0xc0) !== 0x80)
      if (!isDropping && length > mostBytes && isOutside) {
        if (i > from) yield chunk.subarray(from, i)
        isDropping = true
        cut()
      }
      isEscaped = byte === BACKSLASH
      since = isEscaped ? 0 : since + 1
    }
    if (!isDropping && from < chunk.length) yield chunk.subarray(from)
  }
}
