/** Vite plugin of the main process's build: has the program that was just built make the database of a new store beside it. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

export const emptyDatabase = () => ({
  name: 'empty-database',
  apply: 'build',
  async writeBundle({ dir }) {
    await promisify(execFile)(process.execPath, [join(dir, 'make-empty-database.js'), dir])
  },
})
