/**
 * A process that is killed in the middle of a migration: the test's, no part of the product. Arguments: the store's folder, and
 * how many migrations are applied before the one whose statements have run and are not committed.
 */
import { PGlite } from '@electric-sql/pglite'
import { vector } from '@electric-sql/pglite-pgvector'
import { databaseDir } from '../folder'
import { migrate } from '../migrate'
import { migrations } from '../migrations'

const [, , storeDir = '', before = '0'] = process.argv
// PGlite starts on a loop that must not run empty (src-main/store/worker.ts says why).
setInterval(() => undefined, 60_000)
const client = await PGlite.create({ dataDir: databaseDir(storeDir), extensions: { vector } })
let left = Number(before)
await migrate(
  {
    exec: (sql) => client.exec(sql),
    query: (sql, values) => client.query(sql, values),
    transaction: (work) =>
      client.transaction(async (tx) => {
        const done = await work(tx)
        if (left === 0) process.kill(process.pid, 'SIGKILL')
        left -= 1
        return done
      }),
  },
  migrations,
  () => Promise.resolve(),
)
