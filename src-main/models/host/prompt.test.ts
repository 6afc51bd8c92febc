import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '../types'
import { withoutSystem } from './prompt'

const message = (role: ChatMessage['role'], text: string): ChatMessage => ({ role, text })

describe('a prompt for a model that takes no system message', () => {
  it('puts the instructions at the head of the next user message', () => {
    expect(
      withoutSystem([message('system', 'Be brief.'), message('user', 'Hi'), message('assistant', 'Yes?')]),
    ).toEqual([message('user', 'Be brief.\n\nHi'), message('assistant', 'Yes?')])
  })

  it('makes a user message of instructions that none follows', () => {
    expect(withoutSystem([message('system', 'a'), message('system', 'b')])).toEqual([message('user', 'a\n\nb')])
  })

  it('keeps the beginning the same when a turn is added, so that the prefix cache holds', () => {
    const turn = fc.record({ role: fc.constantFrom<ChatMessage['role']>('user', 'assistant'), text: fc.string() })
    fc.assert(
      fc.property(fc.string(), fc.array(turn, { maxLength: 6 }), fc.string(), (instructions, turns, next) => {
        const before = [message('system', instructions), message('user', 'first'), ...turns]
        const shorter = withoutSystem(before)
        const longer = withoutSystem([...before, message('user', next)])
        expect(longer.slice(0, shorter.length)).toEqual(shorter)
      }),
    )
  })
})
