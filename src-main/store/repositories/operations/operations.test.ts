import type { OperationId } from '@shared/ids'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bucket, filed, HOUR, newBucket, newOperation, START, say } from '../../testing/samples'
import { createTestStore, type TestStore } from '../../testing/store'
import type { RegisterWrite } from '../../types'

let test: TestStore
let profile = 0
let store: TestStore['store']

beforeAll(async () => {
  test = await createTestStore()
})
beforeEach(async () => {
  store = await test.as(`profile ${profile++}`)
})
afterAll(() => test.close())

const mergeInto = (from: string, to: string) =>
  newOperation({
    kind: 'mv',
    buckets: [bucket(from), bucket(to)],
    writes: [{ entity: 'bucket', entityId: from, field: 'own_merged_into', after: to }],
  })

/** What a person sees: every message with its bucket, every bucket with its count. */
async function picture() {
  const buckets = await store.buckets.list({ merged: false })
  const { messages } = await store.messages.page({ anchor: { at: 'newest' }, limit: 200 })
  return {
    messages: messages.map((m) => [m.text, m.bucketId]),
    buckets: buckets.map((b) => [b.id, b.status, b.messages, b.title, b.pinned]).sort(),
  }
}

describe('the operation log', () => {
  it('merges without losing a message and takes it back, with messages that came meanwhile staying where they were filed', async () => {
    await say(store, 'one', START, 'cats_001')
    await say(store, 'two', START + 1000, 'pets_001')
    const merged = await store.operations.apply(mergeInto('cats_001', 'pets_001'))
    expect(merged.messagesMoved).toBe(1)
    await say(store, 'three', START + 2000, 'pets_001')
    expect((await store.buckets.byIds([bucket('pets_001')]))[0]?.messages).toBe(3)
    await store.operations.undo(merged.operationId, START)
    expect(await picture()).toEqual({
      messages: [
        ['one', 'cats_001'],
        ['two', 'pets_001'],
        ['three', 'pets_001'],
      ],
      buckets: [
        ['cats_001', 'active', 1, 'cats_001', false],
        ['pets_001', 'active', 2, 'pets_001', false],
      ],
    })
  })

  it('names the buckets whose own messages really changed, in whatever order acts are taken back', async () => {
    const { id } = await say(store, 'one', START, 'first_001')
    await say(store, 'two', START + 1000, 'second_001')
    await say(store, 'three', START + 2000, 'third_001')
    const moveTo = (to: string) =>
      newOperation({ writes: [{ entity: 'message', entityId: id, field: 'home_bucket_id', after: to }] })
    const earlier = await store.operations.apply(moveTo('second_001'))
    const later = await store.operations.apply(moveTo('third_001'))
    expect([...later.homes].sort()).toEqual(['second_001', 'third_001'])
    expect((await store.operations.undo(earlier.operationId, START)).homes).toEqual(['third_001'])
    // From the third back to the first: the second, which the log of that act speaks of, has no part in it.
    const back = await store.operations.undo(later.operationId, START)
    expect([...back.homes].sort()).toEqual(['first_001', 'third_001'])
    expect([...(await store.operations.redo(earlier.operationId)).homes].sort()).toEqual(['first_001', 'second_001'])
  })

  it('keeps old ids alive: a message filed under a merged id is found where the merge leads', async () => {
    await say(store, 'one', START, 'cats_001')
    await say(store, 'two', START + 1000, 'pets_001')
    await store.operations.apply(mergeInto('cats_001', 'pets_001'))
    const late = await say(store, 'three', START + 2000, 'cats_001')
    expect(late.bucketId).toBe('pets_001')
    expect((await store.buckets.resolve(bucket('cats_001')))?.id).toBe('pets_001')
    expect(await store.verification.run()).toMatchObject({ ok: true })
  })

  it('undoes an earlier operation while a later one on the same register stands', async () => {
    await say(store, 'one', START, 'a_001')
    const rename = (title: string) =>
      newOperation({ kind: 'rename', writes: [{ entity: 'bucket', entityId: 'a_001', field: 'title', after: title }] })
    const first = await store.operations.apply(rename('First'))
    const second = await store.operations.apply(rename('Second'))
    await store.operations.undo(first.operationId, START)
    expect((await picture()).buckets[0]?.[3]).toBe('Second')
    await store.operations.undo(second.operationId, START)
    expect((await picture()).buckets[0]?.[3]).toBe('a_001')
    await store.operations.redo(first.operationId)
    expect((await picture()).buckets[0]?.[3]).toBe('First')
  })

  it('keeps a bucket visible whose making was undone while messages lie in it', async () => {
    const made = await store.operations.apply(newOperation({ kind: 'merge', creates: [newBucket('new_001')] }))
    await say(store, 'one', START, 'new_001')
    await store.operations.undo(made.operationId, START)
    expect((await picture()).buckets).toEqual([['new_001', 'active', 1, 'new_001', false]])
  })

  it('takes back the move of a message that was not filed yet, and keeps what was filed after that', async () => {
    const unfiled = await say(store, 'one', START, null)
    await say(store, 'two', START + 1000, 'a_001')
    const move = await store.operations.apply(
      newOperation({
        kind: 'move_message',
        writes: [
          { entity: 'message', entityId: unfiled.id, field: 'home_bucket_id', after: 'a_001' },
          { entity: 'message', entityId: unfiled.id, field: 'filed_by', after: 'person' },
        ],
      }),
    )
    await store.operations.undo(move.operationId, START)
    expect((await store.messages.byIds([unfiled.id]))[0]).toMatchObject({ bucketId: null, filedBy: null })
    expect((await store.verification.run()).problems).toEqual([])
    await store.filing.commit(filed(unfiled.id, 'b_001', START))
    await store.operations.redo(move.operationId)
    expect((await store.messages.byIds([unfiled.id]))[0]).toMatchObject({ bucketId: 'a_001', filedBy: 'person' })
    await store.operations.undo(move.operationId, START)
    expect((await store.messages.byIds([unfiled.id]))[0]).toMatchObject({ bucketId: 'b_001', filedBy: 'classifier' })
    expect((await store.verification.run()).problems).toEqual([])
  })

  it('applied together comes to the same as one after another: each has its receipt, and is undone by itself', async () => {
    const buckets = ['a_001', 'b_001', 'c_001', 'd_001']
    const name = fc.constantFrom(...buckets)
    const act = fc.oneof(
      fc.record({ do: fc.constant('merge' as const), from: name, to: fc.constantFrom(...buckets, 'misc_001') }),
      fc.record({ do: fc.constant('archive' as const), from: name, to: name }),
      fc.record({ do: fc.constant('rename' as const), from: name, to: name }),
      fc.record({ do: fc.constant('move' as const), from: name, to: name }),
    )
    interface Act {
      do: 'merge' | 'archive' | 'rename' | 'move'
      from: string
      to: string
    }
    const writeOf = ({ do: what, from, to }: Act, said: ReadonlyMap<string, string>, n: number): RegisterWrite => {
      const own = { entity: 'bucket', entityId: from } as const
      if (what === 'merge') return { ...own, field: 'own_merged_into', after: to }
      if (what === 'archive') return { ...own, field: 'own_status', after: 'archived' }
      if (what === 'rename') return { ...own, field: 'title', after: `Title ${n}` }
      return { entity: 'message', entityId: said.get(from) ?? '', field: 'home_bucket_id', after: to }
    }
    const operationOf = (act: Act, said: ReadonlyMap<string, string>, n: number) => {
      const { from, to } = act
      return newOperation({
        sentence: `${act.do} ${from} ${to} ${n}`,
        passId: '0198c0de-0000-7000-8000-000000000000',
        buckets: from === to ? [bucket(from)] : [bucket(from), bucket(to)],
        creates: to === 'misc_001' ? [newBucket(to, { at: START })] : [],
        writes: [writeOf(act, said, n)],
      })
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(act, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(5), { maxLength: 3 }),
        async (acts, taken) => {
          const pictures = []
          for (const way of ['together', 'alone']) {
            store = await test.as(`profile ${profile++}`)
            const said = new Map<string, string>()
            for (const [i, into] of buckets.entries())
              said.set(into, (await say(store, `in ${into}`, START + i * 1000, into)).id)
            const list = acts
              .filter(({ do: what, from, to }) => what !== 'merge' || from !== to)
              .map((a, n) => operationOf(a, said, n))
            const results = way === 'together' ? await store.operations.applyTogether(list) : []
            if (way === 'alone') for (const operation of list) results.push(await store.operations.apply(operation))
            const told = results.map((r) => [
              r.receipt.sentence,
              r.messagesMoved,
              r.messageIds.length,
              [...r.homes].sort(),
            ])
            const before = await picture()
            for (const n of taken) {
              const one = results[n % Math.max(1, results.length)]
              if (one) await store.operations.undo(one.operationId, START + HOUR)
            }
            const log = await store.operations.list({ passId: '0198c0de-0000-7000-8000-000000000000', limit: 100 })
            const receipts = log.map((r) => [r.sentence, r.undone, r.messagesMoved, r.buckets])
            const { problems } = await store.verification.run(true)
            pictures.push({ told, before, after: await picture(), receipts, problems })
          }
          expect(pictures[0]).toEqual(pictures[1])
          expect(pictures[0]?.problems).toEqual([])
        },
      ),
      { numRuns: 20 },
    )
  })

  it('leaves out what is planned on another state: from there on nothing is done', async () => {
    for (const [i, into] of ['a_001', 'b_001', 'c_001'].entries()) await say(store, into, START + i * 1000, into)
    const planned = await store.buckets.list({ merged: false })
    await say(store, 'more', START + HOUR, 'b_001')
    const list = ['a_001', 'b_001', 'c_001'].map((id) =>
      newOperation({
        buckets: [bucket(id)],
        writes: [{ entity: 'bucket', entityId: id, field: 'own_status', after: 'archived' }],
      }),
    )
    expect(await store.operations.applyTogether(list, planned)).toHaveLength(1)
    expect((await store.buckets.list({ merged: false })).map((b) => [b.id, b.status]).sort()).toEqual([
      ['a_001', 'archived'],
      ['b_001', 'active'],
      ['c_001', 'active'],
    ])
  })

  it('says so if there is no such operation', async () => {
    await expect(store.operations.undo(newOperation({}).id, START)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('gives back the original state whatever was done, undone and redone in whatever order, and always counts right', async () => {
    const names = ['a_001', 'b_001', 'c_001', 'd_001']
    const pick = fc.constantFrom(...names)
    const step = fc.oneof(
      fc.record({ do: fc.constant('merge' as const), from: pick, to: pick }),
      fc.record({ do: fc.constant('move' as const), message: fc.nat(11), to: pick }),
      fc.record({ do: fc.constant('archive' as const), from: pick }),
      fc.record({ do: fc.constant('rename' as const), from: pick, title: fc.string({ minLength: 1, maxLength: 8 }) }),
      fc.record({ do: fc.constant('undo' as const), which: fc.nat(20) }),
      fc.record({ do: fc.constant('redo' as const), which: fc.nat(20) }),
      fc.record({ do: fc.constant('say' as const), to: pick }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), fc.integer(), async (steps, seed) => {
        store = await test.as(`profile ${profile++}`)
        const ids: string[] = []
        for (let n = 0; n < 6; n++) ids.push((await say(store, `m${n}`, START + n * 1000, names[n % 4] ?? null)).id)
        /** The reference model: what each message was filed as when it came. */
        const original = new Map(ids.map((id, n) => [id, names[n % 4]]))
        const log: OperationId[] = []
        let clock = START + HOUR / 2
        for (const s of steps) {
          if (s.do === 'merge' && s.from !== s.to)
            log.push((await store.operations.apply(mergeInto(s.from, s.to))).operationId)
          if (s.do === 'move') {
            const id = ids[s.message % ids.length]
            if (id)
              log.push(
                (
                  await store.operations.apply(
                    newOperation({
                      kind: 'move_message',
                      writes: [{ entity: 'message', entityId: id, field: 'home_bucket_id', after: s.to }],
                    }),
                  )
                ).operationId,
              )
          }
          if (s.do === 'archive')
            log.push(
              (
                await store.operations.apply(
                  newOperation({
                    kind: 'archive',
                    writes: [{ entity: 'bucket', entityId: s.from, field: 'own_status', after: 'archived' }],
                  }),
                )
              ).operationId,
            )
          if (s.do === 'rename')
            log.push(
              (
                await store.operations.apply(
                  newOperation({
                    kind: 'rename',
                    writes: [{ entity: 'bucket', entityId: s.from, field: 'title', after: s.title }],
                  }),
                )
              ).operationId,
            )
          const target = 'which' in s ? log[s.which % Math.max(1, log.length)] : undefined
          if (s.do === 'undo' && target) await store.operations.undo(target, clock)
          if (s.do === 'redo' && target) await store.operations.redo(target)
          if (s.do === 'say') {
            clock += 1000
            const said = await say(store, `later ${ids.length}`, clock, s.to)
            ids.push(said.id)
            original.set(said.id, s.to)
          }
          const check = await store.verification.run()
          expect(check.problems).toEqual([])
          expect(check.counts.messages).toBe(ids.length)
        }
        const everything = await store.operations.list({ limit: 500 })
        const order = [...everything].sort(
          (x, y) =>
            ((Number.parseInt(x.id.slice(-4), 16) * 31 + seed) % 17) -
            ((Number.parseInt(y.id.slice(-4), 16) * 31 + seed) % 17),
        )
        for (const { id } of order) await store.operations.undo(id, clock)
        const end = await store.messages.byIds(
          (await store.messages.page({ anchor: { at: 'newest' }, limit: 200 })).messages.map((m) => m.id),
        )
        expect(end.map((m) => m.bucketId)).toEqual(end.map((m) => original.get(m.id)))
        const shown = await store.buckets.list({ merged: false })
        expect(shown.every((b) => b.title === b.id && b.status === 'active')).toBe(true)
        for (const b of shown) expect(b.messages).toBe([...original.values()].filter((o) => o === b.id).length)
      }),
      { numRuns: 15 },
    )
  })
})
