/** Fits the boundary models: does a new stretch begin at this turn? */
import type { BucketId } from '@shared/ids'
import { judgedWithout } from '../../src-main/filing/background'
import { boundaryFeatures } from '../../src-main/filing/boundary'
import { type CentredBucket, centre } from '../../src-main/filing/candidates'
import { judgedTurn, type ReadTurn, readTurn } from '../../src-main/filing/informativeness'
import type { FilingModel, TurnModel } from '../../src-main/filing/model'
import { addReadTurns, emptyProfile } from '../../src-main/filing/profile'
import { WordCounts } from '../../src-main/filing/statistics'
import type { BucketProfile, FilingTurn } from '../../src-main/filing/types'
import { turnsOf } from '../filing-world'
import type { Talk } from './data'
import { fitLogistic, type LabelledRow } from './logistic'
import { penalties, toTurnModel, type Vectors } from './turn-model'

const HOUR_MS = 3_600_000

/** A dialogue known only by its topic boundaries. */
export interface CutDialogue {
  turns: { role: 'user' | 'assistant'; text: string }[]
  boundaries: readonly number[]
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
    private readonly statistics: WordCounts,
    private readonly model: FilingModel,
  ) {}
  background(): Float32Array {
    return judgedWithout([...this.profiles.values()], this.model)
  }
  add(topic: string, turns: readonly ReadTurn[]): void {
    const profile = this.profiles.get(topic) ?? emptyProfile({ id: topic as BucketId, title: '', status: 'active' })
    this.profiles.set(topic, addReadTurns(profile, turns, this.statistics))
  }
  all(): CentredBucket[] {
    const background = this.background()
    return [...this.profiles.values()].map((profile) => centre(profile, background, this.model))
  }
}

export interface BoundaryRow extends LabelledRow {
  names: string[]
}

/** Rows of both boundary models from whole talks, with the true buckets known so far. */
export function boundaryRows(
  talk: Talk,
  vectors: Vectors,
  model: FilingModel,
  mode: 'live' | 'collapse',
  weight: number,
): BoundaryRow[] {
  const rows: BoundaryRow[] = []
  const statistics = new WordCounts()
  const turns = turnsOf(talk, vectors)
  const shelf = new GoldShelf(statistics, model)
  for (const { from, to } of segmentsOf(turns)) {
    for (let i = from; i < to; i++) statistics.add([turns[i]?.text ?? ''])
    const background = shelf.background()
    const read = turns.slice(from, to).map((turn) => judgedTurn(readTurn(turn, statistics, model), background, model))
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
          x: Object.values(features),
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
  const statistics = new WordCounts()
  let clock = 0
  for (const { turns, boundaries } of dialogues) {
    const rowsOf = turns.map(({ role, text }, i) => {
      clock = (clock * 1_103_515_245 + 12_345) % 2_147_483_648
      return { id: String(i), at: i * 60_000 + (clock % 60_000), role, text, topic: '', oneoff: false }
    })
    const turnsRead = turnsOf({ name: '', rows: rowsOf }, vectors)
    for (const { text } of turnsRead) statistics.add([text])
    const read = turnsRead.map((turn) => judgedTurn(readTurn(turn, statistics, model), judgedWithout([], model), model))
    const cuts = new Set(boundaries)
    let start = 0
    for (let at = 1; at < read.length; at++) {
      if (read[at]?.turn.role === 'user') {
        const features = boundaryFeatures(read, start, at, mode === 'live' ? at + 1 : read.length, [], statistics)
        rows.push({
          names: Object.keys(features),
          x: Object.values(features),
          y: cuts.has(at) ? 1 : 0,
          weight,
        })
      }
      if (cuts.has(at)) start = at
    }
  }
  return rows
}

/**
 * Weights on the turns' own vectors are left out: they learn what the development talks speak of, and do worse on talks that were
 * held out (docs/filing.md).
 */
export function fitBoundary(rows: readonly BoundaryRow[], ridge = 1e-5): TurnModel {
  const names = rows[0]?.names ?? []
  return toTurnModel(names, fitLogistic(rows, penalties(names, 0, ridge, 0)))
}
