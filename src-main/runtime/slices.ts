import { setImmediate } from 'node:timers/promises'

/** How long a piece of work may hold the main thread, milliseconds. */
const SLICE_MS = 8

/**
 * Does long pure work in slices: whenever one has lasted, `breathe` is awaited. What the work decides does not depend on
 * where it was cut.
 */
export async function inSlices<T>(work: Generator<void, T>, breathe: () => Promise<void>): Promise<T> {
  let since = performance.now()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    if (performance.now() - since < SLICE_MS) continue
    await breathe()
    since = performance.now()
  }
}

/** The same without pauses. */
export function atOnce<T>(work: Generator<void, T>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value
}

/** Lets everything else on this thread have its turn. */
export const nextTick = (): Promise<void> => setImmediate()
