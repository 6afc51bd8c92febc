import type { RunningApp } from './app'
import { expect, test } from './fixtures'

/** The element that has the focus, by the bucket of its row. */
const focused = (app: RunningApp): Promise<string | undefined> =>
  app.page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.bucket)

const rows = (app: RunningApp) =>
  app.sidebar
    .locator('[data-bucket]')
    .evaluateAll((all) => all.map((row) => `${row.getAttribute('data-bucket')} ${row.getBoundingClientRect().top}`))

test.describe('details that have to be true', () => {
  test.use({ template: 'lived' })

  test('rows stand still under the pointer, the focus comes back to its row, and notices cover nothing', async ({
    app,
  }) => {
    const row = app.sidebar.locator('[data-bucket]').nth(1)
    const id = await row.getAttribute('data-bucket')
    await row.hover()
    const before = await rows(app)
    await row.click()
    await expect(app.page.getByRole('heading', { level: 1 })).not.toHaveText('Everything')
    await app.idle()
    expect(await rows(app)).toEqual(before)

    await row.focus()
    await app.page.keyboard.press('F2')
    await app.page.getByRole('textbox', { name: 'Name of the bucket' }).fill('John')
    await app.page.keyboard.press('Enter')
    await expect.poll(() => focused(app)).toBe(id)
    await app.page.keyboard.press('i')
    await expect(app.page.getByRole('dialog')).toBeVisible()
    await app.page.keyboard.press('Escape')
    await expect.poll(() => focused(app)).toBe(id)

    for (const [width, height] of [
      [1280, 800],
      [480, 600],
    ] as const) {
      await app.page.setViewportSize({ width, height })
      await app.send(width === 1280 ? '/pin John' : '/unpin John')
      const notice = app.notices.getByRole('status').first()
      await expect(app.notices.locator('li').first()).toBeVisible()
      const box = await app.notices.locator('ol').boundingBox()
      const form = await app.page.getByRole('form', { name: 'Write a message' }).boundingBox()
      expect(notice).toBeDefined()
      expect((box?.y ?? 0) + (box?.height ?? 0), `${width} × ${height}`).toBeLessThanOrEqual(form?.y ?? 0)
      await app.page.keyboard.press('Control+,')
      const dialog = app.page.getByRole('dialog', { name: 'Settings' })
      await expect(dialog).toBeVisible()
      await expect
        .poll(async () => {
          const over = await app.notices.locator('ol').boundingBox()
          const sheet = await dialog.boundingBox()
          return (over?.y ?? 0) + (over?.height ?? 0) <= (sheet?.y ?? 0)
        })
        .toBe(true)
      await app.page.keyboard.press('Escape')
      await app.notices.getByRole('button', { name: 'Dismiss' }).first().click()
    }
  })

  test('the whole window speaks German and Japanese, in every text size, and goes back', async ({ app }) => {
    await app.ask('settings.set', { language: 'de', textSize: 'larger', compact: true })
    await expect(app.page.getByRole('textbox', { name: 'Nachricht', exact: true })).toBeVisible()
    await expect(app.page.locator('html[lang="de"][data-text="larger"][data-density="compact"]')).toBeAttached()
    await app.ask('settings.set', { language: 'ja', textSize: 'small' })
    await expect(app.page.getByRole('textbox', { name: 'メッセージ', exact: true })).toBeVisible()
    const labels = await app.inMain(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label))
    expect(labels).toContain('ファイル')
    await app.ask('settings.set', { language: 'en', textSize: 'normal', compact: false })
    await expect(app.composer).toBeVisible()
  })

  test('a link from elsewhere opens its bucket, and what is jotted down is filed', async ({ app }) => {
    const [bucket] = await app.ask('buckets.list', undefined)
    if (!bucket) throw new Error('The store has no bucket.')
    await app.inMain(({ app: electron }, link) => {
      electron.emit('second-instance', {}, ['catchment', link], '')
    }, `catchment://bucket/${bucket.id}`)
    await expect(app.page.getByRole('heading', { level: 1 })).toHaveText(bucket.title)

    const opened = app.electron.waitForEvent('window')
    await app.inMain(({ Menu }) => {
      const entries = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
      entries.find(({ label }) => label === 'Jot something down')?.click()
    })
    const jot = await opened
    await jot.getByRole('textbox', { name: 'Message' }).fill('Oil the bicycle chain on Sunday')
    const closed = jot.waitForEvent('close')
    await jot.keyboard.press('Enter')
    await closed
    await app.page.keyboard.press('Escape')
    await expect(app.said('Oil the bicycle chain on Sunday')).toBeVisible()

    // the same by a key from anywhere; and a window that is closed waits in the tray
    const shortcut = () => app.inMain(({ globalShortcut }) => globalShortcut.isRegistered('CommandOrControl+Alt+J'))
    expect(await shortcut()).toBe(true)
    await app.ask('settings.set', { tray: true, closeToTray: true, jotShortcut: '' })
    expect(await shortcut()).toBe(false)
    const shown = () => app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
    await app.inMain(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await expect.poll(shown).toBe(false)
    await app.inMain(({ app: electron }) => void electron.emit('second-instance', {}, ['catchment'], ''))
    await expect.poll(shown).toBe(true)
    await app.ask('settings.set', { tray: false })
  })
})
