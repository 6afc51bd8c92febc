import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DialogKind } from '../src-renderer/app/view'
import type { RunningApp } from './app'
import { expect } from './fixtures'
import { lifeAsJsonl } from './life'

type Opening = (app: RunningApp, scratch: string) => Promise<void>

/** By its words in the palette. */
const byPalette =
  (words: string): Opening =>
  async (app) => {
    await app.page.keyboard.press('Control+k')
    await expect(app.page.getByRole('dialog', { name: 'Search or command' })).toBeVisible()
    await app.page.keyboard.type(words)
    await app.page.getByRole('option', { name: words, exact: false }).first().click()
  }

const firstBucket = (app: RunningApp) => app.sidebar.locator('[data-bucket]').first()
const byKeyOnBucket =
  (key: string): Opening =>
  (app) =>
    firstBucket(app).press(key)

/** By an entry of the menu that a right click opens. */
const byMenuOf =
  (what: (app: RunningApp) => ReturnType<typeof firstBucket>, entry: string): Opening =>
  async (app) => {
    await what(app).click({ button: 'right' })
    await app.page.getByRole('menuitem', { name: entry }).click()
  }

const lastMessage = (app: RunningApp) => app.conversation.getByRole('article').last()
const memoryEntry = (app: RunningApp) => app.details.locator('[data-memory]').first()
const segment = (app: RunningApp) => app.details.getByRole('button', { name: /^Go to / }).last()

/** The way to each dialog there is. What a person meets first is opened as they would. */
export const DIALOGS: Record<DialogKind, Opening> = {
  palette: async (app) => {
    await app.page.keyboard.press('Control+k')
    await app.page.keyboard.type('bread')
    await expect(app.page.getByRole('option').first()).toBeVisible()
  },
  settings: (app) => app.page.keyboard.press('Control+Comma'),
  shortcuts: async (app) => {
    await firstBucket(app).focus()
    await app.page.keyboard.press('Shift+Slash')
  },
  import: async (app, scratch) => {
    const file = join(scratch, 'talks.jsonl')
    writeFileSync(file, lifeAsJsonl(Date.UTC(2024, 4, 1)))
    await app.chooseInDialog(file)
    await byPalette('Import an export')(app, scratch)
    await expect(app.page.getByRole('dialog', { name: /^Import / })).toBeVisible()
  },
  merge: byKeyOnBucket('m'),
  'merge-several': async (app) => {
    for (const row of (await app.sidebar.locator('[data-bucket]').all()).slice(0, 2))
      await row.click({ modifiers: ['Control'] })
    await app.page
      .getByRole('toolbar', { name: 'Chosen buckets' })
      .getByRole('button', { name: /^Merge/ })
      .click()
  },
  command: async (app) => {
    const [one, two] = await app.ask('buckets.list', undefined)
    await app.send(`/merge ${one?.id} ${two?.id} "Both of them"`)
  },
  split: byKeyOnBucket('s'),
  rename: byKeyOnBucket('F2'),
  'rename-segment': async (app) => {
    await app.showTab('Manifest')
    await segment(app).click({ button: 'right' })
    await app.page.getByRole('menuitem', { name: 'Rename…' }).click()
  },
  summary: byKeyOnBucket('i'),
  move: byMenuOf(lastMessage, 'Move to bucket…'),
  context: byPalette('What does it see?'),
  'dry-run': byPalette('What would change?'),
  health: async (app) => {
    await app.page.keyboard.press('Control+Shift+H')
    await expect(app.page.getByRole('dialog', { name: 'Health' }).getByText('Active buckets')).toBeVisible()
  },
  licences: async (app) => {
    await app.page.keyboard.press('Control+Comma')
    await app.page.getByRole('tab', { name: 'About' }).click()
    await app.page.getByRole('button', { name: 'Licences' }).click()
  },
  task: byPalette('New task'),
  memory: async (app) => {
    await app.showTab('Memory')
    await memoryEntry(app).press('Enter')
  },
  'new-memory': byPalette('Remember something'),
  'erase-memory': async (app) => {
    await app.showTab('Memory')
    await memoryEntry(app).click({ button: 'right' })
    await app.page.getByRole('menuitem', { name: /^Erase/ }).click()
  },
  'memory-file': byPalette('Memory file'),
  erase: byMenuOf(lastMessage, 'Erase for good…'),
}

/** The menus of everything that has one. */
export const MENUS: Record<string, Opening> = {
  bucket: (app) => firstBucket(app).click({ button: 'right' }),
  message: (app) => lastMessage(app).click({ button: 'right' }),
  segment: async (app) => {
    await app.showTab('Manifest')
    await segment(app).click({ button: 'right' })
  },
  memory: async (app) => {
    await app.showTab('Memory')
    await memoryEntry(app).click({ button: 'right' })
  },
  profile: async (app) => {
    await app.ask('profiles.create', { name: 'Somebody else' })
    await app.sidebar.getByRole('button', { name: /^Profile: / }).click()
  },
}
