/**
 * Fits the weights of search (docs/search.md): `npm run bench -- fit-search --talks FILE… --unrelated FILE --texts FILE…
 * [--features FILE] [--out FOLDER]`. Talks are imported by the product itself and searched by its own index; `--features`
 * keeps what was measured, so that the arithmetic can be run again in a second.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { App } from '../../src-main/app/create-app'
import { calibrationOf } from '../../src-main/search/calibrations'
import { findScored } from '../../src-main/search/engine'
import { type Features, probability, type Weights } from '../../src-main/search/score'
import type { SearchMode } from '../../src-main/search/types'
import { rankOf, recallOf } from '../recall-rank'
import { externalIds, type RecallTalk, readRecallTalks, withTalk } from '../recall-talks'
import { fitLogistic } from './logistic'
import { minimise } from './minimise'
import { writeFitted } from './store-fitted'

const MODES: readonly SearchMode[] = ['hybrid', 'text', 'vector']
const USED: Record<SearchMode, readonly (keyof Features)[]> = {
  hybrid: ['own', 'window', 'likeness', 'near'],
  text: ['own', 'window'],
  vector: ['likeness', 'near'],
}
const UNRELATED = 60
const TEXTS_FOR_CENTRE = 400

interface Candidate {
  session: string
  features: Features
}
/** One question, and what each way of searching found for it. `sessions` is empty for what has no answer. */
interface Asked {
  conv: string
  sessions: string[]
  found: Record<SearchMode, Candidate[]>
}
interface Measured {
  modelId: string
  queryCentre: number[]
  asked: Asked[]
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      talks: { type: 'string', multiple: true, default: [] },
      unrelated: { type: 'string' },
      texts: { type: 'string', multiple: true, default: [] },
      features: { type: 'string' },
      out: { type: 'string' },
    },
  })
  const kept = values.features !== undefined && existsSync(values.features) ? values.features : undefined
  const measured: Measured = kept
    ? (JSON.parse(readFileSync(kept, 'utf8')) as Measured)
    : await measure(values.talks.flatMap(readRecallTalks), textsOf(values.unrelated), values.texts.flatMap(textsOf))
  if (values.features !== undefined && !kept) writeFileSync(values.features, JSON.stringify(measured))
  const convs = [...new Set(measured.asked.map((a) => a.conv))]
  const fitted = {} as Record<SearchMode, Weights>
  for (const mode of MODES) {
    const held = convs.flatMap((conv) => {
      const weights = fitWeights(
        mode,
        measured.asked.filter((a) => a.conv !== conv),
      )
      return ranksOf(
        mode,
        weights,
        measured.asked.filter((a) => a.conv === conv),
      )
    })
    fitted[mode] = fitWeights(mode, measured.asked)
    report(`${mode}, each talk held out`, recallOf(held))
    report(`${mode}, fitted on all`, recallOf(ranksOf(mode, fitted[mode], measured.asked)))
    console.log(JSON.stringify(fitted[mode]))
    reliability(mode, fitted[mode], measured.asked)
  }
  if (values.out === undefined) return
  const embeddingModelId = basename(measured.modelId.split('@')[0] ?? '')
  writeFitted(join(values.out, `${embeddingModelId}.json`), {
    embeddingModelId,
    ...fitted,
    queryCentre: measured.queryCentre,
  })
}

async function measure(talks: RecallTalk[], unrelated: string[], texts: string[]): Promise<Measured> {
  const asked: Asked[] = []
  let modelId = ''
  let queryCentre: number[] = []
  for (const talk of talks)
    await withTalk(talk, async (app) => {
      modelId = app.models.embedder.modelId
      if (queryCentre.length === 0)
        queryCentre = await centreOf(app, [
          ...every(texts, TEXTS_FOR_CENTRE),
          ...every(
            talks.flatMap((t) => t.questions.map((q) => q.text)),
            TEXTS_FOR_CENTRE,
          ),
        ])
      const questions = [
        ...talk.questions.map((q) => ({ text: q.text, sessions: [...q.sessions] })),
        ...every(unrelated, UNRELATED).map((text) => ({ text, sessions: [] })),
      ]
      for (const { text, sessions } of questions)
        asked.push({ conv: talk.conv, sessions, found: await search(app, talk, text, Float32Array.from(queryCentre)) })
      console.log(`${talk.conv}: ${questions.length} questions asked`)
    })
  return { modelId, queryCentre, asked }
}

async function search(app: App, talk: RecallTalk, text: string, queryCentre: Float32Array): Promise<Asked['found']> {
  const query = await app.search.prepare(text)
  const found: Asked['found'] = { hybrid: [], text: [], vector: [] }
  if (!query?.vector) return found
  const calibration = { ...calibrationOf(query.modelId), queryCentre }
  for (const mode of MODES) {
    const ports = { store: app.store, background: () => app.desk.background(), calibration: () => calibration }
    const scored = (await findScored(ports, { ...query, mode }, 'message')).found
    const ids = await externalIds(app, scored)
    found[mode] = scored.map(({ features }, i) => ({ features, session: talk.sessionOf.get(ids[i] ?? '') ?? '' }))
  }
  return found
}

