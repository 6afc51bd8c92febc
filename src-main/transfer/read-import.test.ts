import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { readImport } from './read-import'
import { fileOf, gptConversation, readAll } from './testing/exports'

const talk = (id: string) =>
  gptConversation(
    id,
    [
      { id: 'q', parent: null, text: `Question ${id}` },
      { id: 'a', parent: 'q', role: 'assistant', text: `Answer ${id} 犬` },
    ],
    'a',
  )
const gpt = JSON.stringify([talk('c1'), talk('c2'), talk('c3')])
const claude = JSON.stringify([
  {
    uuid: 'u1',
    name: 'A',
    created_at: '2024-01-01T00:00:00Z',
    chat_messages: [{ uuid: 'm', sender: 'human', text: 'Hi', created_at: '2024-01-01T00:00:00Z' }],
  },
])
const row = (conv: string, id: number, more: object = {}) =>
  JSON.stringify({
    conv,
    id: `${conv}-${id}`,
    ts: new Date(1.7e12 + id * 1000).toISOString(),
    author: 'user',
    text: `t${id}`,
    ...more,
  })
const BOM = '\uFEFF'

const broken = (sentence: RegExp) =>
  expect.objectContaining({ name: 'CatchmentError', code: 'import_broken', message: expect.stringMatching(sentence) })

describe('the program that wrote a file', () => {
  it.each([
    ['chatgpt', gpt],
    ['chatgpt', `${BOM}\r\n ${JSON.stringify([talk('c')], null, 2)}`],
    ['chatgpt', JSON.stringify([talk('a "chat_messages": trap')])],
    ['chatgpt', '[]'],
    ['claude', claude],
    ['jsonl', row('a', 1)],
    ['jsonl', `${BOM}${row('a', 1)}\r\n${row('a', 2)}\r\n`],
    ['jsonl', `not a row\n${row('a', 1)}`],
    ['jsonl', '{"type":"question","conv":"a"}\n'],
    ['jsonl', row('a', 1, { text: 'x'.repeat(3_000_000) })],
  ])('takes it for %s', async (format, content) => {
    expect((await readImport(await fileOf(content), { format: 'auto', signal: AbortSignal.any([]) })).format()).toBe(
      format,
    )
  })
})

