import { describe, expect, it } from 'vitest'
import { readOne } from '../testing/exports'
import { readClaude } from './claude'

const message = (uuid: string, sender: string, text: string, more: object = {}) => ({
  uuid,
  sender,
  text,
  content: [{ type: 'text', text }],
  created_at: '2024-03-01T09:00:00.5Z',
  ...more,
})
const conversation = (messages: unknown[], more: object = {}) => ({
  uuid: 'c1',
  name: 'Dog talk',
  created_at: '2024-03-01T08:00:00Z',
  chat_messages: messages,
  ...more,
})

const read = (value: unknown) => readOne(readClaude, value)

describe('a Claude conversation', () => {
  it('gives both sides with their times', () => {
    const { conversation: c } = read(conversation([message('m1', 'human', 'Hi'), message('m2', 'assistant', 'Hello')]))
    const at = Date.UTC(2024, 2, 1, 9) + 500
    expect(c).toMatchObject({
      externalId: 'c1',
      title: 'Dog talk',
      messages: [
        {
          externalId: 'c1/m1',
          conv: 'c1',
          role: 'user',
          author: 'user',
          text: 'Hi',
          at,
          conversationTitle: 'Dog talk',
        },
        {
          externalId: 'c1/m2',
          conv: 'c1',
          role: 'assistant',
          author: 'assistant',
          text: 'Hello',
          at,
          conversationTitle: 'Dog talk',
        },
      ],
    })
  })

  it('takes the text blocks only, the plain text of older exports, and marks files without words', () => {
    const blocks = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text: 'One.' },
      { type: 'tool_use', name: 'search' },
      { type: 'text', text: 'Two.' },
    ]
    const { conversation: c } = read(
      conversation([
        message('m1', 'assistant', 'ignored', { content: blocks }),
        message('m2', 'human', 'plain', { content: undefined }),
        message('m3', 'human', '', { files: [{ file_name: 'dog.jpg' }] }),
      ]),
    )
    expect(c?.messages.map((m) => m.text)).toEqual(['One.\n\nTwo.', 'plain', '[image: dog.jpg]'])
  })

  it('skips empty and repeated messages and other senders, and counts what it cannot read', () => {
    const { conversation: c, counts } = read(
      conversation([
        message('m1', 'human', 'Hi'),
        message('m1', 'human', 'Hi again'),
        message('m2', 'assistant', ''),
        message('m3', 'system', 'x'),
        { uuid: 4 },
        message('m5', 'human', 'Bye', { created_at: 'never' }),
      ]),
    )
    expect(c?.messages.map((m) => m.text)).toEqual(['Hi', 'Bye'])
    expect(counts).toMatchObject({ read: 2, skipped: 3, failed: 1 })
  })

  it('has no title where the export has none', () => {
    expect(read(conversation([message('m1', 'human', 'Hi')], { name: '' })).conversation?.title).toBeNull()
  })

  it.each([null, [], { uuid: 'c' }, { chat_messages: [] }])('counts %j as failed', (value) => {
    expect(read(value)).toMatchObject({ conversation: null, counts: { failed: 1 } })
  })
})
