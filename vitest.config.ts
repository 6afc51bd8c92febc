import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

const alias = { '@shared': resolve(import.meta.dirname, 'src-shared') }

export default defineConfig({
  test: {
    globalSetup: 'src-main/store/testing/scratch.ts',
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
