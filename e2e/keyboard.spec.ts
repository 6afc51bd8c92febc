import { expect, test } from './fixtures'

test('everything can be done from the keyboard: write, search, run a command, and find the way back', async ({
  sharedApp: app,
}) => {
  const { keyboard } = app.page
  await expect(app.composer).toBeFocused()
  await keyboard.type('How do I descale a kettle with vinegar?')
  await keyboard.press('Shift+Enter')
  await keyboard.type('It is an old one.')
  await keyboard.press('Enter')
  await expect(app.said('It is an old one.')).toBeVisible()
  await app.idle()
  const [bucket] = await app.ask('buckets.list', undefined)
  const title = bucket?.title ?? ''

  // the palette: an action by its name
  await keyboard.press('Control+k')
  const palette = app.page.getByRole('dialog', { name: 'Search or command' })
  await expect(palette.getByRole('combobox')).toBeFocused()
  await keyboard.type('receipts')
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Show the receipts')
  await keyboard.press('Enter')
  await expect(palette).toHaveCount(0)
  await expect(app.details.getByRole('tab', { name: 'Receipts', selected: true })).toBeVisible()

  // a bucket by its name, pinned from there
  await keyboard.press('Control+k')
  await keyboard.type(title)
  await expect(palette.getByRole('option', { selected: true })).toContainText(title)
  await keyboard.press('Control+Enter')
  await expect(app.sidebar.getByRole('button', { name: /^Pinned / })).toBeVisible()

  // a slash command with completion
  await keyboard.press('Control+l')
  await expect(app.composer).toBeFocused()
  await keyboard.type('/unp')
  await keyboard.press('Tab')
  await expect(app.composer).toHaveValue(/^\/unpin /)
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expect(app.sidebar.getByRole('button', { name: /^Pinned / })).toHaveCount(0)

  // into the thread from the list, and out with Escape
  await keyboard.press('Control+Shift+f')
  await expect(app.sidebar.getByRole('searchbox', { name: 'Filter buckets' })).toBeFocused()
  await keyboard.press('Tab')
  await keyboard.press('End')
  await expect(app.sidebar.getByRole('button', { name: title, exact: true })).toBeFocused()
  await keyboard.press('Enter')
  await expect(app.page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await keyboard.press('Escape')
  await expect(app.page.getByRole('heading', { level: 1, name: 'Everything' })).toBeVisible()

  // settings, and back to where one was
  await keyboard.press('Control+Comma')
  await expect(app.page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await keyboard.press('Escape')
  await expect(app.page.getByRole('dialog')).toHaveCount(0)
  await keyboard.press('Control+l')
  await app.composer.fill('')
  await keyboard.press('Tab')
  await keyboard.press('Shift+Slash')
  await expect(app.page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
})

test('what is under the focus can be seen, and the focus goes round the whole window', async ({ sharedApp: app }) => {
  const seen = new Set<string>()
  for (let step = 0; step < 40; step++) {
    await app.page.keyboard.press('Tab')
    const focused = await app.page.evaluate(() => {
      const element = document.activeElement
      if (!element || element === document.body) return null
      const style = getComputedStyle(element)
      const ring = style.outlineStyle !== 'none' || style.boxShadow !== 'none'
      const field = element.matches('input, textarea')
      return { name: element.getAttribute('aria-label') ?? element.textContent ?? '', shown: ring || field }
    })
    if (!focused) continue
    expect(focused.shown, `no sign of the focus on “${focused.name}”`).toBe(true)
    seen.add(focused.name.trim())
  }
  for (const part of ['Message', 'Filter buckets', 'Settings', 'Hide details', 'Filter segments'])
    expect([...seen], [...seen].join(' · ')).toContain(part)
})

test.describe('what was said', () => {
  test.use({ template: 'lived' })

  test('is found by keyboard, also in an archived bucket, and Enter goes there', async ({ app }) => {
    const { keyboard } = app.page
    const { messages } = await app.ask('conversation.page', { anchor: { at: 'newest' }, limit: 200 })
    const wanted = messages.find((message) => message.text.includes('smells of vinegar'))
    if (!wanted?.bucketId) throw new Error('nothing of the bread is filed')
    await app.ask('buckets.command', { kind: 'archive', bucket: wanted.bucketId })
    await keyboard.press('Control+k')
    const palette = app.page.getByRole('dialog', { name: 'Search or command' })
    await keyboard.type('vinegar')
    const hit = palette.getByRole('option').filter({ hasText: 'smells of vinegar' }).first()
    await expect(hit).toContainText('archived')
    await expect(hit.locator('mark')).toHaveText(['vinegar'])
    await keyboard.press('Alt+ArrowRight')
    await expect(palette.getByRole('radio', { name: 'Messages', checked: true })).toBeVisible()
    await expect(palette.getByRole('option', { selected: true })).toContainText('smells of vinegar')
    await keyboard.press('Enter')
    await expect(palette).toHaveCount(0)
    await expect(app.said('smells of vinegar')).toBeInViewport()
  })
})
