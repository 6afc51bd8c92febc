import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tavernTime } from './readers/silly-tavern'
import { fileOf, leftOf, readAll } from './testing/exports'

async function folderOf(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'catchment-folder-'))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
  return root
}
const read = async (path: string) => {
  const { reader, conversations, error } = await readAll(path)
  return {
    error,
    programs: reader.programs(),
    counts: reader.counts(),
    conversations,
    said: conversations.map((c) => [c.title, ...c.messages.map((m) => `${m.role}: ${m.text}`)]),
  }
}

describe('Gemini (Takeout)', () => {
  const entry = (time: string, title: string, html: string | null, more: object = {}) => ({
    header: 'Gemini Apps',
    title,
    time,
    products: ['Gemini Apps'],
    ...(html === null ? {} : { safeHtmlItem: [{ html }] }),
    ...more,
  })
  it('reads prompts and answers, newest first in the file, as conversations between pauses', async () => {
    const entries = [
      entry('2026-03-02T10:00:00.000Z', 'Prompted And rye? Attached 1 file.', '<p>Longer.</p>', {
        attachedFiles: ['a/loaf.png'],
      }),
      entry(
        '2026-03-01T09:10:00.000Z',
        'Prompted How long?',
        '<p>Twelve <b>hours</b>:</p><ul><li>cool</li></ul><pre><code>sleep_12h</code></pre>',
      ),
      entry('2026-03-01T09:00:00.000Z', 'Asked Gemini: What is dough?', '<p>Flour and water.</p>'),
      entry('2026-03-01T08:59:00.000Z', 'Gave feedback', null),
      entry('no time', 'Prompted x', '<p>y</p>'),
    ]
    const { programs, said, counts, conversations } = await read(
      await fileOf(JSON.stringify(entries), 'MyActivity.json'),
    )
    expect(programs).toEqual(['Gemini'])
    expect(said).toEqual([
      [null, 'user: And rye?\n\n[image: loaf.png]', 'assistant: Longer.'],
      [
        null,
        'user: What is dough?',
        'assistant: Flour and water.',
        'user: How long?',
        'assistant: Twelve **hours**:\n\n-   cool\n\n```\nsleep_12h\n```',
      ],
    ])
    expect(counts).toMatchObject({ read: 6, skipped: 1, failed: 1 })
    expect(conversations[1]?.messages[0]?.externalId).toBe('gemini/2026-03-01T09:00:00.000Z-prompt')
  })
})

describe('Gemini (Takeout), what is no prompt', () => {
  it('leaves out what was done in other programs and what was not said to the model', async () => {
    const entry = (header: string, title: string, html = '<p>Answer</p>') => ({
      header,
      title,
      time: '2026-03-01T09:00:00.000Z',
      products: [header],
      safeHtmlItem: [{ html }],
    })
    const entries = [
      entry('Search', 'Searched for rye flour'),
      entry('YouTube', 'Prompted by nobody'),
      entry('Gemini-Apps', 'Used an extension'),
      entry('Gemini 앱', '호밀이란?'),
    ]
    const { said, counts } = await read(await fileOf(JSON.stringify(entries), 'MyActivity.json'))
    expect(said).toEqual([[null, 'user: 호밀이란?', 'assistant: Answer']])
    expect(leftOf(counts)).toEqual({ 'activities in other programs': 2, 'activities that are no prompts': 1 })
  })

  it('reads conversations of a workspace, one a file, edited turns once', async () => {
    const turn = (index: number, more: object) => ({
      turn_index: index,
      turn_last_modified: `2026-03-01T09:0${index}:00Z`,
      ...more,
    })
    const conversation = {
      title: 'Rye',
      creation_time: '2026-03-01T09:00:00Z',
      conversation_turns: [
        { user_turn: turn(0, { prompt: 'First try' }) },
        { user_turn: turn(0, { prompt: 'What is rye?' }) },
        {
          system_turn: turn(1, {
            text: [{ data: 'A grain.' }, { cards: [{ content: 'It grows in the cold.' }] }],
            images: ['conversation_1_turn_1_images_0'],
            model_thoughts: [{ headline: 'Grain', description: 'It is one.' }],
          }),
        },
        { tool_turn: {} },
        { user_turn: turn(2, { prompt: '' }) },
      ],
    }
    const { said, counts, conversations, programs } = await read(
      await folderOf({ 'Conversation History/conversation_1.txt': JSON.stringify(conversation) }),
    )
    expect(programs).toEqual(['Gemini'])
    expect(said).toEqual([
      [
        'Rye',
        'user: What is rye?',
        'assistant: A grain.\n\nIt grows in the cold.\n\n[image: conversation_1_turn_1_images_0]',
      ],
    ])
    expect(conversations[0]?.messages[1]).toMatchObject({
      thinking: 'Grain\nIt is one.',
      at: Date.UTC(2026, 2, 1, 9, 1),
    })
    expect(conversations[0]?.others?.map((m) => [m.text, m.place])).toEqual([
      ['First try', conversations[0]?.messages[0]?.externalId],
    ])
    expect(counts).toMatchObject({ read: 2, beside: 1, skipped: 1, failed: 1 })
  })
})

