import { describe, expect, it } from 'vitest'
import { judgeTalk, type TalkJudgement } from './judge'
import { emptyProfile, profileFrom } from './profile'
import { SENTENCES } from './testing/sentences'
import { bucketId, bucketOf, DAY_MS, MINUTE_MS, model, START, statistics, talkAbout, turn } from './testing/talk'
import type { BucketProfile, FilingTurn, StretchJudgement } from './types'

const judge = (turns: readonly FilingTurn[], buckets: readonly BucketProfile[], mode: 'live' | 'collapse' = 'live') =>
  judgeTalk({ turns, buckets, statistics, mode, model })

function stretchOf(judgement: TalkJudgement, of: FilingTurn | undefined): StretchJudgement {
  const stretch = judgement.stretches.find(({ turnIds }) => of !== undefined && turnIds.includes(of.id))
  if (stretch === undefined) throw new Error('every turn is in a stretch')
  return stretch
}
const bucketIn = ({ target }: StretchJudgement) => (target.kind === 'existing' ? target.bucketId : `new ${target.key}`)

/** Turns that a live judgement put into `id`, and that bucket with them (and with `before`). */
function filed(
  turns: readonly FilingTurn[],
  id: string,
  status: BucketProfile['status'] = 'active',
  before: FilingTurn[] = [],
) {
  const settled = turns.map((each) => ({ ...each, bucketId: bucketId(id), stretchId: turns[0]?.id ?? null }))
  const bucket = profileFrom({ id: bucketId(id), title: id, status }, [...before, ...settled], statistics, model)
  return { settled, bucket }
}
const [secondOne] = SENTENCES.flow

