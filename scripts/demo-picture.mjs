/**
 * Takes the picture of the README: `node scripts/demo-picture.mjs STORE PICTURE`, on a store of demo-store.mjs. The window
 * is the real one, and so is the reply: the starter model writes it while the picture waits.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { _electron } from 'playwright'
import { ensureBuilt } from './build.mjs'
import { hasDisplay, startVirtualDisplay } from './display.mjs'
import { launchEnvironment } from './launch.mjs'
import { root } from './paths.mjs'
import { findElectron } from './steps/electron.mjs'

const QUESTION = 'Why does bread need salt?'
const SIZE = { width: 1280, height: 800 }

async function take(store, picture) {
  const electron = findElectron()
  if (!electron) throw new Error('There is no Electron here: run scripts/setup first.')
  await ensureBuilt()
  const screen = hasDisplay() ? null : await startVirtualDisplay()
  const userData = mkdtempSync(join(tmpdir(), 'catchment-demo-'))
  const app = await _electron.launch({
    executablePath: electron.executable,
    args: [`--user-data-dir=${userData}`, root],
    chromiumSandbox: process.getuid?.() !== 0,
    env: {
      ...process.env,
      ...launchEnvironment(electron),
      ...(screen && { DISPLAY: screen.display }),
      CATCHMENT_STORE: store,
    },
  })
  try {
    const page = await app.firstWindow()
    await page.setViewportSize(SIZE)
    await page.evaluate(() => window.catchment.request('settings.set', { firstRunDone: true, theme: 'light' }))
    await page.evaluate(() => window.catchment.request('models.select', { id: 'smollm2-135m-instruct' }))
    // choosing a model has it measured, which would stand in the picture for minutes
    await page.evaluate(async () => {
      const { data } = await window.catchment.request('jobs.list')
      for (const { id } of data) await window.catchment.request('jobs.cancel', { jobId: id })
    })
    const composer = page.getByRole('textbox', { name: 'Message', exact: true })
    await composer.fill(QUESTION)
    await composer.press('Enter')
    const reply = page.getByRole('article', { name: /^Reply, / }).last()
    await page.getByText(QUESTION).waitFor()
    await page.locator('article[aria-busy="true"]').waitFor()
    await page.locator('article[aria-busy="true"]').waitFor({ state: 'detached', timeout: 120_000 })
    await reply.getByRole('button', { name: 'Why here?' }).waitFor()
    await page.mouse.move(SIZE.width / 2, 20)
    await page.screenshot({ path: picture, animations: 'disabled' })
  } finally {
    await app.close()
    screen?.stop()
    rmSync(userData, { recursive: true, force: true })
  }
}

const [store, picture] = process.argv.slice(2)
if (!store || !picture) throw new Error('usage: node scripts/demo-picture.mjs STORE PICTURE')
await take(resolve(store), resolve(picture))
