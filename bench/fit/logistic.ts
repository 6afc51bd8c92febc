/** Logistic regression and conditional choice, both with ridge penalties per input. */
import { minimise } from './minimise'

export interface LabelledRow {
  x: ArrayLike<number>
  /** 0 to 1. */
  y: number
  weight: number
}

/** Weights that minimise the weighted log loss plus Σ penalty × weight². */
export function fitLogistic(rows: readonly LabelledRow[], penalties: Float64Array, iterations = 150): Float64Array {
  const total = rows.reduce((sum, row) => sum + row.weight, 0)
  return minimise(
    (w, gradient) => {
      let loss = 0
      for (const { x, y, weight } of rows) {
        let z = 0
        for (let i = 0; i < w.length; i++) z += (w[i] ?? 0) * (x[i] ?? 0)
        const p = 1 / (1 + Math.exp(-z))
        loss += (weight / total) * (Math.log1p(Math.exp(-Math.abs(z))) + Math.max(z, 0) - y * z)
        const g = (weight / total) * (p - y)
        for (let i = 0; i < w.length; i++) gradient[i] = (gradient[i] ?? 0) + g * (x[i] ?? 0)
      }
      for (let i = 0; i < w.length; i++) {
        const penalty = penalties[i] ?? 0
        loss += penalty * (w[i] ?? 0) ** 2
        gradient[i] = (gradient[i] ?? 0) + 2 * penalty * (w[i] ?? 0)
      }
      return loss
    },
    new Float64Array(penalties.length),
    iterations,
  )
}

export interface ChoiceRow {
  options: { x: ArrayLike<number>; right: boolean }[]
  weight: number
}

/** Weights of a softmax over each row's options that maximise the probability of the right ones together. */
export function fitChoice(rows: readonly ChoiceRow[], penalties: Float64Array, iterations = 200): Float64Array {
  const total = rows.reduce((sum, row) => sum + row.weight, 0)
  return minimise(
    (w, gradient) => {
      let loss = 0
      for (const { options, weight } of rows) {
        const scores = options.map(({ x }) => {
          let z = 0
          for (let i = 0; i < w.length; i++) z += (w[i] ?? 0) * (x[i] ?? 0)
          return z
        })
        const top = Math.max(...scores)
        const shares = scores.map((score) => Math.exp(score - top))
        const all = shares.reduce((sum, share) => sum + share, 0)
        const right = shares.reduce((sum, share, i) => sum + (options[i]?.right ? share : 0), 0)
        if (right === 0) continue
        loss -= (weight / total) * Math.log(right / all)
        options.forEach(({ x, right: isRight }, k) => {
          const share = shares[k] ?? 0
          const g = (weight / total) * (share / all - (isRight ? share / right : 0))
          for (let i = 0; i < w.length; i++) gradient[i] = (gradient[i] ?? 0) + g * (x[i] ?? 0)
        })
      }
      for (let i = 0; i < w.length; i++) {
        const penalty = penalties[i] ?? 0
        loss += penalty * (w[i] ?? 0) ** 2
        gradient[i] = (gradient[i] ?? 0) + 2 * penalty * (w[i] ?? 0)
      }
      return loss
    },
    new Float64Array(penalties.length),
    iterations,
  )
}
