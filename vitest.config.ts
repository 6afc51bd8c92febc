import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const alias = { '@shared': resolve(import.meta.dirname, 'src-shared') }

export default defineConfig({
  test: {
    globalSetup: 'src-main/store/testing/scratch.ts',
    // Vitest leaves one core free, which on two cores is half of them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'node',
          include: ['src-main/**/*.test.ts', 'src-shared/**/*.test.ts', 'bench/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'window',
          include: ['src-renderer/**/*.test.ts', 'src-renderer/**/*.test.tsx'],
          environment: 'jsdom',
        },
      },
    ],
  },
})
