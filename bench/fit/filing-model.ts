/** Fits the filing model's parts from labelled talks, each through the product's own code for its inputs. */
import type { BucketId } from '@shared/ids'
import { ownBackground } from '../../src-main/filing/background'
import { boundaryFeatures } from '../../src-main/filing/boundary'
import { type CentredBucket, centre, choose, options } from '../../src-main/filing/candidates'
import { informativenessFeatures, type ReadTurn, readTurn } from '../../src-main/filing/informativeness'
import type { FilingModel, LinearWeights, TurnModel } from '../../src-main/filing/model'
import { addReadTurns, emptyProfile } from '../../src-main/filing/profile'
import { cutSegment } from '../../src-main/filing/stretches'
import { termsOf } from '../../src-main/filing/terms'
import type { BucketProfile, FilingTurn } from '../../src-main/filing/types'
import { addInPlace, cosine } from '../../src-main/filing/vectors'
import { CountedTerms, turnsOf } from '../filing-world'
import { type Talk, withIdlePauses, withRequestsRelabelled } from './data'
import { type ChoiceRow, fitChoice, fitLogistic, type LabelledRow } from './logistic'
import { DIMENSIONS } from './vector-cache'

export type Vectors = ReadonlyMap<string, Float32Array>
const HOUR_MS = 3_600_000

/** A dialogue known only by its topic boundaries. */
export interface CutDialogue {
  turns: { role: 'user' | 'assistant'; text: string }[]
  boundaries: readonly number[]
}

const zeros = (): Float32Array => new Float32Array(DIMENSIONS)
export const emptyModel = (embeddingModelId: string, background: Float32Array): FilingModel => {
  const nothing: TurnModel = { features: { bias: 0 }, own: zeros(), previous: zeros() }
  return {
    embeddingModelId,
    background,
    informativeness: nothing,
    boundary: { live: nothing, collapse: nothing },
    choice: { bucket: {}, fresh: {} },
  }
}

/** Mean of the groups' means, so that no large data set drowns the others. */
export function backgroundOf(groups: readonly (readonly Float32Array[])[]): Float32Array {
  const out = zeros()
  for (const group of groups) for (const vector of group) addInPlace(out, vector, 1 / group.length / groups.length)
  return out
}

function toTurnModel(names: readonly string[], w: Float64Array): TurnModel {
  const own = zeros()
  const previous = zeros()
  for (let i = 0; i < DIMENSIONS; i++) {
    own[i] = w[names.length + i] ?? 0
    previous[i] = w[names.length + DIMENSIONS + i] ?? 0
  }
  return { features: Object.fromEntries(names.map((name, i) => [name, w[i] ?? 0])), own, previous }
}

function penalties(names: readonly string[], vectors: number, ridge: number, vectorRidge: number): Float64Array {
  const out = new Float64Array(names.length + vectors * DIMENSIONS).fill(vectorRidge)
  names.forEach((name, i) => {
    out[i] = name === 'bias' ? 0 : ridge
  })
  return out
}

/** Label: is the turn's own topic the nearest one to it? */
export function fitInformativeness(talks: readonly Talk[], vectors: Vectors, background: Float32Array, vectorRidge = 3e-4): TurnModel {
  const rows: LabelledRow[] = []
  let names: string[] = []
  for (const talk of talks) {
    const statistics = new CountedTerms()
    const turns = turnsOf(talk, vectors)
    const centred = turns.map(({ vector }) => vector.map((v, i) => v - (background[i] ?? 0)))
    const sums = new Map<string, { sum: Float32Array; n: number }>()
    talk.rows.forEach(({ topic, oneoff }, i) => {
      if (oneoff) return
      const entry = sums.get(topic) ?? { sum: zeros(), n: 0 }
      sums.set(topic, entry)
      addInPlace(entry.sum, centred[i] ?? zeros(), 1)
      entry.n += 1
    })
    talk.rows.forEach((row, i) => {
      const own = centred[i] ?? zeros()
      statistics.add(row.text)
      const entry = sums.get(row.topic)
      if (entry === undefined || entry.n < 3) return
      const rest = entry.sum.slice()
      addInPlace(rest, own, -1)
      const ownScore = cosine(own, rest)
      let other = -1
      for (const [topic, { sum }] of sums) if (topic !== row.topic) other = Math.max(other, cosine(own, sum))
      const features = informativenessFeatures(row.role, termsOf(row.text), own, statistics)
      names = Object.keys(features)
      rows.push({ x: [...Object.values(features), ...own], y: ownScore > other ? 1 : 0, weight: 1 / talk.rows.length })
    })
  }
  return toTurnModel(names, fitLogistic(rows, penalties(names, 1, 1e-4, vectorRidge)))
}