describe('a talk judged as it grows', () => {
  it('puts the first turn of an unknown topic into a new bucket, as a one-off until more is said', () => {
    const first = turn(SENTENCES.dogs[0], START)
    const { target } = stretchOf(judge([first], [bucketOf('taxes'), bucketOf('bread')]), first)
    expect(target).toEqual({ kind: 'new', status: 'ephemeral', key: first.id })
  })

  it('finds the old bucket when a topic returns, and says why', () => {
    const back = turn(SENTENCES.dogs[7], START)
    const judgement = stretchOf(judge([back], [bucketOf('taxes'), bucketOf('dogs'), bucketOf('bread')]), back)
    expect(bucketIn(judgement)).toBe('dogs_001')
    expect(judgement.candidates[0]?.bucketId).toBe('dogs_001')
    expect(judgement.candidates).toHaveLength(2)
    expect(judgement.sharedTerms).toContain('collie')
  })

  it('keeps a short turn without a topic in the bucket of the talk', () => {
    const { settled, bucket } = filed(talkAbout('dogs', 0, 3), 'dogs_001')
    const short = turn(secondOne, START + 4 * MINUTE_MS)
    const judgement = judge([...settled, short], [bucket, bucketOf('taxes'), bucketOf('bread')])
    expect(bucketIn(stretchOf(judgement, short))).toBe('dogs_001')
    expect(judgement.topicChanged).toEqual([])
  })

  it('begins a new stretch when the topic switches, and leaves the earlier one alone', () => {
    const { settled, bucket } = filed(talkAbout('dogs', 0, 3), 'dogs_001')
    const other = turn(SENTENCES.taxes[5], START + 5 * MINUTE_MS)
    const judgement = judge([...settled, other], [bucket, bucketOf('taxes'), bucketOf('bread')])
    expect(bucketIn(stretchOf(judgement, other))).toBe('taxes_001')
    expect(judgement.topicChanged).toEqual([other.id])
    expect(judgement.stretches[0]).toMatchObject({ judged: false, turnIds: settled.map(({ id }) => id) })
  })

  it('moves a whole stretch out of its provisional bucket once it is clear where it belongs', () => {
    const { settled, bucket } = filed([turn(SENTENCES.dogs[4], START)], 'ephemeral_001', 'ephemeral')
    const clear = turn(SENTENCES.dogs[5], START + MINUTE_MS)
    const judgement = judge([...settled, clear], [bucket, bucketOf('dogs', 5), bucketOf('taxes'), bucketOf('bread')])
    expect(judgement.stretches.map(bucketIn)).toEqual(['dogs_001'])
  })

  it('among people takes more for a topic than a remark and what is said to it', () => {
    const talk = talkAbout('dogs', 0, 6).map((each, i) => ({ ...each, author: i % 2 === 0 ? 'Ada' : 'Ben' }))
    const others = [bucketOf('taxes'), bucketOf('bread')]
    const statusOf = (turns: typeof talk) => judge(turns, others).stretches.map(({ target }) => target)
    expect(statusOf(talk.slice(0, 4))).toMatchObject([{ kind: 'new', status: 'ephemeral' }])
    expect(statusOf(talk)).toMatchObject([{ kind: 'new', status: 'active' }])
    // One who speaks alone asks: two requests are a topic.
    expect(statusOf(talk.slice(0, 2).map((each) => ({ ...each, author: 'Ada' })))).toMatchObject([
      { kind: 'new', status: 'active' },
    ])
  })

  it('makes a one-off that goes on a topic, in the bucket it has', () => {
    const { settled, bucket } = filed([turn(SENTENCES.dogs[2], START)], 'ephemeral_001', 'ephemeral')
    const more = turn(SENTENCES.dogs[5], START + MINUTE_MS)
    const { target } = stretchOf(judge([...settled, more], [bucket, bucketOf('taxes'), bucketOf('bread')]), more)
    expect(target).toEqual({ kind: 'existing', bucketId: 'ephemeral_001', promote: true })
  })

  it('takes a reply along with the request it answers', () => {
    const asked = turn(SENTENCES.taxes[0], START)
    const reply = turn(SENTENCES.reply[0], START + 1000, { role: 'assistant' })
    const judgement = judge([asked, reply], [bucketOf('taxes'), bucketOf('dogs')])
    expect(stretchOf(judgement, reply)).toBe(stretchOf(judgement, asked))
  })

  it.each([
    ['犬', '料理'],
    ['料理', '犬'],
    ['налоги', 'футбол'],
    ['футбол', 'налоги'],
  ] as const)('files %s apart from %s, each in its own script', (topic, other) => {
    const back = turn(SENTENCES[topic].at(-1) ?? '', START)
    const judgement = stretchOf(judge([back], [bucketOf(other, 4, 'other_001'), bucketOf(topic, 3, 'own_001')]), back)
    expect(bucketIn(judgement)).toBe('own_001')
  })

  it('names the words two texts share in scripts without spaces', () => {
    const back = turn(SENTENCES.犬[3], START)
    const judgement = stretchOf(judge([back], [bucketOf('犬', 3, 'own_001'), bucketOf('料理', 4, 'other_001')]), back)
    expect(judgement.sharedTerms).toContain('散歩')
  })

  it('never files into the daily bucket of filed-away one-offs', () => {
    const misc = bucketOf('dogs', 6, 'misc_conversations_2026_01_04', 'archived')
    const asked = turn(SENTENCES.dogs[7], START)
    const judgement = stretchOf(judge([asked], [misc, bucketOf('taxes')]), asked)
    expect(judgement.target.kind).toBe('new')
    expect(judgement.candidates.map((candidate) => candidate.bucketId)).not.toContain(misc.id)
  })

  it('considers archived buckets, so that an old topic can be resumed', () => {
    const asked = turn(SENTENCES.dogs[7], START + 90 * DAY_MS)
    const archived = bucketOf('dogs', 6, 'dogs_001', 'archived')
    expect(bucketIn(stretchOf(judge([asked], [archived, bucketOf('taxes')]), asked))).toBe('dogs_001')
  })

  it('lets an unlocked turn after a person’s own filing follow the talk', () => {
    const moved = turn(SENTENCES.dogs[0], START, { bucketId: bucketId('pets_001'), locked: true })
    const pets = profileFrom({ id: bucketId('pets_001'), title: 'pets', status: 'active' }, [moved], statistics, model)
    const more = turn(SENTENCES.dogs[2], START + MINUTE_MS)
    expect(bucketIn(stretchOf(judge([moved, more], [pets, bucketOf('taxes'), bucketOf('bread')]), more))).toBe(
      'pets_001',
    )
  })

  it('answers an empty segment with nothing', () => {
    expect(judge([], [bucketOf('dogs')])).toEqual({ stretches: [], topicChanged: [] })
  })

  it('judges against a bucket that lost all its messages without failing', () => {
    const asked = turn(SENTENCES.dogs[0], START)
    const empty = emptyProfile({ id: bucketId('empty_001'), title: '', status: 'active' })
    expect(stretchOf(judge([asked], [empty]), asked).target.kind).toBe('new')
  })
})

