/** Entry of a step of the build: `make-empty-database FOLDER` writes the database of a new store into the folder of what is built. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packEmptyDatabase } from './empty-database'

const folder = process.argv.at(-1)
if (folder === undefined) throw new Error('make-empty-database wants the folder it writes into.')
const { name, bytes } = await packEmptyDatabase()
writeFileSync(join(folder, name), bytes)
process.exit(0)
