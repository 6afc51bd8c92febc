import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../database'
import { databaseDir } from '../folder'
import { START, say } from '../testing/samples'
import { createTestStore, testStoreOn } from '../testing/store'

it('a backup of another store comes as a profile with a name of its own, and hides nothing of here', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'catchment-merge-'))
  const storeDir = join(folder, 'store')
  const here = await createTestStore()
  try {
    const there = await testStoreOn(await openStore({ storeDir, program: 'a test' }))
    await say(there.store, 'Said on another computer.', START, 'garden_001')
    await there.close()
    await say(here.store, 'Said here.', START, 'garden_001')

    expect(await here.open.merge(databaseDir(storeDir))).toMatchObject({ messages: 1, profiles: ['default 2'] })
    const profiles = await here.open.profiles()
    expect(profiles.map(({ name, messages }) => [name, messages])).toEqual([
      ['default', 1],
      ['default 2', 1],
    ])
    expect(await here.open.ensureProfile('default')).toBe(profiles[0]?.id)
    expect((await here.store.messages.newest(5)).map(({ text }) => text)).toEqual(['Said here.'])
    const came = await here.as('default 2')
    expect((await came.messages.newest(5)).map(({ text }) => text)).toEqual(['Said on another computer.'])

    expect(await here.open.merge(databaseDir(storeDir))).toMatchObject({ messages: 0, profiles: [] })
  } finally {
    await here.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
