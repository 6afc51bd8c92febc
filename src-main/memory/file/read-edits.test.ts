import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterEdits, readEdits } from './read-edits'
import { fileText, renderMemoryFile } from './render'
import type { Snapshot } from './snapshot'
import { compress, entriesOf, entry, hostileEntries, id, talk } from './testing/samples'

const rendering = renderMemoryFile({
  entries: [
    entry(1, 'Prefers short answers.', { score: 0.95 }),
    entry(2, 'Drinks tea, no coffee.', { score: 0.9 }),
    entry(3, 'Book the flights to Lisbon.', { category: 'task', score: 0.9 }),
    entry(4, 'Renew the passport.', { category: 'task', score: 0.85 }),
    entry(5, 'Measure before you cut.', { category: 'insight', score: 0.93 }),
    entry(6, 'The dog is called Bruno.', { category: 'fact', score: 0.85 }),
  ],
  recent: [talk(1, 'Trip to Lisbon', 'Flights were compared.'), talk(2, 'Bread', 'A recipe for rye.')],
  compress,
  version: 7,
})
const base: Snapshot = { version: 7, sections: rendering.sections }
const { text } = rendering

const NOTHING = { added: [], edited: [], deleted: [], unreadable: [] }
const edits = (changed: string, of: Snapshot = base) => {
  const { added, edited, deleted, unreadable } = readEdits(of, changed)
  return { added: added.map(({ item: _, ...line }) => line), edited, deleted, unreadable }
}

