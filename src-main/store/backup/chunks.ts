import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import { makePrivateDir } from '../private-files'

/**
 * Pieces of files, each stored once under its own checksum (docs/adr/0012-backups.md). PostgreSQL changes few pages of large
 * files, so a piece is two of its pages: a day's backup adds what the day changed. Pieces lie in packs, one a backup, because
 * tens of thousands of small files are slow to write and to copy.
 */
export const CHUNK_BYTES = 16_384
/** A piece of nothing but zeros is not stored. */
export const ZEROS = ''
const ENTRY_BYTES = 32 + 8 + 4

interface Place {
  pack: string
  offset: number
  length: number
}

/** The pieces in `dir`. Reads the lists of its packs, not the packs. */
export class ChunkStore {
  private readonly known = new Map<string, Place>()
  private writer: {
    name: string
    file: number
    offset: number
    entries: Buffer[]
    buffer: Buffer[]
    buffered: number
  } | null = null

  constructor(private readonly dir: string) {
    makePrivateDir(dir)
    for (const name of this.packs()) this.readList(name)
  }

  /** Names of the packs whose list is complete; a pack without one was never finished. */
  packs(): string[] {
    return readdirSync(this.dir)
      .filter((file) => file.endsWith('.list') && existsSync(this.packPath(file.slice(0, -5))))
      .map((file) => file.slice(0, -5))
      .sort()
  }

  /** Stores a piece unless it is there; answers its checksum. The first one begins the pack `name`. */
  add(bytes: Buffer, name: string): string {
    if (isZero(bytes)) return ZEROS
    const hash = createHash('sha256').update(bytes).digest('hex')
    if (this.known.has(hash)) return hash
    this.writer ??= {
      name,
      file: openSync(this.packPath(name), 'w', 0o600),
      offset: 0,
      entries: [],
      buffer: [],
      buffered: 0,
    }
    const { writer } = this
    this.known.set(hash, { pack: writer.name, offset: writer.offset, length: bytes.length })
    writer.entries.push(entryOf(hash, writer.offset, bytes.length))
    writer.offset += bytes.length
    writer.buffer.push(Buffer.from(bytes))
    writer.buffered += bytes.length
    if (writer.buffered >= 4 * 1024 * 1024) this.flush()
    return hash
  }

  /** The pack on disk, then its list: only with that it counts. Answers the bytes that were added. */
  finish(): number {
    const { writer } = this
    if (!writer) return 0
    this.flush()
    fsyncSync(writer.file)
    closeSync(writer.file)
    writeDurably(join(this.dir, `${writer.name}.list`), Buffer.concat(writer.entries))
    this.writer = null
    return writer.offset
  }

  /** Lets go of a pack that was begun. */
  abandon(): void {
    const { writer } = this
    if (!writer) return
    closeSync(writer.file)
    this.writer = null
    rmSync(this.packPath(writer.name), { force: true })
    for (const [hash, place] of this.known) if (place.pack === writer.name) this.known.delete(hash)
  }

  /** @throws CatchmentError `store_corrupt` if it is missing or is not what it was */
  read(hash: string): Buffer {
    const place = this.known.get(hash)
    if (!place) throw damaged()
    const bytes = Buffer.alloc(place.length)
    const file = openSync(this.packPath(place.pack), 'r')
    try {
      if (readSync(file, bytes, 0, place.length, place.offset) !== place.length) throw damaged()
    } finally {
      closeSync(file)
    }
    if (createHash('sha256').update(bytes).digest('hex') !== hash) throw damaged()
    return bytes
  }

  /** Forgets pieces that are not what they were, so that the next backup stores them anew. Answers how many. */
  forgetDamaged(): number {
    const bad = new Set<string>()
    for (const [hash, { pack }] of this.known)
      try {
        this.read(hash)
      } catch {
        bad.add(pack)
        this.known.delete(hash)
      }
    for (const name of bad) {
      const left = [...this.known].filter(([, place]) => place.pack === name)
      const list = left.map(([hash, { offset, length }]) => entryOf(hash, offset, length))
      writeDurably(join(this.dir, `${name}.list`), Buffer.concat(list))
    }
    return bad.size
  }

  has = (hash: string): boolean => hash === ZEROS || this.known.has(hash)

  /** Bytes on disk. */
  bytes(): number {
    return this.packs().reduce((sum, name) => sum + statSync(this.packPath(name)).size, 0)
  }

  /**
   * Drops every piece that is not in `used`: a pack without any goes, one that is mostly unused is written anew. Killed at
   * any moment, every used piece is still in one pack or the other.
   */
  keepOnly(used: ReadonlySet<string>): void {
    for (const file of readdirSync(this.dir)) {
      const name = file.replace(/\.(pack|list)$/, '')
      if (!existsSync(join(this.dir, `${name}.list`)) || file.endsWith('.tmp'))
        rmSync(join(this.dir, file), { force: true })
    }
    for (const name of this.packs()) {
      const mine = [...this.known].filter(([, place]) => place.pack === name)
      const live = mine.filter(([hash]) => used.has(hash))
      const size = statSync(this.packPath(name)).size
      const needed = live.reduce((sum, [, place]) => sum + place.length, 0)
      if (live.length > 0 && needed * 2 > size) continue
      const kept = live.map(([hash]) => this.read(hash))
      for (const [hash] of mine) this.known.delete(hash)
      for (const bytes of kept) this.add(bytes, `${name}r`)
      this.finish()
      rmSync(join(this.dir, `${name}.list`), { force: true })
      rmSync(this.packPath(name), { force: true })
    }
  }

  private flush(): void {
    const { writer } = this
    if (!writer) return
    const bytes = Buffer.concat(writer.buffer)
    for (let at = 0; at < bytes.length; ) at += writeSync(writer.file, bytes, at)
    writer.buffer = []
    writer.buffered = 0
  }

  private readList(name: string): void {
    const list = readFileSync(join(this.dir, `${name}.list`))
    const size = statSync(this.packPath(name)).size
    for (let at = 0; at + ENTRY_BYTES <= list.length; at += ENTRY_BYTES) {
      const hash = list.subarray(at, at + 32).toString('hex')
      const offset = Number(list.readBigUInt64BE(at + 32))
      const length = list.readUInt32BE(at + 40)
      if (offset + length <= size) this.known.set(hash, { pack: name, offset, length })
    }
  }

  private packPath = (name: string): string => join(this.dir, `${name}.pack`)
}

function entryOf(hash: string, offset: number, length: number): Buffer {
  const entry = Buffer.alloc(ENTRY_BYTES)
  entry.write(hash, 0, 'hex')
  entry.writeBigUInt64BE(BigInt(offset), 32)
  entry.writeUInt32BE(length, 40)
  return entry
}

const NOTHING = Buffer.alloc(CHUNK_BYTES)
const isZero = (bytes: Buffer): boolean => bytes.equals(NOTHING.subarray(0, bytes.length))

/** Replaces a file in one step, on disk before it counts. */
export function writeDurably(path: string, bytes: Buffer | string): void {
  const draft = `${path}.tmp`
  const file = openSync(draft, 'w', 0o600)
  try {
    const all = Buffer.from(bytes)
    for (let at = 0; at < all.length; ) at += writeSync(file, all, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, path)
}

export const damaged = (): CatchmentError =>
  new CatchmentError(
    'store_corrupt',
    'This backup is damaged: a part of it is missing or is not what was written. Nothing was changed. Choose another one.',
  )
