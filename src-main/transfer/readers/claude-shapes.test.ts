import { describe, expect, it } from 'vitest'
import { leftOf, readOne } from '../testing/exports'
import { readClaude } from './claude'

const ROOT = '00000000-0000-4000-8000-000000000000'
const NOT_SHOWN = '```\nThis block is not supported on your current device yet.\n```'
const text = (words: string) => ({ type: 'text', text: words, citations: [] })
let minute = 0
const said = (uuid: string, sender: string, parent: string | undefined, content: unknown[], more: object = {}) => {
  minute += 1
  return {
    uuid,
    sender,
    text: '',
    content,
    parent_message_uuid: parent,
    created_at: new Date(Date.UTC(2026, 3, 1, 9, minute)).toISOString(),
    ...more,
  }
}
const read = (messages: unknown[], more: object = {}, names = new Map<string, string>()) =>
  readOne(
    readClaude,
    { uuid: 'c', name: 'T', created_at: '2026-04-01T09:00:00Z', chat_messages: messages, ...more },
    names,
  )
const textsOf = (result: ReturnType<typeof read>) => result.conversation?.messages.map((m) => m.text)

describe('branches of a Claude conversation', () => {
  it('follow the one read last, from a flat list', () => {
    const result = read([
      said('q1', 'human', ROOT, [text('How long?')]),
      said('a1', 'assistant', 'q1', [text('Twenty minutes.')]),
      said('q2', 'human', ROOT, [text('How long at 200 degrees?')]),
      said('a2', 'assistant', 'q2', [text('25 minutes.')]),
    ])
    expect(textsOf(result)).toEqual(['How long at 200 degrees?', '25 minutes.'])
    expect(result.conversation?.others?.map((m) => [m.text, m.place, m.branch, m.position])).toEqual([
      ['How long?', 'c/q2', 'c/q1', 0],
      ['Twenty minutes.', 'c/q2', 'c/q1', 1],
    ])
    expect(result.counts).toMatchObject({ read: 2, beside: 2, leftOut: [] })
  })

  it('join where a message in between is gone, and do not where all hang from a root that is never there', () => {
    const gone = [said('q1', 'human', ROOT, [text('one')]), said('q2', 'human', 'lost', [text('two')])]
    expect(read(gone)).toMatchObject({
      conversation: { messages: [{ text: 'one' }, { text: 'two' }] },
      counts: { failed: 1 },
    })
    const versions = [said('q1', 'human', 'r', [text('one')]), said('q2', 'human', 'r', [text('two')])]
    expect(textsOf(read(versions))).toEqual(['two'])
  })

  it('are none in exports without parents', () => {
    expect(
      textsOf(
        read([
          said('q', 'human', undefined, [], { text: 'one', content: undefined }),
          said('a', 'assistant', undefined, [], { text: 'two', content: undefined }),
        ]),
      ),
    ).toEqual(['one', 'two'])
  })
})

describe('what a message of Claude holds', () => {
  it('keeps the words of pasted and attached files, and their names', () => {
    const attachments = [
      { file_name: 'paste.txt', file_type: 'txt', extracted_content: 'Anna promised the roof report.' },
      { file_name: '', file_size: 0, extracted_content: '' },
    ]
    const files = [
      { file_uuid: 'x', file_name: 'Screenshot.png' },
      { file_name: 'paste.txt' },
      { file_name: 'plan.pdf' },
    ]
    const result = read([said('q', 'human', ROOT, [text('')], { attachments, files })])
    expect(textsOf(result)).toEqual([
      '[file: paste.txt]\n\nAnna promised the roof report.\n\n[image: Screenshot.png]\n\n[file: plan.pdf]',
    ])
    expect(result.conversation?.messages[0]?.attachments.map((a) => a.name)).toEqual([
      'paste.txt',
      'Screenshot.png',
      'plan.pdf',
    ])
  })

  it('takes a placeholder for nothing said, in blocks, in the flat text, and alone', () => {
    const result = read([
      said('q', 'human', ROOT, [text('Open on Monday?')]),
      said(
        'a',
        'assistant',
        'q',
        [
          { type: 'thinking', thinking: 'Let me look.' },
          { type: 'tool_use', name: 'web_search', input: { query: 'x' } },
          { type: 'tool_result', content: [] },
          text('No.'),
          { type: 'token_budget' },
        ],
        { text: `\n${NOT_SHOWN}\n\n${NOT_SHOWN}\nNo.` },
      ),
      said('b', 'assistant', 'a', [], { text: `${NOT_SHOWN}\nClosed.` }),
      said('d', 'assistant', 'b', [{ type: 'tool_use', name: 'view', input: { path: '/x' } }], { text: NOT_SHOWN }),
    ])
    expect(textsOf(result)).toEqual(['Open on Monday?', 'No.', 'Closed.'])
    expect(result.conversation?.messages[1]).toMatchObject({ thinking: 'Let me look.', tools: ['web_search'] })
    expect(leftOf(result.counts)).toEqual({ 'answers of tools': 1, 'replies of tools alone, without words': 1 })
  })

  it('keeps artifacts, files and programs that were written, but not what failed', () => {
    const use = (name: string, input: object) => ({ type: 'tool_use', name, input })
    const result = read([
      said('a', 'assistant', ROOT, [
        text('Here.'),
        use('artifacts', { command: 'create', title: 'Table', type: 'text/markdown', content: '| a |' }),
        { type: 'tool_result', is_error: false },
        use('artifacts', { command: 'create', title: 'Page', type: 'text/html', content: '<p>' }),
        use('create_file', { path: '/out/run.py', file_text: 'print(1)' }),
        use('repl', { code: 'sum()' }),
        use('artifacts', { command: 'update', old_str: '1', new_str: 'never applied' }),
        { type: 'tool_result', is_error: true },
      ]),
    ])
    expect(textsOf(result)).toEqual([
      'Here.\n\n[document: Table]\n\n| a |\n\n[document: Page]\n\n```html\n<p>\n```\n\n[document: run.py]\n\n```py\nprint(1)\n```\n\n```\nsum()\n```',
    ])
  })

  it('takes spoken notes and the project, by its name where a file tells it', () => {
    const note = [
      said('q', 'human', ROOT, [{ type: 'voice_note', title: 'Voice note', text: 'Bitte zusammenfassen.' }]),
    ]
    const result = read(note, { project_uuid: 'p1' }, new Map([['p1', 'Garden']]))
    expect(result.conversation?.messages[0]).toMatchObject({
      text: 'Bitte zusammenfassen.',
      collection: { kind: 'project', name: 'Garden', named: true },
    })
  })

  it('says that a conversation is empty', () => {
    expect(leftOf(read([]).counts)).toEqual({ 'conversations without a message': 1 })
  })
})
