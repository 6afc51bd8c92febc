/** Fits the choice of a stretch's bucket. */
import type { BucketId } from '@shared/ids'
import { judgedWithout } from '../../src-main/filing/background'
import { centre, choose, options } from '../../src-main/filing/candidates'
import { judgedTurn, readTurn } from '../../src-main/filing/informativeness'
import type { FilingModel, LinearWeights } from '../../src-main/filing/model'
import { addReadTurns, emptyProfile } from '../../src-main/filing/profile'
import { WordCounts } from '../../src-main/filing/statistics'
import { cutSegment } from '../../src-main/filing/stretches'
import type { BucketProfile } from '../../src-main/filing/types'
import { turnsOf } from '../filing-world'
import { segmentsOf } from './boundary-model'
import type { Talk } from './data'
import { type ChoiceRow, fitChoice } from './logistic'
import type { Vectors } from './turn-model'

/**
 * Stretches as the boundary model cuts them and buckets as the model so far fills them, so that the choice is learnt from the
 * states it will meet. Right: every bucket whose messages are mostly of the stretch's topic; a new one if there is none.
 */
export function choiceRows(
  talk: Talk,
  vectors: Vectors,
  model: FilingModel,
  policy: 'gold' | 'model',
  names: string[],
): ChoiceRow[] {
  const rows: ChoiceRow[] = []
  const statistics = new WordCounts()
  const turns = turnsOf(talk, vectors)
  const topicOf = new Map(talk.rows.map(({ id, topic }) => [id as string, topic]))
  const profiles = new Map<string, { profile: BucketProfile; topics: Map<string, number> }>()
  let made = 0
  const majority = (topics: ReadonlyMap<string, number>) => [...topics].sort((a, b) => b[1] - a[1])[0]?.[0]
  for (const { from, to } of segmentsOf(turns)) {
    for (let i = from; i < to; i++) statistics.add([turns[i]?.text ?? ''])
    const background = judgedWithout(
      [...profiles.values()].map(({ profile }) => profile),
      model,
    )
    const read = turns.slice(from, to).map((turn) => judgedTurn(readTurn(turn, statistics, model), background, model))
    const shelf = () => [...profiles.values()].map(({ profile }) => centre(profile, background, model))
    let previous: BucketId | null = null
    const earlier = new Set<string>()
    for (const stretch of cutSegment({ turns: read, buckets: shelf(), statistics, model })) {
      const topics = new Map<string, number>()
      for (const { turn } of stretch.turns) {
        const topic = topicOf.get(turn.id) ?? ''
        topics.set(topic, (topics.get(topic) ?? 0) + 1)
      }
      const topic = majority(topics)
      const purity = (topics.get(topic ?? '') ?? 0) / stretch.turns.length
      const profile = addReadTurns(
        emptyProfile({ id: '?' as BucketId, title: '', status: 'ephemeral' }),
        stretch.turns,
        statistics,
      )
      const flow = { previous, earlier, boundaryLogit: stretch.boundaryLogit }
      const all = options(profile, shelf(), flow, background, statistics, model)
      const isRight = (id: string) => majority(profiles.get(id)?.topics ?? new Map()) === topic
      const exists = [...profiles.keys()].some(isRight)
      const marked = all.map((option) => ({
        x: names.map((name) => option.features[name] ?? 0),
        right: option.bucket === null ? !exists : isRight(option.bucket.profile.id),
        id: option.bucket?.profile.id ?? null,
      }))
      if (purity > 0.6) rows.push({ options: marked, weight: Math.sqrt(stretch.turns.length) })
      let chosen: string | null
      if (policy === 'gold') chosen = marked.find(({ right }) => right)?.id ?? null
      else chosen = choose(profile, shelf(), flow, background, statistics, model)[0]?.bucket?.profile.id ?? null
      if (chosen === null) {
        made += 1
        chosen = `b${made}`
        const status = stretch.turns.length > 1 ? 'active' : 'ephemeral'
        profiles.set(chosen, {
          profile: emptyProfile({ id: chosen as BucketId, title: '', status }),
          topics: new Map(),
        })
      }
      const entry = profiles.get(chosen)
      if (entry === undefined) throw new Error(`unknown bucket ${chosen}`)
      entry.profile = addReadTurns(entry.profile, stretch.turns, statistics)
      for (const [name, count] of topics) entry.topics.set(name, (entry.topics.get(name) ?? 0) + count)
      previous = chosen as BucketId
      earlier.add(chosen)
    }
  }
  return rows
}

export const CHOICE_NAMES = [
  'cosine',
  'cosineThin',
  'cosineThinBucket',
  'link',
  'linkThin',
  'length',
  'behind',
  'words',
  'wordsThin',
  'wordsBehind',
  'wordsOver',
  'wordsThinBucket',
  'thinBucket',
  'recency',
  'previous',
  'previousLogit',
  'previousThin',
  'earlier',
  'fresh',
  'freshThin',
  'freshAlone',
  'freshBuckets',
  'freshAfter',
  'freshLogit',
]

/**
 * Taken off the log-odds of a new bucket. A topic in two buckets is what people see first, and what was joined wrongly is moved by the
 * second look; 0.7 would file one-offs into topics (docs/filing.md).
 */
const RATHER_JOINED = 0.15

export function fitChoiceModel(rows: readonly ChoiceRow[], ridge = 2e-4): FilingModel['choice'] {
  const w = fitChoice(rows, new Float64Array(CHOICE_NAMES.length).fill(ridge))
  const named = CHOICE_NAMES.map((name, i): [string, number] => [name, w[i] ?? 0])
  const pick = (fresh: boolean): LinearWeights =>
    Object.fromEntries(named.filter(([name]) => name.startsWith('fresh') === fresh))
  const fresh = pick(true)
  return { bucket: pick(false), fresh: { ...fresh, fresh: (fresh.fresh ?? 0) - RATHER_JOINED } }
}
