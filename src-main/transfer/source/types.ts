/** Where an import reads from: one file, a folder of files, or a zip archive. Nothing is ever unpacked onto the disk. */

export interface SourceFile {
  /** Path within what was chosen, with forward slashes; of a single file its name. */
  name: string
  /** Bytes, unpacked. */
  size: number
  /** When it was written, as far as that is known: for conversations that have no time at all. */
  writtenAt: number | null
  /** The bytes as they are, from the beginning. Throws `import_broken` if they cannot be read. */
  bytes(): AsyncIterable<Buffer>
  /** True if its bytes, read to their end, are not those that its checksum was made of. Left out: it has none. */
  isDamaged?(): boolean
}

export interface Source {
  kind: 'file' | 'folder' | 'zip'
  /** What the person chose, without its folder. */
  name: string
  /** In natural order of their names: `conversations-2` before `conversations-10`. */
  files: SourceFile[]
  /** Files that cannot be read at all, with the reason. */
  broken: string[]
  close(): Promise<void>
}
