import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { filed, newMessage } from '../store/testing/samples'
import { commandLine } from './testing/command-line'

const { run: cli, root, store } = commandLine('main')
/** One JSON value on stdout, nothing on stderr but the question who of those who speak the person is, exit code 0. */
async function json<T>(schema: z.ZodType<T>, ...args: string[]): Promise<T> {
  const { code, out, err } = await cli(...args, '--json')
  const told = args[0] === 'import' ? err.replace(/^Several people speak in it: Ann, Bob\. .*\n/u, '') : err
  expect([args, code, told]).toEqual([args, 0, ''])
  expect(out.endsWith('\n') && out.trimEnd().includes('\n')).toBe(false)
  return schema.parse(JSON.parse(out))
}
const iso = z.iso.datetime()
const messageRow = z.strictObject({
  id: z.string(),
  externalId: z.string().nullable(),
  ts: iso,
  role: z.enum(['user', 'assistant']),
  author: z.string(),
  text: z.string(),
  bucket: z.string().nullable(),
  segment: z.string().nullable(),
  filedBy: z.string().nullable(),
})
const bucketRow = z.strictObject({
  id: z.string(),
  title: z.string(),
  status: z.enum(['ephemeral', 'active', 'archived', 'merged']),
  messages: z.number(),
  pinned: z.boolean(),
  starred: z.boolean(),
  lastActive: iso,
})
const receiptRow = z.strictObject({
  id: z.string(),
  ts: iso,
  kind: z.string(),
  sentence: z.string(),
  undone: z.boolean(),
})
const answer = z.object({ operationId: z.string().nullable(), sentence: z.string(), bucketId: z.string() })
const messages = (...more: string[]) => json(z.array(messageRow), 'messages', ...more)
const buckets = () => json(z.array(bucketRow), 'buckets')
const receipts = () => json(z.array(receiptRow), 'receipts')
const picture = async () => ({ messages: await messages(), buckets: await buckets(), receipts: await receipts() })

const rows = [
  ['garden', 'g1', '09:00:00', 'Ann', 'My tomatoes in the garden have yellow leaves, what do they need?'],
  ['garden', 'g2', '09:01:00', 'assistant', 'Tomatoes with yellow leaves usually need magnesium or nitrogen.'],
  ['trains', 't1', '09:01:30', 'Bob', 'Which night train goes from Vienna to Venice?'],
  ['garden', 'g3', '09:02:00', 'Ann', 'And how often should I water the tomatoes?'],
  [
    'trains',
    't2',
    '09:03:00',
    'assistant',
    'The Nightjet leaves Vienna in the evening and reaches Venice in the morning.',
  ],
  ['trains', 't3', '09:04:00', 'Bob', 'Does the night train have sleeping cars?'],
].map(([conv, id, time, author, text]) => JSON.stringify({ conv, id, ts: `2026-01-05T${time}Z`, author, text }))
const file = join(root, 'talk.jsonl')
writeFileSync(file, rows.join('\n'))

describe('a wrong call', () => {
  it('is one clear line on stderr and an exit code of its own', async () => {
    const calls: [string[], number, RegExp][] = [
      [['frobnicate'], 2, /unknown command/],
      // what it was called with is printed so that no terminal acts on it
      [[`${String.fromCharCode(27)}[2Jx`], 2, /unknown command '\\x1b\[2Jx'/],
      [['send'], 2, /missing required argument/],
      [['send', '  ', '--model', 'none'], 2, /nothing to send/],
      [['send', 'x', '--at', 'yesterday'], 2, /“yesterday” is not a time/],
      [['send', 'x', '--at', '5'], 2, /“5” is not a time/],
    ]
    for (const [args, code, line] of calls) {
      const said = await cli(...args)
      expect([args, said.code, said.out]).toEqual([args, code, ''])
      expect(said.err).toMatch(line)
      expect(said.err.trimEnd()).not.toContain('\n')
    }
    expect((await cli('--help')).code).toBe(0)
    expect((await cli('--help')).out).toContain('Usage: catchment')
  })
})

