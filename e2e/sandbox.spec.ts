import { readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type AnotherUser, becomeNobody } from './another-user'
import { test as base, expect } from './fixtures'

const test = base.extend<{ nobody: AnotherUser }>({
  nobody: async ({ scratch }, use) => {
    const nobody = becomeNobody(scratch)
    test.skip(typeof nobody === 'string', String(nobody))
    if (typeof nobody === 'string') return
    await use(nobody)
    nobody.leave()
  },
})

const status = (pid: number, field: string): string | undefined =>
  readFileSync(`/proc/${pid}/status`, 'utf8').match(new RegExp(`^${field}:\\s+(\\S+)`, 'm'))?.[1]

test('a user without rights runs it with the sandbox on, and is answered by the starter model', async ({
  nobody,
  scratch,
  store,
  launch,
}) => {
  const userData = join(scratch, 'home', 'electron')
  nobody.give(store)
  const app = await launch({ ...nobody.options, userData })
  await app.opened()
  await app.ask('models.select', { id: 'smollm2-135m-instruct' })
  await app.send('Say hello to a user without rights.')
  await expect(app.conversation.getByRole('article', { name: /^Reply, / })).toContainText(/\w/, { timeout: 90_000 })

  const { main, page, words } = await app.inMain(({ BrowserWindow }) => ({
    main: process.pid,
    page: BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
    words: process.argv,
  }))
  expect(words).not.toContain('--no-sandbox')
  expect(readFileSync(`/proc/${page}/cmdline`, 'utf8')).not.toContain('--no-sandbox')
  expect([status(main, 'Uid'), status(page, 'Uid')]).toEqual([String(nobody.uid), String(nobody.uid)])
  // the page lives behind a filter for system calls and in namespaces of its own
  expect(status(page, 'Seccomp')).toBe('2')
  expect(readlinkSync(`/proc/${page}/ns/pid`)).not.toBe(readlinkSync(`/proc/${main}/ns/pid`))
})
