/** Talks with questions about them, in the neutral JSONL form, and a product that has imported one. */
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { App } from '../src-main/app/create-app'
import { reembedIfNeeded } from '../src-main/app/reembed'
import { externalIdOf } from '../src-main/transfer/types'
import { messageId } from '../src-shared/ids'
import { withWorld } from './world'

const name = z.union([z.string(), z.number()]).transform(String)
const row = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), conv: name, session: name, ts: z.string(), id: name }),
  z.object({
    type: z.literal('question'),
    conv: name,
    text: z.string(),
    evidence: z.array(name),
    category: name.default(''),
  }),
])

export interface RecallQuestion {
  text: string
  /** What kind of question it is, as the file says; empty if it does not. */
  category: string
  /** External ids of the messages that answer it, and the sessions they lie in. */
  messages: ReadonlySet<string>
  sessions: ReadonlySet<string>
}

export interface RecallTalk {
  conv: string
  /** Its message rows as the file has them, one JSON value a line. */
  lines: string[]
  /** Session of a message by its external id. */
  sessionOf: Map<string, string>
  /** Milliseconds of the newest message. */
  endsAt: number
  questions: RecallQuestion[]
}

/** The talks of a file, by conversation. Questions whose evidence is in none of its messages are left out. */
export function readRecallTalks(path: string): RecallTalk[] {
  const talks = new Map<string, RecallTalk>()
  const asked: { conv: string; text: string; evidence: string[]; category: string }[] = []
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.trim() === '') continue
    const read = row.parse(JSON.parse(line))
    if (read.type === 'question') {
      asked.push(read)
      continue
    }
    const { conv } = read
    const talk: RecallTalk = talks.get(conv) ?? { conv, lines: [], sessionOf: new Map(), endsAt: 0, questions: [] }
    talks.set(conv, talk)
    talk.lines.push(line)
    talk.sessionOf.set(externalIdOf(conv, read.id), read.session)
    talk.endsAt = Math.max(talk.endsAt, Date.parse(read.ts))
  }
  for (const { conv, text, evidence, category } of asked) {
    const talk = talks.get(conv)
    const messages = new Set(evidence.map((id) => externalIdOf(conv, id)).filter((id) => talk?.sessionOf.has(id)))
    const sessions = new Set([...messages].flatMap((id) => talk?.sessionOf.get(id) ?? []))
    if (talk && sessions.size > 0) talk.questions.push({ text, category, messages, sessions })
  }
  return [...talks.values()]
}

/**
 * A product that has imported the talk, with vectors and collapsed segments, an hour after its end. Fresh, unless `keepIn`
 * names a folder: there each talk's store is kept and opened again by the next run.
 */
export async function withTalk<T>(talk: RecallTalk, work: (app: App) => Promise<T>, keepIn?: string): Promise<T> {
  const folder = keepIn ? join(keepIn, talk.conv) : await mkdtemp(join(tmpdir(), 'catchment-recall-'))
  const storeDir = join(folder, 'store')
  const done = join(folder, 'imported')
  try {
    await mkdir(storeDir, { recursive: true })
    return await withWorld({ storeDir, at: talk.endsAt + 3_600_000 }, async ({ app }) => {
      if (!existsSync(done)) {
        const file = join(folder, 'talk.jsonl')
        await writeFile(file, `${talk.lines.join('\n')}\n`)
        await app.imports.run(file, { format: 'jsonl', signal: new AbortController().signal, report: () => undefined })
        await writeFile(done, '')
      }
      await readAll(app)
      await app.search.ready()
      await app.search.keepPassages()
      return work(app)
    })
  } finally {
    if (keepIn === undefined) await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Until every message has its vector: an import goes on without where the model was ended or held up on a busy machine, and
 * what is measured then is another product. @throws Error if they cannot be had
 */
async function readAll(app: App): Promise<void> {
  for (let attempt = 1; await reembedIfNeeded(app); attempt++) {
    while (app.jobs.list().some((job) => job.state === 'running')) await setTimeout(200)
    const job = app.jobs.list().findLast(({ kind }) => kind === 'reembed')
    if (job?.state === 'failed' && attempt >= MOST_ATTEMPTS)
      throw new Error(`not every message could be read: ${job.error ?? job.detail}`)
  }
}

/** A model on a machine that does much else may not answer in time; what it read before is kept. */
const MOST_ATTEMPTS = 10

/** External ids of the messages that were found, in their order. */
export async function externalIds(app: App, hits: readonly { messageId: string | null }[]): Promise<string[]> {
  const wanted = hits.map((h) => h.messageId)
  const byId = new Map<string, string | null>()
  for (const m of await app.store.messages.byIds(wanted.flatMap((id) => (id === null ? [] : [messageId.parse(id)]))))
    byId.set(m.id, m.externalId)
  return wanted.flatMap((id) => byId.get(id ?? '') ?? [])
}
