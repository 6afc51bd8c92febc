/**
 * Whole exports of each kind that was met, in small and with words of our own, with exact counts: every node of a file is
 * handed out, part of a reply, left out with a reason, or failed with one.
 */
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type GptNode, gptConversation, gptMessage, leftOf, readAll, START } from './testing/exports'

const HIDDEN = 'hidden messages of the program (system prompts, context)'
const EMPTY = 'conversations without a message'

const words = (...parts: unknown[]) => ({ content_type: 'text', parts })
const node = (id: string, parent: string | null, message: unknown): GptNode => ({ id, parent, message })
const user = (text: string, more: object = {}) => gptMessage('user', words(text), START, more)
const reply = (text: string, more: object = {}) => gptMessage('assistant', words(text), START, more)
const tool = (content: object, more: object = {}) => gptMessage('tool', content, START, more)
const hidden = (role: string, content: object) =>
  gptMessage(role, content, null, { weight: 0, metadata: { is_visually_hidden_from_conversation: true } })
const call = (recipient: string, text: string) =>
  gptMessage('assistant', { content_type: 'code', language: 'unknown', text }, START, { recipient })

/** One message below the other. */
const chain = (id: string, messages: readonly unknown[], more: object = {}) => {
  const nodes = messages.map((message, i) =>
    node(`${id}-${i}`, i === 0 ? 'client-created-root' : `${id}-${i - 1}`, message),
  )
  return gptConversation(id, [node('client-created-root', null, null), ...nodes], nodes.at(-1)?.id ?? null, more)
}

const chatGpt2023 = [
  // Browsing and a plugin: calls, displays, quotes, errors.
  chain('browse', [
    gptMessage('system', words(''), null),
    user('What grows in shade?'),
    call('browser', 'search("shade plants")'),
    tool({ content_type: 'tether_browsing_display', result: 'a list' }, { weight: 0 }),
    call('browser', 'quote("x")'),
    tool({ content_type: 'tether_quote', text: 'Ferns do.' }),
    tool({ content_type: 'system_error', name: 'tool_error', text: 'Timeout' }),
    gptMessage('assistant', words('{"route": 1}'), START, { recipient: 'show_me.route' }),
    tool(words('a diagram')),
    reply('Ferns.'),
  ]),
  // An edited question and an answer asked for again; the branch that was read is the shorter one.
  gptConversation(
    'branches',
    [
      node('sys', null, gptMessage('system', words(''), null)),
      node('q', 'sys', user('First try')),
      node('a', 'q', reply('Not this')),
      node('b', 'q', reply('Nor this', { status: 'in_progress' })),
      node('q2', 'sys', user('Second try')),
      node('a2', 'q2', reply('This')),
    ],
    'a2',
    { plugin_ids: null },
  ),
  // Stopped half-way; a question that nobody answered, without a time.
  chain('stopped', [
    user('Tell me'),
    reply('It is', { status: 'in_progress' }),
    gptMessage('user', words('And?'), undefined),
  ]),
]

const chatGpt2026 = [
  chain(
    'rich',
    [
      hidden('system', words('')),
      hidden('user', { content_type: 'user_editable_context', user_profile: 'I garden.' }),
      gptMessage('assistant', { content_type: 'model_editable_context', model_set_context: '1. clay' }, null),
      gptMessage(
        'user',
        {
          content_type: 'multimodal_text',
          parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_1' }, 'What is this?'],
        },
        START,
        { metadata: { attachments: [{ id: 'file_1', name: 'leaf.jpeg', mime_type: 'image/jpeg' }] } },
      ),
      gptMessage('assistant', { content_type: 'thoughts', thoughts: [{ summary: 'Looking', content: 'Green.' }] }),
      gptMessage('assistant', words('It may be a fern, says a voice in my head.'), START, { channel: 'analysis' }),
      call('python', 'img.show()'),
      tool(
        { content_type: 'execution_output', text: '' },
        {
          metadata: {
            aggregate_result: {
              messages: [{ message_type: 'image', image_url: 'file-service://x' }, { message_type: 'stream' }],
            },
          },
        },
      ),
      gptMessage('assistant', { content_type: 'reasoning_recap', content: 'Thought for 4 seconds' }),
      reply('A fern.', { channel: 'final', metadata: { model_slug: 'gpt-5' } }),
      gptMessage('user', {
        content_type: 'multimodal_text',
        parts: [
          { content_type: 'audio_transcription', text: 'and this' },
          { content_type: 'real_time_user_audio_video_asset_pointer' },
        ],
      }),
      gptMessage('assistant', words('Write it on a canvas.'), START, { recipient: 'bio' }),
      tool(words('Model set context updated.'), { weight: 0 }),
      call('canmore.create_textdoc', JSON.stringify({ name: 'Ferns', type: 'document', content: 'Ferns like shade.' })),
      tool(words('ok')),
      reply('There.', { status: 'in_progress' }),
    ],
    { title: null, update_time: null, is_archived: true, gizmo_id: 'g-p-1', voice: 'orbit' },
  ),
  // It thought, and nothing came of it; the next question stands for itself.
  chain('thought', [
    user('Hm?'),
    gptMessage('assistant', { content_type: 'thoughts', thoughts: [{ summary: 'Wondering', content: 'Why.' }] }),
    user('Never mind.'),
  ]),
  chain('new', [hidden('system', words(''))]),
]

