/** Bytes of a file as UTF-8, whatever they were: found out, converted, and said if something was lost. */
import { isAscii, isUtf8 } from 'node:buffer'
import type { SourceFile } from './types'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export interface TextFile {
  file: SourceFile
  encoding: Encoding
  /** The first bytes as text, without a byte order mark; all of a small file. */
  head: string
  /** True if `head` is all there is. */
  complete: boolean
  /** The whole text as UTF-8 without a byte order mark. To be read once. */
  chunks(): AsyncGenerator<Buffer>
  /** Places where bytes stood that are no character; final once `chunks` has ended. */
  unreadable(): number
}

export async function readText(file: SourceFile, headBytes: number): Promise<TextFile> {
  const first = await headOf(file, headBytes)
  const encoding = await encodingOf(file, first)
  const decoder = new TextDecoder(encoding)
  let unreadable = 0
  return {
    file,
    encoding,
    head: decoder.decode(wholeSigns(first, encoding, first.length === file.size)),
    complete: first.length >= file.size,
    chunks: () => (encoding === 'utf-8' ? checked(file, (n) => (unreadable += n)) : converted(file, encoding)),
    unreadable: () => unreadable,
  }
}

async function headOf(file: SourceFile, bytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const chunk of file.bytes()) {
    pieces.push(chunk)
    length += chunk.length
    if (length >= bytes) break
  }
  return Buffer.concat(pieces).subarray(0, bytes)
}

/**
 * By the byte order mark, else by where zeros stand (UTF-16), else by whether the first bytes above ASCII are UTF-8. A file
 * with more broken than sound characters there is taken for Western European, in which every byte is a character.
 */
async function encodingOf(file: SourceFile, head: Buffer): Promise<Encoding> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = zeroPlaces(head.subarray(0, 1024))
  if (zeros) return zeros
  for await (const chunk of file.bytes()) {
    if (isAscii(chunk)) continue
    const above = chunk.findIndex((byte) => byte >= 0x80)
    return isUtf8(wholeSigns(chunk.subarray(above), 'utf-8', false)) || soundSigns(chunk) ? 'utf-8' : 'windows-1252'
  }
  return 'utf-8'
}

/** ASCII in UTF-16: every second byte is a zero. */
function zeroPlaces(head: Buffer): Encoding | null {
  if (head.length < 4) return null
  let even = 0
  let odd = 0
  for (const [index, byte] of head.entries()) if (byte === 0) index % 2 === 0 ? even++ : odd++
  const half = head.length / 2
  if (odd > half * 0.6 && even < half * 0.1) return 'utf-16le'
  return even > half * 0.6 && odd < half * 0.1 ? 'utf-16be' : null
}

/** True if more characters above ASCII are sound UTF-8 than not. */
function soundSigns(chunk: Buffer): boolean {
  let sound = 0
  let broken = 0
  for (const sign of chunk.toString('utf8')) {
    if (sign === '\ufffd') broken++
    else if (sign > '\u007f') sound++
  }
  return sound > broken
}

/** Without the beginning of a character that the cut went through, and without the rest of one at the front. */
function wholeSigns(bytes: Buffer, encoding: Encoding, isEnd: boolean): Buffer {
  if (isEnd || encoding === 'windows-1252') return bytes
  if (encoding !== 'utf-8') return bytes.subarray(0, bytes.length - (bytes.length % 2))
  return bytes.subarray(0, bytes.length - cutSign(bytes))
}

/** How many bytes at the end are the beginning of a character. */
function cutSign(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}

/** UTF-8 is passed on as it is; what is no character is replaced by U+FFFD and counted. */
async function* checked(file: SourceFile, count: (signs: number) => void): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0)
  let first = true
  for await (const piece of file.bytes()) {
    let bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    if (first && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3)
    first = false
    const cut = cutSign(bytes)
    rest = Buffer.from(bytes.subarray(bytes.length - cut))
    yield sound(bytes.subarray(0, bytes.length - cut), count)
  }
  if (rest.length > 0) yield sound(rest, count)
}

function sound(bytes: Buffer, count: (signs: number) => void): Buffer {
  if (isUtf8(bytes)) return bytes
  const before = occurrences(bytes)
  const text = bytes.toString('utf8')
  let replaced = 0
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) replaced += 1
  count(replaced - before)
  return Buffer.from(text)
}

/** U+FFFD that were in the file already. */
function occurrences(bytes: Buffer): number {
  const sign = Buffer.from('\ufffd')
  let count = 0
  for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, at + sign.length)) count += 1
  return count
}

async function* converted(file: SourceFile, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding)
  for await (const piece of file.bytes()) yield Buffer.from(decoder.decode(piece, { stream: true }))
  const last = decoder.decode()
  if (last !== '') yield Buffer.from(last)
}
