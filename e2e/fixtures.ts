import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import { type LaunchOptions, RunningApp } from './app'
import { type CommandLine, commandLineOn } from './command-line'
import { type Template, templateFolder } from './places'

interface Options {
  /** Which prepared store the test starts with; null for a folder that does not exist yet. */
  template: Template | null
}

interface Fixtures {
  /** A folder of the test's own, removed after it. */
  scratch: string
  /** The test's own store: a copy of the template. */
  store: string
  cli: CommandLine
  /** Starts the app on the test's store. What a test does not close itself is closed after it. */
  launch: (options?: Partial<LaunchOptions>) => Promise<RunningApp>
  /** The app, started and past its opening. */
  app: RunningApp
  /**
   * The worker's own app with a new profile in it: as good as an empty store, without a start. For a test that neither ends the
   * app nor looks at its files; one that does takes `app`.
   */
  sharedApp: RunningApp
}

interface PerWorker {
  /** Starts the worker's app when the first test asks for it. */
  lasting: () => Promise<RunningApp>
}

export const test = base.extend<Fixtures & Options, PerWorker>({
  template: ['ready', { option: true }],

  // Playwright reads from the pattern which fixtures a fixture needs: here none.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  scratch: async ({}, use) => {
    const folder = scratchFolder()
    await use(folder)
    remove(folder)
  },

  store: async ({ scratch, template }, use) => {
    const store = join(scratch, 'store')
    if (template) cpSync(templateFolder(template), store, { recursive: true })
    await use(store)
  },

  cli: async ({ store }, use) => {
    await use(commandLineOn(store))
  },

  launch: async ({ scratch, store }, use) => {
    const running: RunningApp[] = []
    await use(async (options = {}) => {
      const app = await RunningApp.launch({ store, userData: join(scratch, 'electron'), ...options })
      running.push(app)
      return app
    })
    for (const app of running) await app.close().catch(() => undefined)
    expectNoFaults(running)
  },

  app: async ({ launch }, use) => {
    const app = await launch()
    await use(await app.opened())
  },

  lasting: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const folder = scratchFolder()
      const store = join(folder, 'store')
      const own: { app?: Promise<RunningApp> } = {}
      await use(() => {
        if (!own.app) cpSync(templateFolder('ready'), store, { recursive: true })
        own.app ??= RunningApp.launch({ store, userData: join(folder, 'electron') }).then((app) => app.opened())
        return own.app
      })
      await (await own.app)?.close()
      remove(folder)
    },
    { scope: 'worker' },
  ],

  sharedApp: async ({ lasting }, use, { testId }) => {
    const app = await lasting()
    const { id } = await app.ask('profiles.create', { name: `Test ${testId.slice(-16)} ${Date.now()}` })
    await app.ask('profiles.switch', { profileId: id })
    await app.ask('settings.set', { firstRunDone: true, theme: 'light' })
    // What the window itself holds goes with the page, and the size of window.ts comes back.
    await app.page.setViewportSize({ width: 1280, height: 800 })
    await app.page.reload()
    await app.opened()
    await use(app)
    expectNoFaults([app])
  },
})

// a short path: Electron puts a socket there, whose name may hold 107 characters
const scratchFolder = (): string => mkdtempSync(join(tmpdir(), 'catchment-'))
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

function expectNoFaults(apps: readonly RunningApp[]): void {
  const faults = apps.flatMap((app) => app.faults.splice(0))
  expect(faults, 'faults on the console of the window').toEqual([])
}

export { expect }
