import { type BucketCommand, parseBucketCommand } from '@shared/commands'
import type { MessageId } from '@shared/ids'
import { describe, expect, it } from 'vitest'
import { bucket, newMessageId } from '../store/testing/samples'
import type { StoredBucket } from '../store/types'
import { type Plan, type PlanContext, planCommand, titleFromReference } from './plan'
import { bucketOf, mergedInto } from './testing/samples'

const NOW = Date.UTC(2026, 0, 6)
const MISC = 'misc_conversations_2026_01_05'

function plan(line: string, buckets: readonly StoredBucket[], over: Partial<PlanContext> = {}): Plan {
  const parsed = parseBucketCommand(line)
  if (!parsed.ok) throw new Error(parsed.message)
  return planCommand(parsed.command, {
    actor: 'person',
    now: NOW,
    buckets,
    freeIds: new Map(),
    division: new Map(),
    ...over,
  })
}
const writesOf = (made: Plan) =>
  made.ok ? (made.draft?.writes.map((w) => [w.entityId, w.field, w.after].join(' ')) ?? 'nothing to do') : made.message
const codeOf = (made: Plan) => (made.ok ? 'done' : made.code)
const a = bucketOf('a_001', { title: 'A' })
const b = bucketOf('b_001', { title: 'B' })
const c = bucketOf('c_001', { title: 'C' })
const misc = bucketOf(MISC, { title: 'One-offs of 5 January 2026', status: 'archived' })
const free = (title: string, id: string) => ({ freeIds: new Map([[title, bucket(id)]]) })

describe('mv and merge', () => {
  it('mv leads the first into the second, which keeps its name', () => {
    const made = plan('mv a_001 b_001', [a, b])
    expect(writesOf(made)).toEqual(['a_001 own_merged_into b_001', 'b_001 shaped_by person'])
    expect(made).toMatchObject({
      bucketId: 'b_001',
      sentence: 'Merged “A” into “B” (2 messages).',
      draft: { kind: 'mv', actor: 'person', buckets: ['a_001', 'b_001'], creates: [] },
    })
  })

  it('merge leads both into a third, into one of the two, or into one that is made', () => {
    expect(writesOf(plan('merge a_001 b_001 c_001', [a, b, c]))).toEqual([
      'a_001 own_merged_into c_001',
      'b_001 own_merged_into c_001',
      'c_001 shaped_by person',
    ])
    expect(writesOf(plan('merge a_001 b_001 b_001', [a, b]))).toEqual([
      'a_001 own_merged_into b_001',
      'b_001 shaped_by person',
    ])
    const made = plan('merge a_001 b_001 "All of it"', [a, b], free('All of it', 'all_of_it_001'))
    expect(writesOf(made)).toEqual(['a_001 own_merged_into all_of_it_001', 'b_001 own_merged_into all_of_it_001'])
    expect(made).toMatchObject({
      sentence: 'Merged “A” and “B” into “All of it” (4 messages).',
      draft: { creates: [{ id: 'all_of_it_001', title: 'All of it', status: 'active', shapedBy: 'person', at: NOW }] },
    })
  })

  it('the destination is pinned if either was, and takes the higher priority', () => {
    const pinned = { ...a, pinned: true, priority: 'high' as const }
    expect(writesOf(plan('mv a_001 b_001', [pinned, b]))).toEqual([
      'a_001 own_merged_into b_001',
      `b_001 pinned_at ${new Date(NOW).toISOString()}`,
      'b_001 priority high',
      'b_001 shaped_by person',
    ])
    const low = { ...a, priority: 'low' as const }
    expect(writesOf(plan('mv a_001 b_001', [low, { ...b, pinned: true }]))).toEqual([
      'a_001 own_merged_into b_001',
      'b_001 shaped_by person',
    ])
  })

  it('wake an archived destination, unless what comes is archived too', () => {
    const asleep = { ...b, status: 'archived' as const, ownStatus: 'archived' as const }
    expect(writesOf(plan('mv a_001 b_001', [a, asleep]))).toContain('b_001 own_status active')
    const both = [{ ...a, status: 'archived' as const }, asleep]
    expect(writesOf(plan('mv a_001 b_001', both))).not.toContain('b_001 own_status active')
  })

  it('follow old ids to where they lead, so that no circle can be written', () => {
    const old = mergedInto('b_001', 'old_001')
    expect(writesOf(plan('mv old_001 c_001', [old, b, c]))).toEqual([
      'b_001 own_merged_into c_001',
      'c_001 shaped_by person',
    ])
    expect(plan('mv b_001 old_001', [old, b])).toMatchObject({ ok: false, code: 'conflict' })
  })

  it('refuse what is unknown, ambiguous, the same, or for filed-away one-offs', () => {
    const twins = [bucketOf('t_001', { title: 'T' }), bucketOf('t_002', { title: 'T' }), a]
    expect(plan('mv a_001 x_001', [a])).toEqual({
      ok: false,
      code: 'not_found',
      message: 'There is no bucket “x_001”.',
    })
    expect(plan('mv x_001 a_001', [a])).toMatchObject({ code: 'not_found' })
    expect(plan('mv T a_001', twins)).toMatchObject({
      code: 'not_found',
      message: '“T” could be t_001 or t_002. Write the id.',
    })
    expect(plan('merge a_001 t_001 T', twins)).toMatchObject({ code: 'not_found' })
    expect(codeOf(plan('mv a_001 a_001', [a]))).toBe('conflict')
    expect(codeOf(plan('merge a_001 a_001 b_001', [a, b]))).toBe('conflict')
    expect(codeOf(plan(`mv a_001 ${MISC}`, [a, misc]))).toBe('conflict')
    expect(codeOf(plan(`merge a_001 b_001 ${MISC}`, [a, b, misc]))).toBe('conflict')
  })

  it('by a model leave alone what a person pinned, named, made or filed away, but may bring others to it', () => {
    const model = { actor: 'model' as const }
    for (const own of [
      { ...a, pinned: true },
      { ...a, shapedBy: 'person' as const },
    ]) {
      expect(codeOf(plan('mv a_001 b_001', [own, b], model))).toBe('conflict')
      expect(codeOf(plan('merge b_001 a_001 c_001', [own, b, c], model))).toBe('conflict')
      expect(writesOf(plan('mv b_001 a_001', [own, b], model))).toContain('b_001 own_merged_into a_001')
      expect(codeOf(plan('mv a_001 b_001', [own, b]))).toBe('done')
    }
    expect(codeOf(plan(`mv ${MISC} a_001`, [a, misc], model))).toBe('conflict')
    expect(plan('merge a_001 b_001 New', [a, b], { ...model, ...free('New', 'new_001') })).toMatchObject({
      draft: { actor: 'model', creates: [{ shapedBy: 'automation' }] },
    })
    expect(writesOf(plan('mv a_001 b_001', [a, b], model))).toEqual(['a_001 own_merged_into b_001'])
  })
})

