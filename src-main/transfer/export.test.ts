import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bucketId } from '@shared/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, say, type TestApp } from '../app/testing/app'
import { createTestStore, type TestStore } from '../store/testing/store'
import { type ExportOptions, exported, exportToFile } from './export-service'
import { exportedIdentity, typedConversation, typedHere } from './exported-id'
import { externalIdOf } from './types'

const place = { timeZone: 'Europe/Lisbon', locale: 'en-GB' }
const root = mkdtempSync(join(tmpdir(), 'catchment-export-'))
const HOSTILE = '# A heading\r\n\n<topic:x/> "quotes" \\ `code`\n\n  two spaces before, 🦔 and ünïcode\u2028after'

let test: TestStore
let ann: TestApp
beforeAll(async () => {
  test = await createTestStore()
  ann = await openTestApp(test, { profile: 'Ann' })
  const row = (conv: string, id: string, minute: number, author: string, text: string) =>
    JSON.stringify({ conv, id, ts: new Date(Date.UTC(2024, 0, 1, 9, minute)).toISOString(), author, text })
  const file = join(root, 'old.jsonl')
  // Two conversations that overlap, names and ids with signs that the identity is put together with, and two of the same moment.
  const rows = [
    row('a/b%2F', '1/2', 0, 'Ann B.', HOSTILE),
    row('a/b%2F', '2', 1, 'assistant', 'An answer.'),
    row('other', '1/2', 2, 'Ann B.', 'Meanwhile.'),
    row('other', '3', 2, 'Ann B.', 'And in the same minute.'),
    JSON.stringify({
      ...JSON.parse(row('named', '1', 3, 'assistant', 'A fern likes shade.')),
      title: 'Ferns',
      collection: { kind: 'project', name: 'Garden', named: true },
      archived: true,
      attachments: [{ kind: 'image', name: 'fern.png' }],
      thinking: 'It is green.',
      tools: ['look'],
      model: 'm-1',
      status: 'stopped',
    }),
  ]
  writeFileSync(file, `${rows.join('\n')}\n`)
  await ann.app.imports.run(file, { format: 'auto', signal: new AbortController().signal, report: () => undefined })
  await say(ann, 'Tomatoes need potash.')
  await say(ann, HOSTILE)
})
afterAll(async () => {
  await ann.close()
  await test.close()
  rmSync(root, { recursive: true, force: true })
})

const ports = ({ app }: TestApp, name: string) => ({ store: app.store, profile: { id: app.profileId, name }, place })
const options = (over: Partial<ExportOptions> = {}): ExportOptions => ({
  format: 'jsonl',
  signal: new AbortController().signal,
  report: () => undefined,
  ...over,
})
async function textOf(world: TestApp, over: Partial<ExportOptions> = {}): Promise<string> {
  let text = ''
  for await (const piece of exported(ports(world, 'Ann'), options(over))) text += piece
  return text
}
/** What an import is to bring back. */
const said = (jsonl: string) =>
  jsonl
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line))
    .map(({ session: _session, bucket: _bucket, ...brought }) => brought)

