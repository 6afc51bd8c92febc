import { defineConfig } from '@playwright/test'

/**
 * The window suite: every test drives the built app in real Electron, on a store of its own. `npm test` runs it on a
 * virtual display; by hand: `xvfb-run -a npx playwright test`, with CATCHMENT_ELECTRON naming the Electron to use.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  // beside the other reports, in a folder of its own: Playwright empties it at every start
  outputDir: 'test-results/window',
  globalSetup: './e2e/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // The debugger between Playwright and Electron loses a promise or a page now and then, about once in a hundred launches. A
  // test gets one more try, on a new store in a new app; one that needed it is named as flaky in the list.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
})
