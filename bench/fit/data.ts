/** The neutral JSONL forms of the benchmarks, as the fitting scripts read them. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { seeded } from './random'

const filingRow = z.object({
  conv: z.string(),
  id: z.string(),
  ts: z.string(),
  author: z.string(),
  text: z.string(),
  topic: z.string().nullable(),
  oneoff: z.boolean(),
  talk: z.string().nullish(),
  exchange: z.string().nullish(),
})

export interface TalkRow {
  id: string
  /** Milliseconds since the epoch. */
  at: number
  role: 'user' | 'assistant'
  text: string
  /** The true topic. A one-off has its own: that of its exchange, where the rows of an exchange name it, else the row's. */
  topic: string
  oneoff: boolean
  /** The conversation of an export it would stand in; null where the file names none. */
  talk?: string | null
}

export interface Talk {
  name: string
  rows: TalkRow[]
}

const lines = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line))

/** The streams of a `filing` file, in the order of their first rows. */
export function readTalks(path: string): Talk[] {
  const talks = new Map<string, Talk>()
  for (const line of lines(path)) {
    const row = filingRow.parse(line)
    const talk = talks.get(row.conv) ?? { name: row.conv, rows: [] }
    talks.set(row.conv, talk)
    talk.rows.push({
      id: row.id,
      at: Date.parse(row.ts),
      role: row.author === 'assistant' ? 'assistant' : 'user',
      text: row.text,
      topic: row.topic === null || row.oneoff ? `one-off ${row.exchange ?? row.id}` : row.topic,
      oneoff: row.oneoff,
      talk: row.talk ?? row.exchange ?? null,
    })
  }
  return [...talks.values()]
}

/**
 * Where the true topic changes at a reply, it is the request before it that changed it: some label sets tag a request with the
 * state it was said in. For fitting only; scores are taken on the labels as they are.
 */
export function withRequestsRelabelled(talk: Talk): Talk {
  const rows = talk.rows.map((row, i) => {
    const next = talk.rows[i + 1]
    const moves = row.role === 'user' && !row.oneoff && next?.role === 'assistant' && next.topic !== row.topic
    return moves ? { ...row, topic: next.topic } : row
  })
  return { ...talk, rows }
}

const MINUTE_MS = 60_000

/**
 * The same words with pauses that tell nothing: mostly some minutes, now and then a night, wherever the topic changes or not.
 * Made-up streams pause between topics and people do not, so a model fitted on those alone trusts the clock and not the words.
 */
export function withIdlePauses(talk: Talk, seed: number): Talk {
  const random = seeded(seed)
  let at = talk.rows[0]?.at ?? 0
  const rows = talk.rows.map((row, i) => {
    if (i > 0)
      at += random() < 0.06 && row.role === 'user' ? 12 * 60 * MINUTE_MS : Math.ceil((0.3 + 9 * random()) * MINUTE_MS)
    return { ...row, at }
  })
  return { name: `${talk.name} idle`, rows }
}

const labelledRow = z.object({ text: z.string(), label: z.string() })

/** `{text,label}` rows, grouped by label. */
export function readLabelled(path: string): Map<string, string[]> {
  const labels = new Map<string, string[]>()
  for (const line of lines(path)) {
    const { text, label } = labelledRow.parse(line)
    const texts = labels.get(label) ?? []
    labels.set(label, texts)
    texts.push(text)
  }
  return labels
}

const dialogueRow = z.object({
  dialogue: z.string(),
  turns: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
  boundaries: z.array(z.number()),
})

/**
 * Dialogues with gold boundaries: turn i of `boundaries` begins a new topic. One at a reply counts for the request before it,
 * unless `atRequests` is false.
 */
export const readDialogues = (path: string, atRequests = true): z.infer<typeof dialogueRow>[] =>
  lines(path).map((line) => {
    const dialogue = dialogueRow.parse(line)
    if (!atRequests) return dialogue
    const { turns } = dialogue
    const atRequest = (i: number) => (turns[i]?.role === 'assistant' && turns[i - 1]?.role === 'user' ? i - 1 : i)
    return { ...dialogue, boundaries: [...new Set(dialogue.boundaries.map(atRequest))] }
  })
