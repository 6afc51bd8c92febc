import { readFile, rename, writeFile } from 'node:fs/promises'

/** One JSON file, replaced in one step: what it held before is never lost to a half-written one. */
export function jsonFile(path: string) {
  return {
    /** Null if there is no such file. @throws SyntaxError if it is not JSON. */
    async load(): Promise<unknown> {
      try {
        return JSON.parse(await readFile(path, 'utf8'))
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
        throw error
      }
    },
    async save(data: unknown): Promise<void> {
      const draft = `${path}.${process.pid}.tmp`
      await writeFile(draft, `${JSON.stringify(data, null, 2)}\n`, { mode: 0o600 })
      await rename(draft, path)
    },
  }
}
