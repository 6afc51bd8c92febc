/**
 * Fits how alike two single sentences are: memories are such, and the buckets' map does not fit them (docs/memory.md).
 *
 *   fit-memory-likeness --model FOLDER --cache FILE --labelled FILE… [--out src-main/memory/value/calibration]
 *
 * The question is the one uniqueness asks: a new sentence comes to a store of others; does the nearest of them say the same?
 * Sentences of one label stand for saying the same. Every second label is for fitting, the others are for measuring.
 */
import { basename, join } from 'node:path'
import { filingModelFor } from '../../src-main/filing/fitted'
import { sigmoid } from '../../src-main/filing/model'
import { cosine, minus } from '../../src-main/filing/vectors'
import { readFitArguments } from './arguments'
import { readLabelled } from './data'
import { fitLogistic } from './logistic'
import { seeded } from './random'
import { writeFitted } from './store-fitted'

const PER_LABEL = 12
const TRIALS = 3000
const STORE_SIZES = [10, 30, 100]

interface Trial {
  nearest: number
  same: boolean
}

/** Stores of sentences of other labels; every second one holds a sentence of the asked one's label as well. */
function trials(
  labels: ReadonlyMap<string, string[]>,
  vectors: ReadonlyMap<string, Float32Array>,
  seed: number,
): Trial[] {
  const random = seeded(seed)
  const names = [...labels.keys()]
  const pick = <T>(list: readonly T[]): T => {
    const found = list[Math.floor(random() * list.length)]
    if (found === undefined) throw new Error('an empty label')
    return found
  }
  const out: Trial[] = []
  for (let i = 0; i < TRIALS; i++) {
    const own = pick(names)
    const asked = pick(labels.get(own) ?? [])
    const store = new Set<string>()
    const size = pick(STORE_SIZES)
    for (let n = 0; n < size; n++) {
      const name = pick(names)
      if (name !== own) store.add(pick(labels.get(name) ?? []))
    }
    const same = i % 2 === 0
    const other = pick(labels.get(own) ?? [])
    if (same && other !== asked) store.add(other)
    const vector = vectors.get(asked)
    if (!vector || (same && other === asked)) continue
    const near = [...store].map((text) => ({ text, likeness: cosine(vector, vectors.get(text) ?? vector) }))
    const best = near.sort((a, b) => b.likeness - a.likeness)[0]
    if (best) out.push({ nearest: best.likeness, same: best.text === other && same })
  }
  return out
}

export async function run(args: string[]): Promise<void> {
  const { labelled, out, embeddingModelId, cache } = readFitArguments(args)
  const background = filingModelFor(embeddingModelId)?.background
  if (!background) throw new Error(`fit the filing model of ${embeddingModelId} first`)
  const sources = labelled.map((path) => ({
    name: basename(path),
    labels: new Map([...readLabelled(path)].map(([label, texts]) => [label, texts.slice(0, PER_LABEL)])),
  }))
  const raw = await cache.vectors(sources.flatMap(({ labels }) => [...labels.values()].flat()))
  const vectors = new Map([...raw].map(([text, vector]) => [text, minus(vector, background)]))
  const half = (labels: ReadonlyMap<string, string[]>, which: 0 | 1) =>
    new Map([...labels].filter((_, i) => i % 2 === which))
  const fitted = sources.flatMap(({ labels }, i) => trials(half(labels, 0), vectors, i + 1))
  const [bias = 0, slope = 0] = fitLogistic(
    fitted.map(({ nearest, same }) => ({ x: [1, nearest], y: same ? 1 : 0, weight: 1 })),
    Float64Array.of(0, 1e-6),
  )
  console.log(`log-odds = ${bias.toFixed(3)} + ${slope.toFixed(3)} × cosine`)
  for (const { name, labels } of sources) {
    const rows = trials(half(labels, 1), vectors, 99).map((t) => ({ ...t, p: sigmoid(bias + slope * t.nearest) }))
    const bins = [0, 0.2, 0.4, 0.6, 0.8, 0.9, 1.01]
    console.log(name)
    console.table(
      Object.fromEntries(
        bins.slice(1).map((to, i) => {
          const from = bins[i] ?? 0
          const inside = rows.filter((r) => r.p >= from && r.p < to)
          const says = inside.reduce((sum, r) => sum + r.p, 0) / Math.max(1, inside.length)
          const is = inside.filter((r) => r.same).length / Math.max(1, inside.length)
          return [`${from}–${Math.min(1, to)}`, { trials: inside.length, says: says.toFixed(2), is: is.toFixed(2) }]
        }),
      ),
    )
  }
  if (out !== undefined) writeFitted(join(out, `${embeddingModelId}.json`), { embeddingModelId, bias, slope })
}