describe('a segment judged for good at collapse', () => {
  it('cuts a one-off aside out of a talk that goes on after it', () => {
    const before = talkAbout('dogs', 2, 5)
    const aside = turn(SENTENCES.oneOff[0], START + 25 * MINUTE_MS)
    const after = talkAbout('dogs', 5, 8, START + 50 * MINUTE_MS)
    const talk = [...before, aside, ...after]
    const judgement = judge(talk, [bucketOf('dogs', 2), bucketOf('bread'), bucketOf('taxes')], 'collapse')
    expect(stretchOf(judgement, aside)).toMatchObject({
      turnIds: [aside.id],
      target: { kind: 'new', status: 'ephemeral' },
    })
    for (const each of [...before, ...after]) expect(bucketIn(stretchOf(judgement, each))).toBe('dogs_001')
  })

  it('founds one bucket for two stretches of the same new topic', () => {
    const first = talkAbout('dogs', 0, 4)
    const between = talkAbout('taxes', 3, 6, START + 25 * MINUTE_MS)
    const again = talkAbout('dogs', 4, 8, START + 50 * MINUTE_MS)
    const buckets = [bucketOf('bread'), bucketOf('taxes', 3)]
    const judgement = judge([...first, ...between, ...again], buckets, 'collapse')
    expect(bucketIn(stretchOf(judgement, first[0]))).toMatch(/^new /)
    expect(bucketIn(stretchOf(judgement, again[0]))).toBe(bucketIn(stretchOf(judgement, first[0])))
    expect(bucketIn(stretchOf(judgement, between[0]))).toBe('taxes_001')
  })

  it('keeps the bucket that was made for a new topic while the talk ran', () => {
    const { settled, bucket } = filed(talkAbout('dogs', 0, 4), 'dogs_007')
    const judgement = judge(settled, [bucket, bucketOf('taxes'), bucketOf('bread')], 'collapse')
    expect(judgement.stretches.map(bucketIn)).toEqual(['dogs_007'])
  })
})

describe('a talk that takes up what was filed away', () => {
  const away = () => bucketOf('dogs', 2, 'ephemeral_007', 'ephemeral')
  const again = (mode: 'live' | 'collapse', oneOffs: readonly BucketProfile[], from = 4) => {
    const turns = talkAbout('dogs', from, from + 4)
    const buckets = [bucketOf('taxes'), bucketOf('bread')]
    return judgeTalk({ turns, buckets, oneOffs, statistics, mode, model }).stretches
  }

  it('begins a topic of its own, and says which one-off goes along into it', () => {
    const [stretch, ...more] = again('collapse', [away()])
    expect(more).toEqual([])
    expect(stretch?.target).toMatchObject({ kind: 'new', status: 'active' })
    expect(stretch?.resumes).toBe('ephemeral_007')
    expect(stretch?.candidates.map((candidate) => candidate.bucketId)).not.toContain('ephemeral_007')
  })

  it('takes nothing along while the talk runs, where it is about something else, or where nothing was filed away', () => {
    expect(again('live', [away()]).map(({ resumes }) => resumes)).toEqual([null])
    const other = bucketOf('oneOff', 2, 'ephemeral_008', 'ephemeral')
    expect(again('collapse', [other]).map(({ resumes }) => resumes)).toEqual([null])
    expect(again('collapse', []).map(({ resumes }) => resumes)).toEqual([null])
  })

  it('does not depend on the order in which one-offs are told', () => {
    const several = [away(), bucketOf('oneOff', 2, 'ephemeral_008', 'ephemeral')]
    const plain = (oneOffs: readonly BucketProfile[]) => again('collapse', oneOffs).map(({ resumes }) => resumes)
    expect(plain([...several].reverse())).toEqual(plain(several))
  })
})

it('a talk is judged for good as if it had not been filed while it ran', () => {
  const talk = [...talkAbout('dogs', 4, 8), ...talkAbout('taxes', 4, 7, START + 8 * MINUTE_MS)]
  const others = [bucketOf('taxes'), bucketOf('bread')]
  const { settled, bucket } = filed(talk, 'ephemeral_009', 'ephemeral')
  const where = (turns: readonly FilingTurn[], buckets: readonly BucketProfile[]) =>
    judge(turns, buckets, 'collapse').stretches.map(({ turnIds, target }) => [
      turnIds,
      target.kind === 'existing' && target.bucketId !== 'ephemeral_009' ? target.bucketId : 'of its own',
    ])
  expect(where(settled, [...others, bucket])).toEqual(where(talk, others))
})
