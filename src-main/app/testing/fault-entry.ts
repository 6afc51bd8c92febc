/**
 * A process of the whole product that works until it is killed: the test's, no part of the product. Arguments: the store's
 * folder, a folder of what is known from outside of it, a seed, and `work` or `check`. It first looks whether everything that
 * was ever acknowledged is there and the store holds together; then it says READY, and before each act what it begins.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { messageId } from '@shared/ids'
import { createBackups, replaceWith } from '../../backups/service'
import { SimulatedClock } from '../../runtime/clock'
import { factsOfFolder } from '../../store/backup/check'
import { madeWhole } from '../../store/backup/derive-anew'
import { openStore } from '../../store/database'
import { type Migration, migrations } from '../../store/migrations'
import { testStoreOn } from '../../store/testing/store'
import { eraseHistory } from '../erasing'
import { verifyStore } from '../verify'
import { chatWith, handleOf, openIn, say } from './app'

const [, , storeDir = '', outside = '', seed = '1', mode = 'work'] = process.argv
const MINUTE = 60_000
/** One line each: a profile and the id of a message that it was told is stored, or that it began to erase. */
const acknowledged = join(outside, 'acknowledged')
const erased = join(outside, 'erased')
/** How many migrations beyond the product's own there are by now. */
const migrated = join(outside, 'migrations')
/** Acts that a run is about: short ones are seldom met by a kill. */
const OFTEN = (process.env.CATCHMENT_FAULT_ACTS ?? '').split(' ').filter(Boolean)
const OFTEN_SHARE = 0.7
const PROFILES = ['default', 'second'] as const
type Profile = (typeof PROFILES)[number]
const TOPICS = [
  'tomatoes soil compost garden',
  'train ticket platform journey',
  'bread flour yeast oven',
  'tax form deadline office',
]