describe('reading what a person did to the file', () => {
  it('finds nothing in the file as it was written, nor in one that was only laid out anew', () => {
    expect(edits(text)).toEqual(NOTHING)
    expect(edits(text.replaceAll('\n', '\r\n'))).toEqual(NOTHING)
    expect(edits(text.replaceAll('\n- ', '\n\n* ').replaceAll('## ', '### '))).toEqual(NOTHING)
    expect(edits(`\uFEFF${text}\n\n`)).toEqual(NOTHING)
    // Wrapped at a column by an editor.
    expect(edits(text.replace('Drinks tea, no', 'Drinks tea,\n  no'))).toEqual(NOTHING)
    expect(edits(text.normalize('NFD'))).toEqual(NOTHING)
  })

  it('finds nothing in any rendering of any entries', () => {
    fc.assert(
      fc.property(hostileEntries, (list) => {
        const made = renderMemoryFile({ entries: entriesOf(list), recent: [], compress, version: 3 })
        const found = readEdits({ version: 3, sections: made.sections }, made.text)
        expect(found).toMatchObject({ added: [], edited: [], deleted: [], unreadable: [], lost: [], kept: 0 })
      }),
      { numRuns: 40 },
    )
  })

  it('takes a new line in the person’s words, of the category of its section', () => {
    const changed = text
      .replace('## Active Tasks', '- Window seats, always\n\n## Active Tasks')
      .replace('- [ ] Renew', '- Call the vet\n- [x] Water the plants\n- [ ] Renew')
      .replace('## Recent Context', 'Bare words count too.\n\n## Recent Context')
    expect(edits(changed)).toEqual({
      ...NOTHING,
      added: [
        { category: 'preference', content: 'Window seats, always', done: false },
        { category: 'task', content: 'Call the vet', done: false },
        { category: 'task', content: 'Water the plants', done: true },
        { category: 'insight', content: 'Bare words count too.', done: false },
      ],
    })
  })

  it('takes a changed line as an edit of its entry, without the value at its end', () => {
    const changed = text
      .replace('Drinks tea, no coffee.', 'Drinks green tea, never coffee after noon.')
      .replace('Measure before you cut. (value: 0.93)', 'Measure twice before you cut. (value: 0.93)')
    expect(edits(changed)).toEqual({
      ...NOTHING,
      edited: [
        { id: id(5), content: 'Measure twice before you cut.' },
        { id: id(2), content: 'Drinks green tea, never coffee after noon.' },
      ],
    })
    expect(edits(text.replace(' (value: 0.93)', ''))).toEqual(NOTHING)
  })

  it('takes a line that was replaced by something else as both: the old is gone, the new is there', () => {
    const { added, edited, deleted } = edits(text.replace('- Drinks tea, no coffee.', '- 犬を飼っています'))
    expect({ added: added.length, edited: edited.length, deleted }).toEqual({ added: 1, edited: 0, deleted: [id(2)] })
  })

  it('takes a deleted line as forgotten', () => {
    expect(edits(text.replace('- Drinks tea, no coffee.\n', ''))).toEqual({ ...NOTHING, deleted: [id(2)] })
  })

  it('takes a ticked box as done', () => {
    expect(edits(text.replace('[ ] Renew', '[x] Renew'))).toEqual({ ...NOTHING, edited: [{ id: id(4), done: true }] })
  })

  it('takes a line that was moved under another heading as one of that category', () => {
    const moved = text
      .replace('- Drinks tea, no coffee.\n', '')
      .replace('## Active Tasks\n\n', '## Active Tasks\n\n- [ ] Drinks tea, no coffee.\n')
      .replace('- The dog is called Bruno. (value: 0.85)\n', '')
      .replace('## Personal Preferences\n\n', '## Personal Preferences\n\n- The dog is called Bruno. (value: 0.85)\n')
    expect(edits(moved).edited).toEqual(
      expect.arrayContaining([
        { id: id(2), category: 'task' },
        { id: id(6), category: 'preference' },
      ]),
    )
    expect(edits(moved)).toMatchObject({ added: [], deleted: [], unreadable: [] })
  })

  it('deletes nothing where the file was cut off, at whatever place', () => {
    for (let end = 0; end <= text.length; end += 1) {
      expect({ end, ...edits(text.slice(0, end)) }).toEqual({ end, ...NOTHING })
    }
  })

  it('deletes and moves nothing when a heading is lost', () => {
    const without = text.replace('## Active Tasks\n', '')
    expect(edits(without)).toEqual(NOTHING)
    expect(readEdits(base, without).lost).toEqual(['tasks'])
    const emptied = text.replace(/## Active Tasks[\s\S]*?## Key/u, '## Key')
    expect(readEdits(base, emptied)).toMatchObject({ deleted: [], kept: 2, lost: ['tasks'] })
  })

  it('deletes nothing from a text that nobody knows the origin of, and from one without a version if most is gone', () => {
    const rewritten = '## Personal Preferences\n- Likes maps\n## Active Tasks\n## Key Insights\n## Recent Context\n'
    expect(readEdits(base, rewritten, 'unknown')).toMatchObject({ deleted: [], kept: 6 })
    expect(readEdits(base, rewritten, 'likely')).toMatchObject({ deleted: [], kept: 6 })
    expect(readEdits(base, text.replace('- Drinks tea, no coffee.\n', ''), 'likely').deleted).toEqual([id(2)])
    expect(readEdits(base, rewritten, 'known').deleted).toHaveLength(6)
  })

  it('lets the person’s words stand for an entry that was shown at a shorter level', () => {
    const long = 'I prefer answers that begin with the result and give their reasons after it. '.repeat(60)
    const made = renderMemoryFile({ entries: [entry(1, long)], recent: [], compress, version: 2 })
    const [line] = made.sections[0]?.lines ?? []
    expect(line?.level).not.toBe('full')
    const of = { version: 2, sections: made.sections }
    expect(edits(made.text, of)).toEqual(NOTHING)
    const changed = made.text.replace(line?.line ?? '', '- I prefer answers that begin with the result.')
    expect(edits(changed, of).edited).toEqual([{ id: id(1), content: 'I prefer answers that begin with the result.' }])
  })

  it('takes what a person writes over a quotation in Recent Context as an entry, and a deleted quotation as nothing', () => {
    expect(edits(text.replace('- Bread – A recipe for rye.\n', ''))).toEqual(NOTHING)
    expect(edits(text.replace('A recipe for rye.', 'A recipe for rye, 500 g flour.'))).toEqual({
      ...NOTHING,
      added: [{ category: 'fact', content: 'Bread – A recipe for rye, 500 g flour.', done: false }],
    })
  })

  it('names a line that is too long for an entry and takes the others', () => {
    const found = edits(text.replace('## Active', `- ${'long '.repeat(5_000)}\n- Likes maps\n\n## Active`))
    expect(found.unreadable).toHaveLength(1)
    expect(found.added.map((a) => a.content)).toEqual(['Likes maps'])
  })

  it('knows, once edits were taken in, what the same text holds: read again it has none, edited again only the new ones', () => {
    const once = text.replace('## Active', '- Likes maps\n\n## Active').replace('tea, no coffee', 'green tea')
    const after = afterEdits(base, readEdits(base, once), () => id(50))
    expect(edits(once, after)).toEqual(NOTHING)
    expect(edits(once.replace('Likes maps', 'Likes old maps'), after)).toEqual({
      ...NOTHING,
      edited: [{ id: id(50), content: 'Likes old maps' }],
    })
  })

  it('reads a file of ten thousand new lines without comparing each with each', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `- New line ${n}`).join('\n')
    expect(edits(text.replace('## Active', `${many}\n\n## Active`)).added).toHaveLength(10_000)
  })

  it('finds exactly the lines that a person added, changed and deleted, in any mixture', () => {
    const act = fc.constantFrom('keep', 'delete', 'change' as const)
    fc.assert(
      fc.property(fc.array(act, { minLength: 6, maxLength: 6 }), fc.boolean(), (acts, add) => {
        const expected = { added: 0, edited: [] as string[], deleted: [] as string[] }
        const sections = rendering.sections.map((section) => ({
          ...section,
          lines: section.lines.flatMap((line) => {
            const { source } = line
            if (source.kind !== 'memory') return [line]
            const what = acts[Number(source.id.slice(-2)) - 1]
            if (what === 'delete') expected.deleted.push(source.id)
            if (what === 'change') expected.edited.push(source.id)
            if (what === 'delete') return []
            return [what === 'change' ? { ...line, line: line.line.replace(/^(- (?:\[ \] )?)/u, '$1Indeed: ') } : line]
          }),
        }))
        if (add) expected.added = 1
        const changed = fileText(sections, 7).replace('## Active', `${add ? '- 鉄道が好きです' : ''}\n\n## Active`)
        const found = readEdits(base, changed)
        expect(found.added).toHaveLength(expected.added)
        expect(found.edited.map((e) => e.id).sort()).toEqual(expected.edited.sort())
        expect([...found.deleted].sort()).toEqual(expected.deleted.sort())
      }),
      { numRuns: 80 },
    )
  })
})