/** The talk cut where an hour of silence closes a segment. */
export function segmentsOf(turns: readonly FilingTurn[]): { from: number; to: number }[] {
  const out: { from: number; to: number }[] = []
  turns.forEach((turn, i) => {
    const last = out.at(-1)
    if (last === undefined || turn.at - (turns[i - 1]?.at ?? 0) > HOUR_MS) out.push({ from: i, to: i + 1 })
    else last.to = i + 1
  })
  return out
}

/** Gold buckets so far, as a mean-vector shelf. */
class GoldShelf {
  private readonly profiles = new Map<string, BucketProfile>()
  constructor(
    private readonly statistics: CountedTerms,
    private readonly shipped: Float32Array,
  ) {}
  background(): Float32Array {
    return ownBackground(this.profiles.values(), this.shipped)
  }
  add(topic: string, turns: readonly ReadTurn[]): void {
    const profile = this.profiles.get(topic) ?? emptyProfile({ id: topic as BucketId, title: '', status: 'active' })
    this.profiles.set(topic, addReadTurns(profile, turns, this.statistics))
  }
  all(): CentredBucket[] {
    const background = this.background()
    return [...this.profiles.values()].map((profile) => centre(profile, background))
  }
}

export interface BoundaryRow extends LabelledRow {
  names: string[]
}

/** Rows of both boundary models from whole talks, with the true buckets known so far. */
export function boundaryRows(talk: Talk, vectors: Vectors, model: FilingModel, mode: 'live' | 'collapse', weight: number): BoundaryRow[] {
  const rows: BoundaryRow[] = []
  const statistics = new CountedTerms()
  const turns = turnsOf(talk, vectors)
  const shelf = new GoldShelf(statistics, model.background)
  for (const { from, to } of segmentsOf(turns)) {
    for (let i = from; i < to; i++) statistics.add(turns[i]?.text ?? '')
    const read = turns.slice(from, to).map((turn) => readTurn(turn, statistics, model, shelf.background()))
    const topics = talk.rows.slice(from, to).map(({ topic }) => topic)
    const buckets = shelf.all()
    let start = 0
    for (let at = 1; at < read.length; at++) {
      const changes = topics[at] !== topics[at - 1]
      if (read[at]?.turn.role === 'user') {
        const end = mode === 'live' ? at + 1 : read.length
        const features = boundaryFeatures(read, start, at, end, buckets, statistics)
        rows.push({
          names: Object.keys(features),
          x: [...Object.values(features), ...(read[at]?.centred ?? []), ...(read[at - 1]?.centred ?? [])],
          y: changes ? 1 : 0,
          weight,
        })
      }
      if (changes) start = at
    }
    const byTopic = new Map<string, ReadTurn[]>()
    read.forEach((turn, i) => {
      const topic = topics[i] ?? ''
      byTopic.set(topic, [...(byTopic.get(topic) ?? []), turn])
    })
    for (const [topic, of] of byTopic) shelf.add(topic, of)
  }
  return rows
}

/** The same from dialogues that have boundaries but neither times nor buckets; their pauses are drawn alike for both answers. */
export function dialogueRows(
  dialogues: readonly CutDialogue[],
  vectors: Vectors,
  model: FilingModel,
  mode: 'live' | 'collapse',
  weight: number,
): BoundaryRow[] {
  const rows: BoundaryRow[] = []
  const statistics = new CountedTerms()
  let clock = 0
  for (const { turns, boundaries } of dialogues) {
    const rowsOf = turns.map(({ role, text }, i) => {
      clock = (clock * 1_103_515_245 + 12_345) % 2_147_483_648
      return { id: String(i), at: i * 60_000 + (clock % 60_000), role, text, topic: '', oneoff: false }
    })
    const turnsRead = turnsOf({ name: '', rows: rowsOf }, vectors)
    for (const { text } of turnsRead) statistics.add(text)
    const read = turnsRead.map((turn) => readTurn(turn, statistics, model))
    const cuts = new Set(boundaries)
    let start = 0
    for (let at = 1; at < read.length; at++) {
      if (read[at]?.turn.role === 'user') {
        const features = boundaryFeatures(read, start, at, mode === 'live' ? at + 1 : read.length, [], statistics)
        rows.push({
          names: Object.keys(features),
          x: [...Object.values(features), ...(read[at]?.centred ?? []), ...(read[at - 1]?.centred ?? [])],
          y: cuts.has(at) ? 1 : 0,
          weight,
        })
      }
      if (cuts.has(at)) start = at
    }
  }
  return rows
}

export function fitBoundary(rows: readonly BoundaryRow[], ridge = 1e-5, vectorRidge = 3e-5): TurnModel {
  const names = rows[0]?.names ?? []
  return toTurnModel(names, fitLogistic(rows, penalties(names, 2, ridge, vectorRidge)))
}

/**
 * Stretches as the boundary model cuts them and buckets as the model so far fills them, so that the choice is learnt from the
 * states it will meet. Right: every bucket whose messages are mostly of the stretch's topic; a new one if there is none.
 */
