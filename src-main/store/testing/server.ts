/** A private PostgreSQL server for tests: made in a temporary folder, on a Unix socket only, ended afterwards. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Client } from 'pg'
import { TEMPLATES_IN } from './scratch'

/** `nobody` on every Linux; PostgreSQL refuses to run as root. */
const NOBODY = 65534
const BECOME = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
const isRoot = process.getuid?.() === 0

/** Nothing here has to survive a power cut. */
const QUICK = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=64MB',
  'max_connections=30',
]

export interface TestServer {
  /** The address of a database as one of its roles; `postgres` is the superuser. */
  url(database: string, role?: string): string
  createDatabase(name: string): Promise<void>
  /** Statements of the server's keeper. */
  asKeeper(database: string, sql: string): Promise<void>
  /** Ends it as a keeper does: what is under way is cut off. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Ends it and deletes its folder. */
  remove(): Promise<void>
}

/** Where setup found or put a server's programs. Setup is plain JavaScript outside of this program, so it is asked. */
let found: string | null | undefined
function findPostgres(): string | null {
  if (found !== undefined) return found
  const code = "import('./scripts/steps/postgres.mjs').then((m) => process.stdout.write(m.findPostgres() ?? ''))"
  const root = projectFolder(import.meta.dirname)
  found = execFileSync(process.execPath, ['-e', code], { cwd: root, encoding: 'utf8' }) || null
  return found
}

/** From the sources as from the built benchmarks. */
const projectFolder = (at: string): string =>
  existsSync(join(at, 'scripts', 'steps', 'postgres.mjs')) || dirname(at) === at ? at : projectFolder(dirname(at))

/** Why there is no server here, in one sentence; null if there is one. Tests print it and are skipped. */
export function noServerBecause(): string | null {
  if (findPostgres() === null)
    return 'There is no PostgreSQL with pgvector here (scripts/setup fetches one where it can be had, or name its folder in CATCHMENT_POSTGRES_BIN).'
  if (isRoot && spawnSync('setpriv', [...BECOME, 'true']).status !== 0)
    return 'PostgreSQL refuses to run as root, and there is no setpriv here to run it as somebody else.'
  return null
}

/** @param port it also listens there on 127.0.0.1, and asks for passwords */
export async function startTestServer(port?: number): Promise<TestServer> {
  const bin = findPostgres()
  if (bin === null) throw new Error(noServerBecause() ?? 'There is no PostgreSQL here.')
  // A path of a socket may have some hundred letters only.
  const root = mkdtempSync(join(process.env[TEMPLATES_IN] ?? tmpdir(), 'ctch-pg-'))
  chmodSync(root, 0o755)
  const data = join(root, 'data')
  makeData(bin, data)
  if (port !== undefined)
    writeFileSync(join(data, 'pg_hba.conf'), 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n')
  give(root)
  let running: ChildProcess | null = null

  const url = (database: string, role = 'postgres') =>
    `postgres://${encodeURIComponent(role)}@/${database}?host=${encodeURIComponent(root)}&port=${port ?? 5432}`

  async function asKeeper(database: string, sql: string): Promise<void> {
    const client = new Client({ connectionString: url(database) })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }

  async function start(): Promise<void> {
    const listening = port === undefined ? ['listen_addresses='] : ['listen_addresses=127.0.0.1', `port=${port}`]
    const options = [...QUICK, ...listening, `unix_socket_directories=${root}`].flatMap((o) => ['-c', o])
    const [program, words] = asAnother(join(bin ?? '', 'postgres'), ['-D', data, ...options])
    running = spawn(program, words, { cwd: root, stdio: 'ignore' })
    const { pid } = running
    process.once('exit', () => {
      if (running?.pid === pid) running?.kill('SIGINT')
    })
    for (let waited = 0; ; waited += 20) {
      try {
        return await asKeeper('postgres', 'SELECT 1')
      } catch (error) {
        if (waited > 15_000 || running.exitCode !== null) throw error
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
  }

  async function stop(): Promise<void> {
    const child = running
    running = null
    if (!child || child.exitCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    // “Fast”: sessions are ended, then the server.
    child.kill('SIGINT')
    await ended
  }

  await start()
  return {
    url,
    start,
    stop,
    asKeeper,
    createDatabase: (name) => asKeeper('postgres', `CREATE DATABASE "${name}"`),
    async remove() {
      await stop()
      rmSync(root, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/** A new cluster takes two seconds to make and a tenth to copy: so one is made and kept beside the template stores. */
function makeData(bin: string, data: string): void {
  const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).replace(/[^0-9.]+/g, '')
  const parent = join(process.env[TEMPLATES_IN] ?? tmpdir(), 'catchment-test-templates')
  const template = join(parent, `postgres-${version}-${process.getuid?.() ?? 0}`)
  if (!existsSync(template)) {
    mkdirSync(parent, { recursive: true })
    const draft = mkdtempSync(`${template}.`)
    give(draft)
    const [program, words] = asAnother(join(bin, 'initdb'), [
      ...['-D', join(draft, 'data'), '-U', 'postgres', '--auth=trust', '--no-sync', '--wal-segsize=1'],
      ...['--locale=C', '--encoding=UTF8'],
    ])
    execFileSync(program, words, {
      stdio: ['ignore', 'ignore', 'pipe'],
      cwd: draft,
      env: { ...process.env, LC_ALL: 'C' },
    })
    // Whoever is second keeps the first one's.
    if (!existsSync(template)) renameSync(join(draft, 'data'), template)
    rmSync(draft, { recursive: true, force: true })
  }
  cpSync(template, data, { recursive: true })
  chmodSync(data, 0o700)
}

function give(folder: string): void {
  if (!isRoot) return
  execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, folder])
}

const asAnother = (program: string, words: string[]): [string, string[]] =>
  isRoot ? ['setpriv', [...BECOME, program, ...words]] : [program, words]
