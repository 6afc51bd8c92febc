import { describe, expect, it } from 'vitest'
import { judgeTalk } from './judge'
import { profileFrom } from './profile'
import { SENTENCES, type Topic } from './testing/sentences'
import { bucketId, MINUTE_MS, model, START, statistics, talkAbout, turn } from './testing/talk'
import type { FilingTurn } from './types'

/** Three requests about `first`, a minute apart, filed into one bucket; a minute later the first about `then`. */
function turnsQuickly(first: Topic, then: Topic) {
  const talk = talkAbout(first, 0, 3).map((each, _, all) => ({
    ...each,
    bucketId: bucketId('flow_001'),
    stretchId: all[0]?.id ?? null,
  }))
  const bucket = profileFrom({ id: bucketId('flow_001'), title: first, status: 'active' }, talk, statistics, model)
  const asked: FilingTurn = turn(SENTENCES[then][0], START + 3 * MINUTE_MS)
  const judge = (mode: 'live' | 'collapse', more: FilingTurn[] = []) =>
    judgeTalk({ turns: [...talk, asked, ...more], buckets: [bucket], statistics, mode, model })
  return { talk, asked, judge }
}

describe('a talk that turns to something else without a pause', () => {
  it.each([
    ['bread', 'taxes'],
    ['dogs', 'taxes'],
    ['taxes', 'bread'],
  ] as const)('leaves the bucket at once: %s, and a minute later %s', (first, then) => {
    const { asked, judge } = turnsQuickly(first, then)
    const { stretches, topicChanged } = judge('live')
    const own = stretches.find(({ turnIds }) => turnIds.includes(asked.id))
    expect(own?.target.kind).toBe('new')
    expect(topicChanged).toEqual([asked.id])
  })

  it('stays where it is while the talk goes on about the same thing', () => {
    for (const topic of ['bread', 'dogs', 'taxes', 'налоги'] as const) {
      const { talk, judge } = turnsQuickly(topic, topic)
      expect(judge('live').topicChanged).toEqual([])
      expect(judge('live').stretches.flatMap(({ turnIds }) => turnIds)).toHaveLength(talk.length + 1)
    }
  })

  it('is marked at collapse where it moves on, whatever its buckets', () => {
    const { asked, judge } = turnsQuickly('bread', 'taxes')
    const more = talkAbout('taxes', 1, 4, START + 4 * MINUTE_MS)
    expect(judge('collapse', more).topicChanged).toContain(asked.id)
  })
})
