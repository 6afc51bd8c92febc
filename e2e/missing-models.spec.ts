import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { commandLineOn } from './command-line'
import { expect, test } from './fixtures'

test.describe('without the files of its models', () => {
  test.use({ template: 'answering' })

  test('the window says what is missing, keeps every message, and files them with their segment once the models are there', async ({
    launch,
    scratch,
    store,
  }) => {
    const empty = join(scratch, 'no-models')
    mkdirSync(empty)
    const app = await launch({ env: { CATCHMENT_CACHE: empty } })
    await app.opened()
    await expect(app.sidebar.getByRole('button', { name: 'SmolLM2 135M (starter) is not there' })).toBeVisible()

    await app.send('Is this message kept without any model?')
    await expect(app.said('Is this message kept')).toBeVisible()
    await expect(app.conversation.getByRole('alert')).toContainText(/not (there|installed)|missing|download/i)
    await expect(app.conversation.getByRole('button', { name: 'Ask again' })).toBeVisible()
    await app.page.reload()
    await app.opened()
    await expect(app.said('Is this message kept')).toBeVisible()
    await app.close()

    const cli = commandLineOn(store, { CATCHMENT_CACHE: empty })
    const failed = await cli.run('send', 'And this one?')
    expect(failed.code).toBe(10)
    expect(failed.stderr.trim().split('\n')).toHaveLength(1)
    expect(failed.stderr).toMatch(/SmolLM2|starter/)
    const kept = await cli.run('send', 'And this one without a chat model?', '--model', 'none')
    expect(kept.code).toBe(0)
    const messages = await cli.json<{ text: string }[]>('messages')
    expect(messages.filter((m) => m.text !== '').map((m) => m.text)).toEqual([
      'Is this message kept without any model?',
      'And this one?',
      'And this one without a chat model?',
    ])

    const whole = await launch()
    await whole.opened()
    await whole.ask('segments.close', {})
    await expect
      .poll(async () => {
        const page = await whole.ask('conversation.page', { anchor: { at: 'newest' }, limit: 20 })
        return page.messages.filter((message) => message.role === 'user').map((message) => message.bucketId !== null)
      })
      .toEqual([true, true, true])
  })
})