describe('split', () => {
  const ids = Array.from({ length: 3 }, newMessageId)
  const division = (...sides: (0 | 1)[]) =>
    new Map(sides.map((side, i): [MessageId, 0 | 1] => [ids[i] ?? newMessageId(), side]))
  const two = new Map([
    ['One', bucket('one_001')],
    ['Two', bucket('two_001')],
  ])

  it('sends each message to its side and lets the old id lead to the larger one', () => {
    const made = plan('split a_001 One Two', [a], { freeIds: two, division: division(0, 1, 1) })
    expect(writesOf(made)).toEqual([
      `${ids[0]} home_bucket_id one_001`,
      `${ids[1]} home_bucket_id two_001`,
      `${ids[2]} home_bucket_id two_001`,
      'a_001 own_merged_into two_001',
    ])
    expect(made).toMatchObject({ bucketId: 'two_001', sentence: 'Split “A” into “One” (1) and “Two” (2).' })
  })

  it('makes a side anew whose name only leads to the divided bucket because one of that name was merged into it', () => {
    const before = mergedInto('a_001', 'one_009', { title: 'One' })
    const made = plan('split a_001 One Two', [a, before], { freeIds: two, division: division(0, 1, 1) })
    expect(made).toMatchObject({ sentence: 'Split “A” into “One” (1) and “Two” (2).' })
    expect(writesOf(made)).toContain(`${ids[0]} home_bucket_id one_001`)
    // Its id still means what it leads to, and another bucket's name still means that bucket.
    expect(writesOf(plan('split a_001 one_009 b_001', [a, b, before], { division: division(0, 1) }))).toContain(
      `${ids[0]} home_bucket_id a_001`,
    )
  })

  it('keeps the bucket where it is one of the sides, and wakes the other', () => {
    const asleep = { ...b, status: 'archived' as const, ownStatus: 'archived' as const }
    expect(writesOf(plan('split a_001 a_001 b_001', [a, asleep], { division: division(0, 1) }))).toEqual([
      `${ids[0]} home_bucket_id a_001`,
      `${ids[1]} home_bucket_id b_001`,
      'b_001 own_status active',
      'a_001 shaped_by person',
      'b_001 shaped_by person',
    ])
  })

  it('refuses sides that are one, empty, ambiguous or for one-offs, and what does not exist', () => {
    const refused: [string, readonly StoredBucket[], Partial<PlanContext>][] = [
      ['split x_001 One Two', [a], { freeIds: two, division: division(0, 1) }],
      ['split a_001 b_001 b_001', [a, b], { division: division(0, 1) }],
      [
        'split a_001 One one',
        [a],
        { freeIds: new Map([...two, ['one', bucket('one_002')]]), division: division(0, 1) },
      ],
      ['split a_001 One Two', [a], { freeIds: two, division: division(0, 0) }],
      ['split a_001 One Two', [a], { freeIds: two }],
      [`split a_001 a_001 ${MISC}`, [a, misc], { division: division(0, 1) }],
      [
        'split a_001 a_001 T',
        [a, bucketOf('t_001', { title: 'T' }), bucketOf('t_002', { title: 'T' })],
        { division: division(0, 1) },
      ],
    ]
    for (const [line, buckets, over] of refused) expect([line, plan(line, buckets, over).ok]).toEqual([line, false])
  })

  it('by a model leaves whole what a person pinned or shaped', () => {
    const context = { actor: 'model' as const, freeIds: two, division: division(0, 1) }
    expect(codeOf(plan('split a_001 One Two', [{ ...a, pinned: true }], context))).toBe('conflict')
    expect(codeOf(plan('split a_001 One Two', [{ ...a, shapedBy: 'person' }], context))).toBe('conflict')
    expect(codeOf(plan('split a_001 One Two', [a], context))).toBe('done')
  })
})

