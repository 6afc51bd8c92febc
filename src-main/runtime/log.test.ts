import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createLog } from './log'

it('the log is written line by line into the store’s folder', () => {
  const store = mkdtempSync(join(tmpdir(), 'catchment-app-'))
  createLog(store).error({ err: new Error('boom'), task: 'x' }, 'upkeep failed')
  const [line] = readFileSync(join(store, 'logs/catchment.log'), 'utf8').split('\n')
  expect(JSON.parse(line ?? '')).toMatchObject({ level: 50, task: 'x', msg: 'upkeep failed', err: { message: 'boom' } })
})
