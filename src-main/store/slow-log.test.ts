import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SlowLog, slowByStatement, slowStatements } from './slow-log'

const folder = () => mkdtempSync(join(tmpdir(), 'slow-'))

describe('the log of slow statements', () => {
  it('notes what took more than 40 ms, by the request it belongs to', () => {
    const dir = folder()
    const log = new SlowLog(dir)
    log.request = 'search.evidence'
    log.statement('SELECT 1', 39)
    log.statement('SELECT  number\n FROM search_documents WHERE term = $1', 41.2)
    log.statement('SELECT number FROM search_documents WHERE term = $1', 80)
    log.request = 'turns.finish'
    log.statement('SELECT turn_finish($1)', 60)
    expect(slowByStatement(dir)).toMatchObject([
      {
        request: 'search.evidence',
        statement: 'SELECT number FROM search_documents WHERE term = $1',
        times: 2,
        mostMs: 80,
      },
      { request: 'turns.finish', times: 1, medianMs: 60 },
    ])
  })

  it('holds no literal of a statement, and nobody else may read it', () => {
    const dir = folder()
    new SlowLog(dir).statement(`SELECT * FROM messages WHERE text = 'my wife''s birthday' AND role = 'user'`, 100)
    const file = join(dir, 'logs', 'slow.jsonl')
    expect(readFileSync(file, 'utf8')).not.toMatch(/birthday|wife/)
    expect(statSync(file).mode & 0o077).toBe(0)
  })

  it('stays small, and a line that was cut off by a crash spoils none of the others', () => {
    const dir = folder()
    const log = new SlowLog(dir)
    for (let i = 0; i < 3000; i++) log.statement(`SELECT ${'x'.repeat(250)} ${i}`, 50)
    const kept = slowStatements(dir).length
    expect(kept).toBeGreaterThan(500)
    expect(kept).toBeLessThan(2000)
    writeFileSync(join(dir, 'logs', 'slow.jsonl'), '{"at":1,"ms":50,"request":"a","statement":"b"}\n{"at":2,"m')
    expect(slowStatements(dir).at(-1)).toEqual({ at: 1, ms: 50, request: 'a', statement: 'b' })
  })
})
