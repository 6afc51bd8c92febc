import { expect, test } from './fixtures'

test('a message is edited where it stands, its versions are paged through, and the act is taken back', async ({
  sharedApp: app,
}) => {
  await app.file('Tomatoes need potash')
  await app.composer.press('ArrowUp')
  const field = app.page.getByRole('textbox', { name: 'Your message' })
  await expect(field).toHaveValue('Tomatoes need potash')
  await field.fill('Potatoes need potash')
  await field.press('Enter')
  await expect(app.said('Potatoes need potash')).toBeVisible()
  await expect(app.said('Tomatoes need potash')).toHaveCount(0)
  await app.idle()
  const pager = app.conversation.getByRole('navigation', { name: 'Versions' })
  await expect(pager).toContainText('2/2')

  await pager.getByRole('button', { name: 'Version before' }).click()
  const other = app.conversation.getByRole('region', { name: 'Another version' })
  await expect(other).toContainText('Tomatoes need potash')
  await other.getByRole('button', { name: 'Go on from this one' }).click()
  await expect(app.said('Tomatoes need potash')).toBeVisible()
  await expect(pager).toContainText('1/2')
  await app.notices.getByRole('button', { name: 'Undo' }).last().click()
  await expect(app.said('Potatoes need potash')).toBeVisible()
  const { messages } = await app.ask('conversation.page', { anchor: { at: 'newest' }, limit: 10 })
  expect(messages.map((m) => m.text)).toEqual(['Potatoes need potash'])
})

test('finds places in the conversation, jumps to a day, moves and erases what was chosen', async ({
  sharedApp: app,
}) => {
  await app.file('The zebrafinch sings')
  await app.file('A canary sings, and sings')
  await app.page.keyboard.press('Control+f')
  const find = app.page.getByRole('search', { name: 'Find in the conversation' })
  await find.getByRole('textbox').fill('SINGS')
  await expect(find.getByRole('status')).toHaveText('3 places')
  await find.getByRole('textbox').press('Enter')
  await expect(find.getByRole('status')).toHaveText('3 of 3')
  await find.getByRole('textbox').press('Shift+Enter')
  await expect(find.getByRole('status')).toHaveText('1 of 3')
  await find.getByRole('textbox').press('Escape')
  await expect(find).toHaveCount(0)

  await app.page.getByRole('button', { name: 'Jump to date' }).click()
  const calendar = app.page.getByRole('dialog', { name: 'Jump to date' })
  await calendar.getByRole('button', { name: /2 messages$/ }).click()
  await expect(calendar).toHaveCount(0)
  await expect(app.said('zebrafinch')).toBeVisible()

  await app.said('zebrafinch').getByText('The zebrafinch sings').click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Choose several…' }).click()
  await app.conversation.getByRole('checkbox', { name: /canary/ }).check()
  const bar = app.page.getByRole('toolbar', { name: 'Chosen messages' })
  await expect(bar.getByRole('status')).toHaveText('2 messages')
  // what closes a dialog leaves the choice as it is
  await bar.getByRole('button', { name: 'Move to bucket…' }).click()
  await app.page.keyboard.press('Escape')
  await expect(bar.getByRole('status')).toHaveText('2 messages')
  await bar.getByRole('button', { name: 'Erase for good…' }).click()
  await app.page.getByRole('dialog').getByRole('button', { name: 'Erase for good' }).click()
  await expect(app.said(/zebrafinch|canary/)).toHaveCount(0)
  await expect(app.composer).toBeVisible()
})

test('a passing chat is marked, leaves no message, and is gone when it is closed', async ({ sharedApp: app }) => {
  await app.page.keyboard.press('Control+Shift+P')
  await expect(app.page.getByRole('heading', { name: 'Passing chat' })).toBeVisible()
  await expect(app.page.getByText('Neither filed, remembered, searched nor kept.')).toBeVisible()
  await expect(app.page.getByText('A passing chat needs a chat model.')).toBeVisible()
  await app.page.getByRole('button', { name: 'Close and forget' }).click()
  await expect(app.composer).toBeVisible()
  expect((await app.ask('conversation.page', { anchor: { at: 'newest' }, limit: 10 })).messages).toEqual([])
})
