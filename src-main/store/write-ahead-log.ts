/**
 * What the write-ahead log holds, read from its files: how far it can be read, so that a log that was damaged is told from one
 * that ends. PostgreSQL takes the first record that it cannot read for the log's end, and what was committed behind it would be
 * gone without a word. Layouts: PostgreSQL 18, xlogrecord.h, xlog_internal.h, pg_control.h.
 */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'

export const PAGE = 8192
const RECORD_HEADER = 24
const SHORT_HEADER = 24
export const LONG_HEADER = 40
/** Read at once; a part of the log is a multiple of it. */
const BLOCK = 8 * PAGE
/** Up to here the control file is covered by the checksum that follows. */
export const CONTROL_BYTES = 292
export const controlPath = (dataDir: string): string => join(dataDir, 'global', 'pg_control')

/** Four tables of 256, for four bytes at a time. */
const TABLES = new Uint32Array(1024)
for (let n = 0; n < 256; n++) {
  let c = n
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0x82f63b78 : c >>> 1
  TABLES[n] = c
}
const at = (n: number): number => TABLES[n] ?? 0
for (let n = 256; n < 1024; n++) TABLES[n] = (at(n - 256) >>> 8) ^ at(at(n - 256) & 0xff)

/** CRC-32C, begun anew or continued. */
export function crc32c(bytes: Buffer, from = 0): number {
  let crc = ~from
  let i = 0
  for (const whole = bytes.length - 3; i < whole; i += 4) {
    crc ^= bytes.readInt32LE(i)
    crc = at(768 + (crc & 0xff)) ^ at(512 + ((crc >>> 8) & 0xff)) ^ at(256 + ((crc >>> 16) & 0xff)) ^ at(crc >>> 24)
  }
  for (; i < bytes.length; i++) crc = (crc >>> 8) ^ at((crc ^ (bytes[i] ?? 0)) & 0xff)
  return ~crc >>> 0
}

export interface Control {
  /** Of this database, made when it was made. */
  system: bigint
  /** Where the newest checkpoint's record lies. */
  checkpoint: bigint
  /** Where recovery begins to read. */
  redo: bigint
  walBytes: bigint
  timeline: number
}

/** The control file; null if it is not what was written. */
export function readControl(dataDir: string): Control | null {
  const bytes = readBytes(controlPath(dataDir))
  if (bytes === null || bytes.length < CONTROL_BYTES + 4) return null
  if (crc32c(bytes.subarray(0, CONTROL_BYTES)) !== bytes.readUInt32LE(CONTROL_BYTES)) return null
  return {
    system: bytes.readBigUInt64LE(0),
    checkpoint: bytes.readBigUInt64LE(32),
    redo: bytes.readBigUInt64LE(40),
    walBytes: BigInt(bytes.readUInt32LE(228)),
    timeline: bytes.readUInt32LE(48),
  }
}

