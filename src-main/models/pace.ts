/**
 * How fast a model would write on this machine. Every token reads all of the weights once, so that the speed of memory bounds it: a
 * rough figure before anything was fetched, and the true one once a model has answered here.
 */

const COPIED_BYTES = 32 * 2 ** 20
const COPIES = 3
/** Below this nobody wants to wait for an answer: it is slower than one reads. */
export const LEAST_TOKENS_PER_SECOND = 4

/** Bytes a second that one core copies: the best of three, some 30 ms. */
export function measureMemory(now: () => number = () => performance.now()): number {
  const from = Buffer.alloc(COPIED_BYTES, 1)
  // Filled, so that its pages are there.
  const to = Buffer.alloc(COPIED_BYTES, 2)
  let best = 0
  for (let i = 0; i < COPIES; i++) {
    const began = now()
    from.copy(to)
    best = Math.max(best, (COPIED_BYTES * 1000) / Math.max(0.001, now() - began))
  }
  return best
}

/** Tokens a second of a model with so many bytes of weights, where `bytesPerSecond` of them are read. */
export const paceOf = (weightBytes: number, bytesPerSecond: number): number => bytesPerSecond / weightBytes

/** Smaller models are bound by arithmetic, and a short answer by its beginning: what they show says nothing of others. */
const TELLING_WEIGHTS = 500e6
const TELLING_TOKENS = 16

/** What an answer shows of the machine, in bytes a second; null if it shows nothing. */
export function paceShown(
  weightBytes: number | null,
  speed: { tokensPerSecond: number | null; generatedTokens: number | null },
): number | null {
  const { tokensPerSecond, generatedTokens } = speed
  if (weightBytes === null || weightBytes < TELLING_WEIGHTS) return null
  if (tokensPerSecond === null || (generatedTokens ?? 0) < TELLING_TOKENS) return null
  return tokensPerSecond * weightBytes
}
