import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitAttachments, withAttachments } from './attachments'

describe('texts attached to a message', () => {
  it('stand in it as blocks that name their file, and are told apart again', () => {
    const attached = [
      { name: 'notes.md', text: '# Garden\n\n```sh\nls\n```' },
      { name: 'main.ts', text: 'const a = 1' },
    ]
    const message = withAttachments('What is this?', attached)
    expect(message).toBe(
      'What is this?\n\n````md file="notes.md"\n# Garden\n\n```sh\nls\n```\n````\n\n```ts file="main.ts"\nconst a = 1\n```',
    )
    expect(splitAttachments(message)).toEqual({ text: 'What is this?', attachments: attached })
  })

  it('a block that names no file is part of what was said', () => {
    const said = 'Look:\n```ts\nconst a = 1\n```'
    expect(splitAttachments(said)).toEqual({ text: said, attachments: [] })
  })

  it('whatever they hold, it comes back', () => {
    const line = fc.string({ minLength: 1, maxLength: 30 }).filter((s) => !/[\r\n]/u.test(s))
    const content = fc.array(fc.oneof(line, fc.constant('```'), fc.constant('````x')), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(
        fc.array(
          fc.record({ name: fc.stringMatching(/^[a-z]{1,8}\.[a-z]{1,4}$/u), text: content.map((l) => l.join('\n')) }),
          { maxLength: 3 },
        ),
        (list) => {
          expect(splitAttachments(withAttachments('said', list)).attachments).toEqual(list)
        },
      ),
    )
  })
})