const at = (minute: number) => new Date(Date.UTC(2026, 3, 1, 9, minute)).toISOString()
const ROOT = '00000000-0000-4000-8000-000000000000'
const block = (text: string) => ({
  type: 'text',
  text,
  start_timestamp: null,
  stop_timestamp: null,
  flags: null,
  citations: [],
})
const claudeTalk = (uuid: string, messages: unknown[], more: object = {}) => ({
  uuid,
  name: uuid,
  summary: '',
  created_at: at(0),
  updated_at: at(9),
  account: { uuid: 'me' },
  chat_messages: messages,
  ...more,
})
let minute = 0
const said = (uuid: string, sender: string, parent: string, content: unknown[], more: object = {}) => {
  minute += 1
  return {
    uuid,
    sender,
    parent_message_uuid: parent,
    text: 'This block is not supported on your current device yet.',
    content,
    created_at: at(minute),
    attachments: [],
    files: [],
    ...more,
  }
}
const claude2026 = [
  claudeTalk(
    'branches',
    [
      said('q1', 'human', ROOT, [block('How long?')]),
      said('a1', 'assistant', 'q1', [block('An hour.')]),
      said('q2', 'human', ROOT, [block('How long at 200 degrees?')]),
      said('a2', 'assistant', 'q2', [
        { type: 'thinking', thinking: 'Hot.' },
        { type: 'token_budget' },
        block('Half an hour.'),
      ]),
    ],
    { summary: 'They asked how long.' },
  ),
  claudeTalk('tools', [
    said('q', 'human', ROOT, [], {
      files: [{ file_uuid: 'f', file_name: 'map.png' }],
      attachments: [
        { file_name: 'paste.txt', file_type: 'txt', extracted_content: 'Bergfeld lies high.' },
        { file_name: '', extracted_content: '' },
      ],
    }),
    said('a', 'assistant', 'q', [
      { type: 'tool_use', id: 't1', name: 'web_search', input: { query: 'x' } },
      { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'knowledge', title: 'x' }] },
      {
        type: 'tool_use',
        id: 't2',
        name: 'artifacts',
        input: { command: 'create', title: 'Table', type: 'text/markdown', content: '| a |' },
      },
      { type: 'tool_result', tool_use_id: 't2', content: [] },
      { type: 'hologram', blob: 'x' },
      block('Here.'),
    ]),
    said('v', 'human', 'a', [{ type: 'voice_note', title: 'Voice note', text: 'Danke.' }]),
    said('e', 'assistant', 'v', []),
  ]),
  claudeTalk('nothing', []),
]
const claude2023 = [
  {
    uuid: 'old',
    name: 'Old',
    created_at: '2023-09-01T10:00:00+00:00',
    chat_messages: [
      {
        uuid: 'o1',
        index: 0,
        text: 'Hello',
        sender: 'human',
        created_at: '2023-09-01T10:00:00+00:00',
        edited_at: null,
        chat_feedback: null,
      },
      {
        uuid: 'o2',
        index: 1,
        text: 'Hi there',
        sender: 'assistant',
        created_at: '2023-09-01T10:00:05+00:00',
        model: null,
      },
    ],
  },
]

