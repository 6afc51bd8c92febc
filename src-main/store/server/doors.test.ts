import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { main } from '../../cli/main'
import { realMachinery } from '../../cli/session'
import { START, say } from '../testing/samples'
import { noServerBecause, startTestServer, type TestServer } from '../testing/server'
import { testStoreOn } from '../testing/store'
import { openServerStore } from './open'

const keys = mkdtempSync(join(tmpdir(), 'catchment-keys-'))
const certificate = makeCertificate(keys)
const noServer = noServerBecause() ?? (certificate ? null : 'There is no openssl here.')
const isRoot = process.getuid?.() === 0
const noPooler = spawnSync('pgbouncer', ['--version']).error ? 'There is no pgbouncer here.' : null
if (noPooler) console.warn(`A pooler is not tested: ${noPooler}`)

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** A certificate that signs itself, for `localhost`; null: there is no openssl here. */
function makeCertificate(folder: string): { key: string; cert: string } | null {
  const made = { key: join(folder, 'server.key'), cert: join(folder, 'server.crt') }
  const { status } = spawnSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', made.key, '-out', made.cert],
  ])
  return status === 0 ? made : null
}

/** TLS before a server that was built without it: answers PostgreSQL's request for TLS, and hands on what it decrypts. */
function tlsBefore(
  port: number,
  { key, cert }: { key: string; cert: string },
): Promise<{ port: number; server: Server }> {
  const server = createServer((plain) => {
    plain.on('error', () => plain.destroy())
    plain.once('data', () => {
      plain.write('S')
      const inside = new TLSSocket(plain, { isServer: true, key: readFileSync(key), cert: readFileSync(cert) })
      const behind = connect(port, '127.0.0.1')
      inside.on('error', () => behind.destroy())
      behind.on('error', () => inside.destroy())
      inside.pipe(behind).pipe(inside)
    })
  })
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve({ server, port: typeof address === 'object' && address ? address.port : 0 })
    }),
  )
}