describe('pin, archive, rename, show', () => {
  const asleep = bucketOf('a_001', { title: 'A', status: 'archived' })
  const at = new Date(NOW).toISOString()

  it('pin and unpin are a person’s lasting wish; pinning wakes', () => {
    expect(writesOf(plan('pin a_001', [a]))).toEqual([`a_001 pinned_at ${at}`])
    expect(writesOf(plan('pin a_001', [asleep]))).toEqual([`a_001 pinned_at ${at}`, 'a_001 own_status active'])
    expect(writesOf(plan('unpin a_001', [{ ...a, pinned: true }]))).toEqual(['a_001 pinned_at '])
    expect(writesOf(plan(`pin ${MISC}`, [misc]))).toEqual([`${MISC} pinned_at ${at}`])
  })

  it('archive and unarchive change the state; filed-away one-offs stay archived', () => {
    expect(writesOf(plan('archive a_001', [a]))).toEqual(['a_001 own_status archived'])
    expect(writesOf(plan('unarchive a_001', [asleep]))).toEqual(['a_001 own_status active'])
    expect(codeOf(plan(`unarchive ${MISC}`, [misc]))).toBe('conflict')
    expect(codeOf(plan('archive a_001', [{ ...a, pinned: true }], { actor: 'model' }))).toBe('conflict')
    expect(codeOf(plan('archive a_001', [{ ...a, pinned: true }]))).toBe('done')
  })

  it('rename changes the title, never the id, and makes it the person’s', () => {
    expect(writesOf(plan('rename a_001 "犬 & Катя"', [a]))).toEqual(['a_001 title 犬 & Катя', 'a_001 shaped_by person'])
    expect(writesOf(plan('rename a_001 New', [a], { actor: 'model' }))).toEqual(['a_001 title New'])
    expect(codeOf(plan('rename a_001 New', [{ ...a, shapedBy: 'person' }], { actor: 'model' }))).toBe('conflict')
    expect(codeOf(plan('rename a_001 New', [{ ...a, pinned: true }], { actor: 'model' }))).toBe('conflict')
  })

  it('what holds already is said, and nothing is logged', () => {
    const holding: [string, StoredBucket][] = [
      ['pin a_001', { ...a, pinned: true }],
      ['unpin a_001', a],
      ['archive a_001', asleep],
      ['unarchive a_001', a],
      ['rename a_001 A', { ...a, shapedBy: 'person' }],
      ['show a_001', a],
    ]
    for (const [line, held] of holding) expect([line, writesOf(plan(line, [held]))]).toEqual([line, 'nothing to do'])
    expect(plan('show a_001', [{ ...a, messages: 1 }])).toMatchObject({ bucketId: 'a_001', sentence: 'A: 1 message.' })
  })

  it('all of them refuse what is not there', () => {
    const kinds: BucketCommand['kind'][] = ['pin', 'unpin', 'archive', 'unarchive', 'show', 'rename']
    for (const kind of kinds)
      expect(codeOf(plan(`${kind} nowhere_001${kind === 'rename' ? ' X' : ''}`, [a]))).toBe('not_found')
  })
})

it('reads a title out of a name: ids lose underscores and suffix, what has spaces or capitals stays', () => {
  expect(titleFromReference('dog_breeds_XXX')).toBe('Dog breeds')
  expect(titleFromReference('dog_breeds_012')).toBe('Dog breeds')
  expect(titleFromReference('犬の散歩_001')).toBe('犬の散歩')
  expect(titleFromReference('всё_о_собаках_XXX')).toBe('Всё о собаках')
  expect(titleFromReference('Dog Breeds')).toBe('Dog Breeds')
  expect(titleFromReference(' Highway 101 ')).toBe('Highway 101')
  expect(titleFromReference('dogs')).toBe('dogs')
})
