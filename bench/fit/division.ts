/**
 * Is a bucket of two topics found, and is a true topic left alone? Buckets are made of the gold topics of labelled talks: each topic by
 * itself, and every two of one talk together.
 *
 *   fit-division --model FOLDER --cache FILE --talks FILE…
 */
import { basename } from 'node:path'
import { ownBackground } from '../../src-main/filing/background'
import { calibrationFor, filingModelFor } from '../../src-main/filing/fitted'
import { readTurn, wholeTurn } from '../../src-main/filing/informativeness'
import { findMixture, type Lying, MIXTURE } from '../../src-main/filing/mixture'
import { profileFrom } from '../../src-main/filing/profile'
import { WordCounts } from '../../src-main/filing/statistics'
import type { BucketProfile, FilingTurn } from '../../src-main/filing/types'
import { turnsOf } from '../filing-world'
import { readFitArguments } from './arguments'
import { readTalks } from './data'

const HOUR_MS = 3_600_000
const FEWEST = 10
/** Of all pairs of topics every third is tried: enough to count. */
const SPARE = 3
const SIMILARITIES = [0.02, 0.05, 0.1, 0.2, 0.4, 0.7]
const TOGETHER = [0.2, 0.34, 0.6, 1]

interface Trial {
  file: string
  mixed: boolean
  lying: Lying[]
  background: Float32Array
  statistics: WordCounts
}

export async function run(args: string[]): Promise<void> {
  const { streams, embeddingModelId, cache } = readFitArguments(args)
  const model = filingModelFor(embeddingModelId)
  const calibration = calibrationFor(embeddingModelId)
  if (!model || !calibration) throw new Error(`no numbers were fitted for ${embeddingModelId}`)
  const trials: Trial[] = []
  for (const path of streams)
    for (const talk of readTalks(path)) {
      const turns = turnsOf(talk, await cache.vectors(talk.rows.map(({ text }) => text)))
      const statistics = new WordCounts()
      statistics.add(turns.map(({ text }) => text))
      const topics = new Map<string, { turn: FilingTurn; sitting: string }[]>()
      let sitting = 0
      turns.forEach((turn, i) => {
        const before = turns[i - 1]
        if (before && turn.at - before.at > HOUR_MS) sitting += 1
        const topic = talk.rows[i]?.topic ?? ''
        const goesOn = before && talk.rows[i - 1]?.topic === topic && turn.at - before.at <= HOUR_MS
        turn.stretchId = goesOn ? before.stretchId : turn.id
        topics.set(topic, [...(topics.get(topic) ?? []), { turn, sitting: `${sitting}` }])
      })
      const large = [...topics].filter(([, own]) => own.length >= FEWEST)
      const profiles = large.map(
        ([topic, own]): BucketProfile =>
          profileFrom(
            { id: topic as BucketProfile['id'], title: '', status: 'active' },
            own.map((o) => o.turn),
            statistics,
            model,
          ),
      )
      const background = ownBackground(profiles, model.background)
      const lying = new Map(
        large.map(([topic, own]): [string, Lying[]] => [
          topic,
          own.map(({ turn, sitting: at }) => ({
            read: wholeTurn(readTurn(turn, statistics, model), background),
            sitting: at,
          })),
        ]),
      )
      const common = { file: basename(path), background, statistics }
      const names = [...lying.keys()]
      let made = 0
      for (const [i, a] of names.entries()) {
        trials.push({ ...common, mixed: false, lying: lying.get(a) ?? [] })
        for (const b of names.slice(i + 1)) {
          if (made++ % SPARE !== 0) continue
          const both = [...(lying.get(a) ?? []), ...(lying.get(b) ?? [])]
          both.sort((x, y) => x.read.turn.at - y.read.turn.at)
          trials.push({ ...common, mixed: true, lying: both })
        }
      }
    }
  const judged = trials.map(({ file, mixed, lying, background, statistics }) => {
    const anything = { ...MIXTURE, similarity: 2, together: 1 }
    return { file, mixed, found: findMixture(lying, background, statistics, calibration, anything) }
  })
  const rows: Record<string, string | number>[] = []
  for (const similarity of SIMILARITIES)
    for (const together of TOGETHER) {
      const row: Record<string, string | number> = { similarity, together }
      for (const file of new Set(trials.map((t) => t.file)))
        for (const mixed of [true, false]) {
          const own = judged.filter((t) => t.file === file && t.mixed === mixed)
          const offered = own.filter(
            ({ found }) => found && found.similarity < similarity && found.together <= together,
          )
          row[`${file} ${mixed ? 'found' : 'false'}`] = `${offered.length}/${own.length}`
        }
      rows.push(row)
    }
  console.table(rows)
}