describe('readImport', () => {
  it('reads a ChatGPT export conversation by conversation', async () => {
    const { reader, conversations, error } = await readAll(await fileOf(gpt))
    expect(error).toBeNull()
    expect(reader.format()).toBe('chatgpt')
    expect(conversations.map((c) => [c.externalId, c.title, c.messages.map((m) => m.text)])).toEqual([
      ['c1', 'Talk c1', ['Question c1', 'Answer c1 犬']],
      ['c2', 'Talk c2', ['Question c2', 'Answer c2 犬']],
      ['c3', 'Talk c3', ['Question c3', 'Answer c3 犬']],
    ])
    expect(reader.counts()).toEqual({ read: 6, beside: 0, skipped: 0, failed: 0, reasons: [], leftOut: [] })
    expect(reader.progress()).toBe(1)
  })

  it.each([
    ['a byte order mark', `${BOM}${gpt}`, 3],
    ['line ends of Windows', JSON.stringify(JSON.parse(gpt), null, 2).replaceAll('\n', '\r\n'), 3],
    ['a line end after it', `${gpt}\n`, 3],
    ['nothing in it', '[]', 0],
  ])('reads an export with %s', async (_, content, count) => {
    const { conversations, error } = await readAll(await fileOf(content))
    expect(error).toBeNull()
    expect(conversations).toHaveLength(count)
  })

  it('reads a Claude export', async () => {
    const { reader, conversations } = await readAll(await fileOf(claude))
    expect(reader.format()).toBe('claude')
    expect(conversations.map((c) => c.messages.map((m) => m.text))).toEqual([['Hi']])
  })

  it('reads rows, puts conversations together and counts the others', async () => {
    const lines = [
      row('a', 1),
      row('b', 2),
      '{"type":"question","conv":"a"}',
      row('a', 3),
      row('a', 3),
      '{broken',
      row('b', 4, { ts: 'x' }),
    ]
    const { reader, conversations, error } = await readAll(await fileOf(`${BOM}${lines.join('\r\n')}`))
    expect(error).toBeNull()
    expect(conversations.map((c) => c.messages.map((m) => m.externalId))).toEqual([['b/b-2'], ['a/a-1', 'a/a-3']])
    expect(reader.counts()).toEqual({
      read: 3,
      beside: 0,
      skipped: 2,
      failed: 2,
      reasons: ['Line 6: it is not a JSON object', 'Line 7: its “ts” is not a time'],
      leftOut: [
        { what: 'rows of type “question”', count: 1 },
        { what: 'messages that are in the file twice', count: 1 },
      ],
    })
  })

  it('keeps at most twenty reasons', async () => {
    const { reader } = await readAll(await fileOf([row('a', 1), ...Array(50).fill('x')].join('\n')))
    expect(reader.counts()).toMatchObject({ read: 1, failed: 50 })
    expect(reader.counts().reasons).toHaveLength(20)
  })

  it('hands out what came before the place where a file breaks, and says where that is', async () => {
    const long = JSON.stringify(Array.from({ length: 400 }, (_, i) => talk(`c${i}`)))
    const { reader, conversations, error } = await readAll(await fileOf(long.slice(0, -1_000)))
    expect(conversations.length).toBeGreaterThan(390)
    expect(reader.counts().read).toBe(conversations.length * 2)
    expect(error).toEqual(broken(/breaks after 39\d conversations, near byte \d+: it ends in the middle\.$/))
    const damaged = await readAll(await fileOf(gpt.replace('{"title":"Talk c3"', '{title:"Talk c3"')))
    expect(damaged.conversations).toHaveLength(2)
    expect(damaged.error).toEqual(broken(/after 2 conversations, .*: it is not valid JSON there\.$/))
  })

  it.each([
    ['an empty file', '', /“export.json” is empty/],
    ['white space', ' \n ', /not JSON/],
    ['a text', 'Dear diary, today …', /The file is not JSON\. It can be/],
    [
      'half a zip archive',
      Buffer.from('PK\u0003\u0004 and so on, and on and on', 'latin1'),
      /“export.json” is not complete/,
    ],
    ['other JSON', '{"dogs": 3}', /neither conversations nor/],
    ['a list of other things', '[{"dog": "Rex"}]', /a list, but not one of conversations/],
  ])('refuses %s with a sentence', async (_, content, sentence) => {
    await expect(readAll(await fileOf(content))).rejects.toEqual(broken(sentence))
  })

  it('refuses a folder, and says that a file is missing', async () => {
    const file = await fileOf('x')
    const folder = join(dirname(file), 'folder')
    await mkdir(folder)
    await expect(readAll(folder)).rejects.toEqual(broken(/There is no file in “folder”/))
    await expect(readAll(`${file}.gone`)).rejects.toMatchObject({ code: 'not_found' })
  })

  it.each([
    ['chatgpt', claude],
    ['claude', gpt],
    ['jsonl', 'no\nrow\nat all'],
    ['jsonl', gpt],
    ['chatgpt', '{"a": []}'],
  ] as const)('says so if a file taken for %s turns out to be something else', async (format, content) => {
    const { conversations, error } = await readAll(await fileOf(content), { format })
    expect(conversations).toEqual([])
    expect(error).toEqual(broken(/^Nothing in this file can be imported\. /))
  })

  it.each(['"just a string"', 'Dear diary'])('refuses %j where conversations were announced', async (content) => {
    const file = await fileOf(content)
    await expect(readAll(file, { format: 'chatgpt' })).rejects.toEqual(broken(/not a list of conversations/))
  })

  it('stops when it is cancelled', async () => {
    const abort = new AbortController()
    const file = await fileOf(JSON.stringify(Array.from({ length: 3_000 }, (_, i) => talk(`c${i}`))))
    const reader = await readImport(file, { format: 'auto', signal: abort.signal })
    const read = async () => {
      for await (const _ of reader.conversations) abort.abort()
    }
    await expect(read()).rejects.toMatchObject({ code: 'cancelled' })
    expect(reader.progress()).toBeLessThan(1)
  })
})

describe('memory', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const live = () => {
    collectGarbage()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return (heapUsed + arrayBuffers) / 1e6
  }

  async function write(pieces: Iterable<string>, name: string): Promise<string> {
    const file = await fileOf('', name)
    const handle = await open(file, 'w')
    for (const piece of pieces) await handle.write(piece)
    await handle.close()
    return file
  }

  function* bigExport(): Generator<string> {
    const text = 'A long answer about dogs. '.repeat(200)
    for (let i = 0; i < 1_000; i += 1) {
      const nodes = Array.from({ length: 10 }, (_, n) => ({
        id: `n${n}`,
        parent: n ? `n${n - 1}` : null,
        text: `${i}.${n} ${text}`,
      }))
      yield `${i ? ',' : '['}${JSON.stringify(gptConversation(`c${i}`, nodes, 'n9'))}`
    }
    yield ']'
  }

  function* bigRows(): Generator<string> {
    const text = 'A long message about dogs. '.repeat(30)
    for (let i = 0; i < 60_000; i += 1) yield `${row(`c${i % 7 ? 0 : i}`, i, { text })}\n`
  }

  it.each([
    ['a ChatGPT export', bigExport, 'conversations.json', 10_000],
    ['rows with one endless conversation', bigRows, 'rows.jsonl', 60_000],
  ])(
    'of 50 MB stays bounded for %s',
    async (_, pieces, name, messages) => {
      const file = await write(pieces(), name)
      const reader = await readImport(file, { format: 'auto', signal: new AbortController().signal })
      const before = live()
      let read = 0
      let peak = 0
      let next = 0
      for await (const conversation of reader.conversations) {
        read += conversation.messages.length
        if (read < next) continue
        next = read + messages / 10
        peak = Math.max(peak, live() - before)
      }
      expect(read).toBe(messages)
      expect(peak).toBeLessThan(30)
    },
    120_000,
  )
})