describe('LibreChat', () => {
  const message = (id: string, parent: string, user: boolean, more: object) => ({
    messageId: id,
    parentMessageId: parent,
    isCreatedByUser: user,
    sender: user ? 'User' : 'GPT-4',
    createdAt: `2026-01-01T00:00:0${id}Z`,
    ...more,
  })
  const NONE = '00000000-0000-0000-0000-000000000000'
  it.each([
    [
      'a list',
      {
        messages: [
          message('1', NONE, true, { text: 'Hi' }),
          message('2', '1', false, { text: 'Old' }),
          message('3', '1', false, {
            text: '',
            model: 'gpt-4o',
            content: [
              { type: 'think', think: 'hm' },
              { type: 'text', text: { value: 'New' } },
            ],
          }),
        ],
      },
    ],
    [
      'a tree',
      {
        recursive: true,
        messagesTree: [
          {
            ...message('1', '', true, { text: 'Hi' }),
            children: [
              message('2', '', false, { text: 'Old' }),
              message('3', '', false, { text: 'New', model: 'gpt-4o' }),
            ],
          },
        ],
      },
    ],
  ])('reads the branch that was written last from %s', async (_, list) => {
    const { said, counts, conversations } = await read(
      await fileOf(JSON.stringify({ conversationId: 'lc', title: 'T', ...list })),
    )
    expect(said).toEqual([['T', 'user: Hi', 'assistant: New']])
    expect(conversations[0]?.others?.map((m) => [m.text, m.place])).toEqual([['Old', 'lc/3']])
    expect(counts).toMatchObject({ read: 2, beside: 1, skipped: 0, failed: 0 })
    expect(conversations[0]?.messages[1]?.model).toBe('gpt-4o')
  })
})

describe('messages that are none, in lists of messages', () => {
  it.each([
    [
      'LibreChat',
      {
        conversationId: 'lc',
        messagesTree: [
          {
            messageId: '1',
            isCreatedByUser: true,
            text: 'Hi',
            createdAt: '2026-01-01T00:00:00Z',
            children: [
              null,
              { text: 'no id', children: [{ messageId: '3', text: 'Hello', createdAt: '2026-01-01T00:00:05Z' }] },
            ],
          },
        ],
      },
      { read: 2, failed: 2 },
    ],
    [
      'LM Studio',
      {
        name: 'x',
        createdAt: 1_767_000_000_000,
        userLastMessagedAt: 1,
        tokenCount: 1,
        messages: [
          null,
          {
            versions: [{ role: 'user', type: 'singleStep', content: [{ type: 'text', text: 'Hi' }] }],
            currentlySelected: 0,
          },
        ],
      },
      { read: 1, failed: 1 },
    ],
    [
      'Open WebUI',
      [
        {
          id: 'o',
          chat: {
            history: {
              currentId: 'b',
              messages: {
                a: {
                  id: 'a',
                  parentId: null,
                  childrenIds: ['b'],
                  role: 'user',
                  content: 'Hi',
                  timestamp: 1_767_000_000,
                },
                b: null,
                c: null,
              },
            },
          },
        },
      ],
      { read: 1, failed: 2 },
    ],
  ])('%s: each is counted', async (_, content, expected) => {
    const { counts, error } = await read(await fileOf(JSON.stringify(content)))
    expect({ error, ...counts }).toMatchObject({ error: null, ...expected })
  })
})

