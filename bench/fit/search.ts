/**
 * Fits the weights of search (docs/search.md): `npm run bench -- fit-search --talks FILE… --unrelated FILE --texts FILE…
 * [--stores FOLDER] [--features FILE] [--out FOLDER]`. Talks are imported by the product itself and searched by its own index; `--features`
 * keeps what was measured, so that the arithmetic can be run again in a second. Without `--texts` the mean of questions stays.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { App } from '../../src-main/app/create-app'
import { calibrationOf } from '../../src-main/search/calibrations'
import { findScored } from '../../src-main/search/engine'
import { FEATURES, type Features, probability, type Weights } from '../../src-main/search/score'
import type { SearchMode } from '../../src-main/search/types'
import { rankOf, recallOf } from '../recall-rank'
import { externalIds, type RecallTalk, readRecallTalks, withTalk } from '../recall-talks'
import { type ChoiceRow, fitChoice, fitLogistic } from './logistic'
import { writeFitted } from './store-fitted'

const MODES: readonly SearchMode[] = ['hybrid', 'text', 'vector']
const USED: Record<SearchMode, readonly (keyof Features)[]> = {
  hybrid: ['own', 'passage', 'window', 'likeness', 'person', 'speaker', 'when', 'synopsis', 'takenUp', 'repeats'],
  text: ['own', 'passage', 'window', 'person', 'speaker', 'when', 'synopsis', 'takenUp', 'repeats'],
  vector: ['likeness', 'person', 'when'],
}
/**
 * What is said beside a message counts with a fixed share of its own likeness: fitted freely it nearly takes its place on talk
 * among people, and a hit then stands beside what was looked for.
 */
const BESIDE = [
  ['next', 0.5],
  ['previous', 0.3],
] as const
const inputOf = (features: Features, name: keyof Features): number =>
  features[name] +
  (name === 'likeness' ? BESIDE.reduce((sum, [beside, share]) => sum + share * features[beside], 0) : 0)
const UNRELATED = 60
const TEXTS_FOR_CENTRE = 400

interface Candidate {
  session: string
  /** It is itself what answers the question. */
  source: boolean
  features: Features
}
/** One question, and what each way of searching found for it. `sessions` is empty for what has no answer. */
interface Asked {
  conv: string
  /** The file it is from: every file counts the same, however many questions it has. */
  file: string
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
      stores: { type: 'string' },
      out: { type: 'string' },
    },
  })
  const kept = values.features !== undefined && existsSync(values.features) ? values.features : undefined
  const measured: Measured = kept
    ? (JSON.parse(readFileSync(kept, 'utf8')) as Measured)
    : await measure(
        values.talks.flatMap((file) => readRecallTalks(file).map((talk) => ({ file: basename(file), talk }))),
        textsOf(values.unrelated),
        values.texts.flatMap(textsOf),
        values.stores,
      )
  if (values.features !== undefined && !kept) writeFileSync(values.features, JSON.stringify(measured))
  const convs = [...new Set(measured.asked.map((a) => a.conv))]
  const files = [...new Set(measured.asked.map((a) => a.file))]
  const fitted = {} as Record<SearchMode, Weights>
  for (const mode of MODES) {
    for (const file of files) {
      const held = convs.flatMap((conv) => {
        const weights = fitWeights(
          mode,
          measured.asked.filter((a) => a.conv !== conv),
        )
        return measured.asked
          .filter((a) => a.conv === conv && a.file === file && a.sessions.length > 0)
          .map((a) => answered(mode, weights, a))
      })
      report(`${mode} ${file}, each talk held out`, held)
    }
    fitted[mode] = fitWeights(mode, measured.asked)
    for (const file of files)
      report(
        `${mode} ${file}, fitted on all`,
        measured.asked
          .filter((a) => a.file === file && a.sessions.length > 0)
          .map((a) => answered(mode, fitted[mode], a)),
      )
    console.log(JSON.stringify(fitted[mode]))
    reliability(mode, fitted[mode], measured.asked)
  }
  if (values.out === undefined) return
  const embeddingModelId = basename(measured.modelId.split('@')[0] ?? '')
  writeFitted(join(values.out, `${embeddingModelId}.json`), {
    embeddingModelId,
    ...fitted,
    // What is short is not in these files: it keeps the numbers it has.
    short: calibrationOf(measured.modelId).short,
    queryCentre: measured.queryCentre,
  })
}

