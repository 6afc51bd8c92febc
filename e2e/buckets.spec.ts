import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BucketView } from '@shared/domain'
import type { RunningApp } from './app'
import { expect, test } from './fixtures'
import { talkOf } from './life'

test.use({ template: 'lived' })

const row = (app: RunningApp, title: string) => app.sidebar.getByRole('button', { name: title, exact: true })
const section = (app: RunningApp, name: string) => app.sidebar.getByRole('button', { name: new RegExp(`^${name} `) })

async function choose(app: RunningApp, title: string, act: string): Promise<void> {
  await row(app, title).hover()
  await app.sidebar.getByRole('button', { name: `Actions for ${title}` }).click()
  await app.page.getByRole('menuitem', { name: act }).click()
}

/** The bucket that holds a talk of life.ts, whatever it is called. */
async function bucketOf(app: RunningApp, conv: string): Promise<BucketView> {
  const { messages } = await app.ask('conversation.page', { anchor: { at: 'newest' }, limit: 200 })
  const id = messages.find((message) => message.externalId?.startsWith(`${conv}/`))?.bucketId
  const bucket = (await app.ask('buckets.list', undefined)).find((one) => one.id === id)
  if (!bucket) throw new Error(`nothing of ${conv} is filed`)
  return bucket
}

const textsOf = async (app: RunningApp, bucket: BucketView): Promise<string[]> =>
  (await app.ask('conversation.page', { bucketId: bucket.id, anchor: { at: 'newest' }, limit: 200 })).messages.map(
    (message) => message.text,
  )

test('a pin survives a restart', async ({ app, launch, cli }) => {
  const { title } = await bucketOf(app, 'bread')
  await choose(app, title, 'Pin')
  await expect(section(app, 'Pinned')).toBeVisible()
  await app.close()

  const again = await launch()
  await again.opened()
  await expect(section(again, 'Pinned')).toBeVisible()
  await expect(again.sidebar.getByRole('listitem').filter({ hasText: title })).toBeVisible()
  await again.close()
  const buckets = await cli.json<{ title: string; pinned: boolean }[]>('buckets')
  expect(buckets.filter((bucket) => bucket.pinned).map((bucket) => bucket.title)).toEqual([title])
})

test('a bucket can be renamed, archived and taken out again', async ({ app }) => {
  const { title } = await bucketOf(app, 'bicycle')
  await choose(app, title, 'Rename…')
  const name = app.page.getByRole('dialog').getByRole('textbox', { name: 'Name of the bucket' })
  await expect(name).toHaveValue(title)
  await name.fill('Das Rad und seine Gänge')
  await name.press('Enter')
  await expect(row(app, 'Das Rad und seine Gänge')).toBeVisible()
  await expect(row(app, title)).toHaveCount(0)

  await choose(app, 'Das Rad und seine Gänge', 'Archive')
  await expect(row(app, 'Das Rad und seine Gänge')).toHaveCount(0)
  await section(app, 'Archived').click()
  await choose(app, 'Das Rad und seine Gänge', 'Take out of the archive')
  await expect(section(app, 'Archived')).toHaveCount(0)
  await expect(row(app, 'Das Rad und seine Gänge')).toBeVisible()

  await app.showTab('Receipts')
  // Closing a segment may have given a young bucket a better title: that has a receipt of its own.
  await app.details.getByRole('button', { name: 'More kinds' }).click()
  await app.page.getByRole('menuitemradio', { name: 'By you' }).click()
  const receipts = app.details.getByRole('article')
  await expect(receipts).toHaveCount(3)
  await expect(receipts.filter({ hasText: 'Das Rad und seine Gänge' })).toHaveCount(3)
})

test('a summary is written into and put back, and its bucket saved to a file', async ({ app, scratch, cli }) => {
  const { id, title } = await bucketOf(app, 'bread')
  await choose(app, title, 'Show summary')
  const dialog = app.page.getByRole('dialog', { name: title })
  await dialog.getByRole('button', { name: 'Edit', exact: true }).click()
  const field = dialog.getByRole('textbox', { name: 'Summary' })
  const before = await field.inputValue()
  await field.press('Control+Home')
  await field.pressSequentially('The oven runs hot.')
  await field.press('Enter')
  await field.press('Control+Enter')
  await expect(dialog.getByText('The oven runs hot.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Make anew' }).click()
  await dialog.getByRole('button', { name: 'Versions 3' }).click()
  await expect(dialog.getByText('The oven runs hot.')).toBeVisible()
  await dialog.getByRole('region', { name: 'Versions' }).getByRole('listitem').last().getByRole('button').click()
  await dialog.getByRole('button', { name: 'Put this version back' }).click()
  await expect(app.notices).toContainText('is back.')
  await dialog.getByRole('button', { name: 'Close' }).click()

  const file = join(scratch, 'bread.jsonl')
  await app.chooseInDialog(file)
  await choose(app, title, 'Save as JSONL…')
  await expect(app.notices).toContainText('6 messages exported')
  const rows = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(rows.map((row): unknown => JSON.parse(row).text)).toEqual(talkOf('bread'))
  await app.close()
  const versions = await cli.json<{ summary: string; madeBy: string }[]>('summary', id)
  expect(versions.map((version) => version.madeBy)).toEqual(['person', 'extractive', 'person', 'extractive'])
  expect(versions[0]?.summary).toBe(before)
})

