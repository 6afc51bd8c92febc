import type { ReceiptView } from '@shared/domain'
import type { RunningApp } from './app'
import { expect, test } from './fixtures'

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

const tidyNow = async (app: RunningApp): Promise<void> => {
  await app.showTab('Receipts')
  await app.details.getByRole('button', { name: 'Tidy now' }).click()
}

const janitorsReceipts = (app: RunningApp): Promise<ReceiptView[]> =>
  app.ask('receipts.list', { actors: ['janitor'], limit: 100 })

test('a one-off older than a day is filed away with a receipt, which stands on the card and can be undone', async ({
  app: first,
  launch,
  cli,
}) => {
  await first.close()
  const question = 'How do I get candle wax out of a tablecloth?'
  await cli.json('send', question, '--model', 'none', '--at', hoursAgo(26.5))
  await cli.json('send', 'Which bus goes to the botanical garden?', '--model', 'none', '--at', hoursAgo(25.5))
  // the last pass was three hours ago, when the one-off was not a day old: the app's own start makes none
  await cli.json('tidy', '--at', hoursAgo(3))
  const oneOffs = await cli.json<{ title: string; status: string }[]>('buckets')
  expect(oneOffs.map((bucket) => bucket.status)).toEqual(['ephemeral', 'ephemeral'])
  const title = oneOffs.find((bucket) => /wax|tablecloth/iu.test(bucket.title))?.title ?? 'none'

  const app = await launch()
  await app.opened()
  const row = app.sidebar.getByRole('button', { name: title, exact: true })
  await expect(row).toBeVisible()
  await app.showTab('Receipts')
  await app.details.getByRole('button', { name: 'What would change?' }).click()
  const plan = app.page.getByRole('dialog', { name: 'What would change?' })
  await expect(plan.getByRole('listitem').filter({ hasText: title })).toBeVisible()
  await plan.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(row).toBeVisible()

  await tidyNow(app)
  await expect(app.notices).toContainText('Tidied: 2 changes.')
  await expect(row).toHaveCount(0)
  const receipt = (await janitorsReceipts(app)).find(({ sentence }) => sentence.includes(title))
  expect(receipt).toMatchObject({ kind: 'archive_ephemeral', undone: false })
  await expect(app.details.getByRole('listitem').filter({ hasText: title })).toContainText(receipt?.sentence ?? 'none')

  // the next session opens with the card
  await app.file('What is a good length for a skipping rope?')
  const card = app.conversation.getByRole('region', { name: 'While you were away' })
  await expect(card).toContainText(receipt?.sentence ?? 'none')
  const stood = (share: string) =>
    expect(app.details).toContainText(new RegExp(`(?<!\\d)${share}\\s?% of 2 changes stood`, 'u'))
  await card.getByRole('button', { name: `Undo: ${receipt?.sentence}` }).click()
  await stood('50')
  await card.getByRole('button', { name: `Redo: ${receipt?.sentence}` }).click()
  await stood('100')
  await expect(row).toHaveCount(0)
  await card.getByRole('button', { name: 'Undo this tidying' }).click()
  await stood('0')
  await expect(row).toBeVisible()
  await expect(app.details.getByRole('listitem').filter({ hasText: title })).toContainText('undone')
  await card.getByRole('button', { name: `Open the thread ${title}`, exact: true }).click()
  await expect(app.said(question)).toBeVisible()
  await expect(app.said('skipping rope')).toHaveCount(0)
  await app.sidebar.getByRole('button', { name: title, exact: true }).click()

  // what a person took back is not done again
  await app.details.getByRole('button', { name: 'Tidy now' }).click()
  await expect(app.notices).toContainText('Tidied. Nothing had to change.')
  await app.close()
  const buckets = await cli.json<{ title: string; status: string }[]>('buckets')
  expect(buckets.find((bucket) => bucket.title === title)).toMatchObject({ status: 'ephemeral' })
  expect(await cli.json('verify')).toMatchObject({ ok: true })
})

test.describe('two buckets that turned out to be one topic', () => {
  const FERNS = [
    'How often should I water a Boston fern in a dry flat?',
    'The fronds of my fern turn brown at the tips, is the air too dry?',
    'Does a fern like a bathroom without much light?',
    'Which soil is right for repotting a fern?',
    'Can I divide a big fern when I repot it?',
    'Should I mist the fern every day or put it on wet pebbles?',
    'My fern drops its leaflets since the heating is on.',
    'How much fertiliser does a potted fern need in spring?',
  ]

  test('are merged at 0.90 with a receipt, and undo parts them again', async ({ launch, cli }) => {
    await cli.json('send', 'Which bus goes to the botanical garden?', '--model', 'none', '--at', hoursAgo(20))
    await cli.json('send', 'How do I apologise to a hotel in French?', '--model', 'none', '--at', hoursAgo(10))
    const started = Date.now()
    const app = await launch()
    await app.opened()
    // the last pass is ten hours old: one is due at the start, and has to be over before there is anything to merge
    const lastRun = async () => Date.parse((await app.ask('janitor.state', undefined)).lastRun ?? '')
    await expect.poll(lastRun, { timeout: 60_000 }).toBeGreaterThan(started)
    await app.idle()
    const [one, two] = await app.ask('buckets.list', undefined)
    if (!one || !two) throw new Error('the two questions were filed as one')
    for (const [index, text] of FERNS.entries()) await app.fileInto(index % 2 === 0 ? one.id : two.id, text)
    const standing = async () =>
      (await app.ask('buckets.list', undefined))
        .filter((bucket) => bucket.status !== 'merged')
        .map((bucket) => ({ id: bucket.id, messages: bucket.messages }))
    const before = await standing()
    const held = (buckets: typeof before): number => buckets.reduce((sum, bucket) => sum + bucket.messages, 0)
    await tidyNow(app)
    await app.idle()
    const merge = (await janitorsReceipts(app)).find((receipt) => receipt.kind === 'consolidate')
    expect(merge?.similarity).toBeGreaterThanOrEqual(0.9)
    const receipt = app.details.getByRole('listitem').filter({ hasText: merge?.sentence ?? 'none' })
    await expect(receipt).toContainText(`${merge?.messagesMoved} messages`)
    const after = await standing()
    expect(after).toHaveLength(before.length - 1)
    expect(held(after)).toBe(held(before))

    await receipt.getByRole('button', { name: /^Undo/ }).click()
    await expect(receipt).toContainText('undone')
    expect((await standing()).map((bucket) => bucket.messages).sort()).toEqual(before.map((b) => b.messages).sort())
    // a pair that a person parted is not merged again
    await app.details.getByRole('button', { name: 'Tidy now' }).click()
    await expect(app.notices).toContainText('Tidied')
    expect(await standing()).toHaveLength(before.length)
    await app.close()
    expect(await cli.json('verify')).toMatchObject({ ok: true })
  })
})
