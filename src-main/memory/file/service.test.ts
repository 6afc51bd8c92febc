import {
  chmodSync,
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { eventually } from '@shared/testing/eventually'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countTokens } from '../../language/tokens'
import { createFileWorld, type FileWorld } from './testing/file-world'
import { talk } from './testing/samples'
import { MAX_FILE_TOKENS } from './types'

let world: FileWorld
beforeEach(() => {
  world = createFileWorld()
})
afterEach(() => world.close())

const withLine = (text: string, line: string): string => text.replace('\n## Active', `${line}\n\n## Active`)

describe('MEMORY.md on the disk', () => {
  it('is written with its sidecar, its manifest and its version, and again only when its content changes', async () => {
    world.learn('Drinks tea, no coffee.')
    world.recent.push(talk(1, 'Trip to Lisbon', 'Flights.'))
    const first = await world.file.rebuild()
    expect(first).toMatchObject({ version: 1, maxTokens: 2_000, notice: null })
    expect(first.content).toBe(world.text())
    expect(first.content).toContain('- Drinks tea, no coffee.')
    expect(first.sections.map((s) => [s.heading, s.lines])).toEqual([
      ['Personal Preferences', 1],
      ['Active Tasks', 0],
      ['Key Insights', 0],
      ['Recent Context', 1],
    ])
    expect(world.manifest()).toMatchObject({
      version: 1,
      currentTokens: countTokens(world.text()),
      recent: [talk(1, '').id],
    })
    expect(world.manifest()?.preferences).toHaveLength(1)
    const files = readdirSync(world.folder).sort()
    expect(files).toEqual(['MEMORY.map.json', 'MEMORY.md'])

    world.clock.advance(3_600_000)
    const again = await world.file.rebuild()
    expect(again.version).toBe(1)
    expect(again.writtenAt).toBe(first.writtenAt)
    expect(world.manifest()?.lastCompacted).toBe(world.clock.now())
    world.learn('Sits at the window.')
    expect((await world.file.rebuild()).version).toBe(2)
  })

  it('says of every entry where it stands now: an entry learned since the last rendering is laid out before it is told', async () => {
    world.learn('Drinks tea, no coffee.')
    await world.file.read()
    const quiet = world.learn('The bakery opens at six.', { category: 'fact', score: 0.6 })
    const learned = world.entries.get(quiet)
    await world.file.entriesChanged({ memories: learned ? [learned] : [], removed: [] })
    expect((await world.file.read()).places[quiet]).toBe('summary')
    expect(world.text()).toContain('The bakery opens at six.')
  })

  it('takes over what a person added, changed, deleted and moved, before it is written anew', async () => {
    world.learn('Drinks tea, no coffee.')
    world.learn('Likes short answers.')
    world.learn('Renew the passport.', { category: 'task' })
    await world.file.rebuild()
    const changed = withLine(world.text(), '- Window seats, always')
      .replace('tea, no coffee', 'green tea, no coffee')
      .replace('- Likes short answers.\n', '')
      .replace('[ ] Renew', '[x] Renew')
    world.save(changed)
    const view = await world.file.read()
    expect(world.acts).toEqual([
      'edit {"done":true}',
      'edit {"content":"Drinks green tea, no coffee."}',
      'forget Likes short answers.',
      'add preference Window seats, always',
    ])
    expect(view.content).toContain('- Window seats, always')
    expect(view.content).not.toContain('passport')
    expect(view).toMatchObject({ version: 2, notice: null })
  })

  it('takes the same edit over once, though the process ends before the file is written anew', async () => {
    await world.file.rebuild()
    world.save(withLine(world.text(), '- Likes maps'))
    await world.file.read()
    const map = join(world.folder, 'MEMORY.map.json')
    const text = readFileSync(map, 'utf8')
    // As if neither the sidecar nor the file had been written after the store was.
    world.save(withLine(world.text().replace('version 2', 'version 1').replace('- Likes maps\n', ''), '- Likes maps'))
    writeFileSync(map, text.replace(/"seen":"[^"]*"/u, '"seen":"x"'))
    await world.reopen().read()
    expect(world.standing()).toEqual(['Likes maps'])
  })

  it('keeps what is saved while it is being written, and what the store learned meanwhile', async () => {
    world.learn('Drinks tea, no coffee.')
    await world.file.rebuild()
    const opened = world.text()
    let saves = 0
    world.hooks.reading = () => {
      if (saves < 2) world.save(withLine(opened, `- Saved in the middle ${saves}`))
      saves += 1
    }
    world.learn('Learned meanwhile.')
    await world.file.rebuild()
    await world.file.read()
    expect(world.standing()).toEqual(
      expect.arrayContaining(['Drinks tea, no coffee.', 'Learned meanwhile.', 'Saved in the middle 1']),
    )
    expect(world.text()).toContain('Saved in the middle 1')
  })

  it('does not take a text that was open before a rebuild for one without the lines that came since', async () => {
    world.learn('Drinks tea, no coffee.')
    await world.file.rebuild()
    const opened = world.text()
    world.learn('Learned since.')
    await world.file.rebuild()
    world.saveByRename(withLine(opened, '- Written into the old text'))
    await world.file.read()
    expect(world.standing()).toEqual(['Drinks tea, no coffee.', 'Learned since.', 'Written into the old text'])
    expect(world.acts).toEqual(['add preference Written into the old text'])
  })

  it('finds what an editor wrote into the file it had open while another was put in its place', async () => {
    world.learn('Drinks tea, no coffee.')
    await world.file.rebuild()
    const text = withLine(world.text(), '- Written late')
    const editor = openSync(world.path, 'r+')
    world.learn('Learned meanwhile.')
    await world.file.rebuild()
    ftruncateSync(editor, 0)
    writeSync(editor, text, 0)
    closeSync(editor)
    await world.file.read()
    expect(world.standing()).toEqual(['Drinks tea, no coffee.', 'Learned meanwhile.', 'Written late'])
    expect(world.text()).toContain('- Written late')
  })

  it('keeps an entry that got other words since the text was written in which its line was deleted', async () => {
    const tea = world.learn('Drinks tea, no coffee.')
    await world.file.rebuild()
    const opened = world.text()
    const entry = world.entries.get(tea)
    if (entry) world.entries.set(tea, { ...entry, content: 'Drinks tea and cocoa.' })
    world.save(opened.replace('- Drinks tea, no coffee.\n', ''))
    const view = await world.file.read()
    expect(world.standing()).toEqual(['Drinks tea and cocoa.'])
    expect(view.notice).toContain('“Drinks tea and cocoa.” was changed since')
  })

  it('takes the words of a person over to a new entry if the old one was forgotten meanwhile', async () => {
    const tea = world.learn('Drinks tea, no coffee.')
    await world.file.rebuild()
    const opened = world.text()
    const entry = world.entries.get(tea)
    if (entry) world.entries.set(tea, { ...entry, forgottenAt: '2026-01-14T09:00:00.000Z' })
    world.save(opened.replace('no coffee', 'never coffee'))
    await world.file.read()
    expect(world.standing()).toEqual(['Drinks tea, never coffee.'])
  })

  it.each([
    ['gone', () => rmSync(world.path), 'MEMORY.md was gone and was written anew. Nothing was forgotten.'],
    ['empty', () => world.save(''), 'MEMORY.md was empty and was written anew. Nothing was forgotten.'],
    ['blank', () => world.save(' \n\n\t\n'), 'MEMORY.md was empty'],
    [
      'bytes',
      () => writeFileSync(world.path, Buffer.from([0x89, 0x50, 0xff, 0xfe, 0, 1, 2])),
      'held something that is no text',
    ],
    ['without headings', () => world.save('- just\n- lines\n'), 'had none of its headings left'],
    ['cut off', () => world.save(world.text().slice(0, 180)), 'was missing in MEMORY.md and was put back'],
    ['a folder', () => rmSync(world.path) ?? mkdirSync(world.path), 'was no file and was written anew'],
    ['too long', () => world.save('x'.repeat(4_000_001)), 'was too long to be read'],
  ])('is written anew and the person told when it is %s; nothing is forgotten', async (_what, spoil, notice) => {
    world.learn('Drinks tea, no coffee.')
    world.learn('Likes short answers.')
    world.learn('Renew the passport.', { category: 'task' })
    const { content } = await world.file.rebuild()
    spoil()
    const view = await world.file.read()
    expect(view.notice).toContain(notice)
    expect(world.standing()).toHaveLength(3)
    expect(world.acts).toEqual([])
    expect(world.text()).toBe(content)
    expect(world.news.at(-1)?.notice).toContain(notice)
  })

  it('keeps what stood in a garbled file beside it', async () => {
    await world.file.rebuild()
    world.save('no headings, but words')
    await world.file.read()
    const aside = readdirSync(world.folder).find((name) => name.startsWith('MEMORY.set-aside-'))
    expect(readFileSync(join(world.folder, aside ?? ''), 'utf8')).toBe('no headings, but words')
  })

  it('reads and writes through no link', async () => {
    await world.file.rebuild()
    const outside = join(world.folder, '..', 'outside.md')
    writeFileSync(outside, '## Personal Preferences\n- From outside\n')
    rmSync(world.path)
    symlinkSync(outside, world.path)
    const view = await world.file.rebuild()
    expect(view.notice).toContain('was a link to another place')
    expect(world.standing()).toEqual([])
    expect(readFileSync(outside, 'utf8')).toBe('## Personal Preferences\n- From outside\n')
    expect(world.text()).toContain('# Memory')
  })

  it('loses neither its entries nor its edits with the sidecar, and deletes nothing without it', async () => {
    const long = 'I prefer answers that begin with the result and give their reasons after it. '.repeat(40)
    world.learn('Drinks tea, no coffee.')
    world.learn(long)
    await world.file.rebuild()
    writeFileSync(join(world.folder, 'MEMORY.map.json'), '{"format":1,"seen":')
    world.save(withLine(world.text().replace('- Drinks tea, no coffee.\n', ''), '- Likes maps'))
    const view = await world.reopen().read()
    expect(world.standing()).toEqual(['Drinks tea, no coffee.', long, 'Likes maps'])
    expect(view.notice).toContain('nothing was forgotten')
  })

  it('says so when the disk refuses, keeps working, and writes as soon as it can', async () => {
    world.learn('Drinks tea, no coffee.')
    mkdirSync(join(world.folder, '..'), { recursive: true })
    writeFileSync(world.folder, 'a file where the folder should be')
    const refused = await world.file.rebuild()
    expect(refused.notice).toMatch(
      /^MEMORY\.md could not be written: something else stands in the place of its folder\./u,
    )
    expect((await world.file.forPrompt(3_000)).all).toContain('Drinks tea, no coffee.')
    rmSync(world.folder)
    expect((await world.file.read()).notice).toBeNull()
    expect(world.text()).toContain('Drinks tea, no coffee.')
  })

  it.skipIf(process.getuid?.() === 0)('says so when its folder may not be written to', async () => {
    await world.file.rebuild()
    chmodSync(world.folder, 0o500)
    world.learn('Learned meanwhile.')
    const { notice } = await world.file.rebuild()
    chmodSync(world.folder, 0o700)
    expect(notice).toContain('its folder may not be written to')
  })

  it('keeps nothing of an entry that was erased for good, in no remembered state of the file', async () => {
    const secret = world.learn('The safe opens with 4711.')
    world.learn('Drinks tea, no coffee.')
    await world.file.rebuild()
    world.learn('Learned later.')
    await world.file.rebuild()
    world.entries.delete(secret)
    await world.file.entriesChanged({ memories: [], removed: [secret] })
    await world.file.read()
    for (const name of readdirSync(world.folder))
      expect(readFileSync(join(world.folder, name), 'utf8')).not.toContain('4711')
    expect(world.text()).toContain('Drinks tea')
  })

  it('is bounded again at once when a person pastes more into it than it may hold', async () => {
    await world.file.rebuild()
    const pasted = Array.from({ length: 900 }, (_, n) => `- Pasted line number ${n} of many`).join('\n')
    world.save(withLine(world.text(), pasted))
    const view = await world.file.read()
    expect(view.tokens).toBeLessThanOrEqual(MAX_FILE_TOKENS)
    expect(countTokens(world.text())).toBeLessThanOrEqual(MAX_FILE_TOKENS)
    expect(world.standing()).toHaveLength(900)
  })

  it('takes what the window holds as it takes the file, and what was saved meanwhile too', async () => {
    world.learn('Drinks tea, no coffee.')
    const { content } = await world.file.rebuild()
    world.save(withLine(content, '- From the editor'))
    const view = await world.file.write(withLine(content, '- From the window'))
    expect(world.standing()).toEqual(['Drinks tea, no coffee.', 'From the editor', 'From the window'])
    expect(view.content).toContain('- From the window')
    await world.file.write('')
    expect(world.standing()).toHaveLength(3)
  })

  it('is written daily, and before that when enough changed', async () => {
    expect(await world.file.runIfDue()).toBe(true)
    expect(await world.file.runIfDue()).toBe(false)
    world.clock.advance(25 * 3_600_000)
    expect(await world.file.runIfDue()).toBe(true)
    const low = Array.from({ length: 20 }, (_, n) => {
      const id = world.learn(`Chat number ${n}`, { category: 'chitchat', score: 0.3 })
      return world.entries.get(id)
    }).flatMap((e) => e ?? [])
    await world.file.entriesChanged({ memories: low.slice(0, 19), removed: [] })
    expect(await world.file.runIfDue()).toBe(false)
    await world.file.entriesChanged({ memories: low.slice(19), removed: [] })
    expect(await world.file.runIfDue()).toBe(true)
    const key = world.entries.get(world.learn('A key insight.', { category: 'insight' }))
    await world.file.entriesChanged({ memories: key ? [key] : [], removed: [] })
    expect(await world.file.runIfDue()).toBe(true)
    expect(world.text()).toContain('A key insight.')
  })

  it('removes the drafts of a process that was killed', async () => {
    mkdirSync(world.folder, { recursive: true })
    writeFileSync(join(world.folder, '.MEMORY.0.tmp'), 'half')
    await world.file.start()
    expect(existsSync(join(world.folder, '.MEMORY.0.tmp'))).toBe(false)
  })
})

describe('a running app', () => {
  it('reads by itself what is saved, whether in place or by renaming, and writes what is learned', async () => {
    await world.file.start()
    world.save(withLine(world.text(), '- Saved in place'))
    await eventually(() => expect(world.standing()).toContain('Saved in place'))
    await eventually(() => expect(world.text()).toContain('version 2'))
    world.saveByRename(withLine(world.text(), '- Saved by renaming'))
    await eventually(() => expect(world.standing()).toContain('Saved by renaming'))
    const id = world.learn('Learned just now.')
    const entry = world.entries.get(id)
    await world.file.entriesChanged({ memories: entry ? [entry] : [], removed: [] })
    await eventually(() => expect(world.text()).toContain('- Learned just now.'))
  })
})
