import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the template store lies, which outlives a run: the temporary folder as it was before the run got its own. */
export const TEMPLATES_IN = 'CATCHMENT_TEST_TEMPLATES_IN'

/** Vitest's global set-up: whatever the tests leave in the temporary folder goes when the run ends. */
export default function ownTemporaryFolder(): () => void {
  const before = tmpdir()
  const folder = mkdtempSync(join(before, 'catchment-test-run-'))
  process.env[TEMPLATES_IN] = before
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
