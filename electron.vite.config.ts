import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { emptyDatabase } from './scripts/packaging/empty-database-plugin.mjs'
import { licences } from './scripts/packaging/licences-plugin.mjs'

const root = import.meta.dirname
/**
 * Put into the program's own files: hundreds of small ones, found and read one by one, were a third of a start. Others bring files of
 * their own along, or are read only when they are wanted.
 */
const bundled = [
  '@streamparser/json',
  'async-mutex',
  'croner',
  'drizzle-orm',
  'emittery',
  'libphonenumber-js',
  'temporal-polyfill',
  'turndown',
  'uuid',
  'yaml',
  'zod',
]

const alias = { '@shared': resolve(root, 'src-shared') }

/**
 * One build, four kinds of output: the main process with its worker and model host, the command line and the
 * benchmarks (which run in plain Node), the sandboxed preload, and the window.
 */
export default defineConfig({
  main: {
    resolve: { alias },
    plugins: [emptyDatabase()],
    build: {
      outDir: 'out/main',
      externalizeDeps: { exclude: bundled },
      sourcemap: true,
      rollupOptions: {
        input: {
          index: resolve(root, 'src-main/electron/entry.ts'),
          'store-worker': resolve(root, 'src-main/store/worker.ts'),
          'backup-check': resolve(root, 'src-main/store/backup/check-process.ts'),
          'make-empty-database': resolve(root, 'src-main/store/empty-database-process.ts'),
          'store-rescue': resolve(root, 'src-main/store/backup/rescue-process.ts'),
          'pdf-reader': resolve(root, 'src-main/attachments/pdf-process.ts'),
          'model-host': resolve(root, 'src-main/models/host.ts'),
          cli: resolve(root, 'src-main/cli/index.ts'),
          bench: resolve(root, 'bench/index.ts'),
        },
        // Shared code lies beside the entries: `import.meta.dirname` is one folder for all of them.
        output: { format: 'es', chunkFileNames: '[name]-[hash].js' },
      },
    },
  },
  preload: {
    resolve: { alias },
    build: {
      outDir: 'out/preload',
      externalizeDeps: false,
      rollupOptions: {
        input: { index: resolve(root, 'src-main/electron/preload.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: resolve(root, 'src-renderer'),
    resolve: { alias },
    plugins: [react(), tailwindcss(), licences(root)],
    build: {
      outDir: resolve(root, 'out/renderer'),
      // Half of it is read and parsed at each start. The maps lead from a log back to the sources; they are not shipped.
      minify: true,
      sourcemap: 'hidden',
      // A font inlined as a data: address would be refused by the content security policy.
      assetsInlineLimit: 0,
      rollupOptions: { input: { index: resolve(root, 'src-renderer/index.html') } },
    },
  },
})
