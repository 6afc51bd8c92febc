/** Limited-memory BFGS with a backtracking line search: enough for the small convex problems of the fitting scripts. */

/** Value at `x`; writes the gradient into `gradient`. */
export type Objective = (x: Float64Array, gradient: Float64Array) => number

const dot = (a: Float64Array, b: Float64Array): number => {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}

/** The minimum found from `start` in at most `iterations` steps. Deterministic. */
export function minimise(objective: Objective, start: Float64Array, iterations = 200): Float64Array {
  const memory: { s: Float64Array; y: Float64Array; rho: number }[] = []
  let x = start.slice()
  let gradient = new Float64Array(x.length)
  let value = objective(x, gradient)
  for (let iteration = 0; iteration < iterations; iteration++) {
    const direction = gradient.map((g) => -g)
    const alphas: number[] = []
    for (const { s, y, rho } of [...memory].reverse()) {
      const alpha = rho * dot(s, direction)
      alphas.push(alpha)
      for (let i = 0; i < direction.length; i++) direction[i] = (direction[i] ?? 0) - alpha * (y[i] ?? 0)
    }
    const last = memory.at(-1)
    if (last !== undefined) {
      const scale = 1 / (last.rho * dot(last.y, last.y))
      for (let i = 0; i < direction.length; i++) direction[i] = (direction[i] ?? 0) * scale
    }
    for (const { s, y, rho } of memory) {
      const beta = rho * dot(y, direction)
      const alpha = alphas.pop() ?? 0
      for (let i = 0; i < direction.length; i++) direction[i] = (direction[i] ?? 0) + (alpha - beta) * (s[i] ?? 0)
    }
    const slope = dot(direction, gradient)
    if (slope > -1e-12) break
    let step = iteration === 0 ? 1 / Math.max(1, Math.sqrt(-slope)) : 1
    let moved = false
    for (let attempt = 0; attempt < 30; attempt++, step /= 2) {
      const next = x.map((v, i) => v + step * (direction[i] ?? 0))
      const nextGradient = new Float64Array(x.length)
      const nextValue = objective(next, nextGradient)
      if (nextValue > value + 1e-4 * step * slope) continue
      const s = next.map((v, i) => v - (x[i] ?? 0))
      const y = nextGradient.map((g, i) => g - (gradient[i] ?? 0))
      const curvature = dot(s, y)
      if (curvature > 1e-10) memory.push({ s, y, rho: 1 / curvature })
      if (memory.length > 10) memory.shift()
      moved = Math.abs(value - nextValue) > 1e-9 * Math.abs(value)
      x = next
      gradient = nextGradient
      value = nextValue
      break
    }
    if (!moved) break
  }
  return x
}
