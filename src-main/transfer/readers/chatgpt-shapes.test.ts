/** What exports of 2023 to 2026 look like, in small: every oddity that was met has a conversation here. */
import { describe, expect, it } from 'vitest'
import { gptConversation, gptMessage, leftOf, readOne, START } from '../testing/exports'
import { readChatGpt } from './chatgpt'

const words = (...parts: unknown[]) => ({ content_type: 'text', parts })
const chain = (messages: readonly unknown[], more: object = {}) => {
  const nodes = [
    { id: 'root', parent: null, message: null },
    ...messages.map((message, i) => ({ id: `n${i}`, parent: i === 0 ? 'root' : `n${i - 1}`, message })),
  ]
  return gptConversation('c', nodes, nodes.at(-1)?.id ?? null, more)
}
const read = (messages: readonly unknown[], more: object = {}) => readOne(readChatGpt, chain(messages, more))
const textsOf = (result: ReturnType<typeof read>) => result.conversation?.messages.map((m) => m.text)
const assistant = (content: object, more: object = {}) => gptMessage('assistant', content, START, more)
const call = (recipient: string, text: string) =>
  assistant({ content_type: 'code', language: 'unknown', text }, { recipient })
const tool = (content: object, more: object = {}) => gptMessage('tool', content, START, more)