async function centreOf(app: App, texts: string[]): Promise<number[]> {
  const vectors = await app.models.embedder.embed(texts, { kind: 'query', priority: 'normal' })
  const sum = new Float64Array(384)
  for (const vector of vectors) for (const [i, x] of vector.entries()) sum[i] = (sum[i] ?? 0) + x / vectors.length
  return [...sum]
}

/**
 * Two steps: weights that put a message of the right session first (the share of the right ones among all, as a choice by
 * exponential weights), then one factor and one constant that make probabilities of the sums.
 */
function fitWeights(mode: SearchMode, asked: readonly Asked[]): Weights {
  const used = USED[mode]
  const questions = asked.flatMap(({ sessions, found }) => {
    const rows = found[mode].map((c) => ({ x: used.map((k) => c.features[k]), right: sessions.includes(c.session) }))
    return rows.some((r) => r.right) && rows.some((r) => !r.right) ? [rows] : []
  })
  const w = minimise((weights, gradient) => {
    gradient.fill(0)
    let loss = 0
    for (const rows of questions) {
      const all = softmax(rows.map((r) => sumOf(weights, r.x)))
      const right = softmax(rows.map((r) => (r.right ? sumOf(weights, r.x) : Number.NEGATIVE_INFINITY)))
      loss -= Math.log(
        Math.max(
          1e-12,
          rows.reduce((sum, r, i) => sum + (r.right ? (all[i] ?? 0) : 0), 0),
        ),
      )
      for (const [i, { x }] of rows.entries())
        for (const [k, value] of x.entries())
          gradient[k] = (gradient[k] ?? 0) + ((all[i] ?? 0) - (right[i] ?? 0)) * value
    }
    for (const k of gradient.keys()) {
      gradient[k] = (gradient[k] ?? 0) / questions.length + 2 * RIDGE * (weights[k] ?? 0)
      loss += questions.length * RIDGE * (weights[k] ?? 0) ** 2
    }
    return loss / questions.length
  }, new Float64Array(used.length).fill(1))
  const rows = asked.flatMap(({ sessions, found }) =>
    found[mode].map((c) => ({
      x: [
        sumOf(
          w,
          used.map((k) => c.features[k]),
        ),
        1,
      ],
      y: sessions.includes(c.session) ? 1 : 0,
      weight: 1,
    })),
  )
  const [scale = 1, bias = 0] = fitLogistic(rows, new Float64Array([0, 0]))
  const out: Weights = { own: 0, window: 0, likeness: 0, near: 0, bias }
  for (const [k, name] of used.entries()) out[name] = scale * (w[k] ?? 0)
  return out
}

const RIDGE = 1e-4
const sumOf = (w: ArrayLike<number>, x: readonly number[]): number => x.reduce((sum, v, i) => sum + v * (w[i] ?? 0), 0)

function softmax(z: readonly number[]): number[] {
  const most = Math.max(...z)
  const e = z.map((v) => Math.exp(v - most))
  const all = e.reduce((a, b) => a + b, 0)
  return e.map((v) => v / all)
}

function ranksOf(mode: SearchMode, weights: Weights, asked: readonly Asked[]): (number | null)[] {
  return asked
    .filter((a) => a.sessions.length > 0)
    .map(({ sessions, found }) => {
      const order = found[mode]
        .map((c) => ({ session: c.session, score: probability(c.features, weights) }))
        .sort((a, b) => b.score - a.score)
      return rankOf(
        order.map((c) => c.session),
        new Set(sessions),
      )
    })
}

function report(what: string, { r1, r5, mrr }: { r1: number; r5: number; mrr: number }): void {
  console.log(`${what.padEnd(28)} R@1 ${r1.toFixed(3)}  R@5 ${r5.toFixed(3)}  MRR ${mrr.toFixed(3)}`)
}

/** What was promised against what happened, by tenths; and how high the best hit of an unrelated request comes. */
function reliability(mode: SearchMode, weights: Weights, asked: readonly Asked[]): void {
  const cells = Array.from({ length: 10 }, () => ({ n: 0, right: 0, promised: 0 }))
  const unrelated: number[] = []
  const related: number[] = []
  for (const { sessions, found } of asked) {
    let best = 0
    for (const { features, session } of found[mode]) {
      const p = probability(features, weights)
      best = Math.max(best, p)
      const cell = cells[Math.min(9, Math.floor(p * 10))]
      if (!cell) continue
      cell.n += 1
      cell.promised += p
      cell.right += sessions.includes(session) ? 1 : 0
    }
    ;(sessions.length === 0 ? unrelated : related).push(best)
  }
  const line = cells.map((c) =>
    c.n === 0 ? '-' : `${(c.promised / c.n).toFixed(2)}:${(c.right / c.n).toFixed(2)}(${c.n})`,
  )
  console.log(`  promised:happened ${line.join(' ')}`)
  for (const bar of [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]) {
    const over = (of: readonly number[]) => (of.filter((p) => p >= bar).length / Math.max(1, of.length)).toFixed(2)
    console.log(
      `  a best hit of at least ${bar}: ${over(related)} of questions, ${over(unrelated)} of unrelated requests`,
    )
  }
}

const every = <T>(of: readonly T[], n: number): T[] => {
  const step = Math.max(1, Math.floor(of.length / n))
  return of.filter((_, i) => i % step === 0).slice(0, n)
}

function textsOf(path: string | undefined): string[] {
  if (path === undefined) return []
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => (JSON.parse(line) as { text: string }).text)
}
