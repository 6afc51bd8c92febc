import { join } from 'node:path'
import { expect, test } from './fixtures'
import { pictures } from './places'

/** A long note of several parts; only one of them tells what the bolts want. */
const NOTE = [
  '# Notes on the old bicycle',
  ...['Frame', 'Wheels', 'Saddle', 'Lamps'].map(
    (part) =>
      `## ${part}\n\n${`The ${part.toLowerCase()} was looked at with care, cleaned, dried and put back where it belongs. `.repeat(6)}`,
  ),
  '## Stem\n\nThe stem bolts want exactly seven newton metres, said the man in the shop, and not a bit more than that.',
  ...['Bell', 'Basket'].map(
    (part) =>
      `## ${part}\n\n${`The ${part.toLowerCase()} is as good as new and needs nothing at all this year. `.repeat(6)}`,
  ),
].join('\n\n')

test.describe('looking for what was said', () => {
  test.use({ template: 'lived' })

  test('finds the passage of a long message, marks it there, and narrows by what is typed', async ({ app }) => {
    const [bucket] = await app.ask('buckets.list', undefined)
    if (!bucket) throw new Error('the template has no bucket')
    await app.fileInto(bucket.id, NOTE)
    await app.fileInto(bucket.id, 'Thanks, that was all about it.')
    const palette = app.page.getByRole('dialog', { name: 'Search or command' })
    const options = palette.getByRole('option').filter({ has: app.page.locator('mark') })

    for (const theme of ['light', 'dark'] as const) {
      await app.ask('settings.set', { theme })
      for (const [width, height] of [
        [1280, 800],
        [900, 600],
      ] as const) {
        await app.page.setViewportSize({ width, height })
        await app.page.keyboard.press('Control+k')
        await app.page.keyboard.type(`stem bolts in:"${bucket.title}" from:me`)
        await expect(options.first()).toContainText('seven newton metres')
        await expect(palette.getByRole('list', { name: 'What narrows the search' })).toContainText('from me')
        await app.picture(join(pictures, `search-${width}x${height}-${theme}.png`))
        await app.page.keyboard.press('Escape')
        await expect(palette).toHaveCount(0)
      }
    }

    // a typo, and the way to the passage
    await app.page.setViewportSize({ width: 1280, height: 800 })
    await app.page.keyboard.press('Control+k')
    await app.page.keyboard.type('newtno metres')
    await expect(options.first()).toContainText('newton')
    await options.first().click()
    await expect(palette).toHaveCount(0)
    await expect(app.page.locator('[data-jumped]')).toBeVisible()
    await expect
      .poll(() =>
        app.page.evaluate(() => [...(CSS.highlights.get('found-passage') ?? [])].map((range) => String(range)).join()),
      )
      .toContain('seven newton metres')
    // the words themselves are in sight, in the upper half, however long the message is
    const sight = await app.page.evaluate(() => {
      const [range] = [...(CSS.highlights.get('found-passage') ?? [])] as Range[]
      const list = document.querySelector('[data-jumped]')?.closest('section')?.getBoundingClientRect()
      if (!range || !list) throw new Error('nothing is marked')
      return (range.getBoundingClientRect().top - list.top) / list.height
    })
    expect(sight).toBeGreaterThan(0.1)
    expect(sight).toBeLessThan(0.6)
    await app.picture(join(pictures, 'search-passage.png'))

    // chips are taken away again, and what nobody said finds nothing
    await app.page.keyboard.press('Control+k')
    await app.page.keyboard.type('from:assistant stem bolts')
    await expect(palette.getByText('from assistant')).toBeVisible()
    await palette.getByRole('button', { name: 'Remove: from assistant' }).click()
    await expect(palette.getByRole('combobox')).toHaveValue(/^\s*stem bolts$/)
    await expect(options.first()).toContainText('seven newton metres')
    await palette.getByRole('combobox').fill('quarterly turnover of the whaling company')
    await expect(palette.getByText('Nothing was said about')).toBeVisible()
    await app.picture(join(pictures, 'search-nothing.png'))
  })
})
