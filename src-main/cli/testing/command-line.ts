/** The command line for tests: every call opens the product anew on one store, as every process does. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { handleOf } from '../../app/testing/app'
import { startWordHost } from '../../models/testing/word-host'
import { createTestStore, type TestStore } from '../../store/testing/store'
import { main } from '../main'
import { realMachinery } from '../session'

export interface CommandLine {
  /** A folder of the test's own: the store's, as far as commands know. */
  root: string
  store(): TestStore
  run(...args: string[]): Promise<{ code: number; out: string; err: string }>
}

/** Makes the store before the file's tests and deletes everything after them. @param fill what is in it at first */
export function commandLine(
  name: string,
  fill: (test: TestStore) => Promise<unknown> = async () => undefined,
): CommandLine {
  const root = mkdtempSync(join(tmpdir(), `catchment-cli-${name}-`))
  let test: TestStore
  beforeAll(async () => {
    test = await createTestStore()
    await fill(test)
  })
  afterAll(async () => {
    await test.close()
    rmSync(root, { recursive: true, force: true })
  })
  return {
    root,
    store: () => test,
    async run(...args) {
      const said = { out: '', err: '' }
      const into = (stream: 'out' | 'err') => (text: string) => {
        said[stream] += text
      }
      const code = await main(
        [...args, '--store', root],
        { out: into('out'), err: into('err') },
        {
          ...realMachinery,
          openStore: async ({ storeDir }) => handleOf(test, storeDir),
          startHost: () => startWordHost().start(),
        },
      )
      return { code, ...said }
    },
  }
}
