/** Who may use a store on a server: logins, made and removed by its keeper (docs/sharing.md). */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { CatchmentError } from '@shared/contract/errors'
import { Client } from 'pg'
import { serverAddress } from './address'
import { connectFailure } from './failures'
import { openServerStore } from './open'

export interface Person {
  /** The role's name. */
  login: string
  /** False: the login is gone, and what it left is the keeper's. */
  canLogIn: boolean
  /** Programs that are connected now. */
  connected: number
  /** The profile, once they were there. */
  userId: string | null
  profile: string | null
  messages: number
}

/** So many programs of one person may be connected: nobody takes all the connections of the server. */
const CONNECTIONS = 10

/** Roles that PostgreSQL and Catchment make themselves begin so. */
const RESERVED = /^(pg_|catchment_|postgres$|public$)/

/** @throws CatchmentError `bad_request` */
function checkName(login: string): void {
  if (!/^[a-z][a-z0-9_-]{0,40}$/.test(login) || RESERVED.test(login))
    throw new CatchmentError(
      'bad_request',
      `“${login}” cannot be a login here. Take lower-case letters, digits, - and _, beginning with a letter, not with pg_ or catchment_.`,
    )
}

/**
 * Works on the server as its keeper; the store is made, or brought up to date, before.
 * @throws CatchmentError `unavailable` for anybody who is no superuser
 */
async function asKeeper<T>(place: { storeDir: string; url: string }, work: (client: Client) => Promise<T>): Promise<T> {
  const address = serverAddress(place.url)
  const store = await openServerStore(place)
  const isKeeper = !store.place.ownProfileOnly
  await store.close()
  if (!isKeeper)
    throw new CatchmentError(
      'unavailable',
      `People are added and removed by the keeper of ${address.words}: a superuser.`,
    )
  const client = new Client({ connectionString: place.url, application_name: 'catchment people' })
  try {
    await client.connect()
  } catch (error) {
    throw connectFailure(address.words, error)
  }
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Lets somebody in: a login that may use the store and nothing else, with a password that is made here and told once. The server
 * is given only what it checks the password by. A login that is there already is let in as it is, unless it may do more.
 * @throws CatchmentError `bad_request`, `conflict`, `unavailable`
 */
export function addPerson(
  place: { storeDir: string; url: string },
  login: string,
): Promise<{ password: string | null; url: string }> {
  checkName(login)
  return asKeeper(place, async (client) => {
    await closeToOthers(client)
    const { rows } = await client.query<{ member: boolean; mighty: boolean }>(
      `SELECT pg_has_role(rolname, 'catchment_app', 'USAGE') AS member,
        rolsuper OR rolbypassrls OR rolcreaterole OR rolreplication AS mighty FROM pg_roles WHERE rolname = $1`,
      [login],
    )
    const [known] = rows
    if (known?.mighty)
      throw new CatchmentError(
        'conflict',
        `“${login}” may do more on this server than a person may. Take another login.`,
      )
    if (known?.member) throw new CatchmentError('conflict', `“${login}” is let in already.`)
    const name = client.escapeIdentifier(login)
    if (known) {
      await client.query(`GRANT catchment_app TO ${name}`)
      return { password: null, url: urlFor(place.url, login, null) }
    }
    const password = randomBytes(18).toString('base64url')
    await client.query(
      `CREATE ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS CONNECTION LIMIT ${CONNECTIONS}
        IN ROLE catchment_app PASSWORD ${client.escapeLiteral(verifierOf(password))}`,
    )
    return { password, url: urlFor(place.url, login, password) }
  })
}

/** In this database nobody but the store's people and its keeper may connect, and nobody makes tables of their own. */
async function closeToOthers(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name')
  const database = client.escapeIdentifier(rows[0]?.name ?? '')
  await client.query(`
    REVOKE ALL ON DATABASE ${database} FROM PUBLIC;
    GRANT CONNECT ON DATABASE ${database} TO catchment_app;
    REVOKE CREATE ON SCHEMA public FROM PUBLIC`)
}

/**
 * Takes a login away; its programs are cut off. What it wrote stays for the keeper, or is erased for good.
 * @throws CatchmentError `bad_request`, `not_found`
 */
export function removePerson(
  place: { storeDir: string; url: string },
  login: string,
  { erase }: { erase: boolean },
): Promise<{ erased: number }> {
  checkName(login)
  return asKeeper(place, async (client) => {
    const person = (await peopleOf(client)).filter((p) => p.login === login)
    if (person.length === 0) throw new CatchmentError('not_found', `There is nobody called “${login}” here.`)
    const name = client.escapeIdentifier(login)
    if (person.some((p) => p.canLogIn)) {
      // First the door, then those inside.
      await client.query(`ALTER ROLE ${name} NOLOGIN`)
      await client.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = $1', [login])
    }
    let erased = 0
    for (const { userId, messages } of erase ? person : []) {
      if (userId === null) continue
      await client.query('SELECT erase_profile($1)', [userId])
      erased += messages
    }
    await client.query(`DROP ROLE IF EXISTS ${name}`)
    return { erased }
  })
}

/** Everybody who is let in, and what people left who are no longer. By login. */
export const listPeople = (place: { storeDir: string; url: string }): Promise<Person[]> => asKeeper(place, peopleOf)

async function peopleOf(client: Client): Promise<Person[]> {
  const { rows } = await client.query<Person>(`
    WITH logins AS (
      SELECT r.oid, r.rolname::text AS login FROM pg_roles r JOIN pg_auth_members m ON m.member = r.oid
      WHERE m.roleid = to_regrole('catchment_app') AND r.rolcanlogin
    )
    SELECT coalesce(l.login, p.role_name) AS login, l.oid IS NOT NULL AS "canLogIn",
      (SELECT count(*)::int FROM pg_stat_activity a WHERE a.usesysid = l.oid) AS connected,
      p.user_id AS "userId", p.name AS profile,
      (SELECT count(*)::int FROM messages m WHERE m.user_id = p.user_id AND NOT m.is_segment_boundary
        AND m.role IN ('user', 'assistant')) AS messages
    FROM logins l FULL JOIN profiles p ON p.role_oid = l.oid AND p.role_name = l.login
    ORDER BY 1, 5`)
  // The keeper's own profiles are roles that nobody logs in with and that are there.
  const { rows: roles } = await client.query<{ name: string }>('SELECT rolname::text AS name FROM pg_roles')
  const there = new Set(roles.map((r) => r.name))
  return rows.filter((p) => p.canLogIn || p.profile?.includes('(removed ') || !there.has(p.login))
}

/** The keeper's address with somebody else's login. */
function urlFor(keepers: string, login: string, password: string | null): string {
  const [, protocol, rest] = /^(postgres(?:ql)?:\/\/)(?:[^@/?]*@)?(.*)$/.exec(keepers) ?? []
  return `${protocol}${login}${password === null ? '' : `:${password}`}@${rest}`
}

/** What PostgreSQL keeps of a password (SCRAM-SHA-256, RFC 5803): the password itself goes over no line and into no log. */
function verifierOf(password: string): string {
  const [salt, rounds] = [randomBytes(16), 4096]
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const keyed = (text: string): Buffer => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}
