import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFileWorld, type FileWorld } from './testing/file-world'

/** What happens to a file that is edited, learned into and written anew, in any order. */
type Act =
  | { kind: 'open'; editor: number }
  | { kind: 'add' | 'change'; editor: number; at: number }
  | { kind: 'save'; editor: number; byRename: boolean }
  | { kind: 'learn' | 'rebuild' | 'look' | 'restart' }
  /** Saved in the middle of a rebuild. */
  | { kind: 'race'; editor: number }

const editor = fc.nat(1)
const anAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), editor }),
  fc.record({ kind: fc.constantFrom('add', 'change' as const), editor, at: fc.nat(40) }),
  fc.record({ kind: fc.constant('save' as const), editor, byRename: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('learn', 'rebuild', 'look', 'restart' as const) }),
  fc.record({ kind: fc.constant('race' as const), editor }),
)

/** An editor with the text it opened and the marks that its person left in it. */
interface Editor {
  text: string
  marks: string[]
}

async function live(world: FileWorld, acts: readonly Act[]): Promise<string[]> {
  let file = world.file
  await file.rebuild()
  let count = 0
  const saved = new Set<string>()
  const editors: Editor[] = [0, 1].map(() => ({ text: world.text(), marks: [] }))
  const save = (of: Editor, byRename: boolean): void => {
    if (byRename) world.saveByRename(of.text)
    else world.save(of.text)
    for (const mark of of.marks) saved.add(mark)
  }
  for (const act of acts) {
    const of = editors['editor' in act ? act.editor : 0] ?? { text: '', marks: [] }
    count += 1
    if (act.kind === 'open') Object.assign(of, { text: world.text(), marks: [] })
    else if (act.kind === 'add') {
      const lines = of.text.split('\n')
      const heading = lines.indexOf('## Personal Preferences')
      lines.splice(heading + 2, 0, `- [[${count}]] ${WORDS[act.at % WORDS.length]}`)
      Object.assign(of, { text: lines.join('\n'), marks: [...of.marks, `[[${count}]]`] })
    } else if (act.kind === 'change') {
      const lines = of.text.split('\n')
      const bullets = lines.flatMap((line, n) => (line.startsWith('- ') ? [n] : []))
      const at = bullets[act.at % Math.max(1, bullets.length)]
      if (at === undefined) continue
      lines[at] = `${lines[at]} [[${count}]]`
      Object.assign(of, { text: lines.join('\n'), marks: [...of.marks, `[[${count}]]`] })
    } else if (act.kind === 'save') {
      // A program that writes over what it has not read and nobody has looked at yet is beyond any merge.
      await file.runIfDue()
      save(of, act.byRename)
      await file.read()
    } else if (act.kind === 'learn') {
      const mark = `((${count}))`
      const id = world.learn(`${mark} ${WORDS[count % WORDS.length]}`, { score: 0.8 + (count % 10) / 50 })
      const entry = world.entries.get(id)
      await file.entriesChanged({ memories: entry ? [entry] : [], removed: [] })
      saved.add(mark)
    } else if (act.kind === 'rebuild') await file.rebuild()
    else if (act.kind === 'look') await file.read()
    else if (act.kind === 'restart') file = world.reopen()
    else {
      let isDone = false
      world.hooks.reading = () => {
        if (!isDone) save(of, true)
        isDone = true
      }
      await file.rebuild()
      world.hooks.reading = () => undefined
    }
  }
  await file.read()
  await file.rebuild()
  return [...saved]
}

const WORDS = ['likes tea', 'window seats', '犬の散歩', 'تحب القهوة', 'renew the passport', 'measure twice, cut once']

describe('edits and rebuilds in any order', () => {
  it('lose no word that a person saved and no entry that was learned', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anAct, { minLength: 4, maxLength: 16 }), async (acts) => {
        const world = createFileWorld()
        try {
          world.learn('Drinks tea, no coffee.')
          world.learn('Likes short answers.')
          const marks = await live(world, acts)
          const standing = world.standing().join('\n')
          expect(marks.filter((mark) => !standing.includes(mark))).toEqual([])
          expect(world.acts.filter((act) => act.startsWith('forget'))).toEqual([])
        } finally {
          await world.close()
        }
      }),
      { numRuns: 20 },
    )
  })
})