/** How one gets in: people and their passwords, TLS, and what stands in between. */
describe.skipIf(noServer !== null)('the doors of a shared server', () => {
  let server: TestServer
  let dir: string
  let port: number
  let tls: Server
  let keeper: string
  const before = process.env.CATCHMENT_DATABASE_URL
  beforeAll(async () => {
    if (!certificate) return
    dir = mkdtempSync(join(tmpdir(), 'catchment-doors-'))
    port = await freePort()
    server = await startTestServer(port)
    const front = await tlsBefore(port, certificate)
    tls = front.server
    await server.asKeeper('postgres', "ALTER ROLE postgres PASSWORD 'kept'")
    await server.createDatabase('family')
    keeper = `postgres://postgres:kept@localhost:${front.port}/family?sslmode=verify-full&sslrootcert=${certificate.cert}`
    process.env.CATCHMENT_DATABASE_URL = keeper
  })
  afterAll(async () => {
    if (before === undefined) delete process.env.CATCHMENT_DATABASE_URL
    else process.env.CATCHMENT_DATABASE_URL = before
    tls?.close()
    await server?.remove()
    for (const folder of [dir, keys]) if (folder) rmSync(folder, { recursive: true, force: true })
  })

  async function people(...words: string[]): Promise<{ code: number; out: string; err: string }> {
    const said = { out: '', err: '' }
    const into = (stream: 'out' | 'err') => (text: string) => {
      said[stream] += text
    }
    const code = await main(['people', ...words, '--store', dir], { out: into('out'), err: into('err') }, realMachinery)
    return { code, ...said }
  }
  const refusal = (url: string) =>
    openServerStore({ storeDir: dir, url }).then(
      async (store) => {
        await store.close()
        return 'opened'
      },
      (error: Error) => error.message,
    )

  it('opens to whom the keeper lets in, with a password and a verified server, and to nobody else', async () => {
    const added = JSON.parse((await people('add', 'ann', '--json')).out)
    expect(added).toMatchObject({ login: 'ann', password: expect.stringMatching(/^[\w-]{24}$/) })
    expect(added.url).toBe(keeper.replace('postgres:kept', `ann:${added.password}`))
    const ann = await testStoreOn(await openServerStore({ storeDir: dir, url: added.url }))
    await say(ann.store, 'Over TLS', START, 'notes_001')
    expect(JSON.parse((await people('list', '--json')).out)).toEqual([
      { login: 'ann', profile: 'ann', messages: 1, connected: 1, canLogIn: true },
    ])
    expect(await refusal(added.url.replace(added.password, 'guessed'))).toMatch(/the password is wrong/)
    // A server that cannot show who it is gets no password.
    expect(await refusal(added.url.replace(/&sslrootcert=.*/, ''))).toMatch(/certificate of .* cannot be verified/)
    await ann.close()
    // A login without more can do nothing in here.
    await server.asKeeper('family', "CREATE ROLE eve LOGIN PASSWORD 'eve'")
    expect(await refusal(keeper.replace('postgres:kept', 'eve:eve'))).toMatch(/this role may not connect/)
    const client = new Client({ connectionString: server.url('family', 'ann') })
    await client.connect()
    for (const statement of ['CREATE TABLE mine (x int)', 'CREATE TEMP TABLE mine (x int)', 'CREATE SCHEMA mine'])
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
    const { rows } = await client.query(
      'SELECT rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls, rolconnlimit FROM pg_roles WHERE rolname = session_user',
    )
    expect(Object.values(rows[0])).toEqual([false, false, false, false, false, 10])
    await client.end()
  })

  it('says what cannot be done with people', async () => {
    expect((await people('add', 'ann')).err).toMatch(/“ann” is let in already/)
    expect((await people('add', 'pg_ann')).err).toMatch(/cannot be a login here/)
    expect((await people('add', 'ann"; DROP TABLE messages; --')).err).toMatch(/cannot be a login here/)
    expect((await people('add', 'postgres')).err).toMatch(/cannot be a login here/)
    expect((await people('remove', 'nobody')).err).toMatch(/There is nobody called “nobody” here/)
    expect((await people('remove', 'ann', '--erase')).err).toMatch(/Nothing was done/)
    expect((await people('burn', 'ann')).err).toMatch(/There is no “people burn”/)
    await server.asKeeper('family', 'CREATE ROLE mighty LOGIN BYPASSRLS')
    expect((await people('add', 'mighty')).err).toMatch(/may do more on this server than a person may/)
    process.env.CATCHMENT_DATABASE_URL = server.url('family', 'ann')
    expect((await people('add', 'bob')).err).toMatch(/added and removed by the keeper/)
    process.env.CATCHMENT_DATABASE_URL = keeper
  })

  it('closes behind who is removed, who is cut off at once; what they wrote stays, or is erased', async () => {
    const ann = await testStoreOn(await openServerStore({ storeDir: dir, url: server.url('family', 'ann') }))
    expect((await people('remove', 'ann')).out).toMatch(
      /“ann” is no longer let in. What they wrote stays, for you alone/,
    )
    await expect(ann.store.messages.newest(1)).rejects.toMatchObject({ code: 'unavailable' })
    await ann.close()
    expect(JSON.parse((await people('--json')).out)).toEqual([
      { login: 'ann', profile: 'ann', messages: 1, connected: 0, canLogIn: false },
    ])
    // Somebody new of that name finds nothing of hers.
    const again = JSON.parse((await people('add', 'ann', '--json')).out)
    const second = await testStoreOn(await openServerStore({ storeDir: dir, url: again.url }))
    expect(await second.store.messages.newest(1)).toEqual([])
    await say(second.store, 'Of the second', START, 'notes_001')
    await second.close()
    const gone = await people('remove', 'ann', '--erase', '--confirm', 'ann')
    expect(gone.out).toMatch(/“ann” is no longer let in. 1 messages were erased/)
    expect(JSON.parse((await people('list', '--json')).out)).toEqual([
      expect.objectContaining({ messages: 1, canLogIn: false, profile: expect.stringMatching(/^ann \(removed /) }),
    ])
  })

  describe.skipIf(noPooler !== null)('with a pooler in front', () => {
    let pooler: ChildProcess | undefined
    afterAll(() => void pooler?.kill('SIGKILL'))

    async function startPooler(mode: string, ignored: string): Promise<string> {
      pooler?.kill('SIGKILL')
      // Beside the server's own socket: whoever runs the server reaches that.
      const socket = new URLSearchParams(server.url('family').split('?')[1]).get('host') ?? ''
      const folder = mkdtempSync(join(socket, 'pool-'))
      writeFileSync(
        join(folder, 'pgbouncer.ini'),
        `[databases]\nfamily = host=${socket} port=${port} dbname=family user=postgres\n[pgbouncer]\nlisten_addr =\nunix_socket_dir = ${folder}\nlisten_port = 6432\nauth_type = any\nauth_file = ${folder}/users\npool_mode = ${mode}\nignore_startup_parameters = ${ignored}\nlogfile = ${folder}/log\n`,
      )
      // With "any" everybody comes in as this user.
      writeFileSync(join(folder, 'users'), '"postgres" "kept"\n')
      chmodSync(folder, 0o777)
      const words = ['pgbouncer', join(folder, 'pgbouncer.ini')]
      pooler = isRoot
        ? spawn('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', ...words], { stdio: 'ignore' })
        : spawn('pgbouncer', words.slice(1), { stdio: 'ignore' })
      return `postgres://postgres@/family?host=${encodeURIComponent(folder)}&port=6432`
    }

    it.each([
      ['transaction', ''],
      ['transaction', 'options,extra_float_digits'],
      ['session', 'options'],
    ])('in %s mode, ignoring “%s”: is refused in words before anything is done', async (mode, ignored) => {
      const url = await startPooler(mode, ignored)
      await expect
        .poll(() => refusal(url))
        .toMatch(/stands a connection pooler .* give it the address of the server itself/)
    })
  })
})
