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
}

export const test = base.extend<Fixtures & Options>({
  template: ['ready', { option: true }],

  // Playwright reads from the pattern which fixtures a fixture needs: here none.
  // biome-ignore lint/correctness/noEmptyPattern: see above
  scratch: async ({}, use) => {
    // a short path: Electron puts a socket there, whose name may hold 107 characters
    const folder = mkdtempSync(join(tmpdir(), 'catchment-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
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
    expect(
      running.flatMap((app) => app.faults),
      'faults on the console of the window',
    ).toEqual([])
  },

  app: async ({ launch }, use) => {
    const app = await launch()
    await use(await app.opened())
  },
})

export { expect }
