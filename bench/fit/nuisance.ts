/**
 * Fits the directions in which texts of one topic differ most (nuisance attribute projection): leading eigenvectors of the
 * covariance within labels, each label and each labelled set counted the same.
 */
import type { Nuisance } from '../../src-main/filing/model'
import { addInPlace, dot, norm } from '../../src-main/filing/vectors'
import type { Talk, TalkRow } from './data'
import { seeded } from './random'
import { DIMENSIONS } from './vector-cache'

/** More of them help dialogues a little and cost short requests more (docs/filing.md). */
const DIRECTIONS = 30
const ITERATIONS = 60
const HOUR_MS = 3_600_000
/** Labels with fewer texts say little about their own spread. */
const FEWEST = 5

/** Vectors of one labelled set, by label. */
export type LabelledVectors = ReadonlyMap<string, readonly Float32Array[]>

/** Without sets nothing is taken out. */
export const fitNuisance = (sets: readonly LabelledVectors[], count = DIRECTIONS): Nuisance => ({
  directions: sets.length === 0 ? [] : leading(withinLabels(sets), count),
})

/**
 * What was said of each topic of these talks in one go, as mean passage vectors, by talk and topic; one-offs left out. How one person
 * speaks of one thing at different times is what filing has to see through.
 */
export function topicsOfTalks(talks: readonly Talk[], vectors: ReadonlyMap<string, Float32Array>): LabelledVectors {
  const topics = new Map<string, Float32Array[][]>()
  for (const { name, rows } of talks) {
    let last: TalkRow | null = null
    for (const row of rows) {
      const vector = vectors.get(row.text)
      if (vector === undefined) continue
      const goesOn = last?.topic === row.topic && row.at - last.at <= HOUR_MS
      last = row
      if (row.oneoff) continue
      const key = `${name} ${row.topic}`
      const groups = topics.get(key) ?? []
      topics.set(key, groups)
      const open = goesOn ? groups.at(-1) : undefined
      if (open) open.push(vector)
      else groups.push([vector])
    }
  }
  return new Map([...topics].map(([key, groups]) => [key, groups.map(mean)]))
}

function mean(vectors: readonly Float32Array[]): Float32Array {
  const out = new Float32Array(DIMENSIONS)
  for (const vector of vectors) addInPlace(out, vector, 1 / vectors.length)
  return out
}

/** Rows of the covariance matrix within labels. */
function withinLabels(sets: readonly LabelledVectors[]): Float32Array[] {
  const rows = Array.from({ length: DIMENSIONS }, () => new Float32Array(DIMENSIONS))
  for (const set of sets) {
    const labels = [...set.values()].filter((vectors) => vectors.length >= FEWEST)
    for (const vectors of labels) {
      const centre = mean(vectors)
      const share = 1 / vectors.length / labels.length / sets.length
      for (const vector of vectors) {
        const own = vector.map((v, i) => v - (centre[i] ?? 0))
        for (const [i, row] of rows.entries()) addInPlace(row, own, share * (own[i] ?? 0))
      }
    }
  }
  return rows
}

/** Orthogonal iteration: the eigenvectors of the largest eigenvalues of a symmetric matrix. */
function leading(matrix: readonly Float32Array[], count: number): Float32Array[] {
  const random = seeded(1)
  let basis = orthonormal(Array.from({ length: count }, () => new Float32Array(DIMENSIONS).map(() => random() - 0.5)))
  for (let i = 0; i < ITERATIONS; i++)
    basis = orthonormal(basis.map((vector) => Float32Array.from(matrix, (row) => dot(row, vector))))
  return basis
}

function orthonormal(vectors: readonly Float32Array[]): Float32Array[] {
  const out: Float32Array[] = []
  for (const vector of vectors) {
    const own = vector.slice()
    // Twice: once leaves rounding errors of the first pass in it.
    for (let pass = 0; pass < 2; pass++) for (const before of out) addInPlace(own, before, -dot(own, before))
    const length = norm(own)
    out.push(own.map((v) => v / length))
  }
  return out
}
