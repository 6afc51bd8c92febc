/**
 * Fits the directions in which texts of one topic differ most (nuisance attribute projection): leading eigenvectors of the
 * covariance within labels, each label and each labelled set counted the same.
 */
import type { Nuisance } from '../../src-main/filing/model'
import { addInPlace, dot, norm } from '../../src-main/filing/vectors'
import { seeded } from './random'
import { DIMENSIONS } from './vector-cache'

/** More of them help dialogues a little and cost short requests more (docs/filing.md). */
const DIRECTIONS = 30
const ITERATIONS = 60
/** Labels with fewer texts say little about their own spread. */
const FEWEST = 5

/** Vectors of one labelled set, by label. */
export type LabelledVectors = ReadonlyMap<string, readonly Float32Array[]>

/** `ordinary`: passage vectors of ordinary talk, for the mean along each direction. Without sets nothing is taken out. */
export function fitNuisance(
  sets: readonly LabelledVectors[],
  ordinary: readonly Float32Array[],
  count = DIRECTIONS,
): Nuisance {
  const directions = sets.length === 0 ? [] : leading(withinLabels(sets), count)
  const mean = directions.map((direction) => average(ordinary.map((vector) => dot(vector, direction))))
  const lengths = ordinary.map((vector) => Math.sqrt(1 - directions.reduce((sum, d) => sum + dot(vector, d) ** 2, 0)))
  return { directions, mean, length: average(lengths) }
}

const average = (values: readonly number[]): number => values.reduce((sum, v) => sum + v, 0) / values.length

/** Rows of the covariance matrix within labels. */
function withinLabels(sets: readonly LabelledVectors[]): Float32Array[] {
  const rows = Array.from({ length: DIMENSIONS }, () => new Float32Array(DIMENSIONS))
  for (const set of sets) {
    const labels = [...set.values()].filter((vectors) => vectors.length >= FEWEST)
    for (const vectors of labels) {
      const mean = new Float32Array(DIMENSIONS)
      for (const vector of vectors) addInPlace(mean, vector, 1 / vectors.length)
      const share = 1 / vectors.length / labels.length / sets.length
      for (const vector of vectors) {
        const own = vector.map((v, i) => v - (mean[i] ?? 0))
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
