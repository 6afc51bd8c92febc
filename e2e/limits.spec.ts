/** More than anybody sends, all at once: everything is answered, what was acknowledged is there, and the window goes on. */
import { expect, test } from './fixtures'

test('ten thousand sends at once are each answered, and what was accepted is stored', async ({ app, cli }) => {
  const answers = await app.page.evaluate(async () => {
    const bridge = window.catchment
    if (!bridge) throw new Error('The bridge is missing.')
    const all = Array.from({ length: 10_000 }, (_, i) =>
      bridge.request('conversation.send', { text: `Quick message ${i} about the garden` }),
    )
    return (await Promise.all(all)).map((answer) => (answer.ok ? 'stored' : answer.error.code))
  })
  expect(answers).toHaveLength(10_000)
  const stored = answers.filter((answer) => answer === 'stored').length
  expect(stored).toBeGreaterThan(0)
  expect(answers.filter((answer) => answer !== 'stored' && answer !== 'conflict')).toEqual([])
  await app.idle()
  await app.file('And now one by hand.')
  await app.close()
  const texts = (await cli.json<{ text: string }[]>('messages', '--limit', '20000')).map((message) => message.text)
  expect(texts.filter((text) => text.startsWith('Quick message'))).toHaveLength(stored)
  expect(await cli.json('verify')).toMatchObject({ ok: true })
})

test('a paste of five megabytes is one message, shown short, and the window goes on', async ({ app, cli }) => {
  const paste = 'All of a book about rye bread, pasted whole. '.repeat(120_000).slice(0, 5_000_000)
  await app.composer.focus()
  await app.page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  }, paste)
  await expect(app.page.getByText(/Pasted text, 5,000,000 characters/)).toBeVisible()
  await app.composer.fill('What is this?')
  await app.composer.press('Enter')
  const said = app.said('What is this?')
  await expect(said).toBeVisible({ timeout: 60_000 })
  await app.idle()
  // of so much only a part is drawn
  expect(((await said.textContent()) ?? '').length).toBeLessThan(100_000)
  await app.file('A short one behind it.')
  await app.close()
  const [long] = (await cli.json<{ text: string }[]>('messages')).filter((m) => m.text.startsWith('What is this?'))
  expect(long?.text).toContain(paste.trim().slice(-200))
  expect(long?.text.length).toBeGreaterThanOrEqual(5_000_000)
})

test('what was typed and not sent survives a kill two seconds after the last key', async ({ app, launch }) => {
  const draft = 'A thought that I have not sent yet'
  await app.composer.pressSequentially(draft)
  await app.page.waitForTimeout(2_000)
  await app.kill()
  const again = await (await launch()).opened()
  await expect(again.composer).toHaveValue(draft)
})
