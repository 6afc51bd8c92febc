/** Makes zip and tar files of given members, in memory. */
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

export type Members = Readonly<Record<string, Buffer>>

export function zipOf(members: Members, { stored = false, comment = '' } = {}): Buffer {
  const local: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(members)) {
    const packed = stored ? content : deflateRawSync(content)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(stored ? 0 : 8, 4)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(content.length, 18)
    shared.writeUInt16LE(Buffer.byteLength(name), 22)
    // An extra field in the local header only: its length is not that of the table of contents.
    const extra = Buffer.from([1, 2, 3, 4])
    const localShared = Buffer.from(shared)
    localShared.writeUInt16LE(extra.length, 24)
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), localShared, Buffer.from(name), extra, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), shared, rest, Buffer.from(name))
    local.push(entry)
    at += entry.length
  }
  const table = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  const count = Object.keys(members).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(table.length, 8)
  end.writeUInt32LE(at, 12)
  end.writeUInt16LE(comment.length, 16)
  return Buffer.concat([...local, table, Buffer.from('PK\x05\x06'), end, Buffer.from(comment)])
}

export function tarballOf(members: Members): Buffer {
  const blocks = Object.entries(members).flatMap(([name, content]) => {
    const header = Buffer.alloc(512)
    const cut = name.length > 100 ? name.lastIndexOf('/', 100) : -1
    header.write(cut > 0 ? name.slice(cut + 1) : name, 0)
    if (cut > 0) header.write(name.slice(0, cut), 345)
    header.write('0000644\0', 100)
    header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
    header.write('00000000000\0', 136)
    header.write('        0', 148)
    header.write('ustar\x0000', 257)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}
