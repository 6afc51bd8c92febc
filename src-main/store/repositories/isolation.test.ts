import { suggestionId } from '@shared/ids'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../protocol'
import { bucket, filed, HOUR, newMessage, newOperation, START, say } from '../testing/samples'
import { createTestStore, type TestStore } from '../testing/store'
import type { StoredMessage } from '../types'
import type { EvidenceInput } from './search'

let test: TestStore
let ann: Store
let bob: Store
let secret: StoredMessage

const words = (...terms: string[]): EvidenceInput => ({ kind: 'message', terms, vector: null })
const vector: EvidenceInput = {
  kind: 'message',
  terms: [],
  vector: { modelId: 'm', query: new Float32Array(384).fill(0.05), centre: new Float32Array(384) },
}

beforeAll(async () => {
  test = await createTestStore()
  ann = await test.as('ann')
  bob = await test.as('bob')
  secret = await say(ann, 'the secret recipe', START, 'recipes_001')
  await say(ann, 'more secret recipe', START + 1000, 'recipes_001')
  await ann.messages.saveVectors('m', [{ id: secret.id, vector: new Float32Array(384).fill(0.05) }])
  await ann.filing.addTerms([['secret', 1]])
  await ann.preferences.set('k', 'v', START)
  await ann.operations.apply(
    newOperation({ writes: [{ entity: 'bucket', entityId: 'recipes_001', field: 'title', after: 'Secret' }] }),
  )
  await ann.janitor.addSuggestions(
    [{ kind: 'archive', source: bucket('recipes_001'), target: null, similarity: null, sentence: 's' }],
    START,
  )
})
afterAll(() => test.close())

