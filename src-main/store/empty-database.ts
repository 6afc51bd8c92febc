import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { findBuiltFile } from '../runtime/built-file'
import { PGLITE } from './folder'
import { migrate } from './migrate'
import { migrations } from './migrations'

/** 32 MB of shared buffers keep the process at about 200 MB with 100,000 messages (measured; the default costs 100 MB more). */
export const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB']

/**
 * The database of a new store, made when the app is built: to unpack it takes a third of the time that making one takes. Its name
 * says what it was made with, so that no other version takes it.
 */
const FILE = `empty-database-${createHash('sha256')
  .update([PGLITE, ...migrations.map(({ name, sql }) => name + sql)].join('\n'))
  .digest('hex')
  .slice(0, 16)}.tar.gz`

/**
 * Makes the database of a new store: as the build left it, or, in a program that was not built (tests from the sources), anew.
 * @param dataDir a folder that does not exist yet
 * @returns it open, without anything left in its log
 */
export async function createEmptyDatabase(dataDir: string): Promise<PGlite> {
  const built = findBuiltFile(FILE)
  if (!built) return make(dataDir)
  const loadDataDir = new Blob([gunzipSync(readFileSync(built))])
  return PGlite.create({ dataDir, loadDataDir, extensions: { vector }, startParams })
}

/** A dump of a freshly migrated database, made in memory. Tests load it instead of creating a database each (0.4 s against 3 s). */
export async function dumpEmptyDatabase(): Promise<Blob> {
  const client = await make()
  const dump = await client.dumpDataDir('none')
  await client.close()
  return dump
}

/** The same as the build keeps it, with the file's name. */
export async function packEmptyDatabase(): Promise<{ name: string; bytes: Buffer }> {
  const dump = await dumpEmptyDatabase()
  return { name: FILE, bytes: gzipSync(Buffer.from(await dump.arrayBuffer())) }
}

async function make(dataDir?: string): Promise<PGlite> {
  const client = await PGlite.create({ ...(dataDir !== undefined && { dataDir }), extensions: { vector }, startParams })
  await client.exec('CREATE EXTENSION IF NOT EXISTS vector')
  await migrate(client, migrations, () => Promise.resolve())
  // So that whoever opens it has no log to replay.
  await client.exec('CHECKPOINT')
  return client
}
