import { expect, test } from './fixtures'

const STARTER = 'SmolLM2 135M (starter)'
/** More words than the line “Writing a reply… Stop” has: the reply itself has begun. */
const WORDS = /(\w+\W+){20}/

test.describe('with the starter model', () => {
  test.use({ template: 'answering' })

  test('a reply streams in word by word, is filed with its question, and says why it is there', async ({
    app,
    cli,
  }) => {
    await expect(app.sidebar.getByRole('button', { name: `${STARTER}, on this computer` })).toBeVisible()
    const pieces = await app.page.evaluateHandle(() => {
      const seen: string[] = []
      window.catchment?.subscribe((event) => event.type === 'turn.delta' && seen.push(event.text))
      return seen
    })
    await app.send('What is a good name for a small grey cat?')
    await expect(app.said('small grey cat')).toBeVisible()
    const reply = app.conversation.getByRole('article', { name: /^Reply, / })
    await expect(reply).toBeVisible({ timeout: 60_000 })
    await app.idle()

    expect((await pieces.jsonValue()).length).toBeGreaterThan(3)
    const [question, answer] = (await app.ask('conversation.page', { anchor: { at: 'newest' }, limit: 10 })).messages
    expect(answer).toMatchObject({ role: 'assistant', status: 'complete', modelId: 'smollm2-135m-instruct' })
    expect(answer?.text.trim()).not.toBe('')
    expect(answer?.bucketId).toBe(question?.bucketId)

    const [bucket] = await app.ask('buckets.list', undefined)
    const title = bucket?.title ?? ''
    await expect(reply.getByRole('button', { name: `Open the thread ${title}` })).toBeVisible()
    await reply.getByRole('button', { name: 'Why here?' }).click()
    const why = app.page.getByRole('dialog', { name: 'Why this is filed here' })
    const explained = await app.ask('conversation.why', { messageId: answer?.id ?? fail() })
    expect(explained.filedBy).toBe('classifier')
    await expect(why).toContainText(explained.sentence)

    await app.close()
    expect(await cli.json<{ role: string }[]>('messages')).toHaveLength(2)
  })

  test('a reply that is stopped keeps what had come, marked, and can be asked for again', async ({ app }) => {
    await app.send('Tell me everything about the history of the Roman Empire, as long as you can.')
    const live = app.conversation.locator('article[aria-busy="true"]')
    await expect(live).toContainText(WORDS, { timeout: 60_000 })
    await app.page.getByRole('button', { name: 'Stop the reply' }).click()

    const reply = app.conversation.getByRole('article', { name: /^Reply, / })
    await expect(reply).toContainText('Stopped by you.')
    await app.idle()
    const { messages } = await app.ask('conversation.page', { anchor: { at: 'newest' }, limit: 10 })
    expect(messages.at(-1)).toMatchObject({ role: 'assistant', status: 'stopped' })
    expect(messages.at(-1)?.text).toMatch(/\w+ \w+/)
    expect(messages.at(-1)?.bucketId).not.toBeNull()

    await reply.getByRole('button', { name: 'Ask again' }).first().click()
    await expect(live).toContainText(WORDS, { timeout: 60_000 })
    await app.page.getByRole('button', { name: 'Stop the reply' }).click()
    await app.idle()
    // the new reply stands in the old one's place, which the pager turns to
    await expect(reply).toHaveCount(1)
    const again = await app.ask('conversation.page', { anchor: { at: 'newest' }, limit: 10 })
    expect(again.messages).toHaveLength(2)
    expect(again.messages[1]).toMatchObject({ branches: 1, branchesBefore: 1 })
    const pager = app.conversation.getByRole('navigation', { name: 'Versions' })
    await expect(pager).toContainText('2/2')
    await pager.getByRole('button', { name: 'Version before' }).click()
    await app.conversation.getByRole('button', { name: 'Go on from this one' }).click()
    // the pager says 1/2 while it is only looked at, too
    await expect(app.notices).toContainText('This version is the conversation now.')
    await expect(pager).toContainText('1/2')
    const back = await app.ask('conversation.page', { anchor: { at: 'newest' }, limit: 10 })
    expect(back.messages.map((m) => m.id)).toEqual(messages.map((m) => m.id))
  })

  test('a reply that SIGKILL cut off is there after a restart as far as it came', async ({ app, launch }) => {
    await app.send('Tell me everything about the history of the Roman Empire, as long as you can.')
    const live = app.conversation.locator('article[aria-busy="true"]')
    await expect(live).toContainText(WORDS, { timeout: 60_000 })
    await app.kill()

    const again = await launch()
    await again.opened()
    await expect(again.said('Roman Empire')).toHaveCount(1)
    const reply = again.conversation.getByRole('article', { name: /^Reply, / })
    await expect(reply).toContainText('Interrupted. It is kept as far as it came.')
    await again.idle()
    const { messages } = await again.ask('conversation.page', { anchor: { at: 'newest' }, limit: 10 })
    expect(messages).toHaveLength(2)
    expect(messages[1]).toMatchObject({ role: 'assistant', status: 'interrupted' })
    expect(messages[1]?.text).toMatch(/\w+ \w+/)
    expect(messages[1]?.bucketId).not.toBeNull()
  })
})

test.describe('somebody who chooses the starter at the first run', () => {
  test.use({ template: 'new' })

  test('is answered at once, while the model is still being measured', async ({ launch }) => {
    const app = await launch()
    await app.page.getByRole('button', { name: `Use ${STARTER}` }).click()
    await expect(app.page.getByText('In use')).toBeVisible()
    await app.page.getByRole('button', { name: 'Just start typing' }).click()
    await app.opened()
    await app.send('Hello! Who are you?')
    const reply = app.conversation.getByRole('article', { name: /^Reply, / })
    await expect(reply).toBeVisible({ timeout: 90_000 })
    await expect(reply).toContainText(/\w+/)
  })
})

function fail(): never {
  throw new Error('there is no reply')
}