describe('what was said and shown', () => {
  it('leaves custom instructions and hidden system messages out, each with its reason', () => {
    const hidden = { metadata: { is_visually_hidden_from_conversation: true } }
    const result = read([
      gptMessage('system', words(''), null, hidden),
      gptMessage('user', { content_type: 'user_editable_context', user_profile: 'I am a gardener' }, null, hidden),
      assistant({ content_type: 'model_editable_context', model_set_context: '1. clay soil' }),
      gptMessage('user', words('When do I plant garlic?')),
    ])
    expect(textsOf(result)).toEqual(['When do I plant garlic?'])
    expect(leftOf(result.counts)).toEqual({
      'hidden messages of the program (system prompts, context)': 1,
      'custom instructions': 2,
    })
  })

  it('keeps thoughts folded under their reply, a program as code, and names the tools', () => {
    const result = read([
      gptMessage('user', words('Crop it')),
      assistant({ content_type: 'thoughts', thoughts: [{ summary: 'Looking', content: 'It is large.' }] }),
      call('python', 'img.crop()'),
      tool({ content_type: 'execution_output', text: 'ok' }),
      assistant({ content_type: 'reasoning_recap', content: 'Thought for 12 seconds' }),
      assistant(words('Done.'), { metadata: { model_slug: 'gpt-5' } }),
    ])
    expect(result.conversation?.messages[1]).toMatchObject({
      externalId: 'c/n5',
      text: '```python\nimg.crop()\n```\n\nDone.',
      thinking: '**Looking**\nIt is large.\n\nThought for 12 seconds',
      tools: ['python'],
      model: 'gpt-5',
    })
    expect(leftOf(result.counts)).toEqual({ 'answers of tools': 1 })
  })

  it('keeps the document on the canvas, which stands in the call alone, and its later version', () => {
    const result = read([
      gptMessage('user', words('Write a letter')),
      call('canmore.create_textdoc', JSON.stringify({ name: 'Letter', type: 'document', content: '# Dear library' })),
      tool(words('Successfully created')),
      assistant(words('There.')),
      gptMessage('user', words('Friendlier')),
      call(
        'canmore.update_textdoc',
        JSON.stringify({ updates: [{ pattern: '.*', replacement: '# Dearest library' }] }),
      ),
      assistant(words('Done.')),
      gptMessage('user', words('And a script')),
      call('canmore.create_textdoc', JSON.stringify({ name: 'run', type: 'code/python', content: 'print("```")' })),
      gptMessage('user', words('Thanks')),
      call('canmore.create_textdoc', 'not json'),
    ])
    expect(textsOf(result)?.filter((_, i) => i % 2 === 1)).toEqual([
      '[canvas: Letter]\n\n# Dear library\n\nThere.',
      '[canvas]\n\n# Dearest library\n\nDone.',
      '[canvas: run]\n\n````python\nprint("```")\n````',
      '[canvas]\n\n```\nnot json\n```',
    ])
  })

  it('names pictures and files, and tells what was spoken in words', () => {
    const result = read([
      gptMessage(
        'user',
        {
          content_type: 'multimodal_text',
          parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_1' }, 'What is it?'],
        },
        START,
        {
          metadata: {
            attachments: [
              { id: 'file_1', name: 'garden.jpeg', mime_type: 'image/jpeg' },
              { id: 'file_2', name: 'notes.pdf', mime_type: 'application/pdf' },
            ],
          },
        },
      ),
      assistant(words('A hedge.')),
      gptMessage('user', {
        content_type: 'multimodal_text',
        parts: [
          { content_type: 'audio_transcription', text: 'draw it' },
          { content_type: 'real_time_user_audio_video_asset_pointer' },
        ],
      }),
      assistant(words('{"prompt": "a hedge"}'), { recipient: 't2uay3k.sj1i4kz' }),
      tool(
        {
          content_type: 'multimodal_text',
          parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'sediment://x' }],
        },
        { metadata: { image_gen_title: 'Hedge' } },
      ),
    ])
    expect(textsOf(result)).toEqual([
      '[image: garden.jpeg]\nWhat is it?\n[file: notes.pdf]',
      'A hedge.',
      'draw it',
      '[image: Hedge]',
    ])
    expect(result.conversation?.messages[0]?.attachments).toEqual([
      { kind: 'image', name: 'garden.jpeg' },
      { kind: 'file', name: 'notes.pdf' },
    ])
    expect(leftOf(result.counts)).toEqual({ 'calls of tools (pictures and others)': 1 })
  })

  it('turns sources into links where the message tells where they lead, and removes the marks elsewhere', () => {
    const cite = '\ue200cite\ue202turn0search0\ue201'
    const file = '\ue200filecite\ue202turn0file0\ue201'
    const answer = (text: string, metadata: object) => assistant(words(text), { metadata })
    const result = read([
      gptMessage('user', words('And salt? \ue200')),
      answer(`In May. ${cite} 【1†source】`, {
        content_references: [{ matched_text: cite, alt: '([example.org](https://example.org/a))' }],
      }),
      answer(`At the end. ${file}`, { content_references: [{ matched_text: file, type: 'file', name: 'notes.pdf' }] }),
      answer(`Never. ${cite}`, {}),
      answer('🦔 Yes.【3†site】', {
        citations: [{ start_ix: 6, end_ix: 14, metadata: { title: 'Site', url: 'https://example.org/b' } }],
      }),
    ])
    expect(textsOf(result)).toEqual([
      'And salt?',
      'In May. ([example.org](https://example.org/a))',
      'At the end. (notes.pdf)',
      'Never.',
      '🦔 Yes. ([Site](https://example.org/b))',
    ])
  })

  it('marks a stopped answer, keeps what was archived and the custom GPT or project, by name where a file tells it', () => {
    const stopped = assistant(words('With clay soil'), {
      status: 'in_progress',
      metadata: { finish_details: { type: 'interrupted' } },
    })
    const more = { is_archived: true, gizmo_id: 'g-p-1' }
    expect(read([stopped], more).conversation?.messages[0]).toMatchObject({
      status: 'stopped',
      archived: true,
      collection: { kind: 'project', name: 'g-p-1', named: false },
    })
    const named = readOne(readChatGpt, chain([stopped], { gizmo_id: 'g-2' }), new Map([['g-2', 'Chef']]))
    expect(named.conversation?.messages[0]?.collection).toEqual({ kind: 'custom-gpt', name: 'Chef', named: true })
  })

  it('says that a conversation is empty', () => {
    expect(read([gptMessage('system', words(''))])).toMatchObject({ conversation: null, counts: { failed: 0 } })
    expect(leftOf(read([gptMessage('system', words(''))]).counts)).toHaveProperty('conversations without a message', 1)
    expect(leftOf(readOne(readChatGpt, { id: 'c', mapping: {} }).counts)).toEqual({
      'conversations without a message': 1,
    })
  })
})

