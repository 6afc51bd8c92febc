import { vi } from 'vitest'

/** How soon what is waited for comes is no matter of a test: a busy machine takes longer than Vitest's second. */
const PATIENCE_MS = 20_000

/** Resolves with what `check` answers once it throws no longer. @throws what it threw last, after 20 seconds */
export const eventually = <Answer>(check: () => Answer | Promise<Answer>): Promise<Answer> =>
  vi.waitFor(check, { timeout: PATIENCE_MS })