describe('Open WebUI', () => {
  it('folds what the program folds, unescaped, and names the tools', async () => {
    const content = [
      '<details type="reasoning" done="true" duration="3"><summary>Thought for 3 seconds</summary>&gt; 17 &amp; 15…</details>',
      '<details type="tool_calls" done="true" id="1" name="get_weather" arguments="{}"><summary>Tool Executed</summary>"18C"</details>',
      '<details type="code_interpreter" done="true"><summary>Analyzed</summary>\n```python\nprint(1 &lt; 2)\n```\n</details>',
      'It is 255.',
    ].join('\n')
    const messages = {
      a: { id: 'a', parentId: null, childrenIds: ['b'], role: 'user', content: '15 * 17?', timestamp: 1_767_000_000 },
      b: {
        id: 'b',
        parentId: 'a',
        childrenIds: [],
        role: 'assistant',
        content,
        timestamp: 1_767_000_010,
        output: [
          { type: 'function_call', name: 'get_weather' },
          { type: 'message', content: [] },
        ],
      },
    }
    const { said, conversations } = await read(
      await fileOf(JSON.stringify([{ id: 'o', chat: { title: 'Sum', history: { currentId: 'b', messages } } }])),
    )
    expect(said).toEqual([['Sum', 'user: 15 * 17?', 'assistant: ```python\nprint(1 < 2)\n```\n\nIt is 255.']])
    expect(conversations[0]?.messages[1]).toMatchObject({ thinking: '17 & 15…', tools: ['get_weather', 'python'] })
  })

  const message = (id: string, parentId: string | null, role: string, content: string, more: object = {}) => ({
    id,
    parentId,
    childrenIds: [],
    role,
    content,
    timestamp: 1_767_000_000,
    ...more,
  })
  it('reads the branch that is shown, folds reasoning, and names files, folder and archive', async () => {
    const reasoning =
      '<details type="reasoning" done="true"><summary>Thought</summary>\n> It is late.\n</details>\nGood night.'
    const messages = [
      message('1', null, 'user', 'Hello', { files: [{ type: 'image', name: 'moon.png' }] }),
      message('2', '1', 'assistant', 'Other'),
      message('3', '1', 'assistant', reasoning, { model: 'llama3' }),
    ]
    const chats = [
      {
        id: 'ow',
        title: 'Night',
        archived: true,
        folder_id: 'f1',
        created_at: 1_767_000_000,
        chat: {
          title: 'Night',
          history: { currentId: '3', messages: Object.fromEntries(messages.map((m) => [m.id, m])) },
          messages: [],
        },
      },
    ]
    const { said, conversations, counts } = await read(await fileOf(JSON.stringify(chats)))
    expect(said).toEqual([['Night', 'user: Hello\n\n[image: moon.png]', 'assistant: Good night.']])
    expect(conversations[0]?.messages[1]).toMatchObject({
      thinking: 'It is late.',
      model: 'llama3',
      archived: true,
      collection: { kind: 'folder', name: 'f1', named: false },
    })
    expect(conversations[0]?.others?.map((m) => [m.text, m.place])).toEqual([['Other', 'ow/3']])
    expect(counts).toMatchObject({ read: 2, beside: 1, skipped: 0, failed: 0 })
  })
})

