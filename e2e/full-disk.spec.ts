import { execFileSync } from 'node:child_process'
import { closeSync, cpSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { commandLineOn } from './command-line'
import { test as base, expect } from './fixtures'
import { templateFolder } from './places'

/** A file system of its own that is just larger than an empty store. */
const SIZE = '80m'

/** What is written at a time while the disk is filled; halved down to one block when it does not fit any more. */
const PIECE = 1024 * 1024

const test = base.extend<{ smallDisk: string }>({
  smallDisk: async ({ scratch }, use) => {
    const disk = join(scratch, 'disk')
    mkdirSync(disk)
    const mounted = mount(disk)
    test.skip(!mounted, 'A small disk can be mounted only by root with the right to mount.')
    await use(disk)
    if (mounted) execFileSync('umount', ['--lazy', disk])
  },
})

function mount(disk: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', disk], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Takes all the room there is but `left` bytes. Returns what gives it back. Goes on until the disk itself refuses: the app
 * may write beside this, so what was free a moment ago says too little.
 */
function fill(disk: string, left = 0): () => void {
  const { bavail, bsize } = statfsSync(disk)
  const ballast = join(disk, 'ballast')
  const file = openSync(ballast, 'w')
  let wanted = left > 0 ? Math.max(0, bavail * bsize - left) : Number.POSITIVE_INFINITY
  for (let size = PIECE; size >= bsize && wanted > 0; ) {
    try {
      wanted -= writeSync(file, Buffer.alloc(Math.min(size, wanted)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      size /= 2
    }
  }
  closeSync(file)
  return () => rmSync(ballast)
}

const LONG = 'a letter that does not fit '.repeat(40_000)

test('a full disk is said, loses nothing, and the app goes on once there is room', async ({ launch, smallDisk }) => {
  const store = join(smallDisk, 'store')
  cpSync(templateFolder('ready'), store, { recursive: true })
  const app = await launch({ store })
  await app.opened()
  await app.file('Written while there was room.')
  const giveBack = fill(smallDisk)

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
  const giveBack = fill(smallDisk, 8 * 1024 * 1024)
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
