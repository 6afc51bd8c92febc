import { expect, test } from './fixtures'

test.describe('somebody who starts with nothing', () => {
  test.use({ template: null })

  test('reads what it is, just starts typing, and sees the message filed by no model', async ({ launch, cli }) => {
    const app = await launch()
    const { page } = app
    await expect(page.getByRole('heading', { name: 'A chat that files itself' })).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/stays on this computer/).first()).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Who shall answer?' })).toBeVisible()
    await page.getByRole('button', { name: 'Just start typing' }).click()

    await expect(app.composer).toBeFocused()
    await expect(page.getByText('Just start talking')).toBeVisible()
    await expect(app.sidebar.getByText(/Topics collect here by themselves/)).toBeVisible()
    await page.keyboard.type('Which mushrooms can I pick in October?')
    await page.keyboard.press('Enter')

    await expect(app.said('Which mushrooms can I pick in October?')).toBeVisible()
    const card = app.conversation.getByRole('region', { name: 'Filed' })
    await expect(card).toContainText('Not written by a model')
    await expect(card).toContainText('Filed under the new bucket')
    const [bucket] = await app.ask('buckets.list', undefined)
    if (!bucket) throw new Error('nothing was filed')
    await expect(card.getByRole('button', { name: `Open the thread ${bucket.title}` })).toBeVisible()
    await expect(app.sidebar.getByRole('button', { name: bucket.title, exact: true })).toBeVisible()

    // the first run is over for good, and the message is really there
    await app.close()
    const messages = await cli.json<{ text: string; role: string }[]>('messages')
    expect(messages).toMatchObject([{ role: 'user', text: 'Which mushrooms can I pick in October?' }])
    const again = await launch()
    await again.opened()
    await expect(again.said('Which mushrooms can I pick in October?')).toBeVisible()
  })
})
