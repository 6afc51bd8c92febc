import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketCommand, commandOf, commandUsage, parseBucketCommand } from './commands'

const parsed = (line: string) => {
  const result = parseBucketCommand(line)
  if (!result.ok) throw new Error(result.message)
  return result.command
}

describe('a bucket command as typed', () => {
  it('is read in each of its nine forms', () => {
    expect(parsed('mv a b')).toEqual({ kind: 'mv', source: 'a', target: 'b' })
    expect(parsed('merge a b c')).toEqual({ kind: 'merge', sources: ['a', 'b'], target: 'c' })
    expect(parsed('split s d1 d2')).toEqual({ kind: 'split', source: 's', targets: ['d1', 'd2'] })
    for (const kind of ['pin', 'unpin', 'archive', 'unarchive', 'show'] as const)
      expect(parsed(`${kind} x`)).toEqual({ kind, bucket: 'x' })
    expect(parsed('rename x "A title"')).toEqual({ kind: 'rename', bucket: 'x', title: 'A title' })
    expect([...commandUsage.keys()]).toHaveLength(9)
  })

  it('may begin with a slash, be in capitals and have spaces around it', () => {
    expect(parsed('  /MV   a\t b ')).toEqual({ kind: 'mv', source: 'a', target: 'b' })
  })

  it('keeps quoted words together, in either kind of quotes and any script', () => {
    expect(parsed(`/merge "Dog Breeds" '犬の 散歩' "Всё о собаках"`)).toEqual({
      kind: 'merge',
      sources: ['Dog Breeds', '犬の 散歩'],
      target: 'Всё о собаках',
    })
  })

  it('takes the rest of a rename as its title, quotes or not', () => {
    expect(parsed('rename x My new title')).toMatchObject({ title: 'My new title' })
    expect(parsed("rename x Taylor's dog")).toMatchObject({ title: "Taylor's dog" })
  })

  it('says how it is written when something is missing, too much or empty', () => {
    for (const line of [
      'mv a',
      'mv a b c',
      'merge a b',
      'split a b',
      'pin',
      'pin a b',
      'rename x',
      'rename x ""',
      'mv "" b',
    ])
      expect(parseBucketCommand(line)).toEqual({
        ok: false,
        message: `Write it as: ${commandUsage.get(line.split(' ')[0] as never)}`,
      })
    expect(parseBucketCommand('rename x "   "')).toMatchObject({ ok: false })
    expect(parseBucketCommand(`mv ${'a'.repeat(201)} b`)).toMatchObject({ ok: false })
  })

  it('says which commands there are when it is none of them', () => {
    for (const line of ['', '/', 'delete x', 'constructor x', '__proto__ x'])
      expect(parseBucketCommand(line)).toMatchObject({
        ok: false,
        message: expect.stringContaining('mv, merge, split'),
      })
  })

  it('never throws, and what it accepts is a command of the contract', () => {
    const line = fc.oneof(
      fc.string(),
      fc.tuple(fc.constantFrom(...commandUsage.keys()), fc.string({ unit: 'grapheme' })).map((w) => w.join(' ')),
    )
    fc.assert(
      fc.property(line, (text) => {
        const result = parseBucketCommand(text)
        if (result.ok) expect(bucketCommand.parse(result.command)).toEqual(result.command)
        else expect(result.message).not.toBe('')
      }),
    )
  })

  it('says the same in parted words, whatever quotes and spaces they hold', () => {
    const word = fc.string({ minLength: 1, maxLength: 50, unit: 'grapheme' }).filter((w) => w.trim() !== '')
    fc.assert(
      fc.property(word, word, (source, target) => {
        expect(commandOf(['mv', source, target])).toEqual({
          ok: true,
          command: { kind: 'mv', source: source.trim(), target: target.trim() },
        })
      }),
    )
    expect(commandOf(['rename', 'x', 'Say "hi there"'])).toMatchObject({ command: { title: 'Say "hi there"' } })
  })
})
