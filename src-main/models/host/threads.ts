import { availableParallelism } from 'node:os'

/**
 * Threads of a chat model: half the cores. Its threads wait for each other by spinning, so one that has to share its
 * core with anything else stalls them all: on two busy cores two threads were seen at 3–20 tokens a second and one at
 * 110 (starter model).
 */
export function chatThreads(cores: number = availableParallelism()): number {
  return Math.max(1, Math.ceil(cores / 2))
}

/**
 * Threads of the embedding model, which is told not to spin: as quick as one thread on a busy machine and nearly twice
 * as quick on an idle one.
 */
export function embeddingThreads(cores: number = availableParallelism()): number {
  return Math.max(1, Math.min(4, cores))
}
