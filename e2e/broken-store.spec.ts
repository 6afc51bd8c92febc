/** A store is broken while nobody looks, and comes back from the window: by a backup, or by what can still be read of it. */
import {
  closeSync,
  cpSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { RunningApp } from './app'
import { commandLineOn } from './command-line'
import { expect, test } from './fixtures'
import { pictures } from './places'

test.use({ template: 'lived' })
test.setTimeout(300_000)

interface Message {
  text: string
}

const noise = (path: string, at: number, bytes: number): void => {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(bytes, 0xa5), 0, bytes, at)
  closeSync(file)
}

/** The page of the table of messages on which the last text stands: of all files it is the one with most of them. */
function pageOfLast(store: string, texts: readonly string[]): { path: string; at: number } {
  const files = readdirSync(join(store, 'db', 'base'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const held = (path: string): number => {
    const bytes = readFileSync(path)
    return texts.filter((text) => bytes.includes(text)).length
  }
  const path = files.reduce((best, file) => (held(file) > held(best) ? file : best))
  const at = readFileSync(path).indexOf(texts.at(-1) ?? '')
  return { path, at: at - (at % 8192) }
}

/** What a rescue leaves to be made anew is there: what was said first is found again. */
const indexed = (app: RunningApp, texts: readonly string[]): Promise<void> =>
  expect
    .poll(
      async () =>
        (await app.ask('search.continuum', { query: texts[0] ?? '', scope: 'messages', limit: 1 })).map(
          (hit) => hit.kind,
        ),
      { timeout: 60_000 },
    )
    .toEqual(['message'])

test('a garbled page of messages: the window says so, what can be read is read out, and then a backup brings back all', async ({
  launch,
  store,
  cli,
}) => {
  const before = (await cli.json<Message[]>('messages', '--limit', '500')).map((message) => message.text)
  await cli.run('backup')
  const without = join(store, '..', 'without-backups')
  const { path, at } = pageOfLast(store, before)
  noise(path, at + 200, 7000)
  cpSync(store, without, { recursive: true })
  rmSync(join(without, 'backups'), { recursive: true })

  // no backup: row by row
  const app = await launch({ store: without })
  const alert = app.page.getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText(/could not be opened|cannot be read/, { timeout: 60_000 })
  await app.picture(join(pictures, 'broken-page-light.png'))
  await alert.getByRole('button', { name: 'Read out what can be read' }).click()
  await expect(alert.getByRole('heading')).toHaveText(/messages? (was|were) read out/, { timeout: 180_000 })
  await expect(alert.getByText(/Lost: at least .* of messages/)).toBeVisible()
  await app.picture(join(pictures, 'rescued-light.png'))
  await app.page.emulateMedia({ colorScheme: 'dark' })
  await app.picture(join(pictures, 'rescued-dark.png'))
  await alert.getByRole('button', { name: 'Open it' }).click()
  await app.opened()
  await app.file('Written into the store that was read out.')
  await indexed(app, before)
  await app.idle()
  await app.close()
  const rescued = commandLineOn(without)
  const left = (await rescued.json<Message[]>('messages', '--limit', '500')).map((message) => message.text)
  expect(left.length).toBeGreaterThan(1)
  expect(left.filter((text) => !before.includes(text))).toEqual(['Written into the store that was read out.'])
  expect(await rescued.json('verify', '--deep')).toMatchObject({ ok: true })

  // a backup: everything
  const second = await launch()
  const offer = second.page.getByRole('alert')
  await expect(offer.getByText(/There is a good backup of/)).toBeVisible({ timeout: 60_000 })
  await offer.getByRole('button', { name: 'Go back to it' }).click()
  await expect(second.composer).toBeVisible({ timeout: 180_000 })
  await second.close()
  expect((await cli.json<Message[]>('messages', '--limit', '500')).map((message) => message.text)).toEqual(before)
  expect(await cli.json('verify', '--deep')).toMatchObject({ ok: true })
})

test('without its control file, its log and its version file a store is still read out from the window', async ({
  launch,
  store,
  cli,
}) => {
  const before = (await cli.json<Message[]>('messages', '--limit', '500')).map((message) => message.text)
  noise(join(store, 'db', 'global', 'pg_control'), 0, 290)
  for (const name of readdirSync(join(store, 'db', 'pg_wal')))
    if (/^[0-9A-F]{24}$/.test(name)) {
      const path = join(store, 'db', 'pg_wal', name)
      noise(path, 0, Math.min(statSync(path).size, 1 << 20))
    }
  writeFileSync(join(store, 'store.json'), '{"catchment": "sto')

  const app = await launch()
  const alert = app.page.getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText('Your conversation could not be opened', { timeout: 60_000 })
  await app.page.setViewportSize({ width: 700, height: 560 })
  await app.picture(join(pictures, 'broken-control-light.png'))
  await app.page.emulateMedia({ colorScheme: 'dark' })
  await app.picture(join(pictures, 'broken-control-dark.png'))
  await alert.getByRole('button', { name: 'Read out what can be read' }).click()
  await expect(alert.getByRole('button', { name: 'Open it' })).toBeVisible({ timeout: 180_000 })
  await alert.getByRole('button', { name: 'Open it' }).click()
  await app.opened()
  await indexed(app, before)
  await app.idle()
  await app.close()
  // it was closed in order before: everything lay in its tables
  expect((await cli.json<Message[]>('messages', '--limit', '500')).map((message) => message.text)).toEqual(before)
  expect(readdirSync(join(store, 'set-aside'))).toHaveLength(1)
  expect(await cli.json('verify', '--deep')).toMatchObject({ ok: true })
})
