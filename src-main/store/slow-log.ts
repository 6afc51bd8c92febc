/** Statements that took long, kept beside the log, so that a slow store can be looked into where it is slow. */
import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { StatementObserver } from './observed'

/** A person notices from about here on (12, slow-query log). */
const SLOW_MS = 40
const MOST_CHARACTERS = 300
/** Then a new file is begun; the one before it is kept. */
const MOST_BYTES = 256 * 1024

const entrySchema = z.object({ at: z.number(), ms: z.number(), request: z.string(), statement: z.string() })
export type SlowStatement = z.infer<typeof entrySchema>

const fileOf = (storeDir: string): string => join(storeDir, 'logs', 'slow.jsonl')
const olderOf = (storeDir: string): string => join(storeDir, 'logs', 'slow.older.jsonl')

/** Writes down what took more than 40 ms: the request, the statement's text and its time, nothing a person wrote. */
export class SlowLog implements StatementObserver {
  /** What is being answered: `search.evidence`. */
  request = ''

  constructor(private readonly storeDir: string) {}

  statement(sql: string, ms: number): void {
    if (ms < SLOW_MS) return
    const entry: SlowStatement = {
      at: Date.now(),
      ms: Math.round(ms),
      request: this.request,
      statement: withoutValues(sql),
    }
    try {
      mkdirSync(join(this.storeDir, 'logs'), { recursive: true, mode: 0o700 })
      this.turnOver()
      appendFileSync(fileOf(this.storeDir), `${JSON.stringify(entry)}\n`, { mode: 0o600 })
    } catch {
      // A full or read-only disk says so at the next write of the store itself; a missing note is no fault.
    }
  }

  private turnOver(): void {
    const size = statSync(fileOf(this.storeDir), { throwIfNoEntry: false })?.size ?? 0
    if (size > MOST_BYTES) renameSync(fileOf(this.storeDir), olderOf(this.storeDir))
  }
}

/** Values travel beside a statement, not in it; a literal that was written into one all the same is left out. */
function withoutValues(sql: string): string {
  const bare = sql.replace(/'(?:[^']|'')*'/gu, "'…'").replace(/\s+/gu, ' ')
  return bare.trim().slice(0, MOST_CHARACTERS)
}

/** What was written down, oldest first. */
export function slowStatements(storeDir: string): SlowStatement[] {
  return [olderOf(storeDir), fileOf(storeDir)].flatMap((path) => {
    let text = ''
    try {
      text = readFileSync(path, 'utf8')
    } catch {
      return []
    }
    return text.split('\n').flatMap((line) => {
      // The last line of a process that was killed may be half of one.
      const read = line.trim() === '' ? null : entrySchema.safeParse(parsed(line))
      return read?.success ? [read.data] : []
    })
  })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

export interface SlowGroup {
  request: string
  statement: string
  times: number
  medianMs: number
  mostMs: number
  lastAt: string
}

/** The same by statement, those that took most in all first. */
export function slowByStatement(storeDir: string): SlowGroup[] {
  const groups = new Map<string, SlowStatement[]>()
  for (const slow of slowStatements(storeDir)) {
    const key = `${slow.request}\n${slow.statement}`
    groups.set(key, [...(groups.get(key) ?? []), slow])
  }
  return [...groups.values()]
    .flatMap((all): (SlowGroup & { total: number })[] => {
      const [first] = all
      const ms = all.map((s) => s.ms).sort((a, b) => a - b)
      if (!first) return []
      return [
        {
          request: first.request,
          statement: first.statement,
          times: all.length,
          medianMs: ms[ms.length >> 1] ?? 0,
          mostMs: ms.at(-1) ?? 0,
          lastAt: new Date(Math.max(...all.map((s) => s.at))).toISOString(),
          total: ms.reduce((sum, n) => sum + n, 0),
        },
      ]
    })
    .sort((a, b) => b.total - a.total)
    .map(({ total: _, ...group }) => group)
}
