import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { readFacts, type StoreFacts } from './facts'

/** Opens a database that nobody else has open, reads what is compared of it, and closes it. */
export async function factsOfFolder(dataDir: string): Promise<StoreFacts> {
  const client = await PGlite.create({
    dataDir,
    extensions: { vector },
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  })
  try {
    return await readFacts(client)
  } finally {
    await client.close()
  }
}
