import { describe, expect, it } from 'vitest'
import { gptConversation, gptMessage, leftOf, readOne, START } from '../testing/exports'
import { readChatGpt } from './chatgpt'

const read = (value: unknown) => readOne(readChatGpt, value)

describe('a ChatGPT conversation', () => {
  it('follows the current branch, so an edited question counts once', () => {
    const { conversation } = read(
      gptConversation(
        'c1',
        [
          { id: 'root', parent: null, message: null },
          { id: 'q1', parent: 'root', text: 'Which dog sheds least?' },
          { id: 'a1', parent: 'q1', role: 'assistant', text: 'A poodle.' },
          { id: 'q1b', parent: 'root', text: 'Which small dog sheds least?' },
          { id: 'a1b', parent: 'q1b', role: 'assistant', text: 'A toy poodle.' },
        ],
        'a1b',
      ),
    )
    expect(conversation).toMatchObject({
      externalId: 'c1',
      title: 'Talk c1',
      messages: [
        {
          externalId: 'c1/q1b',
          conv: 'c1',
          role: 'user',
          author: 'user',
          text: 'Which small dog sheds least?',
          at: (START + 3 * 30.5) * 1000,
          conversationTitle: 'Talk c1',
        },
        {
          externalId: 'c1/a1b',
          conv: 'c1',
          role: 'assistant',
          author: 'assistant',
          text: 'A toy poodle.',
          at: (START + 4 * 30.5) * 1000,
          conversationTitle: 'Talk c1',
        },
      ],
    })
  })

  it('skips and counts what was not said: system, tools, calls of tools, hidden and empty messages', () => {
    const text = (t: string) => ({ content_type: 'text', parts: [t] })
    const messages = [
      gptMessage('system', text('')),
      gptMessage('user', text('Draw a dog')),
      gptMessage('assistant', { content_type: 'code', text: 'draw()' }, START, { recipient: 'dalle' }),
      gptMessage('tool', text('done')),
      gptMessage('assistant', { content_type: 'thoughts', thoughts: [] }),
      gptMessage('user', text('about me'), START, { metadata: { is_visually_hidden_from_conversation: true } }),
      gptMessage('assistant', text('')),
      gptMessage('assistant', text('Here it is.')),
    ]
    const nodes = messages.map((message, i) => ({ id: `n${i}`, parent: i === 0 ? null : `n${i - 1}`, message }))
    const { conversation, counts } = read(gptConversation('c', nodes, 'n7'))
    expect(conversation?.messages.map((m) => m.text)).toEqual(['Draw a dog', 'Here it is.'])
    expect(counts).toMatchObject({ read: 2, skipped: 5, failed: 0, reasons: [] })
    expect(leftOf(counts)).toEqual({
      'hidden messages of the program (system prompts, context)': 2,
      'calls of tools (dalle)': 1,
      'answers of tools': 1,
      'messages without words': 1,
    })
  })

  it('takes the words of messages with pictures and sound, and marks pictures without words', () => {
    const picture = { content_type: 'image_asset_pointer', asset_pointer: 'file-service://x' }
    const parts = [
      [picture, 'What breed is this?'],
      [picture],
      [{ content_type: 'audio_transcription', text: 'And this one?' }],
    ]
    const nodes = parts.map((p, i) => ({
      id: `n${i}`,
      parent: i === 0 ? null : `n${i - 1}`,
      message: gptMessage('user', { content_type: 'multimodal_text', parts: p }),
    }))
    const { conversation } = read(gptConversation('c', nodes, 'n2'))
    expect(conversation?.messages.map((m) => m.text)).toEqual([
      '[image]\nWhat breed is this?',
      '[image]',
      'And this one?',
    ])
  })

  it('takes the time of the message before, or of the conversation, where a message has none', () => {
    const nodes = [null, 'soon', START + 60].map((time, i) => ({
      id: `n${i}`,
      parent: i === 0 ? null : `n${i - 1}`,
      message: gptMessage('user', { content_type: 'text', parts: [`m${i}`] }, time),
    }))
    expect(read(gptConversation('c', nodes, 'n2')).conversation?.messages.map((m) => m.at)).toEqual([
      START * 1000,
      START * 1000,
      (START + 60) * 1000,
    ])
    const undated = read(gptConversation('c', nodes.slice(0, 1), 'n0', { create_time: null }))
    expect(undated).toMatchObject({
      conversation: null,
      counts: { failed: 1, reasons: ['Conversation 1 (“Talk c”), message n0: it has no date'] },
    })
  })

  it('finds the way without a current node, and out of a circle of parents', () => {
    const nodes = [
      { id: 'a', parent: null, text: 'one' },
      { id: 'b', parent: 'a', text: 'two' },
    ]
    expect(read(gptConversation('c', nodes, null)).conversation?.messages.map((m) => m.text)).toEqual(['one', 'two'])
    expect(read(gptConversation('c', nodes, 'gone')).conversation?.messages).toHaveLength(2)
    const circle = [
      { id: 'a', parent: 'b', text: 'one' },
      { id: 'b', parent: 'a', text: 'two' },
    ]
    expect(read(gptConversation('c', circle, 'b')).conversation?.messages).toHaveLength(2)
    const odd = [{ id: '__proto__', parent: null, text: 'one' }]
    expect(
      read(JSON.parse(JSON.stringify(gptConversation('c', odd, 'constructor')))).conversation?.messages,
    ).toHaveLength(1)
  })

  it.each([null, 7, 'text', [], {}, { conversation_id: 'c' }, { conversation_id: 'c', mapping: [] }])(
    'counts %j as failed',
    (value) => {
      const { conversation, counts } = read(value)
      expect(conversation).toBeNull()
      expect(counts.failed).toBe(1)
      expect(counts.reasons[0]).toMatch(/^Conversation 1: it /)
    },
  )

  it('counts messages it cannot read and goes on', () => {
    const nodes = [
      { id: 'a', parent: null, text: 'one' },
      { id: 'b', parent: 'a', message: { author: 'me', content: 'hi' } },
      { id: 'c', parent: 'b', text: 'three' },
    ]
    const { conversation, counts } = read(gptConversation('c', nodes, 'c'))
    expect(conversation?.messages.map((m) => m.text)).toEqual(['one', 'three'])
    expect(counts.failed).toBe(1)
  })
})
