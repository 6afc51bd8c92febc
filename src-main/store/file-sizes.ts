/**
 * How long the database's files are, known instead of asked. PostgreSQL asks for the length of every table and index that a
 * statement touches, each time it plans one; in PGlite that is a `stat` through Node, which was a third of all the time of a
 * store on disk. One process has a store open (lock.ts) and all it writes goes through here, so a length is looked up once and
 * followed from then on.
 */
import type { PGlite } from '@electric-sql/pglite'

const SEEK_END = 2
/** Emscripten's flag of a file that is always written at its end. */
const APPEND = 1024

interface FileNode {
  mode: number
}
interface Stream {
  node: FileNode
  flags: number
}
type Attributes = { size?: number }

/** What of Emscripten's file system on Node's (`NODEFS`) reads or changes how long a file is. */
export interface NodeFileSystem {
  stream_ops: {
    open(stream: Stream): void
    setattr(stream: Stream, attributes: Attributes): void
    write(stream: Stream, bytes: unknown, from: number, length: number, position: number): number
    llseek(stream: Stream, offset: number, whence: number): number
  }
  node_ops: {
    setattr(node: FileNode, attributes: Attributes): void
    rename(node: FileNode, ...to: unknown[]): void
  }
}

/** The file system that a database in a folder lies on. @throws Error for a database in memory, or of another build */
export function nodeFileSystem(client: PGlite): NodeFileSystem {
  const files: unknown = Reflect.get(client.Module.FS, 'filesystems')
  const found: unknown = typeof files === 'object' && files !== null ? Reflect.get(files, 'NODEFS') : undefined
  if (!isNodeFileSystem(found)) throw new Error('PGlite has no file system of the kind that lengths are followed in.')
  return found
}

function isNodeFileSystem(value: unknown): value is NodeFileSystem {
  if (typeof value !== 'object' || value === null) return false
  const { stream_ops: streams, node_ops: nodes } = value as Partial<NodeFileSystem>
  return [streams?.open, streams?.setattr, streams?.write, streams?.llseek, nodes?.setattr, nodes?.rename].every(
    (act) => typeof act === 'function',
  )
}

/**
 * From now on lengths of this database's files are followed. What may change one in a way that is not followed (opening,
 * cutting, renaming, writing at the end or in vain) makes the next question look it up again.
 */
export function followFileSizes({ stream_ops: streams, node_ops: nodes }: NodeFileSystem): void {
  const sizes = new WeakMap<FileNode, number>()
  const plain = { ...streams }
  const plainNodes = { ...nodes }

  streams.llseek = (stream, offset, whence) => {
    if (whence !== SEEK_END) return plain.llseek(stream, offset, whence)
    const known = sizes.get(stream.node)
    if (known !== undefined && known + offset >= 0) return known + offset
    const size = plain.llseek(stream, 0, SEEK_END)
    sizes.set(stream.node, size)
    return offset === 0 ? size : plain.llseek(stream, offset, SEEK_END)
  }
  streams.write = (stream, bytes, from, length, position) => {
    const known = sizes.get(stream.node)
    // not known while it is written: what fails half-way leaves nobody knows which length
    sizes.delete(stream.node)
    const written = plain.write(stream, bytes, from, length, position)
    if (known !== undefined && (stream.flags & APPEND) === 0)
      sizes.set(stream.node, Math.max(known, position + written))
    return written
  }
  streams.open = (stream) => {
    sizes.delete(stream.node)
    plain.open(stream)
  }
  streams.setattr = (stream, attributes) => {
    sizes.delete(stream.node)
    plain.setattr(stream, attributes)
  }
  nodes.setattr = (node, attributes) => {
    sizes.delete(node)
    plainNodes.setattr(node, attributes)
  }
  nodes.rename = (node, ...to) => {
    sizes.delete(node)
    plainNodes.rename(node, ...to)
  }
}
