import { readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningApp } from './app'
import { expect, test } from './fixtures'
import { pictures } from './places'

test.use({ template: 'lived' })
test.setTimeout(240_000)

async function openBackups(app: RunningApp) {
  await app.page.keyboard.press('Control+Comma')
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Backups' }).click()
  return settings
}

test('a backup is made in the window, and brings back what a person undid by mistake', async ({ app, cli }) => {
  const settings = await openBackups(app)
  await expect(settings.getByText('There is none yet.')).toBeVisible()
  await settings.getByRole('button', { name: 'Back up now' }).click()
  await expect(app.notices).toContainText('Backed up and verified', { timeout: 60_000 })
  await expect(settings.getByRole('list', { name: 'Backups' }).getByRole('listitem')).toHaveCount(1)
  await settings.getByRole('button', { name: 'Close' }).click()
  await expect(settings).toBeHidden()

  await app.file('A thought of today that the backup does not hold.')
  const again = await openBackups(app)
  await again.getByRole('button', { name: /^Restore the backup of / }).click()
  await expect(again.getByText('1 message of today is not in it.')).toBeVisible({ timeout: 60_000 })
  await app.picture(join(pictures, 'backups-light.png'))
  await app.page.emulateMedia({ colorScheme: 'dark' })
  await app.picture(join(pictures, 'backups-dark.png'))
  await again.getByRole('button', { name: 'Replace' }).click()
  await expect(app.said('A thought of today')).toHaveCount(0, { timeout: 60_000 })
  await app.opened()

  // what was there before is a backup too: adding what is missing brings the thought back, beside what is here
  const third = await openBackups(app)
  await third
    .getByRole('listitem')
    .filter({ hasText: 'before a restore' })
    .getByRole('button', { name: /^Restore the backup of / })
    .click()
  await third.getByRole('button', { name: 'Add what is missing' }).click()
  await expect(app.said('A thought of today')).toBeVisible({ timeout: 60_000 })
  await app.close()
  expect(await cli.json('verify')).toMatchObject({ ok: true })
})

test('a damaged store offers its newest good backup in the first screen', async ({ launch, store, cli }) => {
  const before = await cli.json<{ text: string }[]>('messages')
  const { id } = await cli.json<{ id: string }[]>('backup').then((made) => made as unknown as { id: string })
  truncateSync(join(store, 'db', 'global', 'pg_control'), 100)

  const app = await launch()
  const alert = app.page.getByRole('alert')
  await expect(alert.getByRole('heading')).toHaveText('Your conversation could not be opened', { timeout: 30_000 })
  await expect(alert.getByText(/There is a good backup of/)).toBeVisible()
  await app.picture(join(pictures, 'damaged-light.png'))
  await app.page.emulateMedia({ colorScheme: 'dark' })
  await app.picture(join(pictures, 'damaged-dark.png'))
  await alert.getByRole('button', { name: 'Go back to it' }).click()
  await expect(app.composer).toBeVisible({ timeout: 120_000 })
  await app.close()
  expect((await cli.json<{ text: string }[]>('messages')).map((m) => m.text)).toEqual(before.map((m) => m.text))
  expect(readdirSync(join(store, 'set-aside'))).toHaveLength(1)
  expect((await cli.json<{ id: string }[]>('backups')).map((backup) => backup.id)).toContain(id)
})
