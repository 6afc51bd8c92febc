import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fillDisk, mountSmallDisk, unmount } from '../src-main/store/testing/small-disk'
import { commandLineOn } from './command-line'
import { test as base, expect } from './fixtures'
import { templateFolder } from './places'

/** Just larger than an empty store. */
const MEGABYTES = 80

const test = base.extend<{ smallDisk: string }>({
  smallDisk: async ({ scratch }, use) => {
    const disk = join(scratch, 'disk')
    const mounted = mountSmallDisk(disk, MEGABYTES)
    test.skip(!mounted, 'A small disk can be mounted only by root with the right to mount.')
    await use(disk)
    if (mounted) unmount(disk)
  },
})

const LONG = 'a letter that does not fit '.repeat(40_000)

test('a full disk is said, loses nothing, and the app goes on once there is room', async ({ launch, smallDisk }) => {
  const store = join(smallDisk, 'store')
  cpSync(templateFolder('ready'), store, { recursive: true })
  const app = await launch({ store })
  await app.opened()
  await app.file('Written while there was room.')
  const giveBack = fillDisk(smallDisk)

  // the write-ahead log has some room in its files: write until it is used up
  const alert = app.notices.getByText(/disk is full/i)
  await app.composer.fill(LONG)
  await app.composer.press('Enter')
  await expect(alert.first()).toBeVisible({ timeout: 30_000 })
  await expect(app.composer).toHaveValue(LONG)
  giveBack()

  await app.composer.fill('Written when there was room again.')
  await app.composer.press('Enter')
  await expect(app.said('Written when there was room again.')).toBeVisible()
  await app.close()

  const cli = commandLineOn(store)
  const texts = (await cli.json<{ text: string }[]>('messages')).map((message) => message.text)
  expect(texts).toContain('Written while there was room.')
  expect(texts).toContain('Written when there was room again.')
  expect(await cli.json('verify')).toMatchObject({ ok: true })
})

test('a store that cannot be made for want of room says so, and is made once there is some', async ({
  launch,
  smallDisk,
}) => {
  const store = join(smallDisk, 'store')
  const giveBack = fillDisk(smallDisk, 8 * 1024 * 1024)
  const app = await launch({ store })
  const alert = app.page.getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText('The disk is full', { timeout: 30_000 })
  const refused = await commandLineOn(store).run('buckets')
  expect(refused.code).toBe(9)
  expect(refused.stderr.trim().split('\n')).toHaveLength(1)

  giveBack()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(app.page.getByRole('button', { name: 'Just start typing' })).toBeVisible({ timeout: 30_000 })
})