describe('row-level security', () => {
  it('shows one profile nothing of the other, by any way of reading', async () => {
    const [operation] = await ann.operations.list({ limit: 1 })
    const segment = (await ann.segments.newest(1))[0]
    if (!operation || !segment) throw new Error('the sample is incomplete')
    const nothing: [string, unknown][] = [
      ['page', (await bob.messages.page({ anchor: { at: 'newest' }, limit: 10 })).messages],
      [
        'page of a bucket',
        (await bob.messages.page({ bucketId: bucket('recipes_001'), anchor: { at: 'newest' }, limit: 10 })).messages,
      ],
      [
        'page around a message',
        (await bob.messages.page({ anchor: { at: 'around', messageId: secret.id }, limit: 10 })).messages,
      ],
      ['byIds', await bob.messages.byIds([secret.id])],
      ['newest', await bob.messages.newest(10)],
      ['since', await bob.messages.since(0, 10)],
      ['of a segment', await bob.messages.ofSegment(segment.id)],
      ['of a bucket', await bob.messages.ofBucket(bucket('recipes_001'), { limit: 5, newest: true })],
      ['with vectors', await bob.messages.ofSegmentWithVectors(segment.id, 'm')],
      ['without vector', await bob.messages.withoutVector('other', 10)],
      ['text search', (await bob.search.evidence(words('secret'))).rows],
      ['vector search', (await bob.search.evidence(vector)).rows],
      ['postings', await bob.search.firstMessages([segment.id])],
      ['terms', await bob.filing.loadTerms()],
      ['profiles', await bob.filing.loadProfiles('m')],
      ['buckets', await bob.buckets.list({ merged: true })],
      ['buckets by id', await bob.buckets.byIds([bucket('recipes_001')])],
      ['operations', await bob.operations.list({ limit: 10 })],
      ['suggestions', await bob.janitor.openSuggestions()],
      ['segments', await bob.segments.newest(10)],
      ['segments by id', await bob.segments.byIds([segment.id])],
      ['undrained', await bob.segments.undrained(10)],
      ['due', await bob.segments.due({ now: START + 100 * HOUR, timeoutMs: 1, claimMs: 1 })],
      ['pending turns', await bob.turns.pending()],
    ]
    for (const [what, found] of nothing) expect(found, what).toEqual([])
    expect(await bob.operations.byId(operation.id)).toBeNull()
    expect(await bob.buckets.resolve(bucket('recipes_001'))).toBeNull()
    expect(await bob.segments.byId(segment.id)).toBeNull()
    expect(await bob.preferences.get('k')).toBeNull()
    expect(await bob.segments.active()).toBeNull()
    expect((await bob.messages.overview()).messages).toBe(0)
    expect((await ann.search.evidence(words('secret'))).rows).toHaveLength(2)
    expect((await ann.search.evidence(vector)).rows.filter((r) => r.messageId !== null)).toHaveLength(1)
  })

  it('lets one profile change nothing of the other', async () => {
    const [operation] = await ann.operations.list({ limit: 1 })
    const segment = (await ann.segments.newest(1))[0]
    if (!operation || !segment) throw new Error('the sample is incomplete')
    const before = JSON.stringify([
      await ann.buckets.list({ merged: true }),
      await ann.messages.newest(10),
      await ann.segments.newest(5),
      await ann.operations.list({ limit: 10 }),
    ])
    await expect(bob.operations.undo(operation.id, START)).rejects.toMatchObject({ code: 'not_found' })
    await expect(
      bob.operations.apply(
        newOperation({ writes: [{ entity: 'bucket', entityId: 'recipes_001', field: 'title', after: 'Mine' }] }),
      ),
    ).rejects.toMatchObject({ code: 'not_found' })
    await bob.filing.commit(filed(secret.id, 'stolen_001', START))
    await bob.turns.setStatus(secret.id, 'stopped')
    await bob.messages.setVerbatim(secret.id, 'stolen')
    await bob.messages.markBoundaries([secret.shortId])
    await bob.segments.closeNow(segment.id)
    expect(await bob.segments.claim({ segmentId: segment.id, now: START, claimMs: 1 })).toBe(false)
    await bob.segments.markDrained(segment.id)
    await bob.buckets.setSummary({ id: bucket('recipes_001'), summary: 'stolen', lastMessageId: null, count: 0 })
    await bob.janitor.decideSuggestion(suggestionId.parse(operation.id), 'dismissed', START)
    expect(
      JSON.stringify([
        await ann.buckets.list({ merged: true }),
        await ann.messages.newest(10),
        await ann.segments.newest(5),
        await ann.operations.list({ limit: 10 }),
      ]),
    ).toBe(before)
  })

  it('holds for every table: no policy is missing, and the app role cannot write a row for another profile', async () => {
    const { rows } = await test.open.db.execute<{ relname: string }>(
      sql`SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND NOT relrowsecurity AND relname <> 'schema_migrations'`,
    )
    expect(rows).toEqual([])
    const bobId = await test.open.ensureProfile('bob')
    const annId = await test.open.ensureProfile('ann')
    await expect(
      test.open.asProfile(bobId, (db) =>
        db.execute(sql`INSERT INTO preferences (user_id, key, value, updated_at) VALUES (${annId}, 'x', '1', now())`),
      ),
    ).rejects.toThrow()
    // A client may set what it likes: the profile is known by its role.
    await expect(
      test.open.asProfile(bobId, (db) => db.execute(sql`SELECT set_config('role', 'postgres', true)`)),
    ).rejects.toThrow()
  })

  it('begins every primary and unique key with user_id', async () => {
    const { rows } = await test.open.db.execute<{ name: string; first: string }>(sql`
      SELECT i.relname AS name, a.attname AS first FROM pg_index x
      JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = x.indkey[0]
      WHERE x.indisunique AND t.relnamespace = 'public'::regnamespace AND t.relname <> 'schema_migrations'`)
    expect(rows.length).toBeGreaterThan(15)
    expect(rows.filter((r) => r.first !== 'user_id')).toEqual([])
  })

  it('keeps a text query from being an operator', async () => {
    const hostile = ["secret' | 'x", '!!', '&', '"', '\\', '{}', ',']
    expect((await ann.search.evidence(words(...hostile))).rows).toEqual([])
    expect((await ann.search.evidence(words('recip', "o'brien"))).rows).toHaveLength(2)
  })

  it('keeps the same id apart in two profiles', async () => {
    const mine = newMessage('same id', START)
    await say(bob, 'x', START, 'recipes_001', { id: mine.id })
    await say(ann, 'y', START + 2000, 'recipes_001', { id: mine.id })
    expect((await bob.messages.byIds([mine.id]))[0]?.text).toBe('x')
    expect((await ann.messages.byIds([mine.id]))[0]?.text).toBe('y')
  })
})
