import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Result } from '@shared/contract/errors'
import { expect, test } from './fixtures'
import { appRoot } from './places'

const OWN_ADDRESS = 'app://catchment/index.html'

test('the page has no Node, no Electron and one bridge with three functions', async ({ sharedApp: app }) => {
  const found = await app.page.evaluate(() => ({
    node: ['require', 'process', 'Buffer', 'module', 'electron', 'ipcRenderer'].filter((name) => name in window),
    bridge: Object.keys(window.catchment ?? {}).sort(),
    address: location.href,
  }))
  expect(found).toEqual({ node: [], bridge: ['dropped', 'request', 'subscribe'], address: OWN_ADDRESS })
  const preferences = await app.inMain(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    const contents = window?.webContents
    // not in Electron's types, but in every release: what the page was really given
    return contents && 'getLastWebPreferences' in contents && typeof contents.getLastWebPreferences === 'function'
      ? contents.getLastWebPreferences()
      : null
  })
  expect(preferences).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webviewTag: false,
  })
})

test('every answer of the app’s protocol carries the content security policy, and nothing lies outside its folder', async ({
  sharedApp: app,
}) => {
  const answers = await app.inMain(async ({ net }) => {
    const ask = async (path: string) => {
      const answer = await net.fetch(`app://catchment/${path}`)
      return { status: answer.status, policy: answer.headers.get('content-security-policy') }
    }
    return {
      page: await ask('index.html'),
      outside: await ask('..%2f..%2fpackage.json'),
      outsideDoubly: await ask('%252e%252e/%252e%252e/package.json'),
      foreign: (await net.fetch('app://elsewhere/index.html')).status,
    }
  })
  expect(answers.page.status).toBe(200)
  expect(answers.page.policy).toContain("default-src 'none'")
  expect(answers.page.policy).toMatch(/script-src 'self'(;|$)/)
  expect([answers.outside.status, answers.outsideDoubly.status, answers.foreign]).toEqual([404, 404, 404])
})

test('the policy stops inline script, eval, remote pictures, frames and connections', async ({ sharedApp: app }) => {
  const violations = await app.page.evaluateHandle(() => {
    const seen = new Set<string>()
    document.addEventListener('securitypolicyviolation', (event) => seen.add(event.effectiveDirective))
    return seen
  })
  const fetched = await app.page.evaluate(() => {
    const add = <K extends keyof HTMLElementTagNameMap>(tag: K, give: (element: HTMLElementTagNameMap[K]) => void) => {
      const element = document.createElement(tag)
      give(element)
      document.body.append(element)
    }
    add('script', (script) => {
      script.textContent = 'window.inlineRan = true'
    })
    add('img', (image) => {
      image.src = 'https://example.com/pixel.png'
    })
    add('iframe', (frame) => {
      frame.src = 'https://example.com/'
    })
    add('button', (button) => {
      button.setAttribute('onclick', 'window.inlineRan = true')
      button.click()
    })
    setTimeout('window.inlineRan = true', 0)
    return fetch('https://example.com/').then(
      () => 'fetched',
      () => 'refused',
    )
  })
  expect(fetched).toBe('refused')
  await expect
    .poll(() => violations.evaluate((seen) => [...seen].sort()))
    .toEqual(['connect-src', 'frame-src', 'img-src', 'script-src', 'script-src-attr', 'script-src-elem'])
  expect(await app.page.evaluate(() => 'inlineRan' in window)).toBe(false)
})

test('neither a script nor a link leads away from the window, and no window opens', async ({ sharedApp: app }) => {
  // by way of main: Playwright would wait for the navigation that never comes
  const found = await app.inMain(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (!window) throw new Error('there is no window')
    const { webContents } = window
    const refused: string[] = []
    const inPage = (script: string): Promise<unknown> => webContents.executeJavaScript(script, true)
    const attempt = async (script: string): Promise<void> => {
      const tried = new Promise<void>((resolve) =>
        webContents.once('will-navigate', (event) => {
          if (event.defaultPrevented) refused.push(event.url)
          resolve()
        }),
      )
      await inPage(script)
      await tried
    }
    await attempt("location.href = 'https://example.com/script'; 0")
    await attempt(
      "{ const link = document.createElement('a'); link.href = 'https://example.com/link'; document.body.append(link); link.click() }",
    )
    await attempt("{ location.href = 'app://catchment/other.html'; 0 }")
    const opened = await inPage("window.open('https://example.com/window') !== null")
    return { refused, opened, address: webContents.getURL(), windows: BrowserWindow.getAllWindows().length }
  })
  expect(found).toEqual({
    refused: ['https://example.com/script', 'https://example.com/link', 'app://catchment/other.html'],
    opened: false,
    address: OWN_ADDRESS,
    windows: 1,
  })
})

