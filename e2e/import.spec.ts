import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BucketView } from '@shared/domain'
import { gptConversation } from '../src-main/transfer/testing/exports'
import type { RunningApp } from './app'
import { expect, test } from './fixtures'
import { lifeAsJsonl, MESSAGES_OF_LIFE, talkOf } from './life'
import { pictures } from './places'
import { chatGptOfAStranger, claudeOfAStranger, writeZip } from './strangers'

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

const importDialog = (app: RunningApp) => app.page.getByRole('dialog', { name: /^Import / })

/** Chooses a file in Settings, as a person would; the look at what is in it is open then. */
async function look(app: RunningApp, path: string): Promise<void> {
  await app.chooseInDialog(path)
  await app.page.keyboard.press('Control+Comma')
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Import' }).click()
  await settings.getByRole('button', { name: 'Import an export…' }).click()
  await expect(importDialog(app)).toBeVisible()
}

/** Imports what was looked at, and waits for the result. */
async function goOn(app: RunningApp): Promise<void> {
  await importDialog(app)
    .getByRole('button', { name: /^Import (?:\d|anyway)/ })
    .click()
  await expect(importDialog(app).getByRole('button', { name: 'Show the buckets' })).toBeVisible({ timeout: 60_000 })
}

/** Drags a file over the window and lets it go. */
async function drop(app: RunningApp, file: string): Promise<void> {
  const session = await app.page.context().newCDPSession(app.page)
  const at = { x: 400, y: 300, data: { items: [], files: [file], dragOperationsMask: 1 } }
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', ...at })
  await session.send('Input.dispatchDragEvent', { type: 'dragOver', ...at })
  await expect(app.page.getByText('Drop it: a text goes with your message')).toBeVisible()
  await session.send('Input.dispatchDragEvent', { type: 'drop', ...at })
}

/** The same screen in both themes, in a large and in a small window. */
async function seen(app: RunningApp, name: string): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await app.ask('settings.set', { theme })
    await expect(app.page.locator(`html[data-theme="${theme}"]`)).toBeAttached()
    for (const [width, height] of [
      [1280, 800],
      [640, 600],
    ] as const) {
      await app.page.setViewportSize({ width, height })
      await app.picture(join(pictures, `${name}-${width}-${theme}.png`))
    }
  }
  await app.page.setViewportSize({ width: 1280, height: 800 })
}

const closeResult = (app: RunningApp) => importDialog(app).getByRole('button', { name: 'Show the buckets' }).click()

async function expectFiled(app: RunningApp, messages: number): Promise<BucketView[]> {
  const buckets = await app.ask('buckets.list', undefined)
  expect(buckets.reduce((sum, bucket) => sum + bucket.messages, 0)).toBe(messages)
  for (const bucket of buckets)
    await expect(app.sidebar.getByRole('button', { name: bucket.title, exact: true })).toBeVisible()
  return buckets
}

test('a ChatGPT export fills buckets and manifest, and importing it again adds nothing', async ({
  sharedApp: app,
  scratch,
}) => {
  const file = join(scratch, 'conversations.json')
  writeFileSync(file, chatGptExport(['bread', 'bicycle']))
  await look(app, file)
  const held = importDialog(app).getByRole('table', { name: 'ChatGPT' })
  await expect(held.getByRole('row', { name: 'Talks 2', exact: true })).toBeVisible()
  await expect(held.getByRole('row', { name: /^Messages, .+ 12$/ })).toBeVisible()
  await goOn(app)
  await expect(importDialog(app)).toContainText('2 talks, 12 new messages, nothing failed.')
  await closeResult(app)

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

  await look(app, file)
  await expect(held.getByRole('row', { name: 'Here already, not added again 12', exact: true })).toBeVisible()
  await goOn(app)
  await expect(importDialog(app)).toContainText('2 talks, 0 new messages, nothing failed.')
  await closeResult(app)
  await expectFiled(app, 12)
  expect((await app.ask('manifest.tree', { depth: 30 })).total).toBe(2)
  expect(await app.ask('receipts.list', { actors: ['janitor'], limit: 100 })).toEqual([])
})

