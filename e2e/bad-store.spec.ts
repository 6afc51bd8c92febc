import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from './fixtures'

interface BadStore {
  what: string
  spoil(store: string): void
  title: string
  says: string | RegExp
  exitCode: number
}

const versionFile = (store: string): string => join(store, 'store.json')

const BAD_STORES: BadStore[] = [
  {
    what: 'a folder of somebody else’s',
    spoil(store) {
      rmSync(store, { recursive: true })
      mkdirSync(join(store, 'photos'), { recursive: true })
      writeFileSync(join(store, 'photos', 'holiday.txt'), 'not a photo')
    },
    title: 'This folder is not a Catchment store',
    says: 'holds something else (photos…)',
    exitCode: 6,
  },
  {
    what: 'a store of a newer version',
    spoil(store) {
      const version = JSON.parse(readFileSync(versionFile(store), 'utf8'))
      writeFileSync(versionFile(store), JSON.stringify({ ...version, format: 99 }))
    },
    title: 'This conversation was written by a newer version',
    says: 'Update the app to open it.',
    exitCode: 8,
  },
  {
    what: 'a store whose version file is unreadable',
    spoil: (store) => writeFileSync(versionFile(store), '{"catchment": "sto'),
    title: 'Your conversation could not be opened',
    says: 'store.json',
    exitCode: 7,
  },
  {
    what: 'a store that lost its database',
    spoil: (store) => rmSync(join(store, 'db'), { recursive: true }),
    title: 'Your conversation could not be opened',
    says: 'lost its database',
    exitCode: 7,
  },
  {
    what: 'a store whose control file is cut off',
    spoil: (store) => truncateSync(join(store, 'db', 'global', 'pg_control'), 100),
    title: 'Your conversation could not be opened',
    says: /files are damaged/,
    exitCode: 7,
  },
]

/** Every file of a folder with a checksum of its contents, without the note by which PostgreSQL says that it tried. */
function contentsOf(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'postmaster.pid',
  )
  return Object.fromEntries(
    files
      .map((file) => join(file.parentPath, file.name))
      .sort()
      .map((path) => [relative(folder, path), createHash('sha256').update(readFileSync(path)).digest('hex')]),
  )
}

for (const { what, spoil, title, says, exitCode } of BAD_STORES) {
  test(`${what} is explained in the window and on the command line, and stays as it was`, async ({
    launch,
    store,
    cli,
  }) => {
    spoil(store)
    const before = contentsOf(store)
    const app = await launch()
    const alert = app.page.getByRole('alert')
    await expect(alert.getByRole('heading')).toHaveText(title)
    await expect(alert).toContainText(says)
    await expect(alert.getByText('What was kept')).toBeVisible()
    await expect(alert.getByText('What to do')).toBeVisible()
    await expect(alert).not.toContainText(/\bat \S+:\d+|node:|Error:/)
    const closed = app.electron.waitForEvent('close')
    // the window may be gone before the click is acknowledged; that it goes is what counts
    const click = alert.getByRole('button', { name: 'Close the window' }).click()
    await Promise.all([closed, click.catch((error: unknown) => expect(String(error)).toContain('has been closed'))])
    expect(contentsOf(store)).toEqual(before)

    const { code, stdout, stderr } = await cli.run('buckets')
    expect(code).toBe(exitCode)
    expect(stdout).toBe('')
    expect(stderr.trim()).toMatch(says)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(contentsOf(store)).toEqual(before)
  })
}
