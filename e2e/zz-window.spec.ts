import { expect, test } from './fixtures'
const OUT = '/tmp/window-shots'
test.use({ template: 'lived' })
test('look', async ({ app }) => {
  test.setTimeout(240_000)
  for (const theme of ['light', 'dark'] as const) {
    await app.ask('settings.set', { theme, showTimes: theme === 'dark' })
    for (const [w, h] of [[480, 600], [1280, 800]] as const) {
      await app.page.setViewportSize({ width: w, height: h })
      const shot = async (name: string) => {
        await app.page.waitForTimeout(350)
        await app.page.screenshot({ path: `${OUT}/${name}-${w}-${theme}.png` })
      }
      await app.file(`How often should a chain be oiled ${w} ${theme}?`)
      await app.composer.press('ArrowUp')
      await shot('edit')
      const field = app.page.getByRole('textbox', { name: 'Your message' })
      await field.fill(`How often should a bicycle chain be oiled ${w} ${theme}?`)
      await field.press('Enter')
      await expect(app.said(`bicycle chain be oiled ${w} ${theme}`)).toBeVisible()
      await app.idle()
      const pager = app.conversation.getByRole('navigation', { name: 'Versions' }).last()
      await pager.getByRole('button', { name: 'Version before' }).click()
      await shot('version')
      await pager.getByRole('button', { name: 'Next version' }).click()
      await app.page.keyboard.press('Control+f')
      await app.page.getByRole('search').getByRole('textbox').fill('the')
      await app.page.waitForTimeout(500)
      await app.page.getByRole('search').getByRole('textbox').press('Enter')
      await app.page.waitForTimeout(500)
      await shot('find')
      await app.page.getByRole('search').getByRole('textbox').press('Escape')
      await app.page.getByRole('button', { name: 'Jump to date' }).click()
      await shot('dates')
      await app.page.keyboard.press('Escape')
      await app.said(`chain be oiled ${w} ${theme}`).last().getByText('be oiled').click({ button: 'right' })
      await app.page.getByRole('menuitem', { name: 'Choose several…' }).click()
      await shot('select')
      await app.page.getByRole('button', { name: 'Move to bucket…' }).click()
      await shot('move')
      await app.page.keyboard.press('Escape')
      await app.page.getByRole('button', { name: 'Done' }).click()
      await app.page.keyboard.press('Control+Shift+P')
      await shot('passing')
      await app.page.getByRole('button', { name: 'Close and forget' }).click()
    }
  }
})