test('messages as JSONL keep their times and names, and importing them again adds nothing', async ({
  sharedApp: app,
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
  await look(app, file)
  await expect(importDialog(app)).toContainText('rows of type “question”')
  await goOn(app)
  await expect(importDialog(app)).toContainText(`${MESSAGES_OF_LIFE + 1} new messages, nothing failed.`)
  await closeResult(app)
  await expectFiled(app, MESSAGES_OF_LIFE + 1)
  const { messages } = await app.ask('conversation.page', { anchor: { at: 'newest' }, limit: 200 })
  expect(messages[0]).toMatchObject({ author: 'Nadia', ts: '2024-05-01T10:00:00.000Z', text: extra.text, role: 'user' })

  await look(app, file)
  await goOn(app)
  await expect(importDialog(app)).toContainText('0 new messages, nothing failed.')
  await expect(importDialog(app)).toContainText('messages that are here already')
})

test('a broken export says what is wrong with it, keeps what came before, and the app goes on', async ({
  app,
  launch,
  scratch,
  cli,
}) => {
  const whole = chatGptExport(['bread', 'bicycle'])
  const cut = join(scratch, 'cut.json')
  writeFileSync(cut, whole.slice(0, whole.length - 400))
  await look(app, cut)
  await expect(importDialog(app)).toContainText('The file breaks after 1 conversation')
  await goOn(app)
  await expect(importDialog(app)).toContainText('6 messages before that are kept.')
  await closeResult(app)
  await app.idle()
  await expectFiled(app, 6)

  const nothing = join(scratch, 'nothing.json')
  writeFileSync(nothing, 'this is a shopping list: flour, yeast')
  await look(app, nothing)
  await expect(importDialog(app)).toContainText('The file is not JSON.')
  await expect(importDialog(app)).toContainText('Nothing was imported.')
  await app.page.keyboard.press('Escape')

  await app.chooseInDialog(null)
  expect(await app.ask('transfer.import', undefined)).toBeNull()
  await app.file('Does rye flour need more water than wheat?')
  await app.close()

  const { code, stderr } = await cli.run('import', nothing)
  expect(code).toBe(12)
  expect(stderr.trim()).toMatch(/^The file is not JSON\. .*Nothing was imported\.$/)
  expect(await cli.json('messages')).toHaveLength(7)

  const again = await (await launch()).opened()
  await again.page.keyboard.press('Control+Comma')
  await again.page.getByRole('tab', { name: 'Import' }).click()
  const last = again.page.getByRole('region', { name: 'Last import: cut.json' })
  await expect(last).toContainText('6 messages before that are kept.')
  await last.getByRole('button', { name: 'Close' }).click()
  await expect(last).toBeHidden()
  expect(await again.ask('transfer.last', undefined)).toBeNull()
})

test('a file dropped anywhere is looked at, asks who the person is, and says what came of it', async ({
  sharedApp: app,
  scratch,
}) => {
  const file = join(scratch, 'friends.jsonl')
  const rows = ['Nadia', 'Tom', 'Nadia', 'Tom'].map((author, i) =>
    JSON.stringify({
      conv: 'hike',
      id: i,
      ts: `2024-06-01T10:0${i}:00Z`,
      author,
      text: `Shall we hike to the lake, take ${i}?`,
    }),
  )
  writeFileSync(file, `${rows.join('\n')}\nnot a row\n`)
  await drop(app, file)
  const dialog = importDialog(app)
  const held = dialog.getByRole('table', { name: 'JSONL' })
  await expect(held.getByRole('row', { name: 'Talks 1', exact: true })).toBeVisible()
  await expect(held.getByRole('row', { name: /^Messages, .+ 4$/ })).toBeVisible()
  await expect(dialog).toContainText('Line 5: it is not a JSON object')
  for (const theme of ['light', 'dark'] as const) {
    await app.ask('settings.set', { theme })
    await expect(app.page.locator(`html[data-theme="${theme}"]`)).toBeAttached()
    await app.picture(join(pictures, `import-look-${theme}.png`))
  }
  await dialog.getByRole('group', { name: 'Which of these speakers are you?' }).getByLabel('Nadia').check()
  await goOn(app)
  await expect(dialog).toContainText('1 talk, 4 new messages, 1 failed.')
  for (const theme of ['light', 'dark'] as const) {
    await app.ask('settings.set', { theme })
    await expect(app.page.locator(`html[data-theme="${theme}"]`)).toBeAttached()
    await app.picture(join(pictures, `import-result-${theme}.png`))
  }
  await closeResult(app)
  const { messages } = await app.ask('conversation.page', { anchor: { at: 'newest' }, limit: 10 })
  expect(messages.map((m) => m.author)).toEqual(['user', 'Tom', 'user', 'Tom'])
  expect((await app.ask('settings.get', undefined)).otherSpeakers).toEqual(['Tom'])
})

for (const [program, made] of [
  ['ChatGPT', chatGptOfAStranger],
  ['Claude', claudeOfAStranger],
] as const)
  test(`everything that ${program} showed a stranger is found under its own title, or named as left out`, async ({
    app,
    scratch,
  }) => {
    const { members, shown, left } = made()
    const file = join(scratch, `${program}.zip`)
    await writeZip(file, members)
    await drop(app, file)
    const dialog = importDialog(app)
    await expect(dialog.getByRole('table', { name: program })).toBeVisible()
    for (const what of left) await expect(dialog).toContainText(what)
    await seen(app, `stranger-${program}-look`)
    await goOn(app)
    await expect(dialog).toContainText('nothing failed')
    await expect(dialog).toContainText(/on (?:another branch|other branches)/)
    await seen(app, `stranger-${program}-result`)
    await closeResult(app)
    await app.idle()

    const { groups } = await app.ask('manifest.tree', { depth: 30 })
    const titleOf = new Map(groups.flatMap((group) => group.segments).map(({ id, title }) => [id, title]))
    for (const { words, title, branch } of shown) {
      const [hit] = await app.ask('search.continuum', { query: words, scope: 'messages', limit: 5 })
      expect([words, hit?.segmentId ? titleOf.get(hit.segmentId) : null]).toEqual([words, title])
      expect([words, hit?.onOtherBranch]).toEqual([words, branch])
    }
    const [other] = shown.filter(({ branch }) => branch)
    await app.page.keyboard.press('Control+K')
    await app.page.getByRole('combobox').fill(other?.words ?? '')
    const found = app.page.getByRole('option').filter({ hasText: 'Another version' }).first()
    await expect(found).toBeVisible()
    await seen(app, `stranger-${program}-found`)
    await found.click()
    await expect(app.conversation.getByRole('region', { name: 'Another version' })).toBeVisible()
    await seen(app, `stranger-${program}-branch`)
  })

test('the whole profile goes into an archive and comes back in an empty one', async ({ sharedApp: app, scratch }) => {
  await app.file('Does rye flour need more water than wheat?')
  const archive = join(scratch, 'all.catchment.zip')
  await app.chooseInDialog(archive)
  expect(await app.ask('transfer.archive', { passphrase: null })).not.toBeNull()
  await expect(app.notices.getByRole('button', { name: 'Show in folder' })).toBeVisible()
  const empty = await app.ask('profiles.create', { name: 'Second' })
  await app.ask('profiles.switch', { profileId: empty.id })
  await app.ask('settings.set', { firstRunDone: true })
  await look(app, archive)
  await expect(importDialog(app).getByRole('table', { name: 'Catchment' }).getByRole('row')).toHaveText([
    /^Talks1$/,
    /^Messages, .+1$/,
  ])
  await importDialog(app).getByRole('button', { name: 'Import 1 message' }).click()
  await expect(app.said('Does rye flour need more water than wheat?')).toBeVisible()
})