async function measure(
  talks: { file: string; talk: RecallTalk }[],
  unrelated: string[],
  texts: string[],
  stores: string | undefined,
): Promise<Measured> {
  const asked: Asked[] = []
  let modelId = ''
  let queryCentre: number[] = []
  for (const { file, talk } of talks) {
    const ask = async (app: App): Promise<void> => {
      modelId = app.models.embedder.modelId
      if (queryCentre.length === 0 && texts.length === 0) queryCentre = [...calibrationOf(modelId).queryCentre]
      else if (queryCentre.length === 0)
        queryCentre = await centreOf(app, [
          ...every(texts, TEXTS_FOR_CENTRE),
          ...every(
            talks.flatMap((t) => t.talk.questions.map((q) => q.text)),
            TEXTS_FOR_CENTRE,
          ),
        ])
      const questions = [
        ...talk.questions.map((q) => ({ text: q.text, sessions: [...q.sessions], messages: q.messages })),
        ...every(unrelated, UNRELATED).map((text) => ({ text, sessions: [], messages: new Set<string>() })),
      ]
      for (const { text, sessions, messages } of questions) {
        const found = await search(app, talk, text, messages, Float32Array.from(queryCentre))
        asked.push({ conv: talk.conv, file, sessions, found })
      }
      console.log(`${talk.conv}: ${questions.length} questions asked`)
    }
    await withTalk(talk, ask, stores)
  }
  return { modelId, queryCentre, asked }
}

async function search(
  app: App,
  talk: RecallTalk,
  text: string,
  messages: ReadonlySet<string>,
  queryCentre: Float32Array,
): Promise<Asked['found']> {
  const query = await app.search.prepare(text)
  const found: Asked['found'] = { hybrid: [], text: [], vector: [] }
  if (!query?.vector) return found
  const calibration = { ...calibrationOf(query.modelId), queryCentre }
  for (const mode of MODES) {
    const ports = { store: app.store, background: () => app.desk.background(), calibration: () => calibration }
    const scored = (await findScored(ports, { ...query, mode }, 'message')).found
    const ids = await externalIds(app, scored)
    found[mode] = scored.map(({ features }, i) => {
      const id = ids[i] ?? ''
      return { features, session: talk.sessionOf.get(id) ?? '', source: messages.has(id) }
    })
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
 * Two steps: weights that put a message of the right session first, and as much one that answers itself (each as a choice
 * among all candidates), then one factor and one constant that make probabilities of the sums.
 */
function fitWeights(mode: SearchMode, asked: readonly Asked[]): Weights {
  const used = USED[mode]
  const answerable = new Map<string, number>()
  for (const { file, sessions } of asked) if (sessions.length > 0) answerable.set(file, (answerable.get(file) ?? 0) + 1)
  const questions = asked.flatMap(({ file, sessions, found }): ChoiceRow[] => {
    const candidates = found[mode].map((c) => ({ ...c, x: used.map((k) => inputOf(c.features, k)) }))
    const weight = 1 / (answerable.get(file) ?? 1)
    const choice = (right: (c: Candidate) => boolean): ChoiceRow[] =>
      candidates.some(right) && !candidates.every(right)
        ? [{ weight, options: candidates.map((c) => ({ x: c.x, right: right(c) })) }]
        : []
    return [...choice((c) => sessions.includes(c.session)), ...choice((c) => c.source)]
  })
  const w = fitChoice(questions, new Float64Array(used.length).fill(RIDGE))
  const rows = asked.flatMap(({ sessions, found }) =>
    found[mode].map((c) => ({
      x: [
        sumOf(
          w,
          used.map((k) => inputOf(c.features, k)),
        ),
        1,
      ],
      y: sessions.includes(c.session) ? 1 : 0,
      weight: 1,
    })),
  )
  const [scale = 1, bias = 0] = fitLogistic(rows, new Float64Array([0, 0]))
  const out = { ...Object.fromEntries(FEATURES.map((name) => [name, 0])), bias } as Weights
  for (const [k, name] of used.entries()) out[name] = scale * (w[k] ?? 0)
  for (const [name, share] of BESIDE) out[name] = share * out.likeness
  return out
}

const RIDGE = 1e-3
const sumOf = (w: ArrayLike<number>, x: readonly number[]): number => x.reduce((sum, v, i) => sum + v * (w[i] ?? 0), 0)

interface Answered {
  rank: number | null
  messageHit: boolean
}

function answered(mode: SearchMode, weights: Weights, { sessions, found }: Asked): Answered {
  const order = found[mode]
    .map((c) => ({ ...c, score: probability(c.features, weights) }))
    .sort((a, b) => b.score - a.score)
  const rank = rankOf(
    order.map((c) => c.session),
    new Set(sessions),
  )
  return { rank, messageHit: order.slice(0, 5).some((c) => c.source) }
}

function report(what: string, answers: readonly Answered[]): void {
  const { r1, r5, mrr } = recallOf(answers.map((a) => a.rank))
  const hit = answers.filter((a) => a.messageHit).length / Math.max(1, answers.length)
  console.log(
    `${what.padEnd(56)} R@1 ${r1.toFixed(3)}  R@5 ${r5.toFixed(3)}  MRR ${mrr.toFixed(3)}  message in five ${hit.toFixed(3)}`,
  )
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
