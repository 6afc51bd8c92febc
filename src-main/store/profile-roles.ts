import { CatchmentError } from '@shared/contract/errors'
import { v7 as uuidv7 } from 'uuid'
import type { Connection, Statements } from './connection'

export interface StoredProfileEntry {
  id: string
  name: string
  /** Milliseconds. */
  createdAt: number
  /** Messages of the person and the assistant. */
  messages: number
}

/** As whom the store's queries run. A profile is known by its database role (07-settled, Shared server). */
export interface ProfileRoles {
  /** Makes sure that a profile of this name exists; answers its id. */
  ensure(name: string): Promise<string>
  list(): Promise<StoredProfileEntry[]>
  /** @throws CatchmentError `conflict` if the name is taken, `unavailable` where no profile can be made */
  create(name: string): Promise<string>
  /** Erases everything of a profile, for good. @throws CatchmentError `not_found`, `conflict` if it is the last */
  erase(userId: string): Promise<void>
  /** Every query from now on runs as this profile. @throws CatchmentError `not_found` */
  become(userId: string): Promise<void>
  /** Every query from now on runs as the store's owner. */
  becomeOwner(): Promise<void>
  /** The connection is a new one: it acts as whoever opened it. */
  forget(): void
}

const unknown = (): CatchmentError => new CatchmentError('not_found', 'There is no such profile in this store.')

const sameName = 'lower(name) = lower($1)'

/**
 * Roles of a store that is our own: the owner makes a role for each profile and becomes it by SET SESSION AUTHORIZATION
 * (SET ROLE would leave `session_user`, which the policies ask for).
 * @param back what makes the session the owner's again: `postgres` on PGlite, `DEFAULT` on a server
 */
export function ownerRoles(connection: Connection, back: 'postgres' | 'DEFAULT'): ProfileRoles {
  let role: string | null = null
  const known = new Map<string, string>()

  async function actAs(wanted: string | null): Promise<void> {
    if (role === wanted) return
    await connection.exec(`SET SESSION AUTHORIZATION ${wanted === null ? back : quoted(wanted)}`)
    role = wanted
  }

  async function asOwner<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    await actAs(null)
    return connection.transaction(async (statements) => {
      // On a server two programs may make or delete profiles at once. No person can hold this lock: it takes rights that none has.
      await statements.exec('LOCK TABLE profiles IN SHARE ROW EXCLUSIVE MODE')
      return work(statements)
    })
  }

  async function make(statements: Statements, name: string): Promise<string> {
    const userId = uuidv7()
    const roleName = `catchment_p_${userId.replaceAll('-', '')}`
    await statements.exec(`CREATE ROLE ${roleName} NOLOGIN IN ROLE catchment_app`)
    await statements.query(
      'INSERT INTO profiles (user_id, name, role_name, role_oid, created_at) VALUES ($1, $2, $3::text, to_regrole($3::text)::oid, now())',
      [userId, name, roleName],
    )
    await statements.query('INSERT INTO continuums (user_id, id, created_at) VALUES ($1, $2, now())', [
      userId,
      uuidv7(),
    ])
    return userId
  }

  return {
    async ensure(name) {
      await actAs(null)
      const [found] = (
        await connection.query<{ user_id: string }>(`SELECT user_id FROM profiles WHERE ${sameName}`, [name])
      ).rows
      if (found) return found.user_id
      return asOwner(async (statements) => {
        const { rows } = await statements.query<{ user_id: string }>(`SELECT user_id FROM profiles WHERE ${sameName}`, [
          name,
        ])
        return rows[0]?.user_id ?? make(statements, name)
      })
    },
    async list() {
      await actAs(null)
      return listed(connection)
    },
    create: (name) =>
      asOwner(async (statements) => {
        const { rows } = await statements.query(`SELECT 1 FROM profiles WHERE ${sameName}`, [name])
        if (rows.length > 0) throw new CatchmentError('conflict', `There is a profile “${name}” already.`)
        return make(statements, name)
      }),
    async erase(userId) {
      await asOwner(async (statements) => {
        const { rows } = await statements.query<{ user_id: string; role_name: string }>(
          'SELECT user_id, role_name FROM profiles',
        )
        const doomed = rows.find((r) => r.user_id === userId)
        if (!doomed) throw unknown()
        if (rows.length === 1) throw new CatchmentError('conflict', 'The last profile cannot be deleted.')
        await statements.query('SELECT erase_profile($1)', [userId])
        // A role that a person logs in with belongs to them and to the server's keeper.
        if (doomed.role_name.startsWith('catchment_p_')) await statements.exec(`DROP ROLE ${quoted(doomed.role_name)}`)
      })
      known.delete(userId)
    },
    async become(userId) {
      let wanted = known.get(userId)
      if (wanted === undefined) {
        await actAs(null)
        const { rows } = await connection.query<{ role_name: string }>(
          'SELECT role_name FROM profiles WHERE user_id = $1',
          [userId],
        )
        wanted = rows[0]?.role_name
        if (wanted === undefined) throw unknown()
        known.set(userId, wanted)
      }
      await actAs(wanted)
    },
    becomeOwner: () => actAs(null),
    forget() {
      role = null
      known.clear()
    },
  }
}

/**
 * A person's own role on a shared server: it has one profile, made on the first visit, and can be nobody else.
 * @param roleName the role that is logged in
 */
export function personRole(connection: Connection, roleName: string): ProfileRoles {
  let own: string | null = null
  const open = async (): Promise<string> => {
    const { rows } = await connection.query<{ id: string }>('SELECT open_own_profile() AS id')
    own = rows[0]?.id ?? null
    if (own === null) throw unknown()
    return own
  }
  const refuse = (): CatchmentError =>
    new CatchmentError(
      'unavailable',
      `On this server everybody has one profile, that of their role; you are “${roleName}”. Profiles are made and deleted by the server's keeper.`,
    )
  return {
    async ensure(name) {
      const userId = await open()
      const [profile] = await listed(connection)
      if (name !== 'default' && name.toLowerCase() !== profile?.name.toLowerCase()) throw refuse()
      return userId
    },
    async list() {
      await open()
      return listed(connection)
    },
    create: () => Promise.reject(refuse()),
    erase: () => Promise.reject(refuse()),
    async become(userId) {
      if (userId !== (own ?? (await open()))) throw unknown()
    },
    becomeOwner: () => Promise.resolve(),
    forget: () => undefined,
  }
}

async function listed(statements: Statements): Promise<StoredProfileEntry[]> {
  const { rows } = await statements.query<{
    id: string
    name: string
    created: Date | string
    messages: string | number
  }>(`
    SELECT p.user_id AS id, p.name, p.created_at AS created,
      -- by the buckets' own counts and what lies in none: a start asks for names and must not read every message
      (SELECT coalesce(sum(b.message_count), 0) FROM buckets b WHERE b.user_id = p.user_id AND b.merged_into IS NULL)
      + (SELECT count(*) FROM messages m WHERE m.user_id = p.user_id AND m.bucket_id IS NULL AND NOT m.is_segment_boundary
        AND m.role IN ('user', 'assistant')) AS messages
    FROM profiles p ORDER BY lower(p.name), p.user_id`)
  return rows.map((r) => ({
    id: r.id,
    name: r.name,
    createdAt: new Date(r.created).getTime(),
    messages: Number(r.messages),
  }))
}

/** A person's role may be called anything. */
const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`
