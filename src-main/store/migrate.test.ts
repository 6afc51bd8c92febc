import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pendingMigrations } from './migrate'
import { migrations } from './migrations'

const file = (name: string, sql = `-- ${name}`) => ({ name, sql })
const applied = (name: string, sql = `-- ${name}`) => ({ name, sha256: createHash('sha256').update(sql).digest('hex') })

describe('pendingMigrations', () => {
  it('lists what is not applied yet, in order', () => {
    expect(pendingMigrations([file('0000'), file('0001'), file('0002')], [applied('0000')]).map((m) => m.name)).toEqual(
      ['0001', '0002'],
    )
  })
  it('refuses an applied migration whose text changed', () => {
    expect(() => pendingMigrations([file('0000', 'other')], [applied('0000')])).toThrowError(
      expect.objectContaining({ code: 'store_corrupt' }),
    )
  })
  it('refuses a store that knows a migration this app does not', () => {
    expect(() => pendingMigrations([file('0000')], [applied('0000'), applied('0009')])).toThrowError(
      expect.objectContaining({ code: 'store_newer' }),
    )
  })
  it('refuses a migration that arrives out of order instead of skipping it', () => {
    expect(() => pendingMigrations([file('0000'), file('0001')], [applied('0001')])).toThrowError(/older than 0001/)
  })
  it('finds the shipped migrations in order of their names', () => {
    expect(migrations.length).toBeGreaterThan(0)
    expect(migrations.map((m) => m.name)).toEqual(migrations.map((m) => m.name).sort())
  })
})