function readBytes(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

export const segmentName = ({ timeline, walBytes }: Control, position: bigint): string => {
  const perId = 0x1_0000_0000n / walBytes
  const segment = position / walBytes
  return [BigInt(timeline), segment / perId, segment % perId]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}

/**
 * Follows the log from a position. One reader goes on from where it stopped. A turn leaves hundreds of records, and what is
 * acknowledged waits for this: it reckons in numbers, which are exact up to nine million gigabytes of log.
 */
export class LogReader {
  private name = ''
  private file: number | null = null
  private readonly block = Buffer.alloc(BLOCK)
  /** Where the block in memory begins; how much of it was there. */
  private blockAt = -1
  private blockBytes = 0
  private page = this.block.subarray(0, PAGE)
  private pageAt = -1
  private readonly walBytes: number
  private at: number

  /** @param position of a record, or of a page that begins with one */
  constructor(
    private readonly dataDir: string,
    private readonly control: Control,
    position: bigint,
    private readonly check: boolean,
  ) {
    this.at = Number(position)
    this.walBytes = Number(control.walBytes)
  }

  /** Behind the last record that was read. */
  get position(): bigint {
    return BigInt(this.at)
  }

  /** Reads as far as there are records. Answers the position behind the last one. */
  toEnd(): bigint {
    // What was read before may have been written on since.
    this.pageAt = -1
    this.blockAt = -1
    try {
      while (this.record()) {
        // on to the next
      }
      return this.position
    } finally {
      this.close()
    }
  }

  private close(): void {
    if (this.file !== null) closeSync(this.file)
    this.file = null
    this.name = ''
  }

  /** Goes past one record; false if there is none that is whole. */
  private record(): boolean {
    const begin = this.onPage(this.at)
    if (begin === null) return false
    const within = begin % PAGE
    const length = this.page.readUInt32LE(within)
    if (length < RECORD_HEADER || length > 0x4000_0000) return false
    const parts: Buffer[] = []
    let at = begin
    let left = length
    for (let first = true; left > 0; first = false) {
      if (!first) {
        const next = this.onPage(at)
        // A record that goes on says so at the head of the page, with how much of it is still to come.
        if (next === null || (this.page.readUInt16LE(2) & 1) === 0 || this.page.readUInt32LE(16) !== left) return false
        at = next
      }
      const offset = at % PAGE
      const take = Math.min(left, PAGE - offset)
      if (this.check || parts.length < 2) parts.push(Buffer.from(this.page.subarray(offset, offset + take)))
      at += take
      left -= take
    }
    const [first] = parts
    const head = parts.length === 1 && first ? first : Buffer.concat(parts)
    if (this.check && !isWhole(head)) return false
    this.at = Math.ceil(at / 8) * 8
    // The rest of a part of the log is left empty where it was switched to the next.
    if (head[17] === 0 && ((head[16] ?? 0) & 0xf0) === 0x40)
      this.at = Math.ceil(this.at / this.walBytes) * this.walBytes
    return true
  }

  /** Loads the page of a position. Answers the position, behind the page's head if it is the page's begin; null if it was not written yet. */
  private onPage(position: number): number | null {
    const start = position - (position % PAGE)
    if (start !== this.pageAt && !this.load(start)) return null
    if (position !== start) return position
    const head = (this.page.readUInt16LE(2) & 2) !== 0 ? LONG_HEADER : SHORT_HEADER
    return start + head
  }

  private load(start: number): boolean {
    const name = segmentName(this.control, BigInt(start))
    if (name !== this.name) {
      this.close()
      const path = join(this.dataDir, 'pg_wal', name)
      if (!existsSync(path)) return false
      this.file = openSync(path, 'r')
      this.name = name
    }
    if (this.file === null) return false
    const within = start % BLOCK
    if (start - within !== this.blockAt) {
      this.blockAt = start - within
      this.blockBytes = readSync(this.file, this.block, 0, BLOCK, this.blockAt % this.walBytes)
    }
    this.pageAt = -1
    this.page = this.block.subarray(within, within + PAGE)
    // Of a file that is used again, pages say where they stood before.
    if (within + PAGE > this.blockBytes || this.page.readBigUInt64LE(8) !== BigInt(start)) return false
    this.pageAt = start
    return true
  }
}

function isWhole(record: Buffer): boolean {
  const crc = crc32c(record.subarray(0, 20), crc32c(record.subarray(RECORD_HEADER)))
  return crc === record.readUInt32LE(20)
}

/** How far the log can be read from where recovery begins, each record compared with its checksum. */
export const endOfLog = (dataDir: string, control: Control): bigint =>
  new LogReader(dataDir, control, control.redo, true).toEnd()

/** The parts of the log that are there, by name. */
export const logFiles = (dataDir: string): string[] => {
  const folder = join(dataDir, 'pg_wal')
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /^[0-9A-F]{24}$/.test(name))
        .sort()
    : []
}