describe('an export as JSONL', () => {
  it('is read back by our own import without loss, and reads the same when exported again', async () => {
    const first = join(root, 'ann.jsonl')
    const { messages } = await exportToFile(first, ports(ann, 'Ann'), options())
    expect(messages).toBe(7)
    const bob = await openTestApp(test)
    const summary = await bob.app.imports.run(first, { ...options(), format: 'auto' })
    expect(summary).toMatchObject({ new: 7, skipped: 0, failed: 0 })
    expect(said(await textOf(bob))).toEqual(said(readFileSync(first, 'utf8')))
    expect((await bob.store.verification.run()).problems).toEqual([])
    await bob.close()
  })

  it('adds nothing to the profile it came from', async () => {
    const file = join(root, 'own.jsonl')
    await exportToFile(file, ports(ann, 'Ann'), options())
    const summary = await ann.app.imports.run(file, { ...options(), format: 'auto' })
    expect(summary).toMatchObject({ new: 0, skipped: 7, failed: 0 })
  })

  it('holds one bucket where one is named, and refuses one that is not there', async () => {
    const [bucket] = ann.app.directory.visible().filter((b) => b.messages > 0)
    if (!bucket) throw new Error('nothing was filed')
    const rows = (await textOf(ann, { part: { bucketId: bucket.id } })).trimEnd().split('\n')
    expect(rows).toHaveLength(bucket.messages)
    expect(new Set(rows.map((r) => (JSON.parse(r) as { bucket: string }).bucket))).toEqual(new Set([bucket.id]))
    await expect(textOf(ann, { part: { bucketId: bucketId.parse('no_such_999') } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('names messages so that conversation and id come apart again as they were', () => {
    for (const conv of ['a/b', 'a%2Fb', '%', '/', 'ü/%25'])
      expect(exportedIdentity({ id: 'x', externalId: externalIdOf(conv, '1/2'), conv }, 'p')).toEqual({
        conv,
        id: '1/2',
      })
    const id = '0199aaaa-0000-7000-8000-000000000001'
    const own = externalIdOf(typedConversation('p'), id)
    expect(typedHere([own, 'else/1', externalIdOf(typedConversation('p'), 'no uuid')])).toEqual([
      { externalId: own, id },
    ])
  })
})

describe('an export as Markdown', () => {
  it('is written for reading: by day, who said what when, in the person’s time zone', async () => {
    const text = await textOf(ann, { format: 'markdown' })
    expect(text).toMatch(/^# Ann\n\n## Monday,? 1 January 2024\n\n\*\*Ann B\.\*\*, 09:00/)
    expect(text.match(/^# /gmu)).toHaveLength(1)
    expect(text).toContain('> # A heading')
    expect(text).toContain('**Assistant**, 09:01')
    expect(text).toContain('**You**, ')
  })

  it.each(['bucket', 'segment'] as const)('stands under heads of each %s, every message once', async (by) => {
    const text = await textOf(ann, { format: 'markdown', by })
    const all = await textOf(ann, { format: 'markdown' })
    const spoken = (markdown: string) => markdown.split('\n').filter((line) => /^\*\*.+\*\*, /.test(line)).length
    expect(spoken(text)).toBe(7)
    expect(spoken(all)).toBe(7)
    const titles =
      by === 'bucket'
        ? ann.app.directory.visible().flatMap((b) => (b.messages > 0 ? [b.title] : []))
        : (await ann.store.transfer.segments()).map(({ title }) => title)
    const heads = [...text.matchAll(/^## (.+)$/gm)].map(([, head]) => head?.replaceAll('\\', ''))
    expect(heads.filter((head) => head !== 'Going on').sort()).toEqual(titles.filter((title) => title !== '').sort())
    expect(text).toMatch(/^### .+ 2024$/m)
  })

  it('holds one segment, one whole talk, or one stretch of time where that is asked for', async () => {
    const [ferns] = (await ann.store.segments.newest(20)).filter(
      ({ conversationTitle }) => conversationTitle === 'Ferns',
    )
    if (!ferns) throw new Error('no segment')
    for (const part of [{ segmentId: ferns.id }, { talkOf: ferns.id }])
      expect(await textOf(ann, { format: 'markdown', part })).toMatch(
        /^# Ferns\n\n## .*\n\n\*\*Assistant\*\*[^\n]*\n\n> A fern likes shade\.\n$/,
      )
    const day = { from: Date.UTC(2024, 0, 1), to: Date.UTC(2024, 0, 1, 9, 2), title: 'Morning' }
    const text = await textOf(ann, { format: 'jsonl', part: day })
    expect(said(text).map(({ text: words }) => words)).toEqual([HOSTILE, 'An answer.'])
  })
})

describe('the file of an export', () => {
  it('is there when it is whole and not before, and only its owner may read it', async () => {
    const file = join(root, 'deep', 'er', 'out.jsonl')
    await exportToFile(file, ports(ann, 'Ann'), options())
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const whole = readFileSync(file, 'utf8')
    const abort = new AbortController()
    abort.abort()
    await expect(exportToFile(file, ports(ann, 'Ann'), options({ signal: abort.signal }))).rejects.toMatchObject({
      code: 'cancelled',
    })
    expect(readFileSync(file, 'utf8')).toBe(whole)
    expect(readdirSync(join(root, 'deep', 'er'))).toEqual(['out.jsonl'])
    writeFileSync(join(root, 'blocked'), '')
    await expect(exportToFile(join(root, 'blocked', 'x.jsonl'), ports(ann, 'Ann'), options())).rejects.toMatchObject({
      code: 'unavailable',
    })
  })

  it('is read from the store page by page', async () => {
    const asked: number[] = []
    const counted = ports(ann, 'Ann')
    const store = {
      ...counted.store,
      branches: counted.store.branches,
      buckets: counted.store.buckets,
      messages: counted.store.messages,
      transfer: {
        page: async (input: Parameters<typeof counted.store.transfer.page>[0]) => {
          asked.push(input.limit)
          const [first] = await counted.store.transfer.page({ after: null, limit: 1 })
          if (!first || asked.length > 4) return []
          return Array.from({ length: input.limit }, () => first)
        },
        segments: () => counted.store.transfer.segments(),
        importSegments: (input: Parameters<typeof counted.store.transfer.importSegments>[0]) =>
          counted.store.transfer.importSegments(input),
      },
    }
    let lines = 0
    for await (const _ of exported({ ...counted, store }, options())) lines += 1
    expect(lines).toBe(2000)
    expect(Math.max(...asked)).toBeLessThanOrEqual(500)
  })
})
