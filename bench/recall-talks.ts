/** Talks with questions about them, in the neutral JSONL form, and a product that has imported one. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { App } from '../src-main/app/create-app'
import { externalIdOf } from '../src-main/transfer/types'
import { messageId } from '../src-shared/ids'
import { withWorld } from './world'

const name = z.union([z.string(), z.number()]).transform(String)
const row = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), conv: name, session: name, ts: z.string(), id: name }),
  z.object({ type: z.literal('question'), conv: name, text: z.string(), evidence: z.array(name) }),
])

export interface RecallTalk {
  conv: string
  /** Its message rows as the file has them, one JSON value a line. */
  lines: string[]
  /** Session of a message by its external id. */
  sessionOf: Map<string, string>
  /** Milliseconds of the newest message. */
  endsAt: number
  questions: { text: string; sessions: ReadonlySet<string> }[]
}

/** The talks of a file, by conversation. Questions whose evidence is in none of its messages are left out. */
export function readRecallTalks(path: string): RecallTalk[] {
  const talks = new Map<string, RecallTalk>()
  const asked: { conv: string; text: string; evidence: string[] }[] = []
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
  for (const { conv, text, evidence } of asked) {
    const talk = talks.get(conv)
    const sessions = new Set(
      evidence.flatMap((id): string[] => {
        const session = talk?.sessionOf.get(externalIdOf(conv, id))
        return session === undefined ? [] : [session]
      }),
    )
    if (talk && sessions.size > 0) talk.questions.push({ text, sessions })
  }
  return [...talks.values()]
}

/** A fresh product that has imported the talk, with vectors and collapsed segments, an hour after its end. */
export async function withTalk<T>(talk: RecallTalk, work: (app: App) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'catchment-recall-'))
  try {
    const file = join(folder, 'talk.jsonl')
    await writeFile(file, `${talk.lines.join('\n')}\n`)
    return await withWorld({ at: talk.endsAt + 3_600_000 }, async ({ app }) => {
      await app.imports.run(file, { format: 'jsonl', signal: new AbortController().signal, report: () => undefined })
      return work(app)
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** External ids of the messages that were found, in their order. */
export async function externalIds(app: App, hits: readonly { messageId: string | null }[]): Promise<string[]> {
  const wanted = hits.map((h) => h.messageId)
  const byId = new Map<string, string | null>()
  for (const m of await app.store.messages.byIds(wanted.flatMap((id) => (id === null ? [] : [messageId.parse(id)]))))
    byId.set(m.id, m.externalId)
  return wanted.flatMap((id) => byId.get(id ?? '') ?? [])
}
