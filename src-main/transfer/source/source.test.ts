import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { fileOf, gptConversation, leftOf, readAll } from '../testing/exports'

const talk = (id: string, text = `Question ${id}`) =>
  gptConversation(
    id,
    [
      { id: 'q', parent: null, text },
      { id: 'a', parent: 'q', role: 'assistant', text: `Answer ${id}` },
    ],
    'a',
  )
const idsOf = ({ conversations }: Awaited<ReturnType<typeof readAll>>) => conversations.map((c) => c.externalId)

async function zipOf(files: Record<string, string | Buffer>): Promise<string> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const path = join(await mkdtemp(join(tmpdir(), 'catchment-zip-')), 'export.zip')
  await pipeline(zip.outputStream, createWriteStream(path))
  return path
}

const SHARDS = {
  'conversations-010.json': JSON.stringify([talk('c3')]),
  'conversations-000.json': JSON.stringify([talk('c1')]),
  'conversations-002.json': JSON.stringify([talk('c2')]),
  'user.json': JSON.stringify({ id: 'user-1', email: 'a@example.org', phone_number: null }),
  'shared_conversations.json': JSON.stringify([{ id: 's', conversation_id: 'c1', title: 'T', is_anonymous: true }]),
  'message_feedback.json': JSON.stringify([{ id: 'f', conversation_id: 'c1', rating: 'thumbsDown' }]),
  'model_comparisons.json': JSON.stringify([
    { id: 'm', conversation_id: 'c1', content: { output: { feedback_version: '1' } } },
  ]),
  'chat.html': '<html>',
  'dalle/picture.webp': 'x',
}
const BESIDE = {
  'pages for a browser (choose JSON where the program asks for a format; pages are not read)': 1,
  'pictures, sounds and other files of the export': 1,
  '“user.json”: details of the account, no conversations': 1,
  '“shared_conversations.json”: a list of shared conversations, without their messages': 1,
  '“message_feedback.json”: ratings of answers, no conversations': 1,
  '“model_comparisons.json”: comparisons of models, no conversations': 1,
}

describe('an export', () => {
  it('is read from the zip itself: shards in their order, files beside them named as no conversations', async () => {
    const result = await readAll(await zipOf(SHARDS))
    expect(result.error).toBeNull()
    expect(idsOf(result)).toEqual(['c1', 'c2', 'c3'])
    expect(leftOf(result.reader.counts())).toEqual(BESIDE)
    expect(result.reader.progress()).toBe(1)
  })

  it('is read from its folder likewise', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'catchment-folder-'))
    await mkdir(join(folder, 'dalle'))
    for (const [name, content] of Object.entries(SHARDS)) await writeFile(join(folder, name), content)
    const result = await readAll(folder)
    expect(idsOf(result)).toEqual(['c1', 'c2', 'c3'])
    expect(leftOf(result.reader.counts())).toEqual(BESIDE)
  })

  it('with one damaged shard loses that one only, and says which', async () => {
    const whole = JSON.stringify([talk('c2'), talk('c4')])
    const result = await readAll(await zipOf({ ...SHARDS, 'conversations-002.json': whole.slice(0, -300) }))
    expect(result.error).toBeNull()
    expect(idsOf(result)).toEqual(['c1', 'c2', 'c3'])
    expect(result.reader.counts().reasons).toEqual([
      expect.stringMatching(/^“conversations-002.json”: The file breaks after 1 conversation/),
    ])
  })

  it('names of Claude projects are found in the file beside the conversations', async () => {
    const conversation = {
      uuid: 'u',
      name: 'T',
      project_uuid: 'p',
      chat_messages: [{ uuid: 'm', sender: 'human', text: 'Hi', created_at: '2026-01-01T00:00:00Z' }],
    }
    const zip = await zipOf({
      'conversations.json': JSON.stringify([conversation]),
      'projects.json': JSON.stringify([{ uuid: 'p', name: 'Garden', prompt_template: '' }]),
      'users.json': JSON.stringify([{ uuid: 'x', full_name: 'A', email_address: 'a@example.org' }]),
    })
    const { conversations, reader } = await readAll(zip)
    expect(conversations[0]?.messages[0]?.collection).toEqual({ kind: 'project', name: 'Garden', named: true })
    expect(Object.keys(leftOf(reader.counts()))).toHaveLength(2)
  })

  it.each(['projects', 'users'])('that is but a file of %s says so', async (name) => {
    const content =
      name === 'users'
        ? [{ uuid: 'x', email_address: 'a@example.org' }]
        : [{ uuid: 'p', name: 'G', prompt_template: '' }]
    await expect(readAll(await fileOf(JSON.stringify(content), `claude-${name}.json`))).rejects.toThrow(
      /no conversations.*Nothing was imported\.$/,
    )
  })

  it('without any conversation says what is in it', async () => {
    const { error } = await readAll(await zipOf({ 'user.json': SHARDS['user.json'], 'a.png': 'x' }))
    expect(error).toMatchObject({
      code: 'import_broken',
      message: expect.stringMatching(/^There are no conversations in “export.zip” \(2 files: .*details of the account/),
    })
  })

  it('that unpacks to more than 300 times its size is refused before anything is unpacked', async () => {
    const bomb = await zipOf({ 'conversations.json': Buffer.alloc(40 * 1024 * 1024, ' ') })
    await expect(readAll(bomb)).rejects.toMatchObject({
      code: 'import_broken',
      message: expect.stringMatching(/is refused: “conversations.json” in it would unpack to \d+ times its size/),
    })
  })

  it('with a size that lies is broken, not endless', async () => {
    const path = await zipOf({
      'conversations.json': JSON.stringify(Array.from({ length: 50 }, (_, i) => talk(`c${i}`))),
    })
    const bytes = await readFile(path)
    const directory = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
    bytes.writeUInt32LE(1000, directory + 24)
    await writeFile(path, bytes)
    const { error, reader } = await readAll(path)
    expect(error ?? reader.counts().reasons[0]).toBeTruthy()
  })

  it('is found whatever names stand in the archive, and writes nothing to the disk', async () => {
    const path = await zipOf({ 'aa/aa/conversations.json': JSON.stringify([talk('c1')]) })
    const bytes = await readFile(path)
    await writeFile(path, Buffer.from(bytes.toString('latin1').replaceAll('aa/aa/', '../../'), 'latin1'))
    expect(idsOf(await readAll(path))).toEqual(['c1'])
  })
})

