import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BucketView } from '@shared/domain'
import type { RunningApp } from './app'
import { expect, test } from './fixtures'
import { mixedLifeAsJsonl, OF_BREAD, OF_LEASE } from './mixed-life'
import { pictures } from './places'

test.use({ template: 'ready' })

/** The app with one bucket, named by a person, in which two topics lie. */
async function opened({
  scratch,
  cli,
  launch,
}: Pick<Parameters<Parameters<typeof test>[2]>[0], 'scratch' | 'cli' | 'launch'>): Promise<RunningApp> {
  const past = join(scratch, 'past.jsonl')
  writeFileSync(past, mixedLifeAsJsonl(Date.now()))
  await cli.json('import', past)
  const app = await (await launch()).opened()
  const { messages } = await app.ask('conversation.page', { anchor: { at: 'newest' }, limit: 1 })
  const [newest] = messages
  if (!newest) throw new Error('nothing was filed')
  await app.ask('buckets.moveMessages', { messageIds: [newest.id], wholeTurns: false, target: { newTitle: 'Diary' } })
  const buckets = await living(app)
  const diary = buckets.find(({ title }) => title === 'Diary')
  for (const { id } of buckets)
    if (diary && id !== diary.id) await app.ask('buckets.command', { kind: 'mv', source: id, target: diary.id })
  return app
}

const living = async (app: RunningApp): Promise<BucketView[]> =>
  (await app.ask('buckets.list', undefined)).filter((bucket) => bucket.messages > 0)

const row = (app: RunningApp, title: string) => app.sidebar.getByRole('button', { name: title, exact: true })

/** Both parts lie by themselves, each with a title and a summary that speak of it alone. */
async function expectTwoParts(app: RunningApp): Promise<BucketView[]> {
  await expect.poll(async () => (await living(app)).length).toBe(2)
  const parts = await living(app)
  for (const [ours, theirs] of [
    [OF_BREAD, OF_LEASE],
    [OF_LEASE, OF_BREAD],
  ] as const) {
    const part = parts.find((bucket) => ours.test(bucket.title))
    expect(part?.messages).toBe(12)
    expect(part?.title).not.toMatch(theirs)
    // the summary is written after the division, by the job that follows it
    await expect.poll(async () => (await living(app)).find(({ id }) => id === part?.id)?.summary).toMatch(ours)
    const summary = (await living(app)).find(({ id }) => id === part?.id)?.summary
    expect(summary).not.toMatch(theirs)
  }
  return parts
}

/** In every size and both themes, for eyes. */
async function pictured(app: RunningApp, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await app.ask('settings.set', { theme })
    await expect(app.page.locator(`html[data-theme="${theme}"]`)).toBeAttached()
    for (const [width, height] of [
      [1280, 800],
      [900, 600],
    ] as const) {
      await app.page.setViewportSize({ width, height })
      await app.picture(join(pictures, `${name}-${width}x${height}-${theme}.png`))
    }
  }
  await app.page.setViewportSize({ width: 1280, height: 800 })
}

test('splitting proposes both parts first; single messages move, written names divide anew, and the split is undone', async ({
  scratch,
  cli,
  launch,
}) => {
  const app = await opened({ scratch, cli, launch })
  await row(app, 'Diary').hover()
  await app.sidebar.getByRole('button', { name: 'Actions for Diary' }).click()
  await app.page.getByRole('menuitem', { name: 'Split…' }).click()
  const dialog = app.page.getByRole('dialog', { name: 'Split Diary' })
  const [first, second] = [dialog.getByRole('textbox').first(), dialog.getByRole('textbox').last()]
  await expect(dialog.getByRole('textbox')).toHaveCount(2)
  const [one, two] = [await first.inputValue(), await second.inputValue()]
  expect([one, two].some((name) => OF_BREAD.test(name)) && [one, two].some((name) => OF_LEASE.test(name))).toBe(true)
  const lines = (name: string) => dialog.getByRole('region', { name, exact: true }).getByRole('listitem')
  await expect(lines(one)).toHaveCount(12)
  await expect(lines(two)).toHaveCount(12)
  await pictured(app, 'split')

  await dialog
    .getByRole('button', { name: `Move to ${two}` })
    .first()
    .click()
  await expect(lines(one)).toHaveCount(11)
  await expect(lines(two)).toHaveCount(13)

  await first.fill('The landlord and the rent')
  await second.fill('Baking sourdough bread')
  await dialog.getByRole('button', { name: 'Divide by these names' }).click()
  const rent = lines('The landlord and the rent')
  await expect(rent).toHaveCount(12)
  for (const text of await rent.allTextContents()) expect(text).not.toMatch(OF_BREAD)
  await dialog.getByRole('button', { name: 'Split', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expectTwoParts(app)

  await app.notices.getByRole('button', { name: 'Undo' }).first().click()
  await expect(row(app, 'Diary')).toBeVisible()
  await expect(row(app, 'Baking sourdough bread')).toHaveCount(0)
  expect(await living(app)).toMatchObject([{ title: 'Diary', messages: 24 }])
})

test('a bucket that has become two topics is offered on a card, can be looked at, and taken it is undone like any split', async ({
  scratch,
  cli,
  launch,
}) => {
  const app = await opened({ scratch, cli, launch })
  await app.showTab('Receipts')
  await app.details.getByRole('button', { name: 'Tidy now' }).click()
  const card = app.sidebar.getByRole('region', { name: 'Suggestion' })
  await expect(card).toContainText(/Diary may be two topics: .+ and .+\. Split it\?/, { timeout: 30_000 })
  expect(await card.textContent()).toMatch(OF_BREAD)
  expect(await card.textContent()).toMatch(OF_LEASE)
  await pictured(app, 'division')

  await card.getByRole('button', { name: 'Preview' }).click()
  const dialog = app.page.getByRole('dialog', { name: 'Split Diary' })
  await expect(dialog.getByRole('listitem')).toHaveCount(24)
  await dialog.getByRole('button', { name: 'Keep it whole' }).click()
  await expect(card).toBeVisible()

  await card.getByRole('button', { name: 'Split', exact: true }).click()
  await expect(card).toHaveCount(0)
  await expectTwoParts(app)
  await app.notices.getByRole('button', { name: 'Undo' }).first().click()
  await expect(row(app, 'Diary')).toBeVisible()
  expect(await living(app)).toMatchObject([{ title: 'Diary', messages: 24 }])
})
