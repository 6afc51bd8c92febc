import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositories } from './repositories'
import { isSingle } from './single'
import { furnish, intrusions, type Victim } from './testing/intrusion'
import { createTestStore, type TestStore } from './testing/store'

const asked: string[] = []
let transactions = 0
let test: TestStore
let own: Victim

beforeAll(async () => {
  test = await createTestStore({
    statement: (sql) => void asked.push(sql),
    transaction: () => {
      transactions += 1
    },
  })
  own = await furnish(test.store)
})
afterAll(() => test.close())

const marked = Object.entries(repositories).flatMap(([repository, methods]) =>
  Object.entries(methods).flatMap(([method, run]) => (isSingle(run) ? [{ repository, method }] : [])),
)
const inputs: Record<string, Record<string, (victim: Victim) => unknown[]>> = { ...intrusions }

describe('a method that is marked as one statement', () => {
  it.each(marked)(
    '$repository.$method asks the database once, without a transaction',
    async ({ repository, method }) => {
      const args = inputs[repository]?.[method]?.(own) ?? []
      await test.storeOf(test.userId).messages.overview()
      asked.length = 0
      transactions = 0
      await test.call(test.userId, repository, method, args).catch(() => undefined)
      expect(asked, asked.join('\n')).toHaveLength(1)
      expect(transactions).toBe(0)
    },
  )
})
