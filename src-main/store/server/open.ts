import { CatchmentError } from '@shared/contract/errors'
import { migrate, pendingMigrations } from '../migrate'
import { migrations } from '../migrations'
import { makePrivateDir } from '../private-files'
import { ownerRoles, type ProfileRoles, personRole } from '../profile-roles'
import { type OpenStore, sessionOn } from '../session'
import { serverAddress, serverFolder } from './address'
import { ServerConnection } from './connection'

/** Row-level security, `pgvector` and what our SQL uses are there from this on; tests run on the version PGlite is. */
const OLDEST_POSTGRES = 15

export interface ServerFacts {
  /** `server_version_num`: 180003 is 18.3. */
  version: number
  /** pgvector can be had (`available`) or is there. */
  vector: 'installed' | 'available' | 'missing'
  /** The role's name as `session_user` says it. */
  role: string
  superuser: boolean
  /** Member of `catchment_app`, so that grants and policies reach it. */
  member: boolean
  /** Policies do not hold for this role although it is no superuser: it owns the tables or has BYPASSRLS. */
  aboveThePolicies: boolean
  /** Migrations that were applied; null: there is no store yet. */
  applied: { name: string; sha256: string }[] | null
}

/**
 * Opens the store on a PostgreSQL server. A superuser keeps it: makes the schema, and has profiles as on PGlite. Anybody
 * else has the one profile of their role (docs/adr/0006-shared-server.md).
 * @throws CatchmentError `bad_request`, `unavailable`, `store_newer` or `store_corrupt`, each with what to do
 */
export async function openServerStore({
  storeDir,
  url,
  lockTimeoutMs,
}: {
  storeDir: string
  url: string
  /** So long a statement waits for what another program holds; 15 s without it. */
  lockTimeoutMs?: number
}): Promise<OpenStore> {
  const address = serverAddress(url)
  const dir = serverFolder(storeDir, address)
  makePrivateDir(dir)
  let roles: ProfileRoles | null = null
  const connection = new ServerConnection(address, () => roles?.forget(), lockTimeoutMs)
  await connection.open()
  try {
    const facts = await readFacts(connection)
    checkFacts(facts, address.words)
    if (facts.superuser) await prepare(connection)
    roles = facts.superuser ? ownerRoles(connection, 'DEFAULT') : personRole(connection, facts.role)
    return sessionOn({
      place: { dir, server: address.words, ownProfileOnly: !facts.superuser },
      connection,
      roles,
      db: () => connection.db,
      request: (work) => connection.request(work),
      transaction: (mode, work) => connection.inProfile(mode, work),
      follow: (channel, heard) => connection.follow(channel, heard),
      // The server keeps its own log safe.
      syncLog: () => undefined,
      syncLogBeside: () => Promise.resolve(),
      flush: () => Promise.resolve(),
      tidy: () => Promise.resolve(),
      close: () => connection.close(),
    })
  } catch (error) {
    await connection.close()
    throw error
  }
}

async function readFacts(connection: ServerConnection): Promise<ServerFacts> {
  const { rows } = await connection.query<Omit<ServerFacts, 'applied'> & { store: boolean }>(`
    SELECT current_setting('server_version_num')::int AS version, session_user::text AS role,
      CASE WHEN EXISTS (SELECT FROM pg_extension WHERE extname = 'vector') THEN 'installed'
           WHEN EXISTS (SELECT FROM pg_available_extensions WHERE name = 'vector') THEN 'available'
           ELSE 'missing' END AS vector,
      r.rolsuper AS superuser,
      EXISTS (SELECT FROM pg_roles a WHERE a.rolname = 'catchment_app' AND pg_has_role(session_user, a.oid, 'USAGE')) AS member,
      NOT r.rolsuper AND (r.rolbypassrls OR EXISTS (
        SELECT FROM pg_class t WHERE t.oid = to_regclass('public.profiles') AND t.relowner = r.oid)) AS "aboveThePolicies",
      to_regclass('public.schema_migrations') IS NOT NULL
        AND has_table_privilege(session_user, to_regclass('public.schema_migrations'), 'SELECT') AS store
    FROM pg_roles r WHERE r.rolname = session_user`)
  const facts = rows[0]
  if (!facts) throw new CatchmentError('internal', 'The server does not know the role that is logged in.')
  const { store, ...rest } = facts
  if (!store) return { ...rest, applied: null }
  const applied = await connection.query<{ name: string; sha256: string }>('SELECT name, sha256 FROM schema_migrations')
  return { ...rest, applied: applied.rows }
}

/** Whether the app can work on this server as this role; pure. @throws CatchmentError with a sentence that says what to do */
export function checkFacts(facts: ServerFacts, words: string, all = migrations): void {
  const refuse = (why: string): never => {
    throw new CatchmentError('unavailable', why)
  }
  const major = Math.floor(facts.version / 10_000)
  if (major < OLDEST_POSTGRES)
    refuse(
      `The server of ${words} is PostgreSQL ${major}; Catchment needs ${OLDEST_POSTGRES} or newer. Nothing was changed.`,
    )
  if (facts.vector === 'missing')
    refuse(
      `The server of ${words} has no pgvector. Install the extension there (the package is often called postgresql-${major}-pgvector), then try again.`,
    )
  if (facts.superuser) return
  if (facts.aboveThePolicies)
    refuse(
      `The role “${facts.role}” is not bound by row-level security on ${words}, so it would see everybody's messages. Log in with a role of your own.`,
    )
  if (!facts.member)
    refuse(
      `The role “${facts.role}” may not use the Catchment store in ${words}. Its keeper runs once: GRANT catchment_app TO "${facts.role}"`,
    )
  if (facts.applied === null)
    refuse(`There is no Catchment store in ${words} yet. Its keeper opens it once as a superuser, which makes it.`)
  if (pendingMigrations(all, facts.applied ?? []).length > 0)
    refuse(
      `The store in ${words} was made by an older Catchment. Its keeper opens it once with this version as a superuser, which brings it up to date.`,
    )
}

/** Schema and extension; two programs may do it at once, each step is done by one. A server's backups are its keeper's. */
async function prepare(connection: ServerConnection): Promise<void> {
  const all = async (): Promise<void> => {
    await connection.exec('CREATE EXTENSION IF NOT EXISTS vector')
    await migrate(connection, migrations, () => Promise.resolve())
    const { rows } = await connection.query(
      "SELECT FROM pg_trigger WHERE tgname = 'announce_insert' AND tgrelid = 'messages'::regclass",
    )
    if (rows.length === 0) await connection.exec('SELECT announce_changes()')
  }
  try {
    await all()
  } catch (error) {
    // IF NOT EXISTS looks first and makes then: the other program was between the two.
    if (!isMadeMeanwhile(error)) throw error
    await all()
  }
}

const isMadeMeanwhile = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['23505', '42P07', '42710'].includes(String(error.code))
