import { expect, test } from './fixtures'

// some minutes of silence so far: too few for the default, enough for a shorter setting
test.use({ template: 'quiet' })

test('silence longer than the setting closes the segment, with a title, once', async ({ app, launch, cli }) => {
  await app.showTab('Manifest')
  await expect(app.details.getByRole('button', { name: 'Close now' })).toBeVisible()

  await app.page.keyboard.press('Control+Comma')
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Filing' }).click()
  await settings.getByLabel(/^Silence that closes a segment/).fill('1')
  await settings.getByLabel(/^Silence that closes a segment/).press('Enter')
  await expect(settings.getByRole('button', { name: 'Reset to 60' })).toBeVisible()
  await app.close()

  const later = await launch()
  await later.opened()
  await later.showTab('Manifest')
  await expect(later.details.getByRole('img', { name: 'summarised without a model' })).toBeVisible()
  await expect(later.details.getByRole('button', { name: 'Close now' })).toHaveCount(0)
  const { groups, total } = await later.ask('manifest.tree', { depth: 30 })
  const [segment] = groups.flatMap((group) => group.segments)
  expect(total).toBe(1)
  expect(segment).toMatchObject({ status: 'collapsed', messages: 2, summarisedBy: 'extractive' })
  expect(segment?.title).toMatch(/\w/)
  expect(segment?.synopsis).toMatch(/\w/)
  await expect(later.details.getByRole('button', { name: `Go to ${segment?.title}` })).toBeVisible()

  await later.details.getByRole('button', { name: `Show the messages of ${segment?.title}` }).click()
  await expect(later.details.getByRole('button', { name: /too late to prune/ })).toBeVisible()
  await later.close()
  expect(await cli.json('segments')).toMatchObject([{ status: 'collapsed', messages: 2 }])
})

test('a computer that wakes after a long sleep closes what became overdue', async ({ app }) => {
  await app.ask('settings.set', { segmentTimeoutMinutes: 1 })
  await app.inMain(({ powerMonitor }) => powerMonitor.emit('resume'))
  await app.showTab('Manifest')
  await expect(app.details.getByRole('img', { name: 'summarised without a model' })).toBeVisible()
  await expect(app.details.getByRole('button', { name: 'Close now' })).toHaveCount(0)
})

test('a segment can be closed by hand, and a message afterwards begins a new one', async ({ app }) => {
  await app.showTab('Manifest')
  await app.details.getByRole('button', { name: 'Close now' }).click()
  await expect(app.notices).toContainText('Closed “')
  await expect(app.details.getByRole('img', { name: 'summarised without a model' })).toBeVisible()
  await app.notices.getByRole('button', { name: 'Undo' }).last().click()
  await expect(app.details.getByRole('img', { name: 'summarised without a model' })).toHaveCount(0)
  await app.details.getByRole('button', { name: 'Close now' }).click()
  await expect(app.details.getByRole('img', { name: 'summarised without a model' })).toBeVisible()
  await app.file('What is the capital of Mongolia?')
  await app.file('And how many people live in Ulaanbaatar?')
  const { groups } = await app.ask('manifest.tree', { depth: 30 })
  const segments = groups.flatMap((group) => group.segments)
  expect(segments.map((segment) => segment.status)).toEqual(['active', 'collapsed'])
})

test.describe('a closed segment', () => {
  test.use({ template: 'lived' })

  test('is renamed, split and merged by hand, and each of it can be taken back in place', async ({ app }) => {
    await app.showTab('Manifest')
    const { groups } = await app.ask('manifest.tree', { depth: 30 })
    const segment = groups.flatMap((group) => group.segments).at(-1)
    if (!segment) throw new Error('there is no segment')
    const node = (title: string) => app.details.getByRole('button', { name: `Go to ${title}`, exact: true })
    const undo = app.notices.getByRole('button', { name: 'Undo' }).last()

    await node(segment.title).focus()
    await app.page.keyboard.press('F2')
    const name = app.page.getByRole('textbox', { name: 'Name of the segment' })
    await expect(name).toHaveValue(segment.title)
    await name.fill('Brot für Anfänger')
    await name.press('Enter')
    await expect(node('Brot für Anfänger')).toBeVisible()

    await node('Brot für Anfänger').focus()
    await app.page.keyboard.press('r')
    await expect(app.details.getByText('No other segment is about something alike.')).toBeInViewport()

    const count = async () => (await app.ask('manifest.tree', { depth: 30 })).total
    const before = await count()
    await app.details.getByRole('button', { name: 'Begin a new segment here' }).nth(1).focus()
    await app.page.keyboard.press('Enter')
    await expect.poll(count).toBe(before + 1)
    await undo.click()
    await expect.poll(count).toBe(before)
    await expect(node('Brot für Anfänger')).toBeVisible()

    await app.details.getByRole('searchbox', { name: 'Filter segments' }).fill('nothing is called this')
    await expect(app.details.getByText('No segment matches that.')).toBeVisible()
  })
})
