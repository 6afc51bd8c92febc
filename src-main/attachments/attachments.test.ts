import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withAttachments } from '@shared/text/attachments'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseHistory } from '../app/erasing'
import { chatWith, openTestApp, say, type TestApp } from '../app/testing/app'
import { attachedDir, attachedPaths } from '../store/attached'
import { createTestStore, type TestStore } from '../store/testing/store'
import { readArchive } from '../transfer/archive/read-archive'
import { writeArchive } from '../transfer/archive/write-archive'
import { readPdf } from './read-pdf'
import { JPEG, PNG, pdfOf } from './testing/pdf'

let test: TestStore
beforeAll(async () => {
  test = await createTestStore()
})
afterAll(() => test.close())

const image = { width: 40, height: 30, view: JPEG }
const filesIn = ({ app }: TestApp): string => attachedDir(app.handle.storeDir, app.profileId)

async function attached(world: TestApp, name: string, bytes: Uint8Array) {
  const isPicture = bytes === PNG
  const answer = await world.app.attachments.add({ name, bytes, ...(isPicture ? { image } : {}) })
  if (answer.kind === 'refused') throw new Error(answer.why)
  return { name: answer.file.name, text: answer.text, file: answer.file }
}

/** One turn with files, to its end. */
async function sendWith(world: TestApp, text: string, ...attachments: Awaited<ReturnType<typeof attached>>[]) {
  const files = attachments.map(({ file }) => file)
  return (await world.app.conversation.send({ text: withAttachments(text, attachments), files })).done
}

describe('a PDF', () => {
  it('is read page by page, and only the first of a very long one', async () => {
    expect(await readPdf(pdfOf(['Tomatoes need potash.', 'Plums need sun.']))).toEqual({
      kind: 'read',
      pages: 2,
      pagesRead: 2,
      text: 'Tomatoes need potash.\n\nPlums need sun.',
    })
    const long = await readPdf(pdfOf(Array.from({ length: 1_000 }, (_, i) => `Page ${i + 1}`)))
    expect(long).toMatchObject({ pages: 1_000, pagesRead: 500, text: expect.stringMatching(/Page 500$/u) })
  })

  it('says its words in Japanese as well', async () => {
    expect(await readPdf(pdfOf(['庭のかりん'], { east: true }))).toMatchObject({ kind: 'read', text: '庭のかりん' })
  })

  it('that is locked or damaged is refused, and one without words says nothing', async () => {
    expect(await readPdf(pdfOf(['Secret'], { locked: true }))).toEqual({ kind: 'refused', why: 'locked' })
    expect(await readPdf(Buffer.from('%PDF-1.7\nnothing of the kind'))).toEqual({ kind: 'refused', why: 'broken' })
    expect(await readPdf(pdfOf(['']))).toMatchObject({ kind: 'read', text: '' })
  })
})

