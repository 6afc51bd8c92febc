import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { planMigration } from './migration'
import { createFileWorld, type FileWorld } from './testing/file-world'
import { hostileText } from './testing/samples'

const LEGACY = `# MEMORY

Some words about Ann that stand
over two lines.

## User Preferences
- Prefers short answers
- Travel:
  - window seat
  - no red-eye flights
* Drinks tea

## TODO
- [ ] Renew the passport
- [x] Pay the rent
1. Call the vet

Lessons learned
---------------
- Measure twice, cut once (value: 0.91)

## Misc
> The dog is called Bruno.

\`\`\`sh
npm test
\`\`\`
<!-- old
- commented out
-->
`

describe('the plan of a migration', () => {
  it('takes one entry from each bullet and paragraph, its category from the headings above', () => {
    expect(planMigration(LEGACY, 'MEMORY.md')).toEqual([
      { category: 'fact', content: 'Some words about Ann that stand over two lines.', done: false },
      { category: 'preference', content: 'Prefers short answers', done: false },
      { category: 'preference', content: 'Travel:\n- window seat\n- no red-eye flights', done: false },
      { category: 'preference', content: 'Drinks tea', done: false },
      { category: 'task', content: 'Renew the passport', done: false },
      { category: 'task', content: 'Pay the rent', done: true },
      { category: 'task', content: 'Call the vet', done: false },
      { category: 'insight', content: 'Measure twice, cut once', done: false },
      { category: 'fact', content: 'The dog is called Bruno.', done: false },
      { category: 'fact', content: '```sh\nnpm test\n```', done: false },
    ])
  })

  it('takes what HEARTBEAT.md lists for tasks', () => {
    expect(planMigration('# Every day\n- Read the mail\n', 'HEARTBEAT.md')).toEqual([
      { category: 'task', content: 'Read the mail', done: false },
    ])
  })

  it('splits what is too long for one entry, and makes of any text entries that can be stored', () => {
    const long = planMigration(`- ${'words '.repeat(10_000)}`, 'MEMORY.md')
    expect(long.length).toBeGreaterThan(2)
    fc.assert(
      fc.property(fc.array(hostileText, { maxLength: 20 }), (texts) => {
        for (const { content } of planMigration(texts.join('\n'), 'MEMORY.md')) {
          expect(content.trim()).not.toBe('')
          expect(content.length).toBeLessThanOrEqual(20_000)
          expect(content).not.toContain('\u0000')
          expect(content.isWellFormed()).toBe(true)
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('a migration', () => {
  let world: FileWorld
  let dir: string
  beforeEach(() => {
    world = createFileWorld()
    dir = mkdtempSync(join(tmpdir(), 'catchment-migration-'))
  })
  afterEach(async () => {
    await world.close()
    rmSync(dir, { recursive: true, force: true })
  })

  it('adds every entry as the person’s own word, keeps the original beside, and writes the bounded file', async () => {
    const path = join(dir, 'MEMORY.md')
    writeFileSync(path, LEGACY)
    const done = await world.file.migrate(path)
    expect(done).toEqual({
      entries: 10,
      refused: [],
      byCategory: { fact: 3, preference: 3, task: 3, insight: 1 },
      original: `${path}.pre-migration`,
    })
    expect(existsSync(path)).toBe(false)
    expect(readFileSync(done.original, 'utf8')).toBe(LEGACY)
    expect(world.text()).toContain('- Travel: - window seat - no red-eye flights')
    expect([...world.entries.values()].every((e) => e.source === 'person')).toBe(true)
  })

  it('adds nothing twice when it is started again', async () => {
    const path = join(dir, 'MEMORY.md')
    writeFileSync(path, LEGACY)
    await world.file.migrate(path)
    writeFileSync(path, LEGACY)
    const again = await world.file.migrate(path)
    expect(again).toMatchObject({ entries: 10, original: `${path}.pre-migration-2` })
    expect(world.standing()).toHaveLength(10)
  })

  it('takes over the very file it keeps, too, and calls nothing lost', async () => {
    await world.file.rebuild()
    world.save(LEGACY)
    await world.file.migrate(world.path)
    expect(world.standing()).toHaveLength(10)
    expect(readFileSync(`${world.path}.pre-migration`, 'utf8')).toBe(LEGACY)
    expect((await world.file.read()).notice).toBeNull()
    expect(world.text()).toContain('# Memory\n<!-- Kept by Catchment')
  })

  it('refuses what is not there and what is no text, and touches nothing', async () => {
    const path = join(dir, 'MEMORY.md')
    await expect(world.file.migrate(path)).rejects.toMatchObject({ code: 'not_found' })
    writeFileSync(path, Buffer.from([0xff, 0xfe, 0, 1]))
    await expect(world.file.migrate(path)).rejects.toMatchObject({ code: 'bad_request' })
    expect(existsSync(path)).toBe(true)
  })
})