describe('a store from the command line', () => {
  it('import counts, keeps what it was given, and adds nothing twice', async () => {
    const summary = z.strictObject({
      read: z.number(),
      new: z.number(),
      skipped: z.number(),
      failed: z.number(),
      reasons: z.array(z.string()),
    })
    expect(await json(summary, 'import', file)).toEqual({ read: 6, new: 6, skipped: 0, failed: 0, reasons: [] })
    expect(await json(summary, 'import', file, '--format', 'jsonl')).toMatchObject({ new: 0, skipped: 6 })
    const listed = await messages()
    expect(listed.map((m) => [m.externalId, m.ts, m.role, m.author, m.filedBy])).toEqual([
      ['g1', '2026-01-05T09:00:00.000Z', 'user', 'Ann', 'import'],
      ['g2', '2026-01-05T09:01:00.000Z', 'assistant', 'assistant', 'import'],
      ['t1', '2026-01-05T09:01:30.000Z', 'user', 'Bob', 'import'],
      ['g3', '2026-01-05T09:02:00.000Z', 'user', 'Ann', 'import'],
      ['t2', '2026-01-05T09:03:00.000Z', 'assistant', 'assistant', 'import'],
      ['t3', '2026-01-05T09:04:00.000Z', 'user', 'Bob', 'import'],
    ])
    expect(new Set(listed.map((m) => m.segment)).size).toBe(2)
    // It is itself no receipt, and nothing of the janitor's.
    expect((await receipts()).filter((r) => r.kind !== 'rename')).toEqual([])
    expect(await json(z.object({ ok: z.boolean(), problems: z.array(z.string()) }), 'verify')).toMatchObject({
      ok: true,
      problems: [],
    })
  })

  it('lists buckets, segments, the manifest, the context and why, as flat rows where they are lists', async () => {
    const listed = await buckets()
    expect(listed.reduce((n, b) => n + b.messages, 0)).toBe(6)
    const [largest] = listed.filter((b) => b.messages > 0)
    expect((await messages('--bucket', largest?.id ?? '')).length).toBe(largest?.messages)
    expect((await messages('--limit', '2')).map((m) => m.externalId)).toEqual(['t2', 't3'])
    expect(await messages('--limit', '0')).toEqual([])
    const flat = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    const segments = await json(z.array(flat), 'segments')
    expect(segments.map((s) => [s.status, s.messages])).toEqual([
      ['collapsed', 3],
      ['collapsed', 3],
    ])
    const tree = await cli('manifest', '--date', '2026-01-06')
    expect(tree.out).toMatch(/^CONVERSATION MANIFEST\n/)
    expect(tree.out).toContain('Yesterday')
    const context = await json(
      z.object({ sections: z.array(z.object({ name: z.string(), text: z.string() })) }),
      'context',
      '--at',
      '2026-01-06T09:00:00Z',
    )
    expect(context.sections.find((s) => s.name === 'manifest')?.text).toContain('Yesterday')
    const [first] = await messages()
    const why = await json(z.object({ bucketId: z.string(), sentence: z.string() }), 'why', first?.id ?? '')
    expect(why.bucketId).toBe(first?.bucket)
    expect((await cli('buckets')).out).toMatch(/^id +title +status/)
  })

  it('commands write receipts; ids stay the same over undo and redo; buckets lists every status', async () => {
    const [a, b] = (await buckets()).filter((bucket) => bucket.messages > 0)
    const before = await picture()
    const merged = await json(answer, 'merge', a?.id ?? '', b?.id ?? '', 'All of "it"')
    expect(merged.sentence).toContain('“All of "it"”')
    const [receipt] = await receipts()
    expect(receipt).toMatchObject({ id: merged.operationId, kind: 'merge', sentence: merged.sentence, undone: false })
    const after = await picture()
    expect(after.buckets.find((bucket) => bucket.id === a?.id)?.status).toBe('merged')
    expect(after.buckets.find((bucket) => bucket.id === merged.bucketId)).toMatchObject({
      messages: 6,
      title: 'All of "it"',
    })
    // Old ids go on meaning what they meant.
    expect(await messages('--bucket', a?.id ?? '')).toHaveLength(6)

    const undone = await json(
      z.array(z.object({ id: z.string(), undone: z.boolean() })),
      'undo',
      merged.operationId ?? '',
    )
    expect(undone).toEqual([{ id: merged.operationId, undone: true }])
    const back = await picture()
    expect({ messages: back.messages, buckets: back.buckets }).toEqual({
      messages: before.messages,
      buckets: before.buckets,
    })
    expect(back.receipts.map((r) => [r.id, r.undone])).toEqual(
      after.receipts.map((r) => [r.id, r.id === merged.operationId]),
    )
    expect((await cli('redo', merged.operationId ?? '')).out).toMatch(/^Redone: Merged/)
    expect(await picture()).toEqual(after)
    expect((await cli('undo', merged.operationId ?? '')).code).toBe(0)

    await cli('rename', a?.id ?? '', 'Tomatoes', 'and', 'more')
    await cli('pin', a?.id ?? '')
    await cli('archive', b?.id ?? '')
    expect((await buckets()).find((bucket) => bucket.id === a?.id)).toMatchObject({
      title: 'Tomatoes and more',
      pinned: true,
    })
    expect((await buckets()).find((bucket) => bucket.id === b?.id)?.status).toBe('archived')
    await cli('unarchive', b?.id ?? '')
    await cli('unpin', a?.id ?? '')
    expect(await json(answer, 'show', 'tomatoes and more')).toMatchObject({ operationId: null, bucketId: a?.id })
  })

  it('send makes one turn at the simulated time, first does what is due, and refuses the past', async () => {
    const turn = z.object({
      message: z.string(),
      reply: z.null(),
      bucket: z.string(),
      why: z.string(),
      filedBy: z.string(),
    })
    const [garden] = (await messages()).filter((m) => m.externalId === 'g1')
    const sent = await json(
      turn,
      'send',
      'How do I get rid of the slugs that eat my tomatoes?',
      '--model',
      'none',
      '--at',
      '2026-01-07T10:00:00Z',
    )
    expect(sent.why).toContain('“')
    const into = await json(
      turn,
      'send',
      'A note for there',
      '--model',
      'none',
      '--bucket',
      garden?.bucket ?? '',
      '--at',
      '2026-01-07T10:05:00Z',
    )
    expect(into).toMatchObject({ bucket: garden?.bucket, filedBy: 'person' })
    expect((await messages()).find((m) => m.id === into.message)).toMatchObject({
      ts: '2026-01-07T10:05:00.000Z',
      externalId: null,
      author: 'user',
    })
    const past = await cli('send', 'Too late', '--model', 'none', '--at', '2026-01-07T10:04:59Z')
    expect(past).toMatchObject({ code: 13, out: '' })
    expect(past.err).toMatch(/^--at is earlier than the newest message \(2026-01-07T10:05:00\.000Z\)\.\n$/)
    expect((await cli('tidy', '--at', '2026-01-01T00:00:00Z')).code).toBe(13)
    expect(await cli('send', 'x', '--model', 'gpt-9')).toMatchObject({ code: 3, out: '' })
    await cli('send', 'What does the word sesquipedalian mean?', '--model', 'none', '--at', '2026-01-08T10:00:00Z')
    // The talk of the day before was due.
    const flat = z.array(z.object({ status: z.string(), startedAt: z.string() }))
    const segments = await json(flat, 'segments')
    expect(segments.find((s) => s.startedAt === '2026-01-07T10:00:00.000Z')?.status).toBe('collapsed')
  })

  it('tidy with --dry-run changes nothing; without it acts with receipts, a second one finds nothing, undo all takes all back', async () => {
    const lines = z.object({
      lines: z.array(z.object({ kind: z.string(), sentence: z.string() })),
      dryRun: z.boolean(),
    })
    const at = ['--at', '2026-01-10T12:00:00Z']
    const before = await picture()
    const planned = await json(lines, 'tidy', '--dry-run', ...at)
    expect(planned.dryRun).toBe(true)
    expect(planned.lines.length).toBeGreaterThan(0)
    expect(await picture()).toEqual(before)
    const done = await json(lines, 'tidy', ...at)
    expect(done.lines.map((l) => l.kind)).toEqual(expect.arrayContaining(planned.lines.map((l) => l.kind)))
    const made = (await receipts()).filter((r) => !before.receipts.some((old) => old.id === r.id))
    expect(made.length).toBeGreaterThanOrEqual(done.lines.length)
    expect(await json(lines, 'tidy', ...at)).toMatchObject({ lines: [] })

    const janitors = made.filter((r) => done.lines.some((l) => l.sentence === r.sentence)).map((r) => r.id)
    const undone = await json(z.array(z.object({ id: z.string(), kind: z.string() })), 'undo', 'all')
    expect(undone.map((r) => r.id).slice(0, janitors.length)).toEqual(janitors)
    const after = await picture()
    expect(after.receipts.filter((r) => undone.some((u) => u.id === r.id)).every((r) => r.undone)).toBe(true)
    // A person's own commands stand.
    expect(after.receipts.filter((r) => r.kind === 'archive' || r.kind === 'pin').every((r) => !r.undone)).toBe(true)
    expect(await json(z.array(z.unknown()), 'undo', 'all')).toEqual([])
    expect((await cli('undo', 'all')).out).toBe('Nothing to undo.\n')
    expect((await cli('verify')).out).toContain('All is well.')
  })

  it('what is expected to be able to go wrong has an exit code and one line; nothing changes', async () => {
    const broken = join(root, 'broken.json')
    writeFileSync(broken, '[{"title": "cut o')
    const before = await picture()
    const calls: [string[], number, RegExp][] = [
      [['messages', '--bucket', '!!'], 3, /There is no bucket “!!”/],
      [['messages', '--limit', 'many'], 2, /--limit is a whole number/],
      [['receipts', '--limit', '-1'], 2, /whole number/],
      [['why', 'me'], 2, /not a message id/],
      [['why', '018f0000-0000-7000-8000-000000000000'], 3, /no such message/],
      [['undo', 'everything'], 2, /not the id of a receipt/],
      [['undo', '018f0000-0000-7000-8000-000000000000'], 3, /no such entry/],
      [['mv', 'nowhere_001', 'elsewhere_001'], 3, /no bucket “nowhere_001”/],
      [['mv', 'one'], 2, /Write it as: mv A B/],
      [['import', '/nowhere/at/all.json'], 3, /no file “all\.json”/],
      [['import', broken], 12, /./],
      [['import', file, '--format', 'xml'], 2, /--format is one of/],
      [['send', 'x', '--model', 'none', '--bucket', 'nowhere_001'], 3, /no bucket/],
    ]
    for (const [args, code, line] of calls) {
      const said = await cli(...args)
      expect([args, said.code, said.out]).toEqual([args, code, ''])
      expect(said.err).toMatch(line)
      expect(said.err.trimEnd()).not.toContain('\n')
    }
    expect(await picture()).toEqual(before)
  })

  it('another profile of the same store sees nothing of the first', async () => {
    expect(await json(z.array(messageRow), 'messages', '--profile', 'Ben')).toEqual([])
    expect((await messages()).length).toBeGreaterThan(6)
  })

  it('verify says what is wrong, and its exit code says that something is', async () => {
    const ben = await store().as('Ben')
    const turn = { turnId: newMessage('x', 1).id as never, modelId: null, timeoutMs: 1 }
    const { message } = await ben.turns.begin({ ...turn, message: newMessage('x', 1) })
    await ben.filing.commit(filed(message.id, 'gone_001', 1, { newBuckets: [] }))
    const found = await cli('verify', '--profile', 'Ben', '--json')
    expect(found.code).toBe(7)
    expect(JSON.parse(found.out)).toMatchObject({
      ok: false,
      problems: ['1 messages in a bucket that does not exist'],
    })
    expect(found.err).toMatch(/^Not all is well: 1 messages in a bucket/)
    expect((await cli('verify')).code).toBe(0)
  })
})
