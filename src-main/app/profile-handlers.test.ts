import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AppWideEvent } from '@shared/contract'
import { bucketId } from '@shared/ids'
import { eventually } from '@shared/testing/eventually'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { profileFolder } from '../profiles/folder'
import { createTestStore, type TestStore } from '../store/testing/store'
import { createProfileHandlers } from './profile-handlers'
import { openTestApp, say, type TestApp } from './testing/app'
import { noDesktop } from './testing/desktop'
import { WrittenFiles } from './transfer-handlers'

let test: TestStore
let world: TestApp
let opened: string[]
let told: AppWideEvent[]
let file: string | null
let proposed: string[]
const root = mkdtempSync(join(tmpdir(), 'catchment-profiles-'))

beforeAll(async () => {
  test = await createTestStore()
  world = await openTestApp(test, { profile: 'Ann' })
  await say(world, 'Tomatoes need potash.')
})
afterEach(() => {
  opened = []
  told = []
  proposed = []
})
afterAll(async () => {
  await world.close()
  await test.close()
  rmSync(root, { recursive: true, force: true })
})

function handlers() {
  opened = []
  told = []
  proposed = []
  return createProfileHandlers(
    world.app,
    {
      ...noDesktop,
      openProfile: async ({ name }) => void opened.push(name),
      tell: (event) => void told.push(event),
      chooseExportFile: async (folder, name) => {
        proposed = [folder, name]
        return file
      },
    },
    new WrittenFiles(),
  )
}

describe('profiles in the window', () => {
  it('are listed by name with what they hold, and made with a name of their own', async () => {
    const ask = handlers()
    const bob = await ask['profiles.create']({ name: 'Bob' })
    expect(bob).toMatchObject({ name: 'Bob', current: false, messages: 0 })
    expect(told).toEqual([{ type: 'profiles.changed' }])
    const { profiles, server, fixed } = await ask['profiles.list'](undefined)
    expect(profiles.map((p) => [p.name, p.current, p.messages])).toEqual([
      ['Ann', true, 1],
      ['Bob', false, 0],
      ['default', false, 0],
    ])
    expect([server, fixed]).toEqual([null, null])
    await expect(ask['profiles.create']({ name: 'bob' })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('are switched by the desktop, which opens the other; the open one stays', async () => {
    const ask = handlers()
    const { profiles } = await ask['profiles.list'](undefined)
    const [ann, bob] = profiles
    if (!ann || !bob) throw new Error('there are three')
    expect(await ask['profiles.switch']({ profileId: bob.id })).toMatchObject({ name: 'Bob', current: true })
    await ask['profiles.switch']({ profileId: ann.id })
    expect(opened).toEqual(['Bob'])
  })

  it('are deleted only by their name, with everything they had, and nothing of the others', async () => {
    const ask = handlers()
    const bob = (await ask['profiles.list'](undefined)).profiles.find((p) => p.name === 'Bob')
    if (!bob) throw new Error('Bob was made')
    const theirs = await test.as('Bob')
    await theirs.preferences.set('k', 'v', 0)
    const folder = profileFolder(world.app.handle.storeDir, bob)
    mkdirSync(folder, { recursive: true })
    const told = await ask['profiles.deletion']({ profileId: bob.id })
    expect(told).toMatchObject({ refusal: null, backups: expect.stringContaining('There is no backup') })
    await expect(ask['profiles.delete']({ profileId: bob.id, name: 'bob', dropBackups: false })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(existsSync(folder)).toBe(true)
    await ask['profiles.delete']({ profileId: bob.id, name: ' Bob ', dropBackups: false })
    expect(existsSync(folder)).toBe(false)
    expect((await ask['profiles.list'](undefined)).profiles.map((p) => p.name)).toEqual(['Ann', 'default'])
    await expect(theirs.preferences.get('k')).rejects.toMatchObject({ code: 'not_found' })
    expect((await world.store.messages.overview()).messages).toBe(1)
    await expect(ask['profiles.deletion']({ profileId: bob.id })).rejects.toMatchObject({ code: 'not_found' })
    // Nothing of it is left in any table.
    await test.ask({ kind: 'profiles' })
    const { rows } = await test.open.db.execute(`SELECT 1 FROM preferences WHERE user_id = '${bob.id}'`)
    expect(rows).toEqual([])
  })

  it('leave the last one alone, and open another before the open one goes', async () => {
    const ask = handlers()
    const { profiles } = await ask['profiles.list'](undefined)
    const [ann, other] = profiles
    if (!ann || !other) throw new Error('there are two')
    await ask['profiles.delete']({ profileId: ann.id, name: 'Ann', dropBackups: false })
    expect(opened).toEqual([other.name])
    const last = await ask['profiles.deletion']({ profileId: other.id })
    expect(last.refusal).toBe('The last profile cannot be deleted.')
    await expect(
      ask['profiles.delete']({ profileId: other.id, name: other.name, dropBackups: false }),
    ).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(test.ask({ kind: 'erase-profile', userId: other.id })).rejects.toMatchObject({ code: 'conflict' })
    world = await openTestApp(test, { profile: 'Ann' })
    await say(world, 'Tomatoes need potash.')
  })

  it('are exported where the person says, beginning in the profile’s own folder', async () => {
    const ask = handlers()
    file = null
    expect(await ask['profiles.export']({ format: 'markdown' })).toBeNull()
    expect(proposed[0]).toBe(
      join(profileFolder(world.app.handle.storeDir, { id: world.app.profileId, name: 'Ann' }), 'exports'),
    )
    expect(proposed[1]).toMatch(/^Ann \d{4}-\d\d-\d\d\.md$/)
    file = join(root, 'ann.jsonl')
    await ask['profiles.export']({ format: 'jsonl' })
    await eventually(() => expect(world.app.jobs.list()).toMatchObject([{ kind: 'export', state: 'done' }]))
    expect(world.app.jobs.list()[0]?.detail).toBe('1 messages exported')
    expect(readFileSync(file, 'utf8')).toContain('Tomatoes need potash.')
  })

  it('export one bucket alone, under its own name, and say so if it is not there', async () => {
    const ask = handlers()
    const sent = await say(world, 'The boiler was serviced in March.')
    const bucket = world.app.directory.visible().find((b) => b.id === sent.userMessage.bucketId)
    if (!bucket) throw new Error('nothing was filed')
    file = join(root, 'one.md')
    const started = await ask['profiles.export']({ format: 'markdown', bucketId: bucket.id })
    expect(proposed[1]?.startsWith(`${bucket.title} 20`)).toBe(true)
    const job = () => world.app.jobs.list().find((j) => j.id === started?.jobId)
    expect(job()?.title).toBe(`Exporting ${bucket.title}`)
    await eventually(() =>
      expect(job()).toMatchObject({ state: 'done', detail: `${bucket.messages} messages exported` }),
    )
    const text = readFileSync(file, 'utf8')
    expect(text).toContain(`# ${bucket.title}`)
    expect(text).toContain('> The boiler was serviced in March.')
    proposed = []
    const nobody = bucketId.parse('no_such_999')
    await expect(ask['profiles.export']({ format: 'jsonl', bucketId: nobody })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(proposed).toEqual([])
  })
})
