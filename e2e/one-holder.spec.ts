import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sandboxWords } from './app'
import { expect, test } from './fixtures'
import { appRoot, electronPath } from './places'

test('a second start brings the first window to the front and ends', async ({ app, scratch, store }) => {
  await app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
  const second = spawn(electronPath(), [...sandboxWords, `--user-data-dir=${join(scratch, 'electron')}`, appRoot], {
    env: { ...process.env, CATCHMENT_STORE: store },
    stdio: 'ignore',
  })
  const code = await new Promise<number | null>((resolve) => second.once('exit', resolve))
  expect(code).toBe(0)
  await expect
    .poll(() => app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible())))
    .toEqual([true])
  await app.file('The first one still works.')
})

test('the command line refuses a store that the app holds, and says who holds it', async ({ app, cli }) => {
  const { code, stdout, stderr } = await cli.run('send', 'Is anybody there?', '--model', 'none')
  expect(code).toBe(5)
  expect(stdout).toBe('')
  expect(stderr.trim()).toMatch(/^The store is in use by the Catchment app \(process \d+\)\. Close it first/)
  expect(await app.ask('app.state', undefined)).toMatchObject({ messages: 0 })

  await app.close()
  expect((await cli.run('send', 'Is anybody there?', '--model', 'none')).code).toBe(0)
})

test('the app says that the command line holds the store, and opens once it was let go', async ({
  launch,
  cli,
  store,
}) => {
  const holder = cli.start('send', 'Held for a while.', '--model', 'none')
  const lock = join(store, 'lock.json')
  await expect.poll(() => existsSync(lock) && readFileSync(lock, 'utf8'), { intervals: [20] }).toContain('command line')
  holder.child.kill('SIGSTOP')
  try {
    const app = await launch()
    const alert = app.page.getByRole('alert')
    await expect(alert.getByRole('heading')).toHaveText('Your conversation is open somewhere else')
    await expect(alert).toContainText(/in use by the command line \(catchment, process \d+\)/)
    await expect(alert).toContainText('Nothing was opened or changed here.')
    await alert.getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toContainText('in use by the command line')

    holder.child.kill('SIGCONT')
    expect((await holder.done).code).toBe(0)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await app.opened()
    await expect(app.said('Held for a while.')).toBeVisible()
  } finally {
    holder.child.kill('SIGCONT')
  }
})
