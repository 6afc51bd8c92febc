import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { chromium } from '@playwright/test'
import { type AnotherUser, becomeNobody } from './another-user'
import { test as base, expect } from './fixtures'
import { appRoot } from './places'

/** How the fuses' wire spells them: the characters 0 and 1. */
const FUSE = { off: 0x30, on: 0x31 }

interface Packaged {
  nobody: AnotherUser
  /** The folder of an app made by `npm run package`. */
  folder: string
  /** The command of the package, as a user without rights; answers its exit code and what it said. */
  command(...words: string[]): { code: number; out: string; err: string }
}

/** As a user without rights: an installed app runs as whoever sits there, with the sandbox on. */
const test = base.extend<{ packaged: Packaged }>({
  packaged: async ({ scratch, store }, use) => {
    const nobody = becomeNobody(scratch)
    test.skip(typeof nobody === 'string', String(nobody))
    if (typeof nobody === 'string') return
    const script = join(appRoot, 'scripts', 'package.mjs')
    execFileSync(process.execPath, [script, '--only', 'folder', '--to', scratch], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const folder = join(scratch, readdirSync(scratch).find((name) => name.startsWith('catchment-')) ?? '')
    nobody.give(store)
    const env = { ...process.env, ...nobody.options.env, CATCHMENT_STORE: store, DISPLAY: undefined }
    const become = [`--reuid=${nobody.uid}`, `--regid=${nobody.uid}`, '--clear-groups', '--inh-caps=-all']
    await use({
      nobody,
      folder,
      command(...words) {
        try {
          const program = [...become, join(folder, 'catchment'), ...words]
          return { code: 0, out: execFileSync('setpriv', program, { env, encoding: 'utf8', cwd: '/' }), err: '' }
        } catch (error) {
          const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
          return { code: status, out: stdout, err: stderr }
        }
      },
    })
    nobody.leave()
  },
})

test('an installed app runs as a user without rights, sandboxed; its command needs no screen', async ({
  packaged,
  scratch,
  store,
}) => {
  test.slow()
  const { nobody, folder, command } = packaged

  // 05-trust: no Node by a variable, no debugger by a word, nothing but the archive.
  const fuses = await getCurrentFuseWire(join(folder, 'catchment-app'))
  for (const off of ['RunAsNode', 'EnableNodeOptionsEnvironmentVariable', 'EnableNodeCliInspectArguments'] as const)
    expect(fuses[FuseV1Options[off]], off).toBe(FUSE.off)
  for (const on of ['EnableEmbeddedAsarIntegrityValidation', 'OnlyLoadAppFromAsar'] as const)
    expect(fuses[FuseV1Options[on]], on).toBe(FUSE.on)
  const archive = join(folder, 'resources', 'app.asar')
  const inside = listPackage(archive, { isPack: false })
  expect(
    inside.filter((path) => /\.test\.|\/bench|\.map$|\/(?:vitest|typescript|@playwright|electron-vite)\//.test(path)),
  ).toEqual([])
  expect(JSON.parse(extractFile(archive, 'package.json').toString())).not.toHaveProperty('devDependencies')

  const sent = command('send', 'I planted tomatoes on the balcony today.', '--model', 'none', '--json')
  expect(sent.err).toBe('')
  expect(JSON.parse(sent.out)).toMatchObject({ reply: null })
  expect(command('nonsense')).toMatchObject({ code: 2, err: expect.stringContaining('nonsense') })
  expect(command('verify').code).toBe(0)

  const app = startAs(nobody, folder, store, join(scratch, 'home', 'electron'))
  try {
    const browser = await chromium.connectOverCDP(await debuggerOf(app))
    const [page] = browser.contexts()[0]?.pages() ?? []
    if (!page) throw new Error('the app opened no window')
    const composer = page.getByRole('textbox', { name: 'Message', exact: true })
    await expect(composer).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('I planted tomatoes on the balcony today.').first()).toBeVisible()
    await composer.fill('When do I water the tomatoes?')
    await composer.press('Enter')
    await expect(page.getByRole('article', { name: /^You, / }).filter({ hasText: 'water the tomatoes' })).toBeVisible()
    // Whose work it is made of, of the main process and of the window alike, with the words of each licence.
    await page.keyboard.press('Control+,')
    await page.getByRole('dialog').getByText('About', { exact: true }).click()
    await page.getByRole('button', { name: 'Licences' }).click()
    const licences = page.getByRole('dialog', { name: 'Licences' })
    for (const name of ['pg', 'react-dom', '@electric-sql/pglite'])
      await expect(licences.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible()
    await licences.getByRole('searchbox').fill('react-dom')
    await licences.getByRole('listitem').first().getByText('react-dom').first().click()
    await expect(licences.getByText(/Permission is hereby granted/).first()).toBeVisible()
    await page.keyboard.press('Escape')
    const words = readFileSync(`/proc/${app.pid}/cmdline`, 'utf8')
    expect(words).not.toContain('--no-sandbox')
    await browser.close()
  } finally {
    await ended(app)
  }
  // What the window was told is there for the command, and the store is whole.
  expect(command('search', 'water the tomatoes', '--json').out).toContain('When do I water the tomatoes?')
  expect(command('verify').code).toBe(0)
})

/** The fuse against `--inspect` keeps Playwright's own driver out: Chromium's debugger is asked for by word, by this test. */
function startAs(nobody: AnotherUser, folder: string, store: string, userData: string): ChildProcess {
  const become = [`--reuid=${nobody.uid}`, `--regid=${nobody.uid}`, '--clear-groups', '--inh-caps=-all']
  const words = [join(folder, 'catchment-app'), `--user-data-dir=${userData}`, '--remote-debugging-port=0']
  return spawn('setpriv', [...become, ...words], {
    env: { ...process.env, ...nobody.options.env, CATCHMENT_STORE: store },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

function debuggerOf(app: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    app.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, address] = /DevTools listening on (ws:\S+)/.exec(said) ?? []
      if (address) resolve(address)
    })
    app.once('exit', (code) => reject(new Error(`the app ended with ${code}: ${said.slice(-500)}`)))
  })
}

async function ended(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null) return
  const exit = new Promise((resolve) => app.once('exit', resolve))
  app.kill('SIGTERM')
  await exit
}
