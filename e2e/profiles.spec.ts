import type { RunningApp } from './app'
import { expect, test } from './fixtures'

test.use({ template: 'quiet' })

async function openProfiles(app: RunningApp) {
  await app.page.keyboard.press('Control+Comma')
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Profiles' }).click()
  return settings
}

test('a profile is made, opened and deleted, and no profile sees what is in another', async ({ app }) => {
  await app.composer.fill('half a thought')
  const settings = await openProfiles(app)
  await settings.getByRole('textbox', { name: 'Name of a new profile' }).fill('Work')
  await settings.getByRole('button', { name: 'Make' }).click()
  await settings.getByRole('button', { name: 'Open the profile Work' }).click()

  const start = app.page.getByRole('button', { name: 'Just start typing' })
  await start.click()
  await expect(app.composer).toHaveValue('')
  await expect(app.conversation.getByText('apple tree')).toHaveCount(0)
  await app.file('Who takes the minutes on Monday?')

  // back by the switcher, where everything is as it was
  await app.sidebar.getByRole('button', { name: 'Profile: Work' }).click()
  await app.page.getByRole('menuitem', { name: 'default' }).click()
  await expect(app.said('How do I prune an apple tree in winter?')).toBeVisible()
  await expect(app.said('minutes on Monday')).toHaveCount(0)
  await expect(app.composer).toHaveValue('half a thought')

  // deleting wants the name
  const again = await openProfiles(app)
  await again.getByRole('button', { name: 'Delete the profile Work…' }).click()
  const forGood = again.getByRole('button', { name: 'Delete for good' })
  await expect(again.getByRole('button', { name: 'Save as JSONL…' })).toBeVisible()
  await expect(forGood).toBeDisabled()
  await again.getByRole('textbox', { name: 'To delete it, type its name: Work' }).fill('Work')
  await forGood.click()
  await expect(app.notices).toContainText('Deleted the profile “Work”.')
  expect((await app.ask('profiles.list', undefined)).profiles.map((profile) => profile.name)).toEqual(['default'])
})
