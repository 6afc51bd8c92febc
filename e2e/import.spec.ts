import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BucketView } from '@shared/domain'
import { gptConversation } from '../src-main/transfer/testing/exports'
import type { RunningApp } from './app'
import { expect, test } from './fixtures'
import { lifeAsJsonl, MESSAGES_OF_LIFE, talkOf } from './life'

/** An export of ChatGPT with these talks, odd lines by the person. */
const chatGptExport = (convs: readonly string[]): string =>
  JSON.stringify(
    convs.map((conv) => {
      const nodes = talkOf(conv).map((text, i) => ({
        id: `${conv}-${i}`,
        parent: i === 0 ? null : `${conv}-${i - 1}`,
        role: i % 2 === 0 ? 'user' : 'assistant',
        text,
      }))
      return gptConversation(conv, nodes, nodes.at(-1)?.id ?? null)
    }),
  )

/** Imports through Settings, as a person would. */
async function importFile(app: RunningApp, path: string): Promise<void> {
  await app.chooseInDialog(path)
  await app.page.keyboard.press('Control+Comma')
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Import' }).click()
  await settings.getByRole('button', { name: 'Import an export…' }).click()
}

async function closeSettings(app: RunningApp): Promise<void> {
  await app.page.getByRole('dialog', { name: 'Settings' }).getByRole('button', { name: 'Close', exact: true }).click()
}

async function expectFiled(app: RunningApp, messages: number): Promise<BucketView[]> {
  const buckets = await app.ask('buckets.list', undefined)
  expect(buckets.reduce((sum, bucket) => sum + bucket.messages, 0)).toBe(messages)
  for (const bucket of buckets)
    await expect(app.sidebar.getByRole('button', { name: bucket.title, exact: true })).toBeVisible()
  return buckets
}

test('a ChatGPT export fills buckets and manifest, and importing it again adds nothing', async ({ app, scratch }) => {
  const file = join(scratch, 'conversations.json')
  writeFileSync(file, chatGptExport(['bread', 'bicycle']))
  await importFile(app, file)
  await expect(app.notices).toContainText('Imported 12 messages, 0 skipped.')
  await closeSettings(app)

  const buckets = await expectFiled(app, 12)
  expect(buckets.length).toBeGreaterThanOrEqual(2)
  await app.showTab('Manifest')
  const { groups, total } = await app.ask('manifest.tree', { depth: 30 })
  expect(total).toBe(2)
  for (const segment of groups.flatMap((group) => group.segments)) {
    expect(segment).toMatchObject({ status: 'collapsed', title: expect.stringMatching(/\w/) })
    await expect(app.details.getByRole('button', { name: `Go to ${segment.title}` })).toBeVisible()
  }
  await expect(app.said('How do I know when the bicycle chain is worn?')).toBeVisible()

  await importFile(app, file)
  await expect(app.notices).toContainText('Imported 0 messages, 12 skipped.')
  await closeSettings(app)
  await expectFiled(app, 12)
  expect((await app.ask('manifest.tree', { depth: 30 })).total).toBe(2)
  expect(await app.ask('receipts.list', { actors: ['janitor'], limit: 100 })).toEqual([])
})

test('messages as JSONL keep their times and names, and importing them again adds nothing', async ({
  app,
  scratch,
}) => {
  const file = join(scratch, 'life.jsonl')
  const extra = {
    conv: 'bread',
    id: 'bread-9',
    ts: '2024-05-01T10:00:00Z',
    author: 'Nadia',
    text: 'Was the loaf good?',
  }
  writeFileSync(file, `${lifeAsJsonl(Date.now())}${JSON.stringify(extra)}\n{"type":"question","conv":"bread"}\n`)
  await importFile(app, file)
  await expect(app.notices).toContainText(`Imported ${MESSAGES_OF_LIFE + 1} messages, 1 skipped.`)
  await closeSettings(app)
  await expectFiled(app, MESSAGES_OF_LIFE + 1)
  const { messages } = await app.ask('conversation.page', { anchor: { at: 'newest' }, limit: 200 })
  expect(messages[0]).toMatchObject({ author: 'Nadia', ts: '2024-05-01T10:00:00.000Z', text: extra.text, role: 'user' })

  await importFile(app, file)
  await expect(app.notices).toContainText(`Imported 0 messages, ${MESSAGES_OF_LIFE + 2} skipped.`)
})

test('a broken export says what is wrong with it, keeps what came before, and the app goes on', async ({
  app,
  scratch,
  cli,
}) => {
  const whole = chatGptExport(['bread', 'bicycle'])
  const cut = join(scratch, 'cut.json')
  writeFileSync(cut, whole.slice(0, whole.length - 400))
  await importFile(app, cut)
  await expect(app.notices).toContainText('6 messages before that are kept.')
  await closeSettings(app)
  await app.idle()
  await expectFiled(app, 6)

  const nothing = join(scratch, 'nothing.json')
  writeFileSync(nothing, 'this is a shopping list: flour, yeast')
  await importFile(app, nothing)
  await expect(app.notices).toContainText('The file is not JSON.')
  await expect(app.notices).toContainText('Nothing was imported.')
  await closeSettings(app)

  await app.chooseInDialog(null)
  expect(await app.ask('transfer.import', undefined)).toBeNull()
  await app.file('Does rye flour need more water than wheat?')
  await app.close()

  const { code, stderr } = await cli.run('import', nothing)
  expect(code).toBe(12)
  expect(stderr.trim()).toMatch(/^The file is not JSON\. .*Nothing was imported\.$/)
  expect(await cli.json('messages')).toHaveLength(7)
})
