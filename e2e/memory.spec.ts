import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from './fixtures'

/** The memory file of the one profile there is. */
function memoryFile(store: string): string {
  const [folder] = readdirSync(join(store, 'profiles'))
  return readFileSync(join(store, 'profiles', folder ?? '', 'MEMORY.md'), 'utf8')
}

test('what was said is remembered once the talk ends, shows where it comes from, and can be forgotten and brought back', async ({
  app,
  store,
}) => {
  await app.showTab('Memory')
  await expect(app.details.getByText('is remembered here, once the talk it came up in has ended')).toBeVisible()
  await app.file('Remember that my sister Anna lives in Porto. I prefer window seats.')
  await app.file('She moved there two years ago.')
  await app.showTab('Manifest')
  await app.details.getByRole('button', { name: 'Close now' }).click()

  await app.showTab('Memory')
  const seats = app.details.getByRole('button', { name: 'I prefer window seats', exact: true })
  const sister = app.details.getByRole('button', { name: 'My sister Anna lives in Porto', exact: true })
  await expect(seats).toBeVisible()
  await expect(app.details.getByRole('article').filter({ hasText: 'My sister Anna lives in Porto' })).toContainText(
    'personal, stays here',
  )
  await expect.poll(() => memoryFile(store)).toContain('window seats')

  await sister.press('Enter')
  const dialog = app.page.getByRole('dialog', { name: 'Fact' })
  await expect(dialog.getByText(/^Sure: 0\.80, because you said it in these words/)).toBeVisible()
  await dialog.getByRole('button', { name: /Remember that my sister Anna lives in Porto/ }).click()
  await expect(dialog).toHaveCount(0)
  await expect(app.said('Remember that my sister')).toBeInViewport()

  await seats.press('Delete')
  await expect(seats).toHaveCount(0)
  await app.notices.getByRole('listitem').filter({ hasText: 'Forgot' }).getByRole('button', { name: 'Undo' }).click()
  await expect(seats).toBeVisible()
  await seats.press('Delete')
  await app.details.getByLabel('Which memories').selectOption('forgotten')
  await app.details.getByRole('button', { name: 'Remember again' }).click()
  await app.details.getByLabel('Which memories').selectOption('all')
  await expect(seats).toBeVisible()

  // the file follows the entries; the dialog keeps the text it opened with
  await expect.poll(() => memoryFile(store)).toContain('I prefer window seats')
  await app.details.getByRole('button', { name: 'Open file' }).click()
  const file = app.page.getByRole('dialog', { name: 'Memory file' })
  const text = file.getByRole('textbox', { name: 'Memory file' })
  await expect(text).toHaveValue(/I prefer window seats/)
  await text.fill((await text.inputValue()).replace('I prefer window seats', 'I prefer aisle seats'))
  await file.getByRole('button', { name: 'Save' }).click()
  await expect(app.details.getByRole('button', { name: 'I prefer aisle seats', exact: true })).toBeVisible()

  await app.page.keyboard.press('Control+k')
  await app.page.keyboard.type('aisle seats')
  await app.page.getByRole('radio', { name: 'Memories' }).click()
  await app.page.getByRole('option', { name: /aisle seats/ }).click()
  await expect(app.page.getByRole('dialog', { name: 'Preference' })).toContainText('What was done with it')
})
