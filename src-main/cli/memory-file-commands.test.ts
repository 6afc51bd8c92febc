import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handleOf } from '../app/testing/app'
import { startWordHost } from '../models/testing/word-host'
import { createTestStore, type TestStore } from '../store/testing/store'
import { main } from './main'

const root = mkdtempSync(join(tmpdir(), 'catchment-cli-memory-file-'))
let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(async () => {
  await test.close()
  rmSync(root, { recursive: true, force: true })
})

async function cli(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: '', err: '' }
  const code = await main(
    [...args, '--store', root],
    {
      out: (text) => {
        said.out += text
      },
      err: (text) => {
        said.err += text
      },
    },
    { openStore: async ({ storeDir }) => handleOf(test, storeDir), startHost: () => startWordHost().start() },
  )
  return { code, ...said }
}

it('takes over an old file and prints the bounded one', async () => {
  const path = join(root, 'OLD.md')
  writeFileSync(path, '# Preferences\n- Drinks tea, no coffee.\n\n# To do\n- [ ] Renew the passport\n')
  const { code, out } = await cli('memory', '--migrate', path)
  expect({ code, out }).toEqual({
    code: 0,
    out: `2 memories taken over (1 preference, 1 task). The original is kept as ${path}.pre-migration.\n`,
  })
  expect(existsSync(path)).toBe(false)
  expect(readFileSync(`${path}.pre-migration`, 'utf8')).toContain('Renew the passport')
  const file = await cli('memory', '--file')
  expect(file.out).toContain('## Personal Preferences\n\n- Drinks tea, no coffee.\n')
  expect(file.out).toContain('- [ ] Renew the passport\n')
  expect(JSON.parse((await cli('memory', '--file', '--json')).out)).toMatchObject({ maxTokens: 2_000, notice: null })
})

it('says what is wrong with a file that is not there', async () => {
  const { code, err } = await cli('memory', '--migrate', join(root, 'none.md'))
  expect(code).not.toBe(0)
  expect(err).toContain('cannot be read')
})