const asides = {
  'message_feedback.json': [{ id: '1', conversation_id: 'c', rating: 'thumbs_up' }],
  'model_comparisons.json': [{ feedback_version: '1', input: {} }],
  'shared_conversations.json': [{ id: '1', conversation_id: 'c', title: 'x', is_anonymous: true }],
  'user.json': { id: 'u', email: 'a@example.org', phone_number: '1' },
}

async function folderOf(files: Record<string, unknown>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'catchment-counts-'))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return root
}
const counted = async (path: string) => {
  const { reader, conversations, error } = await readAll(path)
  const { read, beside, skipped, failed, reasons, leftOut } = reader.counts()
  expect(conversations.flatMap((c) => c.messages)).toHaveLength(read)
  expect(conversations.flatMap((c) => c.others ?? [])).toHaveLength(beside)
  return {
    error,
    read,
    beside,
    skipped,
    failed,
    reasons,
    left: leftOf({ leftOut }),
    talks: conversations.length,
    conversations,
  }
}
const file = async (content: unknown, name = 'conversations.json') => join(await folderOf({ [name]: content }), name)

describe('counts of whole exports', () => {
  it('ChatGPT 2023: browsing, plugins, branches, stopped and unanswered', async () => {
    const { conversations, ...counts } = await counted(await file(chatGpt2023))
    expect(counts).toEqual({
      error: null,
      talks: 3,
      read: 7,
      beside: 3,
      skipped: 9,
      failed: 0,
      reasons: [],
      left: {
        [HIDDEN]: 2,
        'calls of tools (browser)': 2,
        'answers of tools': 4,
        'calls of tools (show_me.route)': 1,
      },
    })
    expect(conversations.map((c) => c.messages.map((m) => m.status))).toEqual([
      ['complete', 'complete'],
      ['complete', 'complete'],
      ['complete', 'stopped', 'complete'],
    ])
  })

  it('ChatGPT 2026: context, thoughts, pictures, voice, canvas, memory, an empty chat', async () => {
    const { conversations, ...counts } = await counted(await file(chatGpt2026))
    expect(counts).toEqual({
      error: null,
      talks: 2,
      read: 6,
      beside: 0,
      skipped: 8,
      failed: 0,
      reasons: [],
      left: {
        [HIDDEN]: 2,
        'custom instructions': 2,
        'answers of tools': 2,
        'calls of tools (bio)': 1,
        'thoughts that no reply followed': 1,
        [EMPTY]: 1,
      },
    })
    expect(conversations[0]?.messages.map((m) => m.text)).toEqual([
      '[image: leaf.jpeg]\nWhat is this?',
      '```python\nimg.show()\n```\n\n[image]\n\nA fern.',
      'and this',
      '[canvas: Ferns]\n\nFerns like shade.\n\nThere.',
    ])
    expect(conversations[0]?.messages[1]?.thinking).toBe(
      '**Looking**\nGreen.\n\nIt may be a fern, says a voice in my head.\n\nThought for 4 seconds',
    )
    expect(conversations[0]?.messages[0]).toMatchObject({
      archived: true,
      collection: { kind: 'project', named: false },
    })
  })

  it('ChatGPT in shards, with files beside them that are no talks', async () => {
    const [first, ...rest] = chatGpt2023
    const folder = await folderOf({
      'conversations-000.json': [first],
      'conversations-001.json': rest,
      'chat.html': '<html>',
      'dalle/a.png': 'x',
      ...asides,
    })
    const { read, failed, talks, left } = await counted(folder)
    expect({ read, failed, talks }).toEqual({ read: 7, failed: 0, talks: 3 })
    expect(left).toMatchObject({
      'pages for a browser (choose JSON where the program asks for a format; pages are not read)': 1,
      'pictures, sounds and other files of the export': 1,
      '“message_feedback.json”: ratings of answers, no conversations': 1,
      '“model_comparisons.json”: comparisons of models, no conversations': 1,
      '“shared_conversations.json”: a list of shared conversations, without their messages': 1,
      '“user.json”: details of the account, no conversations': 1,
    })
  })

  it('Claude 2026: branches, thinking, tools, artifacts, files, a voice note, unknown blocks', async () => {
    const { conversations, ...counts } = await counted(await file(claude2026))
    expect(counts).toEqual({
      error: null,
      talks: 2,
      read: 5,
      beside: 2,
      skipped: 1,
      failed: 0,
      reasons: [],
      left: {
        'summaries that the program keeps of conversations': 1,
        'answers of tools': 2,
        'parts of messages of a kind not known here (“hologram”)': 1,
        'messages without words': 1,
        [EMPTY]: 1,
      },
    })
    expect(conversations[1]?.messages.map((m) => m.text)).toEqual([
      '[file: paste.txt]\n\nBergfeld lies high.\n\n[image: map.png]',
      '[document: Table]\n\n| a |\n\nHere.',
      'Danke.',
    ])
  })

  it('Claude 2023: flat text alone', async () => {
    const { read, skipped, failed, left } = await counted(await file(claude2023))
    expect({ read, skipped, failed, left }).toEqual({ read: 2, skipped: 0, failed: 0, left: {} })
  })

  it.each([
    [
      'projects',
      'projects.json',
      [{ uuid: 'p', name: 'Garden', prompt_template: '', docs: [] }],
      /projects with their instructions/,
    ],
    ['users', 'users.json', [{ uuid: 'u', full_name: 'A', email_address: 'a@example.org' }], /details of the account/],
    ['memories', 'memories.json', [{ conversations_memory: 'x', project_memories: {} }], /memories of the account/],
    ['replies of a test', 'replies.json', { replies: ['x'] }, /neither conversations nor/],
  ])('%s alone are refused by what they are', async (_, name, content, sentence) => {
    await expect(readAll(await file(content, name))).rejects.toMatchObject({
      code: 'import_broken',
      message: expect.stringMatching(sentence),
    })
  })

  describe('a damaged ChatGPT export', () => {
    const whole = () => chain('c', [user('one'), reply('two'), user('three'), reply('four')])
    const damaged = (change: (talk: ReturnType<typeof whole>) => unknown) => {
      const talk = whole()
      const changed = change(talk)
      // What is changed in place answers nothing.
      return changed === undefined ? talk : changed
    }
    type Talk = ReturnType<typeof whole> & {
      mapping: Record<string, { parent?: unknown; children?: unknown; message?: unknown } | null>
    }
    const gone = (id: string) => [expect.stringContaining(`message ${id}: it is missing in the file`)]
    it.each<[string, (talk: Talk) => unknown, object]>([
      [
        'a deleted node in the middle',
        (t) => void delete t.mapping['c-1'],
        { read: 3, failed: 1, reasons: gone('c-1') },
      ],
      [
        'a null node in the middle',
        (t) => void Object.assign(t.mapping, { 'c-1': null }),
        { read: 3, failed: 1, reasons: gone('c-1') },
      ],
      ['a deleted node at the end', (t) => void delete t.mapping['c-3'], { read: 3, failed: 1, reasons: gone('c-3') }],
      [
        'a null node at the end',
        (t) => void Object.assign(t.mapping, { 'c-3': null }),
        { read: 3, failed: 1, reasons: gone('c-3') },
      ],
      ['no current node', (t) => ({ ...t, current_node: null }), { read: 4, failed: 0 }],
      ['a current node that is not there', (t) => ({ ...t, current_node: 'x' }), { read: 4, failed: 0 }],
      [
        'no times at all',
        (t) =>
          JSON.parse(
            JSON.stringify({ ...t, create_time: null, update_time: null }).replaceAll(
              /"create_time":[\d.]+/g,
              '"create_time":null',
            ),
          ),
        { read: 4, failed: 0 },
      ],
      [
        'an empty message in the middle',
        (t) => void Object.assign(t.mapping['c-1'] ?? {}, { message: null }),
        { read: 3, failed: 1 },
      ],
      [
        'parts that are null',
        (t) =>
          void Object.assign(t.mapping['c-3'] ?? {}, {
            message: gptMessage('assistant', { content_type: 'text', parts: null }),
          }),
        { read: 3, failed: 0, skipped: 1 },
      ],
      [
        'parts that hold null and words',
        (t) => void Object.assign(t.mapping['c-3'] ?? {}, { message: gptMessage('assistant', words(null, 'four')) }),
        { read: 4, failed: 0 },
      ],
      ['an empty mapping', (t) => ({ ...t, mapping: {} }), { read: 0, failed: 0, left: { [EMPTY]: 1 } }],
      ['a circle', (t) => void Object.assign(t.mapping['c-0'] ?? {}, { parent: 'c-3' }), { read: 4, failed: 0 }],
      ['no ids', (t) => ({ ...t, conversation_id: undefined, id: undefined }), { read: 4, failed: 0 }],
      [
        'times in words',
        (t) =>
          JSON.parse(JSON.stringify(t).replaceAll(/"create_time":[\d.]+/g, '"create_time":"2026-01-01T10:00:00Z"')),
        { read: 4, failed: 0 },
      ],
      [
        'a content of next year',
        (t) =>
          void Object.assign(t.mapping['c-3'] ?? {}, {
            message: gptMessage('assistant', { content_type: 'of_next_year' }),
          }),
        { read: 3, failed: 1 },
      ],
      [
        'a critic who speaks',
        (t) => void Object.assign(t.mapping['c-3'] ?? {}, { message: gptMessage('critic', words('no')) }),
        { read: 3, failed: 1 },
      ],
      [
        'no children named',
        (t) => JSON.parse(JSON.stringify(t).replaceAll(/,?"children":\[[^\]]*\]/g, '')),
        { read: 4, failed: 0 },
      ],
      ['two roots', (t) => void Object.assign(t.mapping['c-2'] ?? {}, { parent: null }), { read: 4, failed: 0 }],
      ['null in place of a talk', () => null, { read: 0, failed: 1 }],
      ['a string in place of a talk', () => 'not a talk', { read: 0, failed: 1 }],
      ['an empty object in place of a talk', () => ({}), { read: 0, failed: 1 }],
    ])('with %s', async (_, change, counts) => {
      // A good talk stands before it: one bad conversation spoils no other.
      const good = chain('good', [user('Good'), reply('Better')])
      const result = await counted(await file([good, damaged((talk) => change(talk as Talk))]))
      expect({ ...result, read: result.read - 2 }).toMatchObject({ error: null, ...counts })
    })
  })

  describe('rows', () => {
    const row = (id: unknown, more: object = {}) =>
      JSON.stringify({ conv: 'c', id, ts: '2026-01-01T10:00:00Z', author: 'user', text: `Words ${id}`, ...more })
    it.each<[string, string, object]>([
      ['a day that does not exist', row('1', { ts: '2026-02-30T10:00:00Z' }), { failed: 1 }],
      ['NUL in an author', row('1', { author: 'An\0n' }), { read: 1, failed: 0 }],
      ['NUL in an id', row('a\0b'), { read: 1, failed: 0 }],
      ['half a surrogate pair in an id', row('a\ud800b'), { read: 1, failed: 0 }],
      ['half a surrogate pair in the text', row('1', { text: 'a\udc00b' }), { read: 1, failed: 0 }],
      [
        'inherited names',
        '{"conv":"c","id":"1","__proto__":{"ts":"2026-01-01T10:00:00Z"},"author":"user","text":"x"}',
        { failed: 1 },
      ],
      [
        'names that every object has, and ways out of a folder',
        row('../x', { conv: '__proto__', author: 'constructor' }),
        { read: 1, failed: 0 },
      ],
      ['a time in the year 9999', row('1', { ts: '9999-12-31T23:59:59Z' }), { failed: 1 }],
      ['a time before Christ', row('1', { ts: '-000001-01-01T00:00:00Z' }), { failed: 1 }],
      ['a text of 600,000 characters', row('1', { text: 'a'.repeat(600_000) }), { read: 1, failed: 0 }],
      ['an array in place of a row', '[1,2]', { failed: 1 }],
      ['another type', '{"type":"question","conv":"c","id":"q"}', { skipped: 1, failed: 0 }],
      ['the same id again', row('good'), { skipped: 1, failed: 0 }],
      ['a text of blanks', row('1', { text: ' \0 ' }), { failed: 1 }],
    ])('with %s spoil one row at most', async (_, bad, counts) => {
      const result = await counted(await file([row('good'), bad, row('last')].join('\n'), 'rows.jsonl'))
      expect({ ...result, read: result.read - 2 }).toMatchObject({ read: 0, skipped: 0, error: null, ...counts })
    })
  })
})
