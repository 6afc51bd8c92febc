/** `memory`: what the memory file costs with very many entries, and taking over an old one. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { memoryId } from '@shared/ids'
import type { MemoryCategory } from '@shared/memory'
import { v7 as uuidv7 } from 'uuid'
import { readContent } from '../src-main/memory/entries/facts'
import type { NewMemory } from '../src-main/store/types'
import { type Bench, count } from './bench'
import { percentile } from './percentile'
import { withWorld } from './world'

const START = Date.UTC(2026, 0, 5, 8)
const NS_PER_MS = 1e6
const BATCH = 1_000

export const memory: Bench = {
  summary:
    'the memory file with 10,000 entries: a rebuild and its stall, a page of the tab; and taking over 1,200 lines',
  async run(options, say) {
    const entries = count(options, 'entries', 10_000)
    const lines = count(options, 'lines', 1_200)
    const runs = count(options, 'runs', 20)
    const rebuilt = await withWorld({ at: START }, async ({ app, clock }) => {
      for (let from = 0; from < entries; from += BATCH)
        await app.store.memoryWriting.add(generated(from, Math.min(BATCH, entries - from)))
      await app.memoryValue.rescore()
      const took: number[] = []
      const stalls: number[] = []
      const pages: number[] = []
      for (let run = -2; run < runs; run++) {
        clock.advance(1_000)
        await app.store.memoryWriting.add(generated(entries + (run + 2), 1))
        const loop = monitorEventLoopDelay({ resolution: 1 })
        loop.enable()
        const begun = performance.now()
        await app.memoryFile.rebuild()
        const done = performance.now()
        loop.disable()
        await app.memories.list({ category: 'fact', offset: 200, limit: 100 })
        const listed = performance.now()
        if (run < 0) continue
        took.push(done - begun)
        stalls.push(loop.max / NS_PER_MS)
        pages.push(listed - done)
      }
      return { took, stalls, pages }
    })
    const migration = await withWorld({ at: START }, async ({ app }) => {
      const folder = await mkdtemp(join(tmpdir(), 'catchment-bench-memory-'))
      try {
        const path = join(folder, 'MEMORY.md')
        await writeFile(path, oldFile(lines))
        const begun = performance.now()
        const { entries: added } = await app.memoryFile.migrate(path)
        return { ms: performance.now() - begun, added }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
    const metrics = {
      entries,
      rebuild_p50_ms: percentile(rebuilt.took, 0.5),
      rebuild_p95_ms: percentile(rebuilt.took, 0.95),
      rebuild_stall_ms: Math.max(...rebuilt.stalls),
      page_p95_ms: percentile(rebuilt.pages, 0.95),
      migration_ms: migration.ms,
      migrated: migration.added,
    }
    const ms = (x: number): string => `${x.toFixed(0)} ms`
    say(`${entries} entries: a rebuild p50 ${ms(metrics.rebuild_p50_ms)}, p95 ${ms(metrics.rebuild_p95_ms)}`)
    say(
      `longest stall of the main thread meanwhile: ${ms(metrics.rebuild_stall_ms)}; a page of the tab: p95 ${ms(metrics.page_p95_ms)}`,
    )
    say(`${lines} lines taken over: ${migration.added} entries in ${ms(migration.ms)}`)
    return metrics
  },
}

const CATEGORIES: readonly MemoryCategory[] = ['preference', 'task', 'insight', 'fact', 'fact', 'fact', 'chitchat']

/** Each its own sentence, some of them long, always the same. */
function generated(from: number, howMany: number): NewMemory[] {
  return Array.from({ length: howMany }, (_, i) => {
    const n = from + i
    const content = `I keep matter ${n} in drawer ${(n * 7) % 101}${n % 9 === 0 ? ', behind the folders that hold what is left of last year'.repeat(3) : ''}`
    return {
      id: memoryId.parse(uuidv7()),
      content,
      category: CATEGORIES[n % CATEGORIES.length] ?? 'fact',
      source: 'pattern',
      explicit: n % 50 === 0,
      confidence: 0.8,
      relevanceScore: 0.7,
      sourceMessageIds: [],
      segmentId: null,
      reflection: null,
      at: START - n * 60_000,
      ...readContent(content, { region: 'US', names: new Set() }),
    }
  })
}

const oldFile = (lines: number): string =>
  [
    '# Memory',
    '',
    '## Notes',
    ...Array.from({ length: lines }, (_, n) => `- Note ${n}: matter ${n} lies in drawer ${(n * 7) % 101}`),
    '',
  ].join('\n')