export function choiceRows(talk: Talk, vectors: Vectors, model: FilingModel, policy: 'gold' | 'model', names: string[]): ChoiceRow[] {
  const rows: ChoiceRow[] = []
  const statistics = new CountedTerms()
  const turns = turnsOf(talk, vectors)
  const topicOf = new Map(talk.rows.map(({ id, topic }) => [id as string, topic]))
  const profiles = new Map<string, { profile: BucketProfile; topics: Map<string, number> }>()
  let made = 0
  const majority = (topics: ReadonlyMap<string, number>) => [...topics].sort((a, b) => b[1] - a[1])[0]?.[0]
  for (const { from, to } of segmentsOf(turns)) {
    for (let i = from; i < to; i++) statistics.add(turns[i]?.text ?? '')
    const background = ownBackground(
      [...profiles.values()].map(({ profile }) => profile),
      model.background,
    )
    const read = turns.slice(from, to).map((turn) => readTurn(turn, statistics, model, background))
    const shelf = () => [...profiles.values()].map(({ profile }) => centre(profile, background))
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
      const profile = addReadTurns(emptyProfile({ id: '?' as BucketId, title: '', status: 'ephemeral' }), stretch.turns, statistics)
      const flow = { previous, earlier, boundaryLogit: stretch.boundaryLogit }
      const all = options(profile, shelf(), flow, background, statistics)
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
        profiles.set(chosen, { profile: emptyProfile({ id: chosen as BucketId, title: '', status }), topics: new Map() })
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
  'cosineMassStretch',
  'cosineMassBucket',
  'link',
  'linkMassStretch',
  'linkMassBucket',
  'length',
  'behind',
  'words',
  'massBucket',
  'recency',
  'previous',
  'previousLogit',
  'previousMass',
  'earlier',
  'fresh',
  'freshMass',
  'freshMessages',
  'freshBuckets',
  'freshAfter',
  'freshLogit',
]

export function fitChoiceModel(rows: readonly ChoiceRow[], ridge = 2e-4): FilingModel['choice'] {
  const w = fitChoice(rows, new Float64Array(CHOICE_NAMES.length).fill(ridge))
  const named = CHOICE_NAMES.map((name, i): [string, number] => [name, w[i] ?? 0])
  const pick = (fresh: boolean): LinearWeights => Object.fromEntries(named.filter(([name]) => name.startsWith('fresh') === fresh))
  return { bucket: pick(false), fresh: pick(true) }
}

/** What a turn of a dialogue without times and buckets counts beside a turn of a talk that has both. */
const DIALOGUE_WEIGHT = 0.1
/** Rounds in which the choice is fitted on the states its own earlier self brings about. */
const POLICY_ROUNDS = 3

export interface TrainingSet {
  talks: readonly Talk[]
  dialogues: readonly CutDialogue[]
  vectors: Vectors
  background: Float32Array
  embeddingModelId: string
}

/**
 * What a talk with idle pauses counts beside the talk as it was: enough that words are believed where the clock says nothing,
 * not so much that the clock is no longer believed where it says something.
 */
const IDLE_WEIGHT = Number(process.env.IDLE ?? 0.25)

/** Talks count alike, however long: a kind of talk that comes in long ones must not drown the others. */
const evenly = ({ rows }: Talk): number => 500 / rows.length

/** All parts, each fitted with the ones before it. */
export function fitFilingModel({ talks, dialogues, vectors, background, embeddingModelId }: TrainingSet): FilingModel {
  const model = emptyModel(embeddingModelId, background)
  const relabelled = talks.map(withRequestsRelabelled)
  const weighted = [
    ...relabelled.map((talk) => ({ talk, weight: evenly(talk) })),
    ...relabelled.map((talk, i) => ({ talk: withIdlePauses(talk, i + 1), weight: IDLE_WEIGHT * evenly(talk) })),
  ]
  model.informativeness = fitInformativeness(relabelled, vectors, background)
  for (const mode of ['live', 'collapse'] as const) {
    const rows = weighted.flatMap(({ talk, weight }) => boundaryRows(talk, vectors, model, mode, weight))
    model.boundary[mode] = fitBoundary([...rows, ...dialogueRows(dialogues, vectors, model, mode, DIALOGUE_WEIGHT)])
  }
  const choices = (policy: 'gold' | 'model') =>
    weighted.flatMap(({ talk, weight }) =>
      choiceRows(talk, vectors, model, policy, CHOICE_NAMES).map((row) => ({ ...row, weight: row.weight * weight })),
    )
  model.choice = fitChoiceModel(choices('gold'))
  for (let round = 0; round < POLICY_ROUNDS; round++)
    model.choice = fitChoiceModel([...choices('gold'), ...choices('model')])
  return model
}
