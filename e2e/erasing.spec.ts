import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from './fixtures'
import { pictures } from './places'

test('a message is erased for good from its menu, asked first, and is found nowhere any more', async ({
  sharedApp: app,
}) => {
  await app.file('The zebrafinch in the kitchen sings at night.')
  await app.file('And the cat listens to it.')
  const message = app.said('The zebrafinch in the kitchen')
  await message.getByText('The zebrafinch').click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Erase for good…' }).click()
  const dialog = app.page.getByRole('dialog', { name: 'Erase this message for good?' })
  await expect(dialog.getByText('What goes: 1 message, 0 memories')).toBeVisible()
  for (const [width, height] of [
    [1280, 800],
    [900, 600],
  ] as const)
    for (const theme of ['light', 'dark'] as const) {
      await app.page.setViewportSize({ width, height })
      await app.ask('settings.set', { theme })
      await app.picture(join(pictures, `erase-${width}x${height}-${theme}.png`))
      const { violations } = await new AxeBuilder({ page: app.page }).setLegacyMode(true).analyze()
      expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
    }
  await dialog.getByRole('button', { name: 'Erase for good' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(app.notices.getByRole('listitem').filter({ hasText: 'Erased 1 message for good' })).toBeVisible()
  await expect(message).toHaveCount(0)
  await expect(app.said('And the cat listens')).toBeVisible()
})
