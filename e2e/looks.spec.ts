import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { RunningApp } from './app'
import { DIALOGS, MENUS } from './dialogs'
import { expect, test } from './fixtures'
import { pictures } from './places'

const SIZES = [
  [1280, 800],
  [900, 600],
  [1920, 1080],
] as const
const THEMES = ['light', 'dark'] as const

/** The page's own size, so that the screen of the test may be smaller. */
async function resize(app: RunningApp, width: number, height: number): Promise<void> {
  await app.page.setViewportSize({ width, height })
  await expect.poll(() => app.page.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height])
}

async function wear(app: RunningApp, theme: (typeof THEMES)[number]): Promise<void> {
  await app.ask('settings.set', { theme })
  await expect(app.page.locator(`html[data-theme="${theme}"]`)).toBeAttached()
}

/**
 * Serious and critical findings of axe, one line each, once nothing moves any more. The legacy mode needs no second page, which
 * Electron has not.
 * @param within all of the window without it
 */
async function seriousFindings(app: RunningApp, within?: string, rules?: string[]): Promise<string[]> {
  await app.page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  const axe = new AxeBuilder({ page: app.page }).setLegacyMode(true)
  if (within !== undefined) axe.include(within)
  if (rules !== undefined) axe.withRules(rules)
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} — ${node.failureSummary}`))
}

/** Nothing may stick out of the window to the side. */
async function expectNoSidewaysScroll(app: RunningApp): Promise<void> {
  const { scroll, client } = await app.page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }))
  expect(scroll).toBeLessThanOrEqual(client)
}

const SCREENS = [
  'conversation',
  'summary',
  'settings',
  'profiles',
  'appearance',
  'privacy',
  'context',
  'palette',
  'memory',
  'health',
] as const
type Screen = (typeof SCREENS)[number]

test.describe('the window with some weeks in it', () => {
  test.use({ template: 'lived' })

  test('fits into every size, and is without serious findings of axe however it is looked at', async ({ app }) => {
    await wear(app, 'light')
    await app.file('How often should a bicycle chain be oiled in winter?')
    for (const [width, height] of SIZES) {
      await resize(app, width, height)
      for (const screen of SCREENS) {
        await open(app, screen)
        await app.picture(join(pictures, `${screen}-${width}x${height}.png`))
        await expectNoSidewaysScroll(app)
        if (screen === 'conversation') expect(await seriousFindings(app), `${screen}, ${width} × ${height}`).toEqual([])
        await app.page.keyboard.press('Escape')
        await expect(app.page.getByRole('dialog')).toHaveCount(0)
      }
    }
    await resize(app, 1280, 800)
    await expectOtherWays(app)
  })

  test('has no dialog, panel or menu with serious findings of axe, in both themes', async ({ app, scratch }) => {
    // some eighty looks of axe
    test.slow()
    await app.file('How often should a bicycle chain be oiled in winter?')
    await expectPartsClean(app, scratch)
  })
})

/** Each dialog, page of the settings, panel and menu, and several buckets chosen: in both themes, after they have appeared. */
async function expectPartsClean(app: RunningApp, scratch: string): Promise<void> {
  await app.ask('memories.add', { content: 'I prefer the seat at the window', category: 'preference' })
  let first: (typeof THEMES)[number] = 'light'
  const inBothThemes = async (what: string, within: string): Promise<void> => {
    const second: (typeof THEMES)[number] = first === 'light' ? 'dark' : 'light'
    const both: readonly (typeof THEMES)[number][] = [first, second]
    for (const theme of both) {
      await wear(app, theme)
      // only colours differ
      const rules = theme === first ? undefined : ['color-contrast']
      expect(await seriousFindings(app, within, rules), `${what}, ${theme}`).toEqual([])
    }
    // the next one begins in the theme that is worn
    first = second
  }
  for (const tab of ['Receipts', 'Memory', 'Heartbeat', 'Manifest'] as const) {
    await app.showTab(tab)
    await inBothThemes(tab, '[role="tabpanel"]')
  }
  const dialog = app.page.getByRole('dialog')
  for (const [kind, openDialog] of Object.entries(DIALOGS)) {
    await openDialog(app, scratch)
    await expect(dialog, kind).toBeVisible()
    const tabs = kind === 'settings' ? await dialog.getByRole('tab').all() : [null]
    for (const tab of tabs) {
      await tab?.click()
      await inBothThemes(kind, '[role="dialog"]')
    }
    await app.page.keyboard.press('Escape')
    await expect(dialog, kind).toHaveCount(0)
    if (kind === 'command') await app.composer.fill('')
  }
  const menu = app.page.getByRole('menu')
  for (const [what, openMenu] of Object.entries(MENUS)) {
    await openMenu(app, scratch)
    await expect(menu, what).toBeVisible()
    await inBothThemes(`the menu of ${what}`, '[role="menu"]')
    await app.page.keyboard.press('Escape')
    await expect(menu, what).toHaveCount(0)
  }
  const several = app.page.getByRole('toolbar', { name: 'Chosen buckets' })
  await app.sidebar
    .locator('[data-bucket]')
    .first()
    .click({ modifiers: ['Control'] })
  await expect(several).toBeVisible()
  await inBothThemes('several buckets', '[role="toolbar"]')
  await app.page.keyboard.press('Escape')
  await expect(several).toHaveCount(0)
}

/** Small, enlarged twice, mirrored, in forced colours, without motion: everything is there, and nothing sticks out. */
async function expectOtherWays(app: RunningApp): Promise<void> {
  for (const [width, height] of [
    [480, 600],
    [640, 400],
  ] as const) {
    await resize(app, width, height)
    await expectNoSidewaysScroll(app)
    for (const language of ['de', 'en'] as const) {
      await app.ask('settings.set', { language })
      await expect(app.page.locator(`html[lang="${language}"]`)).toBeAttached()
      await app.page.keyboard.press('Control+Comma')
      const tabs = app.page.getByRole('dialog').getByRole('tablist')
      expect(await tabs.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
      await app.page.keyboard.press('Escape')
    }
  }
  await resize(app, 1280, 800)
  await app.page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await expectNoSidewaysScroll(app)
  const [list, talk] = [await app.sidebar.boundingBox(), await app.conversation.boundingBox()]
  expect(list?.x ?? 0).toBeGreaterThan(talk?.x ?? 0)
  await app.picture(join(pictures, 'mirrored.png'))
  await app.page.evaluate(() => document.documentElement.removeAttribute('dir'))
  await app.page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  expect(await seriousFindings(app)).toEqual([])
  await app.picture(join(pictures, 'forced-colours.png'))
  await app.page.emulateMedia({ forcedColors: 'none', reducedMotion: 'no-preference' })
}

/** Screens that are a page of the settings. */
const TABS: Partial<Record<Screen, string>> = {
  settings: 'Filing',
  profiles: 'Profiles',
  appearance: 'Appearance',
  privacy: 'Privacy',
}

async function open(app: RunningApp, screen: Screen): Promise<void> {
  if (screen === 'conversation') return
  if (screen === 'summary') {
    await app.sidebar.locator('[data-bucket]').first().press('i')
    const dialog = app.page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Versions/ }).click()
    await dialog.getByRole('region', { name: 'Versions' }).getByRole('listitem').first().getByRole('button').click()
    return
  }
  await app.page.keyboard.press('Control+k')
  const palette = app.page.getByRole('dialog', { name: 'Search or command' })
  if (screen === 'health') {
    await app.page.keyboard.press('Escape')
    await app.page.keyboard.press('Control+Shift+H')
    await expect(app.page.getByRole('dialog', { name: 'Health' }).getByText('Active buckets')).toBeVisible()
    return
  }
  const tab = TABS[screen]
  if (tab) {
    await app.page.keyboard.press('Escape')
    await app.page.keyboard.press('Control+Comma')
    await app.page.getByRole('dialog', { name: 'Settings' }).getByRole('tab', { name: tab }).click()
    return
  }
  await expect(palette).toBeVisible()
  if (screen === 'memory') {
    await app.page.keyboard.type('Show the memory')
    await app.page.keyboard.press('Enter')
    const gauge = app.page.getByRole('region', { name: 'Memory file' })
    await gauge.locator('summary').click()
    await expect(gauge.getByRole('list', { name: 'Sections of the memory file' })).toBeVisible()
    return
  }
  if (screen === 'context') {
    await app.page.keyboard.type('What does it see')
    await app.page.keyboard.press('Enter')
    const context = app.page.getByRole('dialog', { name: 'What does it see?' })
    await context.locator('summary').first().click()
    return
  }
  await app.page.keyboard.type('bread')
  await expect(
    palette
      .getByRole('option')
      .filter({ has: app.page.locator('mark') })
      .first(),
  ).toBeVisible()
}

test.describe('the first screen', () => {
  test.use({ template: 'new' })

  test('is without serious findings of axe in both themes', async ({ launch }) => {
    const app = await launch()
    const start = app.page.getByRole('button', { name: 'Just start typing' })
    await expect(start).toBeVisible({ timeout: 30_000 })
    for (const theme of THEMES) {
      await wear(app, theme)
      for (const [width, height] of SIZES) {
        await resize(app, width, height)
        await expect(start).toBeInViewport()
        await app.picture(join(pictures, `first-run-${width}x${height}-${theme}.png`))
        await expectNoSidewaysScroll(app)
      }
      expect(await seriousFindings(app), theme).toEqual([])
    }
  })
})
