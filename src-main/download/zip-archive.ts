/** Takes single members out of a zip file (a wheel is one) without unpacking the rest. No zip64, no encryption. */
import { createWriteStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { SourceFailure } from './failures'

interface ZipMember {
  name: string
  method: number
  packedBytes: number
  sizeBytes: number
  headerAt: number
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const END_BYTES = 22
const MAX_COMMENT = 0xffff
const STORED = 0
const DEFLATED = 8

/** The archive's table of contents. Throws SourceFailure if the file is no zip. */
async function listZip(handle: FileHandle): Promise<ZipMember[]> {
  const { size } = await handle.stat()
  const tail = await read(handle, Math.max(0, size - END_BYTES - MAX_COMMENT), Math.min(size, END_BYTES + MAX_COMMENT))
  let end = tail.length - END_BYTES
  while (end >= 0 && tail.readUInt32LE(end) !== END_OF_DIRECTORY) end--
  if (end < 0) throw new SourceFailure('the archive is not a zip file')
  const count = tail.readUInt16LE(end + 10)
  const directory = await read(handle, tail.readUInt32LE(end + 16), tail.readUInt32LE(end + 12))
  const members: ZipMember[] = []
  for (let at = 0; members.length < count; ) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== DIRECTORY_ENTRY)
      throw new SourceFailure('the table of contents of the zip file is broken')
    const nameBytes = directory.readUInt16LE(at + 28)
    members.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameBytes),
      method: directory.readUInt16LE(at + 10),
      packedBytes: directory.readUInt32LE(at + 20),
      sizeBytes: directory.readUInt32LE(at + 24),
      headerAt: directory.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return members
}

/**
 * Writes each wanted member (`name in the archive → file to write`). Throws SourceFailure if one is missing or packed in
 * a way not known here; an AbortError if aborted. What was written is not yet verified.
 */
export async function extractFromZip(
  path: string,
  wanted: ReadonlyMap<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const handle = await open(path)
  try {
    const members = new Map((await listZip(handle)).map((member) => [member.name, member]))
    for (const [name, target] of wanted) {
      const member = members.get(name)
      if (!member) throw new SourceFailure(`the archive holds no ${name}`)
      await extract(handle, member, target, signal)
    }
  } finally {
    await handle.close()
  }
}

async function extract(handle: FileHandle, member: ZipMember, target: string, signal: AbortSignal): Promise<void> {
  const header = await read(handle, member.headerAt, 30)
  if (header.length < 30 || header.readUInt32LE(0) !== LOCAL_HEADER) throw new SourceFailure('the zip file is broken')
  const start = member.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  if (member.packedBytes === 0) return pipeline([], createWriteStream(target), { signal })
  const packed = handle.createReadStream({ start, end: start + member.packedBytes - 1, autoClose: false })
  if (member.method === STORED) return pipeline(packed, createWriteStream(target), { signal })
  if (member.method !== DEFLATED) throw new SourceFailure(`${member.name} is packed by a method not known here`)
  return pipeline(packed, createInflateRaw(), createWriteStream(target), { signal })
}

async function read(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}
