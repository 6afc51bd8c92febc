/**
 * A process of the whole product that works until it is killed: the test's, no part of the product. Arguments: the store's
 * folder, a file of what was acknowledged, a seed, and `work` or `check`. It first looks whether everything that was ever
 * acknowledged is there and the store holds together; then it says READY, and before each act what it begins.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { messageId } from '@shared/ids'
import { createBackups } from '../../backups/service'
import { SimulatedClock } from '../../runtime/clock'
import { factsOfFolder } from '../../store/backup/check'
import { openStore } from '../../store/database'
import { testStoreOn } from '../../store/testing/store'
import { eraseHistory } from '../erasing'
import { chatWith, handleOf, openIn, say } from './app'

const [, , storeDir = '', acknowledged = '', seed = '1', mode = 'work'] = process.argv
const MINUTE = 60_000
const ERASED = 'erased '
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

const tell = (line: string): void => void writeSync(1, `${line}\n`)
const keep = (id: string): void => appendFileSync(acknowledged, `${id}\n`)

async function main(): Promise<void> {
  const random = numbers(Number(seed))
  const test = await testStoreOn(await openStore({ storeDir, program: 'a fault test' }))
  const { newestAt } = await test.store.messages.overview()
  const clock = new SimulatedClock(Math.max(Date.parse('2026-01-05T08:00:00Z'), (newestAt ?? 0) + MINUTE))
  const opened = await openIn(test, storeDir, { profile: 'default', clock })
  const { app, store } = opened
  await app.recover()

  const lines = existsSync(acknowledged) ? readFileSync(acknowledged, 'utf8').trim().split('\n').filter(Boolean) : []
  // what a person began to erase may be there or not
  const erased = new Set(lines.flatMap((line) => (line.startsWith(ERASED) ? [line.slice(ERASED.length)] : [])))
  const ids = lines.filter((line) => !line.startsWith(ERASED) && !erased.has(line))
  const found = await store.messages.byIds(ids.map((id) => messageId.parse(id)))
  const there = new Set<string>(found.map((m) => m.id))
  const lost = ids.filter((id) => !there.has(id))
  if (lost.length > 0) throw new Error(`${lost.length} acknowledged messages are gone: ${lost.slice(0, 3).join(', ')}`)
  const { problems } = await store.verification.run()
  if (problems.length > 0) throw new Error(problems.join('; '))
  if (mode === 'check') {
    tell(`READY ${ids.length}`)
    await app.close()
    return test.close()
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
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const text = (): string => `${pick(TOPICS)} ${Math.floor(random() * 1e6)}`
  const later = (ms: number): void => clock.set(clock.now() + ms)

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
      const file = join(storeDir, '..', `import-${seed}.jsonl`)
      const rows = Array.from({ length: 12 }, (_, i) =>
        JSON.stringify({
          type: 'message',
          conv: `c${seed}`,
          id: i,
          ts: new Date(clock.now() + i * 1000).toISOString(),
          author: i % 2 === 0 ? 'me' : 'assistant',
          text: text(),
        }),
      )
      writeFileSync(file, rows.join('\n'))
      later(MINUTE)
      await app.imports.run(file, { format: 'auto', signal: new AbortController().signal, report: () => undefined })
    },
    backup: () => backups.make('asked'),
    compression: () => app.compression.cool(),
    async profiles() {
      const id = await app.handle.createProfile(`p${Math.floor(random() * 1e9)}`)
      await app.handle.eraseProfile(id)
    },
    tidy: () => app.handle.tidy(),
    async erase() {
      const [message] = (await store.messages.newest(12)).filter((m) => m.role === 'user')
      if (!message) return
      keep(`${ERASED}${message.id}`)
      await eraseHistory(app, { messageId: message.id }, false)
    },
  }
  for (let i = 0; i < 3; i++) keep((await say(opened, text())).userMessage.id)
  tell('READY')
  for (;;) {
    later(MINUTE)
    const name = pick(Object.keys(acts))
    tell(`ACT ${name}`)
    await acts[name]?.()
  }
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
