import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pdfOf } from '../src-main/attachments/testing/pdf'
import { expect, test } from './fixtures'
import { pictures } from './places'

/** A picture of a garden, as large as a telephone makes it. */
async function garden(page: import('@playwright/test').Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 2_400
    canvas.height = 1_600
    const drawing = canvas.getContext('2d')
    if (!drawing) return ''
    drawing.fillStyle = '#8fc0e8'
    drawing.fillRect(0, 0, 2_400, 900)
    drawing.fillStyle = '#4d8b3a'
    drawing.fillRect(0, 900, 2_400, 700)
    drawing.fillStyle = '#d9a514'
    for (let i = 0; i < 9; i++) drawing.fillRect(150 + i * 250, 700, 120, 300)
    return canvas.toDataURL('image/png')
  })
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

test.describe('attached files', () => {
  test.use({ template: 'lived' })

  test('an image and a PDF go with a message, by the button and by a paste, and outlive a kill and a restart', async ({
    launch,
    scratch,
    store,
  }) => {
    let app = await (await launch()).opened()
    const png = join(scratch, 'garden.png')
    writeFileSync(png, await garden(app.page))
    const pdf = join(scratch, 'lease.pdf')
    writeFileSync(pdf, pdfOf(['The tenant waters the quinces twice a week.', 'The rent is due on the first.']))
    const locked = join(scratch, 'locked.pdf')
    writeFileSync(locked, pdfOf(['Secret'], { locked: true }))
    const broken = join(scratch, 'broken.jpg')
    writeFileSync(broken, 'no picture')

    let form = app.page.getByRole('form', { name: 'Write a message' })
    const input = form.locator('input[type="file"]')
    await input.setInputFiles([png, pdf])
    await expect(form.getByText('garden.png')).toBeVisible()
    await expect(form.getByText('lease.pdf')).toBeVisible()
    await input.setInputFiles([locked, broken])
    await expect(app.notices.getByText('locked.pdf asks for a password.', { exact: false })).toBeVisible()
    await expect(app.notices.getByText('broken.jpg is damaged', { exact: false })).toBeVisible()
    await app.notices.getByRole('button', { name: 'Dismiss' }).first().click()
    await app.notices.getByRole('button', { name: 'Dismiss' }).first().click()
    // code in the form of an export is code; an export is looked at for an import
    const code = join(scratch, 'package.json')
    writeFileSync(code, '{ "name": "garden", "version": "1.0.0" }')
    await input.setInputFiles([code])
    await expect(form.getByText('package.json')).toBeVisible()
    await form.getByRole('button', { name: 'Remove package.json' }).click()
    const talk = join(scratch, 'talk.jsonl')
    writeFileSync(talk, '{"conv":"c","id":1,"ts":1700000000,"author":"Ann","text":"About plums"}\n')
    await input.setInputFiles([talk])
    await expect(app.page.getByRole('dialog').getByText('talk.jsonl')).toBeVisible()
    await app.page.keyboard.press('Escape')
    await expect(app.page.getByRole('dialog')).toHaveCount(0)
    // a picture of the screen, as the system pastes it
    await app.composer.evaluate(async (field) => {
      const canvas = new OffscreenCanvas(60, 40)
      canvas.getContext('2d')?.fillRect(0, 0, 60, 40)
      const data = new DataTransfer()
      data.items.add(new File([await canvas.convertToBlob()], 'image.png', { type: 'image/png' }))
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    })
    await expect(form.getByText('image.png')).toBeVisible()
    await app.composer.fill('Who waters the quinces in our garden?')
    for (const theme of ['light', 'dark'] as const) {
      await app.ask('settings.set', { theme })
      await expect(app.page.locator(`html[data-theme="${theme}"]`)).toBeAttached()
      await app.picture(join(pictures, `attaching-${theme}.png`))
    }
    // the last key was pressed; two seconds later the power goes
    await app.page.waitForTimeout(2_000)
    await app.kill()
    app = await (await launch()).opened()
    form = app.page.getByRole('form', { name: 'Write a message' })
    await expect(app.composer).toHaveValue('Who waters the quinces in our garden?')
    for (const name of ['garden.png', 'lease.pdf', 'image.png']) await expect(form.getByText(name)).toBeVisible()
    await form.getByRole('button', { name: 'Remove image.png' }).click()
    await app.composer.press('Enter')
    const said = app.said('Who waters the quinces')
    await expect(said.getByRole('button', { name: 'Show garden.png' })).toBeVisible()
    await expect(said.getByRole('img', { name: 'garden.png' })).toHaveJSProperty('naturalWidth', 1_568)
    await app.idle()

    // kept by what they hold, for their owner alone
    const [profile = ''] = readdirSync(join(store, 'files'))
    const folder = join(store, 'files', profile)
    const names = readdirSync(folder).filter((name) => name !== 'drafts')
    expect(names).toHaveLength(3)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of names) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    const hits = await app.ask('search.continuum', { query: 'rent is due', scope: 'messages', limit: 3 })
    expect(hits[0]?.messageId).toBeDefined()

    await said.getByRole('button', { name: 'Show garden.png' }).click()
    await expect(app.page.getByRole('dialog', { name: 'garden.png' }).getByRole('img')).toHaveJSProperty(
      'naturalWidth',
      2_400,
    )
    await app.picture(join(pictures, 'attached-image.png'))
    const copy = join(scratch, 'copy.png')
    await app.chooseInDialog(copy)
    await app.page.getByRole('button', { name: 'Save a copy…' }).click()
    await expect.poll(() => readFileSync(copy).equals(readFileSync(png))).toBe(true)
    await app.page.keyboard.press('Escape')
    await app.close()

    const again = await (await launch()).opened()
    const still = again.said('Who waters the quinces')
    await expect(still.getByRole('img', { name: 'garden.png' })).toHaveJSProperty('naturalWidth', 1_568)
    await still.getByRole('button', { name: /lease\.pdf/ }).click()
    await expect(still.getByText('The rent is due on the first.')).toBeVisible()
    await again.picture(join(pictures, 'attached.png'))
  })
})
