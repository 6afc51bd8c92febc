/**
 * What follows from the log and from messages, made anew by the functions that write it and compared: a part of `verify --deep`.
 * They work on the rows themselves, behind a savepoint; what they wrote is taken back, whatever they found.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../database'
import type { RegisterWrite } from '../types'
import { ForkMoves, settleForks } from './conversation/forks'
import { bringRegistryUp } from './heartbeat/heartbeat'
import { relinkContexts } from './memories/contexts'
import { deriveMemories } from './memories/derive'
import { derive } from './operations/derive'
import { presentValues, setAsLogged } from './operations/operations'
import { byRegister, readRegisters } from './operations/registers'
import { me } from './profile'
import { placeAnew } from './segments/derive'
import { recountSegments } from './segments/rows'

/** Rows of a table and what of them is compared; a row's key tells it apart, a column's name is what a person reads. */
interface Watched {
  rows: string
  from: SQL
  key: SQL
  columns: Readonly<Record<string, SQL>>
}

/** Numbers that were divided differ in their last digits from one machine to another. */
const rounded = (column: SQL): SQL => sql`round((${column})::numeric, 6)`
/** Texts and vectors are compared by their sums: what is watched lies in memory twice. */
const summed = (column: SQL): SQL => sql`md5((${column})::text)`

const BUCKETS: Watched = {
  rows: 'buckets',
  from: sql`buckets`,
  key: sql`id`,
  columns: {
    'where it leads': sql`merged_into`,
    status: sql`status`,
    'number of messages': sql`message_count`,
    'newest message': sql`newest_seq`,
    returns: sql`returns`,
    'returns a week': rounded(sql`return_frequency`),
    'first activity': sql`created_at`,
    'last activity': sql`last_updated`,
  },
}

const SEGMENTS: Watched = {
  rows: 'segments',
  from: sql`continuum_segments`,
  key: sql`id`,
  columns: {
    'number of messages': sql`message_count`,
    beginning: sql`start_time`,
    end: sql`end_time`,
    tools: sql`tools_used`,
  },
}

/** While a segment goes on its sentinel tells how it began: it is brought up to date when the segment closes. */
const SENTINELS: Watched = {
  rows: 'sentinels of segments',
  from: sql`(SELECT m.* FROM messages m JOIN continuum_segments s ON s.user_id = m.user_id AND s.sentinel_id = m.id
    WHERE m.is_segment_boundary AND s.status NOT IN ('active', 'collapsing')) closed`,
  key: sql`id`,
  columns: {
    time: sql`ts`,
    synopsis: summed(sql`text`),
    vector: summed(sql`segment_embedding`),
    'account of its segment': summed(sql`metadata`),
  },
}

const LEADS: Watched = {
  rows: 'segments',
  from: sql`continuum_segments`,
  key: sql`id`,
  columns: { 'where it leads': sql`merged_into` },
}

const MEMORIES: Watched = {
  rows: 'memories',
  from: sql`memory_entries`,
  key: sql`id`,
  columns: {
    'mark of personal data': sql`contains_pii`,
    'where it may go': sql`access_tier`,
    'time it was archived': sql`archived_at`,
  },
}

const TOMBSTONES: Watched = {
  rows: 'marks of what is not learned again',
  from: sql`memory_tombstones`,
  key: sql`content_hash || ' ' || memory_id || ' ' || reason`,
  columns: { act: sql`operation_id` },
}

const LEVELS: Watched = {
  rows: 'levels of texts',
  from: sql`compressed_contexts`,
  key: sql`id`,
  columns: { 'longer level': sql`parent_context_id`, 'shorter level': sql`child_context_ids` },
}

const LINKS: Watched = {
  rows: 'links between levels',
  from: sql`context_edges`,
  key: sql`from_id || ' ' || to_id || ' ' || kind`,
  columns: { 'share of the length': rounded(sql`compression_ratio`) },
}

const FORKS: Watched = {
  rows: 'places with several versions',
  from: sql`branch_forks`,
  key: sql`id`,
  columns: { 'shown version': sql`standing`, 'first message': sql`head` },
}

/** The registry of a profile that never had a task of its own counts none, and was never brought up to date. */
const REGISTRY: Watched = {
  rows: 'registries of tasks',
  from: sql`(SELECT * FROM heartbeat_registry WHERE active_tasks <> 0 OR personal_tasks <> 0
    OR EXISTS (SELECT FROM heartbeat_tasks t WHERE t.user_id = ${me} AND t.kind = 'personal')) r`,
  key: sql`user_id`,
  columns: {
    'sum of the tasks': sql`task_definitions_hash`,
    'number of tasks': sql`personal_tasks`,
    'number of active tasks': sql`active_tasks`,
  },
}

/** So many ids go in one statement. */
const AT_ONCE = 1_000

