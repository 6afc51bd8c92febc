import type { MessageId } from '@shared/ids'
import { expect, it } from 'vitest'
import { atOnce } from '../runtime/slices'
import { judgedWithout } from './background'
import { readTurn } from './informativeness'
import { oneOffsOf, planResuming } from './resuming'
import { bucketId, bucketOf, model, statistics, talkAbout } from './testing/talk'
import type { FilingTurn } from './types'

const misc = bucketId('misc_conversations_2026_01_05')
const buckets = [bucketOf('dogs'), bucketOf('taxes')]

const together = (turns: readonly FilingTurn[], more: Partial<FilingTurn> = {}): FilingTurn[] =>
  turns.map((turn) => ({ ...turn, bucketId: misc, stretchId: turns[0]?.id ?? null, ...more }))

const plan = (turns: readonly FilingTurn[], barred = false): { ids: readonly MessageId[]; to: string }[] => {
  const read = turns.map((turn) => readTurn(turn, statistics, model))
  return atOnce(
    planResuming({
      oneOffs: oneOffsOf(misc, read, statistics),
      buckets,
      background: judgedWithout(buckets, model),
      statistics,
      model,
      barred: () => barred,
    }),
  ).map(({ oneOff, to }) => ({ ids: oneOff.messageIds, to }))
}

it('a filed-away one-off is taken along by the bucket its topic has got since; one about something else stays', () => {
  const early = together(talkAbout('dogs', 4, 6))
  const other = together(talkAbout('oneOff', 0, 1))
  expect(plan([...early, ...other])).toEqual([{ ids: early.map(({ id }) => id), to: 'dogs_001' }])
})

it('what a person filed there, and what a person holds apart, is left where it is', () => {
  expect(plan(together(talkAbout('dogs', 4, 6), { locked: true }))).toEqual([])
  expect(plan(together(talkAbout('dogs', 4, 6)), true)).toEqual([])
})
