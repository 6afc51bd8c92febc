import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const alias = { '@shared': resolve(import.meta.dirname, 'src-shared') }

/** What is polled for comes: how soon is no matter of a test, and a busy machine takes longer than a second. */
const PATIENT = { poll: { timeout: 20_000 } }

/** A test may stand in for the environment; the next one finds it as it was. */
const shared = { unstubEnvs: true, expect: PATIENT }

/** What measures or changes the process itself: each of these gets one of its own. */
const ofOwnProcess = [
  'src-main/models/bounded-fetch.test.ts',
  'src-main/store/private-files.test.ts',
  'src-main/transfer/read-import.test.ts',
]
const withModel = 'src-main/**/*.model.test.ts'
/** Only what hangs is ended: how long a test takes on a busy machine is no matter of it. */
const ENDED = { testTimeout: 120_000, hookTimeout: 180_000 }
const nodeTests = { environment: 'node', ...ENDED, expect: PATIENT }

export default defineConfig({
  test: {
    globalSetup: 'src-main/store/testing/scratch.ts',
    // Vitest leaves one core free, which on two cores is half of them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        resolve: { alias },
        test: {
          ...nodeTests,
          ...shared,
          name: 'node',
          include: ['src-main/**/*.test.ts', 'src-shared/**/*.test.ts', 'bench/**/*.test.ts'],
          exclude: [...ofOwnProcess, withModel],
        },
      },
      { resolve: { alias }, test: { ...nodeTests, name: 'process', include: ofOwnProcess } },
      // Minutes, and a file of a gigabyte: only where it is asked for (`npm run test:model`).
      ...(process.env.CATCHMENT_MODEL
        ? [{ resolve: { alias }, test: { ...nodeTests, name: 'model', include: [withModel] } }]
        : []),
      {
        resolve: { alias },
        test: {
          ...shared,
          name: 'window',
          include: ['src-renderer/**/*.test.ts', 'src-renderer/**/*.test.tsx'],
          environment: 'jsdom',
          ...ENDED,
          setupFiles: 'src-renderer/testing/each-test.ts',
        },
      },
    ],
  },
})