/** One line for each kind of difference, with how many rows have it; empty if all is as it would be made today. */
export async function rederived(db: Database): Promise<string[]> {
  return [
    ...(await registersAsLogged(db)),
    ...(await madeAnew(db, [BUCKETS], () => inParts(db, sql`buckets`, (ids) => derive(db, ids)))),
    ...(await madeAnew(db, [SEGMENTS, SENTINELS], () =>
      inParts(db, sql`continuum_segments`, (ids) => recountSegments(db, ids)),
    )),
    ...(await messagesPlaced(db)),
    ...(await madeAnew(db, [MEMORIES, TOMBSTONES], () =>
      inParts(db, sql`memory_entries`, (ids) => deriveMemories(db, new Set(ids), new Set(), 0)),
    )),
    ...(await madeAnew(db, [LEVELS, LINKS], () => levelsAnew(db))),
    ...(await madeAnew(db, [FORKS], () =>
      settleForks(db, (tx, field, ids) => presentValues(tx, 'message', field, ids), new ForkMoves()),
    )),
    ...(await madeAnew(db, [REGISTRY], () => bringRegistryUp(db, []))),
  ]
}

/** Runs `act`, tells what of these rows it changed, and takes it back. */
async function madeAnew(db: Database, watched: readonly Watched[], act: () => Promise<unknown>): Promise<string[]> {
  const readAll = async (): Promise<Rows[]> => {
    const all: Rows[] = []
    for (const each of watched) all.push(await read(db, each))
    return all
  }
  const kept = await readAll()
  const made = await takenBack(db, async () => {
    await act()
    return readAll()
  })
  return watched.flatMap((each, i) => differences(each, kept[i] ?? new Map(), made[i] ?? new Map()))
}

async function takenBack<T>(db: Database, act: () => Promise<T>): Promise<T> {
  await db.execute(sql`SAVEPOINT made_anew`)
  const seen = await act()
  await db.execute(sql`ROLLBACK TO SAVEPOINT made_anew`)
  await db.execute(sql`RELEASE SAVEPOINT made_anew`)
  return seen
}

type Rows = ReadonlyMap<string, string>

async function read(db: Database, { from, key, columns }: Watched): Promise<Rows> {
  const values = sql.join(
    Object.values(columns).map((column) => sql`(${column})::text`),
    sql`, `,
  )
  const { rows } = await db.execute<{ key: string; row: string }>(
    sql`SELECT (${key})::text AS key, jsonb_build_array(${values})::text AS row FROM ${from} WHERE user_id = ${me}`,
  )
  return new Map(rows.map(({ key: name, row }) => [name, row]))
}

function differences({ rows, columns }: Watched, kept: Rows, made: Rows): string[] {
  const names = Object.keys(columns)
  const wrong = new Map<string, number>()
  const count = (what: string): void => void wrong.set(what, (wrong.get(what) ?? 0) + 1)
  for (const [key, row] of kept) {
    const again = made.get(key)
    if (again === undefined) count(`${rows} that would not be there`)
    else if (again !== row) {
      const [before, after] = [row, again].map((text) => JSON.parse(text) as (string | null)[])
      for (const [i, name] of names.entries())
        if (before?.[i] !== after?.[i]) count(`${rows} whose ${name} is not what it would be made today`)
    }
  }
  for (const key of made.keys()) if (!kept.has(key)) count(`${rows} that are missing`)
  return [...wrong].map(([what, n]) => `${n} ${what}`)
}

/** What operations wrote holds what the log says of it. */
async function registersAsLogged(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ entity: RegisterWrite['entity']; field: string; id: string }>(sql`
    SELECT DISTINCT entity, field, entity_id AS id FROM operation_changes WHERE user_id = ${me}`)
  const lines: string[] = []
  for (const { entity, field, rows: those } of byRegister(rows)) {
    let wrong = 0
    for (let at = 0; at < those.length; at += AT_ONCE) {
      const ids = those.slice(at, at + AT_ONCE).map(({ id }) => id)
      const kept = await readRegisters(db, entity, field, ids)
      const made = await takenBack(db, async () => {
        await setAsLogged(db, entity, field, ids)
        return readRegisters(db, entity, field, ids)
      })
      wrong += ids.filter((id) => kept.get(id) !== made.get(id)).length
    }
    if (wrong > 0) lines.push(`${wrong} of ${entity} whose ${field} is not what the log of acts says`)
  }
  return lines
}

/** Every message lies where the cuts and merges of segments that stand lead it. */
async function messagesPlaced(db: Database): Promise<string[]> {
  let moved = 0
  const wrong = await madeAnew(db, [LEADS], async () => {
    moved = (await placeAnew(db)).length
  })
  return moved === 0 ? wrong : [...wrong, `${moved} messages in another segment than cuts and merges lead to`]
}

/** Goes through all ids of one of a profile's tables, or of a selection with `user_id` and `id`. */
export async function inParts(db: Database, table: SQL, act: (ids: string[]) => Promise<unknown>): Promise<void> {
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT id::text AS id FROM ${table} WHERE user_id = ${me} ORDER BY id`,
  )
  for (let at = 0; at < rows.length; at += AT_ONCE) await act(rows.slice(at, at + AT_ONCE).map(({ id }) => id))
}

const levelsAnew = (db: Database): Promise<void> =>
  inParts(
    db,
    sql`(SELECT DISTINCT user_id, entity_id AS id FROM compressed_contexts WHERE user_id = ${me}) owners`,
    (owners) => relinkContexts(db, owners),
  )