describe('files that travel with a message', () => {
  it('are kept once by their content, for their owner alone, and stay when the message is sent', async () => {
    const world = await openTestApp(test)
    const picture = await attached(world, 'gar"den.png', PNG)
    await attached(world, 'again.png', PNG)
    expect(picture.file).toMatchObject({ kind: 'image', name: 'gar den.png', width: 40, height: 30 })
    const drafts = join(filesIn(world), 'drafts')
    expect(readdirSync(drafts)).toHaveLength(2)
    for (const path of [filesIn(world), drafts]) expect(statSync(path).mode & 0o777).toBe(0o700)
    expect(attachedPaths(world.app.handle.storeDir)).toEqual([])

    const { userMessage } = await sendWith(world, 'What grows here?', picture)
    expect(userMessage).toMatchObject({ text: 'What grows here?\n\n[image: gar den.png]', files: [picture.file] })
    expect(readdirSync(drafts)).toEqual([])
    for (const name of readdirSync(filesIn(world)).filter((one) => one !== 'drafts'))
      expect(statSync(join(filesIn(world), name)).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(filesIn(world), picture.file.file))).toEqual(PNG)
    await world.close()
  })

  it('are named by what they are and not by their name; what is neither is refused', async () => {
    const world = await openTestApp(test)
    await expect(world.app.attachments.add({ name: 'a.png', bytes: Buffer.from('text') })).rejects.toMatchObject({
      code: 'bad_request',
    })
    expect(await world.app.attachments.add({ name: 'a.pdf', bytes: pdfOf(['x'], { locked: true }) })).toEqual({
      kind: 'refused',
      why: 'locked',
    })
    const gone = await attached(world, 'b.pdf', pdfOf(['Bread needs time.']))
    await world.app.attachments.erase([gone.file.file])
    await expect(sendWith(world, 'Look', gone)).rejects.toMatchObject({ code: 'not_found' })
    expect((await world.store.messages.overview()).messages).toBe(0)
    await world.close()
  })

  it('are part of the talk: what a PDF says is found, an edit keeps it, erasing takes it along', async () => {
    const world = await openTestApp(test)
    const pdf = await attached(world, 'lease.pdf', pdfOf(['The tenant waters the quinces.']))
    const picture = await attached(world, 'quince.png', PNG)
    const { userMessage } = await sendWith(world, 'Our lease', pdf, picture)
    const found = await world.app.search.continuum({ query: 'quinces', scope: 'messages', limit: 5 })
    expect(found).toMatchObject([{ messageId: userMessage.id }])
    const edited = await world.app.conversation.edit({
      messageId: userMessage.id,
      text: withAttachments('Our new lease', [pdf, picture]),
    })
    expect(edited.message.files).toEqual([pdf.file, picture.file])
    await edited.done
    await say(world, 'And the rent?')
    await eraseHistory(world.app, { messageId: edited.message.id }, false)
    expect(attachedPaths(world.app.handle.storeDir).filter((path) => path.startsWith(world.app.profileId))).toEqual([])
    await world.close()
  })

  it('go into backups and archives and come back from them', async () => {
    const world = await openTestApp(test)
    const picture = await attached(world, 'quince.png', PNG)
    await sendWith(world, 'Look', picture)
    const folder = mkdtempSync(join(tmpdir(), 'catchment-attached-'))
    const archive = join(folder, 'all.zip')
    const options = { signal: AbortSignal.any([]), report: () => undefined }
    const profile = { id: world.app.profileId, name: 'Ann' }
    await writeArchive(archive, { store: world.store, profile, files: filesIn(world), now: Date.now }, options)
    const files = join(folder, 'files')
    await readArchive(archive, await test.as(`Archive ${profile.id}`), { ...options, files })
    expect(readFileSync(join(files, picture.file.file))).toEqual(PNG)
    expect(readdirSync(files)).toHaveLength(2)
    await world.close()
  })

  it('are taken from an archive only if they are what their names say, and replace nothing that is here', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'catchment-crafted-'))
    const files = join(folder, 'files')
    mkdirSync(files)
    const [source, store] = [await test.as('Crafting'), await test.as('Crafted')]
    const options = { signal: AbortSignal.any([]), report: () => undefined, files }
    const picture = `${createHash('sha256').update(PNG).digest('hex')}.png`
    const view = `${picture.slice(0, 64)}.view.jpg`
    const taking = async (members: Record<string, Buffer>): Promise<void> => {
      const archive = join(folder, 'crafted.zip')
      const from = mkdtempSync(join(folder, 'from-'))
      for (const [name, bytes] of Object.entries(members)) writeFileSync(join(from, name), bytes)
      await writeArchive(
        archive,
        { store: source, profile: { id: 'x', name: 'x' }, files: from, now: Date.now },
        options,
      )
      await readArchive(archive, store, options)
    }
    writeFileSync(join(files, picture), PNG)
    writeFileSync(join(files, view), JPEG)
    const other = Buffer.from('something else')
    const broken = { code: 'import_broken' }
    await expect(taking({ [picture]: other })).rejects.toMatchObject(broken)
    // One that is not what it says spoils those before it as well, and leaves no draft.
    const second = `${'f'.repeat(64)}.pdf`
    await expect(taking({ [picture]: PNG, [view]: other, [second]: other })).rejects.toMatchObject(broken)
    await expect(taking({ [view]: other })).rejects.toMatchObject(broken)
    expect(readFileSync(join(files, view))).toEqual(JPEG)
    await taking({ [picture]: PNG, [view]: other })
    expect(readdirSync(files).sort()).toEqual([picture, view].sort())
    expect(readFileSync(join(files, picture))).toEqual(PNG)
    expect(readFileSync(join(files, view))).toEqual(JPEG)
  })

  it('are shown to a model that sees, with every turn of the session; another is told that they are there', async () => {
    const world = await openTestApp(test)
    const server = await chatWith(world)
    const picture = await attached(world, 'quince.png', PNG)
    await sendWith(world, 'What is this?', picture)
    const blind = JSON.stringify(server.received.at(-1))
    expect(blind).toContain('[image: quince.png]')
    expect(blind).toContain('not visible to you: quince.png')
    expect(blind).not.toContain('image_url')

    await world.app.models.override('see', true)
    await say(world, 'Is it ripe?')
    const body = JSON.stringify(server.received.at(-1))
    expect(body).toContain(`data:image/jpeg;base64,${JPEG.toString('base64')}`)
    await server.close()
    await world.close()
  })

  it('a draft that was given up goes after a month', async () => {
    const world = await openTestApp(test)
    await attached(world, 'quince.png', PNG)
    world.clock.set(Date.now() + 29 * 86_400_000)
    await world.app.attachments.sweep()
    expect(readdirSync(join(filesIn(world), 'drafts'))).toHaveLength(2)
    world.clock.set(Date.now() + 31 * 86_400_000)
    await world.app.attachments.sweep()
    expect(readdirSync(join(filesIn(world), 'drafts'))).toEqual([])
    await world.close()
  })
})
