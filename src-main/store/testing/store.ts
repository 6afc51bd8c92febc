import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CatchmentError } from '@shared/contract/errors'
import { type ProfileId, profileId } from '@shared/ids'
import { extract, pack } from 'tar-stream'
import { profileClient } from '../client'
import { type OpenStore, openMemoryStore } from '../database'
import { dumpEmptyDatabase } from '../empty-database'
import { migrations } from '../migrations'
import type { StatementObserver } from '../observed'
import type { Store, StoreNews, StoreRequest } from '../protocol'
import { serve } from '../serve'
import { TEMPLATES_IN } from './scratch'

export interface TestStore {
  open: OpenStore
  userId: ProfileId
  store: Store
  storeOf(userId: ProfileId): Store
  /** The same store as another profile sees it. */
  as(name: string): Promise<Store>
  ensureProfile(name: string): Promise<ProfileId>
  /** One request as it would reach the worker. */
  call(userId: ProfileId, repository: string, method: string, args: unknown[]): Promise<unknown>
  /** Any other request, in its turn among them. @param tell hears of what others write, after `follow` */
  ask(request: Unnumbered, tell?: (news: StoreNews) => void): Promise<unknown>
  close(): Promise<void>
}
type Unnumbered = StoreRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never

/** A migrated store in memory of its own, from a template that all test files share. @param observer is told of every statement */
export async function createTestStore(observer?: StatementObserver): Promise<TestStore> {
  template ??= readTemplate()
  return testStoreOn(await openMemoryStore(await template, observer))
}

/** The client's side of an open store without its thread: the same requests go through the same code, one by one. */
export async function testStoreOn(open: OpenStore): Promise<TestStore> {
  let queue: Promise<unknown> = Promise.resolve()
  let id = 1
  const ask: TestStore['ask'] = (request, tell) => {
    const answer = queue.then(async () => {
      const response = await serve(open, { ...request, id: id++ }, tell)
      // The boundary of the real worker copies what crosses it.
      if (response.ok) return structuredClone(response.data)
      throw Object.assign(new CatchmentError(response.error.code, response.error.message), {
        stack: response.error.stack,
      })
    })
    queue = answer.catch(() => undefined)
    return answer
  }
  const call: TestStore['call'] = (userId, repository, method, args) =>
    ask({ kind: 'call', userId, repository, method, args })
  const clientFor = (userId: ProfileId): Store =>
    profileClient((repository, method, args) => call(userId, repository, method, args))
  const profile = async (name: string) => profileId.parse(await ask({ kind: 'profile', name }))
  const userId = await profile('default')
  return {
    open,
    userId,
    store: clientFor(userId),
    storeOf: clientFor,
    as: async (name) => clientFor(await profile(name)),
    ensureProfile: profile,
    call,
    ask,
    close: () => open.close(),
  }
}

/** Made once per set of migrations and shared by all processes: a process reads it once, for all of its test files. */
let template: Promise<Blob> | undefined

async function readTemplate(): Promise<Blob> {
  const digest = createHash('sha256')
    .update(migrations.map((m) => m.sql).join('\n'))
    .digest('hex')
    .slice(0, 16)
  const dir = join(process.env[TEMPLATES_IN] ?? tmpdir(), 'catchment-test-templates')
  const file = join(dir, `small-store-${digest}.tar`)
  if (!existsSync(file)) {
    mkdirSync(dir, { recursive: true })
    const draft = `${file}.${process.pid}`
    await withoutTemplateDatabases(await dumpEmptyDatabase(), draft)
    renameSync(draft, file)
  }
  return new Blob([readFileSync(file)])
}

/**
 * PostgreSQL's own template databases (object ids 1 and 4) hold two thirds of the files of a new store, and no session of ours
 * ever opens one: without them a store in memory opens in two thirds of the time.
 */
async function withoutTemplateDatabases(dump: Blob, path: string): Promise<void> {
  const all = extract()
  const kept = pack()
  const written = pipeline(kept, createWriteStream(path))
  const read = pipeline(Readable.from([Buffer.from(await dump.arrayBuffer())]), all)
  for await (const entry of all) {
    const unused = entry.header.type === 'file' && /^\/?base\/(1|4)\/(?!PG_VERSION$)/.test(entry.header.name)
    if (unused) entry.resume()
    else await pipeline(entry, kept.entry(entry.header))
  }
  await read
  kept.finalize()
  await written
}
