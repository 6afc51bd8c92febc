/** One person's store written on the server, then row by row again for each of the others: ids may be the same, people are apart. */

import { openServerStore } from '../../src-main/store/server/open'
import type { OpenStore } from '../../src-main/store/session'
import { sizeOf } from '../stores'
import { buildStore } from '../stores/build'

interface Places {
  storeDir: string
  keeper: string
  of(person: string): string
}

/** @param embeddingModel the `modelId` that the vectors are said to be of */
export async function furnishAll(
  { storeDir, keeper, of }: Places,
  people: readonly string[],
  messages: number,
  embeddingModel: string,
): Promise<void> {
  const [first = '', ...others] = people
  const owner = await openServerStore({ storeDir, url: keeper })
  try {
    for (const person of people) await owner.db.execute(`CREATE ROLE "${person}" LOGIN IN ROLE catchment_app`)
    const one = await openServerStore({ storeDir, url: of(first) })
    try {
      await buildStore(one, sizeOf(messages), embeddingModel)
    } finally {
      await one.close()
    }
    for (const person of others) {
      const store = await openServerStore({ storeDir, url: of(person) })
      const id = await store.ensureProfile('default')
      await store.close()
      await copyTo(owner, first, id)
    }
    await owner.db.execute('VACUUM ANALYZE')
  } finally {
    await owner.close()
  }
}

async function copyTo(owner: OpenStore, from: string, to: string): Promise<void> {
  const { rows: tables } = await owner.db.execute<{ name: string; columns: string[] }>(`
    SELECT t.table_name AS name, array_agg(c.column_name::text) AS columns FROM information_schema.tables t
    JOIN information_schema.columns c USING (table_schema, table_name)
    WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
      AND t.table_name NOT IN ('profiles', 'continuums', 'leases', 'schema_migrations') GROUP BY 1`)
  // What triggers would make of the rows is among them.
  await owner.db.execute('SET session_replication_role = replica')
  for (const { name, columns } of tables) {
    const values = columns.map((column) =>
      column === 'user_id'
        ? `'${to}'::uuid`
        : column === 'continuum_id'
          ? `(SELECT id FROM continuums WHERE user_id = '${to}')`
          : `s."${column}"`,
    )
    const names = columns.map((column) => `"${column}"`)
    await owner.db.execute(`
      INSERT INTO "${name}" (${names.join(', ')}) SELECT ${values.join(', ')} FROM "${name}" s
      WHERE s.user_id = (SELECT user_id FROM profiles WHERE role_name = '${from}')`)
  }
  await owner.db.execute('SET session_replication_role = origin')
}
