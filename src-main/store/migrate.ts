import { createHash } from 'node:crypto'
import { CatchmentError } from '@shared/contract/errors'
import type { Connection } from './connection'
import type { Migration } from './migrations'
import { BROUGHT_LISTS, holdBack, listHeldBack } from './relisting'

/**
 * Our own small runner, because Drizzle's silently skips migrations that arrive out of order (05-trust): ordered,
 * recorded by name and sha256, one transaction each, an error where an applied one changed or went missing.
 */
const TABLE = `CREATE TABLE IF NOT EXISTS schema_migrations (
  name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`

const digest = (sql: string): string => createHash('sha256').update(sql).digest('hex')

/** What still has to be applied, pure. @throws CatchmentError if history and files disagree. */
export function pendingMigrations(
  all: readonly Migration[],
  applied: readonly { name: string; sha256: string }[],
): Migration[] {
  const known = new Map(all.map((m) => [m.name, m]))
  for (const { name, sha256 } of applied) {
    const file = known.get(name)
    if (!file) {
      throw new CatchmentError(
        'store_newer',
        `This store was changed by a newer Catchment (${name}) and was left untouched. Update the app to open it.`,
      )
    }
    if (digest(file.sql) !== sha256) {
      throw new CatchmentError(
        'store_corrupt',
        `The migration ${name} is not the one this store was made with. Nothing was changed; reinstall the app.`,
      )
    }
  }
  const done = new Set(applied.map((a) => a.name))
  const newestApplied =
    applied
      .map((a) => a.name)
      .sort()
      .at(-1) ?? ''
  const pending = all.filter((m) => !done.has(m.name))
  const late = pending.find((m) => m.name < newestApplied)
  if (late)
    throw new CatchmentError(
      'internal',
      `The migration ${late.name} is older than ${newestApplied}, which was applied already.`,
    )
  return pending
}

/** What is being done to a store that an older version made; `share`: how much of it is done, 0 to 1, where that is known. */
export interface Updating {
  step: 'backup' | 'schema' | 'search'
  share: number | null
}

/**
 * Brings the database to the newest schema; `backup` runs before anything changes. Returns the newest migration's name.
 * @param tell hears what is under way, of a store that was there before
 */
export async function migrate(
  db: Connection,
  all: readonly Migration[],
  backup: () => Promise<void>,
  tell: (updating: Updating) => void = () => undefined,
): Promise<string> {
  await db.exec(TABLE)
  const { rows } = await db.query<{ name: string; sha256: string }>('SELECT name, sha256 FROM schema_migrations')
  const pending = pendingMigrations(all, rows)
  const isOld = pending.length > 0 && rows.length > 0
  if (isOld) tell({ step: 'backup', share: null })
  if (isOld) await backup()
  for (const migration of pending) {
    if (isOld) tell({ step: 'schema', share: null })
    await db.transaction(async (tx) => {
      // On a server another program of the keeper may be at it. No person can hold this lock: it takes rights that none has.
      await tx.exec('LOCK TABLE schema_migrations IN EXCLUSIVE MODE')
      const applied = await tx.query('SELECT FROM schema_migrations WHERE name = $1', [migration.name])
      if (applied.rows.length > 0) return
      const lists = migration.name === BROUGHT_LISTS
      if (lists) await holdBack(tx)
      await tx.exec(migration.sql)
      if (lists) await listHeldBack(tx, (share) => isOld && tell({ step: 'search', share }))
      await tx.query('INSERT INTO schema_migrations (name, sha256) VALUES ($1, $2)', [
        migration.name,
        digest(migration.sql),
      ])
    })
  }
  return all.at(-1)?.name ?? ''
}