/** The same numbers for the same seed (mulberry32). */
function numbers(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const random = numbers(Number(seed))
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const text = (): string => `${pick(TOPICS)} ${Math.floor(random() * 1e6)}`
const tell = (line: string): void => void writeSync(1, `${line}\n`)
const linesOf = (file: string): string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : []

/** Migrations that do what real ones do: a table made of another one, an index made, the ones before them dropped. */
function allMigrations(): Migration[] {
  const more = linesOf(migrated).map((name, i, names) => {
    const before = names[i - 1]
    const gone = before === undefined ? '' : `DROP TABLE ${before}; DROP INDEX ${before}_texts;`
    return {
      name: `${name}.sql`,
      sql: `CREATE TABLE ${name} AS SELECT * FROM messages; CREATE INDEX ${name}_texts ON messages (md5(text)); ${gone}
        UPDATE messages SET text = text;`,
    }
  })
  return [...migrations, ...more]
}

/** Works on one profile until an act needs the store closed; `next` is who comes then. */
async function live(profile: Profile): Promise<Profile | null> {
  const test = await testStoreOn(
    await madeWhole(await openStore({ storeDir, program: 'a fault test' }, allMigrations())),
  )
  const clock = new SimulatedClock(Date.parse('2026-01-05T08:00:00Z'))
  for (const name of PROFILES) {
    const { newestAt } = await (await test.as(name)).messages.overview()
    clock.set(Math.max(clock.now(), (newestAt ?? 0) + MINUTE))
  }
  const opened = await openIn(test, storeDir, { profile, clock })
  const { app, store } = opened
  await app.recover()
  const keep = (id: string): void => appendFileSync(acknowledged, `${profile} ${id}\n`)
  const later = (ms: number): void => clock.set(clock.now() + ms)
  const close = async (): Promise<void> => {
    await app.close()
    await test.close()
  }

  // what a person began to erase may be there or not
  const gone = new Set(linesOf(erased))
  for (const name of PROFILES) {
    const ids = linesOf(acknowledged).flatMap((line) => {
      const [of, id] = line.split(' ')
      return of === name && id !== undefined && !gone.has(id) ? [id] : []
    })
    const found = await (await test.as(name)).messages.byIds(ids.map((id) => messageId.parse(id)))
    const there = new Set<string>(found.map((m) => m.id))
    const lost = ids.filter((id) => !there.has(id))
    if (lost.length > 0)
      throw new Error(`${lost.length} acknowledged messages of ${name} are gone: ${lost.slice(0, 3).join(', ')}`)
  }
  const { problems } = await verifyStore(app, mode === 'check')
  if (problems.length > 0) throw new Error(problems.join('; '))
  if (mode === 'check') {
    tell(`READY ${linesOf(acknowledged).length}`)
    await close()
    return null
  }

  // Endpoints of lives before this one died with them; a port may come again.
  for (const { id } of app.models.endpoints()) await app.models.removeEndpoint(id)
  await chatWith(opened, { answer: () => 'A word after another. '.repeat(12), chunkMs: 4 })
  const backups = createBackups({
    handle: handleOf(test, storeDir),
    check: factsOfFolder,
    now: () => clock.now(),
    timeZone: () => 'UTC',
    changed: () => undefined,
  })

  const acts: Record<string, () => Promise<unknown>> = {
    async send() {
      await app.models.select('none')
      const sent = await app.conversation.send({ text: text() })
      keep(sent.message.id)
      await sent.done
    },
    async stream() {
      await app.models.select(app.models.endpoints().at(-1)?.id ?? 'none')
      const sent = await app.conversation.send({ text: text() })
      keep(sent.message.id)
      const { reply } = await sent.done
      if (reply) keep(reply.id)
    },
    async collapse() {
      later(90 * MINUTE)
      await app.segments.checkTimeouts()
    },
    janitor: () => app.janitor.tidy({ dryRun: false }),
    async mergeAndUndo() {
      const [a, b] = app.directory.all().filter((bucket) => bucket.status === 'active' || bucket.status === 'ephemeral')
      if (!a || !b) return
      const done = await app.buckets.command({ kind: 'mv', source: a.id, target: b.id })
      if (done.operationId) await app.operations.undo(done.operationId)
    },
    async import() {
      const file = join(outside, 'import.jsonl')
      const rows = Array.from({ length: 12 }, (_, i) =>
        JSON.stringify({
          type: 'message',
          conv: `c${seed}-${clock.now()}`,
          id: i,
          ts: new Date(clock.now() + i * 1000).toISOString(),
          author: i % 2 === 0 ? 'me' : 'assistant',
          text: text(),
        }),
      )
      writeFileSync(file, rows.join('\n'))
      later(MINUTE)
      await app.imports.run(file, { format: 'auto', signal: new AbortController().signal, report: () => undefined })
      // an import that ended has said that its messages are stored
      for (const message of await store.messages.newest(12)) keep(message.id)
    },
    backup: () => backups.make('asked'),
    compression: () => app.compression.cool(),
    async profiles() {
      const id = await app.handle.createProfile(`p${Math.floor(random() * 1e9)}`)
      await app.handle.eraseProfile(id)
    },
    async tidy() {
      await app.handle.tidy()
      await app.handle.overwriteErased()
    },
    async erase() {
      const [message] = (await store.messages.newest(12)).filter((m) => m.role === 'user')
      if (!message) return
      appendFileSync(erased, `${message.id}\n`)
      await eraseHistory(app, { messageId: message.id }, false)
    },
    async mergeBackup() {
      const [oldest] = backups
        .state()
        .backups.filter((b) => b.verified)
        .toReversed()
      if (oldest) await app.mergeBackup(oldest.id)
    },
  }
  /** Acts that need the store closed; they answer who comes next. */
  const closing: Record<string, () => Promise<Profile>> = {
    async restore() {
      const { id } = await backups.make('restore')
      await close()
      await replaceWith(storeDir, id, factsOfFolder)
      // what was set aside grows with each
      rmSync(join(storeDir, 'set-aside'), { recursive: true, force: true })
      return profile
    },
    async migration() {
      await close()
      appendFileSync(migrated, `fault_${String(linesOf(migrated).length).padStart(4, '0')}\n`)
      return profile
    },
    async switchProfile() {
      await close()
      return PROFILES.find((name) => name !== profile) ?? profile
    },
  }
  const all = [...Object.keys(acts), ...Object.keys(closing)]
  const unknown = OFTEN.filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new Error(`no such acts: ${unknown.join(', ')}; there are ${all.join(', ')}`)
  for (let i = 0; i < 3; i++) keep((await say(opened, text())).userMessage.id)
  tell('READY')
  for (;;) {
    later(MINUTE)
    const name = OFTEN.length > 0 && random() < OFTEN_SHARE ? pick(OFTEN) : pick(all)
    tell(`ACT ${name}`)
    const next = await closing[name]?.()
    if (next !== undefined) return next
    await acts[name]?.()
  }
}

async function main(): Promise<void> {
  mkdirSync(outside, { recursive: true })
  for (let profile: Profile | null = pick(PROFILES); profile !== null; ) profile = await live(profile)
}

// Keeps the loop from running empty while the database opens: see store/worker.ts.
const alive = setInterval(() => undefined, 60_000)
main()
  .catch((error: unknown) => {
    process.stderr.write(`BAD ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    process.exitCode = 3
    process.exit()
  })
  .finally(() => clearInterval(alive))