describe('encodings', () => {
  const text = 'Grüße aus Málaga, ça va?'
  const json = JSON.stringify([talk('c1', text)])
  const be = Buffer.from(json, 'utf16le').swap16()
  it.each([
    ['UTF-8', Buffer.from(json), null],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${json}`), null],
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${json}`, 'utf16le'), 'UTF-16LE'],
    ['UTF-16 without one', Buffer.from(json, 'utf16le'), 'UTF-16LE'],
    ['UTF-16, big end first', Buffer.concat([Buffer.from([0xfe, 0xff]), be]), 'UTF-16BE'],
    ['Latin-1', Buffer.from(json, 'latin1'), 'WINDOWS-1252'],
  ])('in %s come out as they were', async (_, bytes, named) => {
    const { conversations, reader, error } = await readAll(await fileOf(bytes))
    expect(error).toBeNull()
    expect(conversations[0]?.messages[0]?.text).toBe(text)
    const said = Object.keys(leftOf(reader.counts()))
    expect(said).toEqual(named === null ? [] : [`“export.json” was converted from ${named}: nothing is lost`])
  })

  it('of rows in UTF-16 are found too', async () => {
    const row = JSON.stringify({ conv: 'c', id: '1', ts: 1.7e9, author: 'Zoë', text })
    const { conversations } = await readAll(await fileOf(Buffer.from(`\ufeff${row}\r\n`, 'utf16le'), 'rows.jsonl'))
    expect(conversations[0]?.messages[0]).toMatchObject({ author: 'Zoë', text })
  })

  it('that are damaged in places are said to be', async () => {
    const bytes = Buffer.from(JSON.stringify([talk('c1', `${text} ${'äöü'.repeat(50)}`)]))
    bytes[bytes.indexOf('öüäöü')] = 0x41
    const { conversations, reader } = await readAll(await fileOf(bytes))
    expect(conversations).toHaveLength(1)
    expect(reader.counts()).toMatchObject({ failed: 1, reasons: [expect.stringMatching(/1 characters are damaged/)] })
  })

  it('NUL and half pairs in any field spoil nothing: they go from words, and are spelled out in ids', async () => {
    const row = (conv: string, id: string, author: string, words: string) =>
      JSON.stringify({ conv, id, ts: 1.7e9, author, text: words })
    const rows = [
      row('a\0', '1', 'Eva\0', 'x\0y'),
      row('a', '2\0', 'u', 'half \ud83d pair'),
      row('a', '\ud83d2', 'u', 'z'),
      row('a', '\0', 'u', '\0'),
    ]
    const { conversations, reader } = await readAll(await fileOf(rows.join('\n')))
    const messages = conversations.flatMap((c) => c.messages)
    expect(messages.map((m) => [m.externalId, m.author, m.text])).toEqual([
      ['a\\u0000/1', 'Eva', 'xy'],
      ['a/2\\u0000', 'u', 'half \ufffd pair'],
      ['a/\\ud83d2', 'u', 'z'],
    ])
    expect(reader.counts()).toMatchObject({ read: 3, failed: 1 })
  })
})