describe('a damaged tree', () => {
  const node = (
    id: string,
    parent: string | null,
    children: string[],
    at: unknown = START,
    message: unknown = gptMessage(id.startsWith('a') ? 'assistant' : 'user', words(id), at),
  ) => [id, { id, parent, children, message }]
  const tree = (current: string | null, ...nodes: unknown[][]) => {
    const value = {
      title: 'T',
      conversation_id: 'c',
      create_time: START,
      current_node: current,
      mapping: Object.fromEntries(nodes),
    }
    return readOne(readChatGpt, value)
  }
  const root = ['root', { id: 'root', parent: null, children: ['q1'], message: null }]

  it.each([
    ['gone', [node('q1', 'root', ['a1']), node('q2', 'a1', ['a2']), node('a2', 'q2', [])], /a1: it is missing/],
    [
      'null',
      [node('q1', 'root', ['a1']), ['a1', null], node('q2', 'a1', ['a2']), node('a2', 'q2', [])],
      /a1: it is missing/,
    ],
    [
      'without its message',
      [
        node('q1', 'root', ['a1']),
        ['a1', { id: 'a1', parent: 'q1', children: ['q2'], message: null }],
        node('q2', 'a1', ['a2']),
        node('a2', 'q2', []),
      ],
      /a1: it is empty/,
    ],
    [
      'gone, with no word of it above',
      [node('q1', 'root', []), node('q2', 'a1', ['a2'], START + 9), node('a2', 'q2', [], START + 10)],
      /a1: it is missing/,
    ],
  ])('keeps what stands before and behind a node that is %s, and counts it', (_, nodes, reason) => {
    const { conversation, counts } = tree('a2', root, ...nodes)
    expect(conversation?.messages.map((m) => m.text)).toEqual(['q1', 'q2', 'a2'])
    expect(counts.reasons).toEqual([expect.stringMatching(reason)])
  })

  it('joins what has lost its root, and takes first messages side by side for versions', () => {
    const whole = [
      node('q1', 'root', ['a1']),
      node('a1', 'q1', []),
      node('q2', null, ['a2'], START + 5),
      node('a2', 'q2', [], START + 6),
    ]
    expect(tree('a2', root, ...whole).conversation?.messages.map((m) => m.text)).toEqual(['q1', 'a1', 'q2', 'a2'])
    const versions = [
      node('q1', null, ['a1']),
      node('a1', 'q1', []),
      node('q2', null, ['a2'], START + 5),
      node('a2', 'q2', [], START + 6),
    ]
    expect(tree('a2', ...versions).conversation?.messages.map((m) => m.text)).toEqual(['q2', 'a2'])
  })

  it.each([null, 'unknown'])(
    'ends at the leaf that was written last, not at the last in the file, if the current node is %s',
    (current) => {
      const nodes = [
        node('q1', 'root', ['a1', 'a2']),
        node('a2', 'q1', [], START + 60),
        node('a1', 'q1', [], START + 30),
      ]
      const { conversation, counts } = tree(current, root, ...nodes)
      expect(conversation?.messages.map((m) => m.text)).toEqual(['q1', 'a2'])
      expect(conversation?.others?.map((m) => [m.text, m.place, m.follows])).toEqual([['a1', 'c/a2', false]])
      expect(counts).toMatchObject({ read: 2, beside: 1, leftOut: [] })
    },
  )

  it('takes a circle once around', () => {
    const circle = [
      node('q1', 'a2', ['a1']),
      node('a1', 'q1', ['q2']),
      node('q2', 'a1', ['a2']),
      node('a2', 'q2', ['q1']),
    ]
    expect(tree('a2', ...circle).conversation?.messages.map((m) => m.text)).toEqual(['q1', 'a1', 'q2', 'a2'])
  })

  it('keeps parts that are words, and says which contents and authors are not known', () => {
    const odd = (id: string, parent: string, role: string, content: object) =>
      node(id, parent, [], START, gptMessage(role, content))
    const { conversation, counts } = tree(
      'e',
      root,
      odd('a', 'root', 'user', { content_type: 'text', parts: [null, 'Kept.'] }),
      odd('b', 'a', 'user', { content_type: 'text', parts: null }),
      odd('c', 'b', 'assistant', { content_type: 'of_next_year', blob: {} }),
      odd('d', 'c', 'assistant', { content_type: 'of_next_year', text: 'Readable.' }),
      odd('e', 'd', 'critic', words('I object')),
    )
    expect(conversation?.messages.map((m) => m.text)).toEqual(['Kept.', 'Readable.'])
    expect(counts.reasons).toEqual([
      expect.stringContaining('c: its content is of a kind not known here (“of_next_year”)'),
      expect.stringContaining('e: it was written by “critic”'),
    ])
    expect(counts).toMatchObject({ read: 2, skipped: 1, failed: 2 })
  })

  it('knows a conversation without an id again', () => {
    const value = { ...chain([gptMessage('user', words('Hi'))]), conversation_id: undefined }
    const first = readOne(readChatGpt, value).conversation?.externalId
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(readOne(readChatGpt, { ...value, title: 'Renamed' }).conversation?.externalId).toBe(first)
  })
})