describe('programs that keep their conversations in a folder', () => {
  it('Jan: messages in rows, the title in the file beside them', async () => {
    const row = (id: string, role: string, value: string) =>
      JSON.stringify({
        id,
        object: 'thread.message',
        thread_id: 't1',
        role,
        content: [{ type: 'text', text: { value, annotations: [] } }],
        created_at: 1_767_000_000_000,
      })
    const folder = await folderOf({
      'threads/t1/thread.json': JSON.stringify({ id: 't1', object: 'thread', title: 'Bread', assistants: [] }),
      'threads/t1/messages.jsonl': [
        row('a', 'system', 'Be brief'),
        row('b', 'user', 'Hi'),
        row('c', 'assistant', 'Hello'),
      ].join('\n'),
    })
    const { said, programs, counts } = await read(folder)
    expect(programs).toEqual(['Jan'])
    expect(said.map(([, ...rest]) => rest)).toEqual([['user: Hi', 'assistant: Hello']])
    expect((await read(folder)).conversations[0]?.messages[0]?.conversationTitle).toBe('Bread')
    expect(counts).toMatchObject({ read: 2, skipped: 1, failed: 0 })
  })

  it('LM Studio: the selected version, thoughts folded, times from the steps', async () => {
    const step = (words: string, style?: object) => ({
      type: 'contentBlock',
      stepIdentifier: '1767000060000-0.5',
      content: [{ type: 'text', text: words }],
      ...(style ? { style } : {}),
    })
    const conversation = {
      name: 'Moon',
      createdAt: 1_767_000_000_000,
      tokenCount: 3,
      messages: [
        {
          versions: [
            { type: 'singleStep', role: 'user', content: [{ type: 'text', text: 'First' }] },
            {
              type: 'singleStep',
              role: 'user',
              content: [
                { type: 'text', text: 'Second' },
                { type: 'file', fileType: 'image', name: 'm.png' },
              ],
            },
          ],
          currentlySelected: 1,
        },
        {
          versions: [
            {
              type: 'multiStep',
              role: 'assistant',
              senderInfo: { senderName: 'qwen' },
              steps: [
                step('hm', { type: 'thinking' }),
                { type: 'contentBlock', content: [{ type: 'toolCallRequest', name: 'look_up', parameters: {} }] },
                step('It is full.'),
              ],
            },
          ],
          currentlySelected: 0,
        },
      ],
    }
    const { said, conversations, counts } = await read(
      await folderOf({ 'moon.conversation.json': JSON.stringify(conversation) }),
    )
    expect(said).toEqual([['Moon', 'user: Second\n\n[image: m.png]', 'assistant: It is full.']])
    expect(conversations[0]?.messages.map((m) => m.at)).toEqual([1_767_000_000_000, 1_767_000_060_000])
    expect(conversations[0]?.messages[1]).toMatchObject({ model: 'qwen', thinking: 'hm', tools: ['look_up'] })
    expect(conversations[0]?.others?.map((m) => [m.text, m.follows])).toEqual([['First', false]])
    expect(counts).toMatchObject({ read: 2, beside: 1, skipped: 0 })
  })

  it('SillyTavern: both names, swipes kept beside, its dates understood', async () => {
    const rows = [
      { user_name: 'Eva', character_name: 'Captain', create_date: '2024-3-1 @09h 00m 00s 000ms', chat_metadata: {} },
      {
        name: 'Captain',
        is_user: false,
        send_date: '2024-3-1 @09h 00m 05s 000ms',
        mes: 'Ahoy.',
        swipes: ['Hm.', 'Ahoy.'],
        swipe_id: 1,
        extra: { model: 'mythomax' },
      },
      { name: 'Eva', is_user: true, send_date: 'March 1, 2024 9:01am', mes: 'Good morning.' },
      { name: 'System', is_system: true, mes: 'x' },
    ]
    const { said, conversations, counts } = await read(
      await folderOf({ 'Captain/first.jsonl': rows.map((r) => JSON.stringify(r)).join('\n') }),
    )
    expect(said).toEqual([[null, 'assistant: Ahoy.', 'user: Good morning.']])
    expect(conversations[0]?.messages[1]).toMatchObject({
      author: 'Eva',
      at: Date.UTC(2024, 2, 1, 9, 1),
      collection: { name: 'Captain' },
    })
    expect(conversations[0]?.others?.map((m) => [m.text, m.place])).toEqual([
      ['Hm.', conversations[0]?.messages[0]?.externalId],
    ])
    expect(counts).toMatchObject({ read: 2, beside: 1, skipped: 2, failed: 0 })
    expect([tavernTime('February 30, 2024 1:00pm'), tavernTime('2024-2-3@12h34m56s'), tavernTime(7e99)]).toEqual([
      null,
      Date.UTC(2024, 1, 3, 12, 34, 56),
      null,
    ])
  })

  it('SillyTavern: hidden messages stay, pictures are named, and in a group it is said who speaks', async () => {
    const at = '2024-3-1 @09h 00m 05s 000ms'
    const rows = [
      { user_name: 'unused', character_name: 'unused', chat_metadata: {} },
      { name: 'Eva', is_user: true, is_system: true, send_date: at, mes: 'Hidden from the model.', extra: {} },
      { name: 'Captain', is_user: false, send_date: at, mes: 'Ahoy.', extra: { image: 'user/images/ship.png' } },
      { name: 'Eva', is_system: true, send_date: at, mes: '/help', extra: { type: 'help' } },
    ]
    const { said, counts } = await read(
      await folderOf({ 'group chats/2024.jsonl': rows.map((r) => JSON.stringify(r)).join('\n') }),
    )
    expect(said).toEqual([[null, 'user: Hidden from the model.', 'assistant: **Captain:** Ahoy.\n\n[image: ship.png]']])
    expect(counts).toMatchObject({ read: 2, skipped: 2, failed: 0 })
  })

  it('Markdown: one talk a file, front matter, heads in many forms, heads inside code left alone', async () => {
    const { said, conversations, counts } = await read(
      await folderOf({
        'Garden/roses.md':
          '---\ntitle: Roses\ndate: 2024-05-01T10:00:00Z\nmodel: gpt-4\n---\n\n**User:** When do I cut?\n\n**Assistant:**\n\nIn March.\n\n```\nUser: not a head\n```\n\n---\n',
        'plain.md': '# My talk\n\n## You (2024-06-01 10:00)\n\nHi\n\n## ChatGPT\n\nHello\n',
        'colon.txt': 'User: a\nAssistant: b\n',
        'README.md': '# About\n\n**Note:** this is no talk.\n',
        'photo.png': 'x',
      }),
    )
    expect(said).toEqual([
      ['colon', 'user: a', 'assistant: b'],
      ['Roses', 'user: When do I cut?', 'assistant: In March.\n\n```\nUser: not a head\n```'],
      ['My talk', 'user: Hi', 'assistant: Hello'],
    ])
    expect(conversations[1]?.messages[1]).toMatchObject({
      model: 'gpt-4',
      at: Date.UTC(2024, 4, 1, 10),
      collection: { kind: 'folder', name: 'Garden' },
    })
    expect(conversations[2]?.messages[1]).toMatchObject({ model: 'ChatGPT', at: Date.UTC(2024, 5, 1, 10) })
    expect(leftOf(counts)).toEqual({
      'Markdown files without heads such as “**User:**”': 1,
      'pictures, sounds and other files of the export': 1,
    })
  })
})