test('two buckets are merged with a preview and a receipt, and undo gives both back', async ({ app, launch, cli }) => {
  const [bread, bicycle] = [await bucketOf(app, 'bread'), await bucketOf(app, 'bicycle')]
  const [breadTexts, bicycleTexts] = [await textsOf(app, bread), await textsOf(app, bicycle)]
  await choose(app, bread.title, 'Merge into…')
  const dialog = app.page.getByRole('dialog')
  await dialog.getByRole('option', { name: bicycle.title }).click()
  await expect(dialog.getByRole('heading')).toHaveText(`Merge ${bread.title} into ${bicycle.title}?`)
  await expect(dialog).toContainText('6 messages move.')
  for (const { title } of [bread, bicycle])
    await expect(dialog.getByRole('region', { name: title })).toContainText('6 messages')
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()

  await expect(row(app, bread.title)).toHaveCount(0)
  await app.showTab('Receipts')
  const receipt = app.details.getByRole('listitem').filter({ hasText: bread.title }).filter({ hasText: bicycle.title })
  await expect(receipt).toContainText(bicycle.title)
  expect((await textsOf(app, bicycle)).sort()).toEqual([...breadTexts, ...bicycleTexts].sort())

  await receipt.getByRole('button', { name: /^Undo/ }).click()
  await expect(receipt).toContainText('undone')
  await expect(row(app, bread.title)).toBeVisible()
  expect(await textsOf(app, bread)).toEqual(breadTexts)
  expect(await textsOf(app, bicycle)).toEqual(bicycleTexts)

  // done again, and undone only after a restart and further messages
  await receipt.getByRole('button', { name: /^Redo/ }).click()
  await expect(row(app, bread.title)).toHaveCount(0)
  await row(app, bicycle.title).click()
  await app.file('And how do I clean the bicycle chain?')
  await app.close()

  const later = await launch()
  await later.opened()
  await later.showTab('Receipts')
  await later.details
    .getByRole('listitem')
    .filter({ hasText: bread.title })
    .filter({ hasText: bicycle.title })
    .getByRole('button', { name: /^Undo/ })
    .click()
  await expect(row(later, bread.title)).toBeVisible()
  expect(await textsOf(later, bread)).toEqual(breadTexts)
  expect(await textsOf(later, bicycle)).toEqual([...bicycleTexts, 'And how do I clean the bicycle chain?'])
  await later.close()
  expect(await cli.json('verify')).toMatchObject({ ok: true })
})

test('a slash command does what the menu does, and a wrong one says why not', async ({ app }) => {
  const [lease, bread, bicycle] = [
    await bucketOf(app, 'lease'),
    await bucketOf(app, 'bread'),
    await bucketOf(app, 'bicycle'),
  ]
  await app.send(`/pin ${lease.id}`)
  await expect(section(app, 'Pinned')).toBeVisible()
  await expect(app.composer).toHaveValue('')
  // a notice can be read and pressed while a dialog is open, and the dialog stays
  await app.page.keyboard.press('Control+Comma')
  await app.page
    .getByRole('region', { name: /^Notices/ })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(app.page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  await app.page.keyboard.press('Escape')
  await expect(section(app, 'Pinned')).toHaveCount(0)

  await app.send('/mv nothing_001 nowhere_002')
  await expect(app.notices).toContainText('nothing_001')
  await expect(app.composer).toHaveValue('/mv nothing_001 nowhere_002')

  // merging is looked at first; left, the line is still there, and done, it is gone
  const line = `/merge ${bread.id} ${bicycle.id} "Flour and gears"`
  await app.send(line)
  const preview = app.page.getByRole('dialog', { name: /^Merge .* as Flour and gears\?$/ })
  await expect(preview).toContainText('12 messages move.')
  await preview.getByRole('button', { name: 'Keep both' }).click()
  await expect(app.composer).toHaveValue(line)
  await app.composer.press('Enter')
  await preview.getByRole('button', { name: 'Merge', exact: true }).click()
  await expect(row(app, 'Flour and gears')).toBeVisible()
  await expect(app.composer).toHaveValue('')
  await app.send('/undo')
  await expect(row(app, bread.title)).toBeVisible()
  await app.send('/redo')
  await expect(row(app, 'Flour and gears')).toBeVisible()
})