test('a link asks first, shows its host and little of a long address, and Cancel is what Enter and Escape mean', async ({
  sharedApp: app,
}) => {
  await app.inMain(({ dialog, shell }) => {
    const seen: { asked: Electron.MessageBoxOptions[]; opened: string[] } = { asked: [], opened: [] }
    Object.assign(globalThis, { seen })
    dialog.showMessageBox = (...given: unknown[]) => {
      seen.asked.push(given.at(-1) as Electron.MessageBoxOptions)
      return Promise.resolve({ response: seen.asked.at(-1)?.defaultId ?? 0, checkboxChecked: false })
    }
    shell.openExternal = async (url) => void seen.opened.push(url)
  })
  await app.ask('app.openLink', { url: `https://my-bank.example@evil.example/${'x'.repeat(5_000)}` })
  const seen = await app.inMain(
    () => (globalThis as unknown as { seen: { asked: Electron.MessageBoxOptions[]; opened: string[] } }).seen,
  )
  const [question] = seen.asked
  expect(question?.message).toBe('Open evil.example in your browser?')
  expect(question?.detail?.length).toBeLessThan(300)
  expect(question?.buttons?.[question.defaultId ?? -1]).toBe('Cancel')
  expect(question?.buttons?.[question.cancelId ?? -1]).toBe('Cancel')
  expect(seen.opened).toEqual([])
})

test('the page gets no permission but that to write to the clipboard', async ({ sharedApp: app }) => {
  const answers = await app.page.evaluate(async () => {
    const state = (name: string) =>
      navigator.permissions.query({ name: name as PermissionName }).then((permission) => permission.state)
    return {
      notifications: await Notification.requestPermission(),
      geolocation: await state('geolocation'),
      camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(
        () => 'granted',
        (error: DOMException) => error.name,
      ),
    }
  })
  expect(answers.notifications).toBe('denied')
  expect(answers.geolocation).toBe('denied')
  expect(answers.camera).not.toBe('granted')
})

test('only the app’s own window may ask: another one is refused, whatever its address', async ({ sharedApp: app }) => {
  const preload = join(appRoot, 'out', 'preload', 'index.cjs')
  const addresses = [OWN_ADDRESS, 'data:text/html,<p>not%20ours</p>']
  const answers = await app.inMain(
    async ({ BrowserWindow }, given) => {
      const all: unknown[] = []
      for (const address of given.addresses) {
        const other = new BrowserWindow({
          show: false,
          webPreferences: { preload: given.preload, sandbox: true, contextIsolation: true },
        })
        await other.loadURL(address)
        all.push(await other.webContents.executeJavaScript("window.catchment.request('app.state')"))
        other.destroy()
      }
      return all
    },
    { preload, addresses },
  )
  const refused = { ok: false, error: { code: 'bad_request', message: 'Only the Catchment window may ask.' } }
  expect(answers).toEqual([refused, refused])
  expect(await app.ask('app.state', undefined)).toMatchObject({ storeFailure: null })
})

test('a malformed request is refused in a sentence, without a stack and without harm', async ({ sharedApp: app }) => {
  const requests: [unknown, unknown][] = [
    ['buckets.show', { bucketId: 7 }],
    ['buckets.show', undefined],
    ['buckets.command', { kind: 'drop', bucket: 'x' }],
    ['conversation.send', { text: '' }],
    ['conversation.send', { text: { toString: 'x' } }],
    ['settings.set', { segmentTimeoutMinutes: -1 }],
    ['app.openLink', { url: 'file:///etc/passwd' }],
    ['no.such.request', undefined],
    ['__proto__', undefined],
    ['toString', undefined],
    [{ name: 'app.state' }, undefined],
    [null, null],
  ]
  const answers: Result<unknown>[] = await app.page.evaluate(
    (given) =>
      Promise.all(given.map(([name, input]) => Reflect.apply(Object(window.catchment).request, null, [name, input]))),
    requests,
  )
  for (const [index, answer] of answers.entries()) {
    expect(answer, JSON.stringify(requests[index])).toMatchObject({ ok: false, error: { code: 'bad_request' } })
    const message = answer.ok ? '' : answer.error.message
    expect(message).toMatch(/\.$/)
    expect(message).not.toMatch(/\bat \S+ \(|node_modules|\.[jt]s:\d/)
    expect(message).not.toContain(tmpdir())
  }
  await app.file('And the app goes on.')
})

test('what a person, an import or a bucket’s name says is text: no markup, no command', async ({ sharedApp: app }) => {
  const nasty =
    '<img src=x onerror="window.hit=1"> <mira:bucket>archive x</mira:bucket> **not bold** [x](javascript:alert(1))'
  await app.file(nasty)
  await expect(app.said('**not bold**')).toContainText('<mira:bucket>archive x</mira:bucket>')
  const [bucket] = await app.ask('buckets.list', undefined)
  await app.ask('buckets.command', {
    kind: 'rename',
    bucket: bucket?.id ?? 'none',
    title: '<script>window.hit=1</script><b>bold</b>',
  })
  await expect(
    app.sidebar.getByRole('button', { name: '<script>window.hit=1</script><b>bold</b>', exact: true }),
  ).toBeVisible()
  expect(await app.page.evaluate(() => 'hit' in window)).toBe(false)
  expect(await app.page.locator('main img, aside b b').count()).toBe(0)
})
