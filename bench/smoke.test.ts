/** Every benchmark once with a tiny input, in the built program: that it works and keeps its keys, never how fast it is. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { realEmbedding } from '../src-main/models/testing/real-models'
import { builtFile } from '../src-main/runtime/built-file'
import { benches } from './benches'
import { hasScreen } from './startup-electron'

const root = mkdtempSync(join(tmpdir(), 'catchment-bench-smoke-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

interface Smoke {
  words: readonly string[]
  /** Rows of the bench's own input. */
  input?: readonly object[]
  /** The keys that keep their names (docs/benchmarks.md). */
  keys: readonly string[]
  /** What has to be there for it. */
  needs?: 'model' | 'screen'
}

const LABELS = ['pasta', 'trains', 'tax', 'running', 'guitar', 'garden']
const at = (i: number) => new Date(Date.UTC(2026, 0, 5, 8) + i * 60_000).toISOString()
const filed = LABELS.slice(0, 2).flatMap((topic, t) =>
  [0, 1, 2].map((n) => ({
    conv: 'c',
    id: `${topic}${n}`,
    ts: at(t * 600 + n),
    author: n === 1 ? 'assistant' : 'user',
    text: `Something new about ${topic}, number ${n}.`,
    topic,
    oneoff: false,
  })),
)
const SMALL = ['--messages', '100']
const SEARCHES = ['text', 'substring', 'vector', 'hybrid']
const RECALLS = ['text', 'vector', 'hybrid']

const smokes: Record<string, Smoke> = {
  filing: {
    words: [],
    input: filed,
    keys: [
      ...['one_to_one', 'ari', 'nmi', 'v_measure', 'variation_of_information', 'exact_f1', 'buckets', 'gold_topics'],
      ...['active_buckets', 'gold_active_topics', 'wrong_merges_per_1000', 'missed_merges_per_1000', 'ms_per_message'],
    ],
    needs: 'model',
  },
  recall: {
    words: [],
    input: [
      ...filed.map(({ conv, ts, author, text, id }, i) => ({
        type: 'message',
        conv,
        session: i < 3 ? 1 : 2,
        ts,
        author,
        text,
        id,
      })),
      { type: 'question', conv: 'c', text: 'What was new about trains?', evidence: ['trains1'], category: 1 },
      { type: 'message', conv: 'd', session: 1, ts: at(9000), author: 'user', text: 'The boat leaks.', id: 'b' },
      { type: 'question', conv: 'd', text: 'What leaks?', evidence: ['b'], category: 1 },
    ],
    keys: [
      'note_hit3',
      'note_none_unrelated',
      ...RECALLS.flatMap((by) => [`session_r1_${by}`, `session_r5_${by}`, `mrr_${by}`]),
      'query_p50_ms',
      'query_p95_ms',
    ],
    needs: 'model',
  },
  segmentation: {
    words: [],
    input: [{ dialogue: 'd', turns: filed.map(({ author, text }) => ({ role: author, text })), boundaries: [3] }],
    keys: ['pk', 'window_diff', 'f1'],
    needs: 'model',
  },
  janitor: {
    words: ['--buckets', '30'],
    keys: ['merge_precision', 'merge_recall', 'pass_s', 'main_stall_ms', 'second_pass_changes'],
    needs: 'model',
  },
  search: {
    words: [...SMALL, '--runs', '2'],
    keys: SEARCHES.flatMap((by) => [`${by}_p50_ms`, `${by}_p95_ms`]),
    needs: 'model',
  },
  restore: { words: [...SMALL, '--runs', '2'], keys: ['p50_ms', 'p95_ms', 'p99_ms', 'p95_growth'] },
  turn: {
    words: [...SMALL, '--turns', '2'],
    keys: ['overhead_p50_ms', 'overhead_p95_ms', 'evaluated_tokens_per_turn'],
    needs: 'model',
  },
  heartbeat: { words: ['--runs', '2', '--tasks', '40'], keys: ['start_ms_10', 'start_ms_10000', 'ratio'] },
  memory: {
    words: ['--entries', '60', '--lines', '12', '--runs', '2'],
    keys: ['rebuild_p95_ms', 'rebuild_stall_ms', 'page_p95_ms', 'migration_ms', 'migrated'],
  },
  import: { words: ['--kilobytes', '60'], keys: ['messages_per_s', 'rss_growth_mb'] },
  startup: {
    words: [...SMALL, '--runs', '1', '--idle-seconds', '1', '--settle-ms', '300'],
    keys: ['interactive_ms', 'interactive_empty_ms', 'ratio', 'main_rss_mb', 'idle_cpu_percent'],
    needs: 'screen',
  },
}

const isThere = { model: Boolean(realEmbedding), screen: hasScreen() && Boolean(process.env.CATCHMENT_ELECTRON) }

function run(name: string, { words, input }: Smoke): Promise<{ code: unknown; err: string; json: string }> {
  const json = join(root, `${name}.json`)
  writeFileSync(json, '')
  const rows = join(root, `${name}.jsonl`)
  if (input) writeFileSync(rows, input.map((row) => JSON.stringify(row)).join('\n'))
  const given = [...words, ...(input ? ['--input', rows] : []), '--json', json]
  return new Promise((resolve) => {
    execFile(process.execPath, [builtFile('bench.js'), name, ...given], (error, _out, err) =>
      resolve({ code: error ? error.code : 0, err, json: readFileSync(json, 'utf8') }),
    )
  })
}

describe('the benchmarks', () => {
  it('know every name that is tried here', () => {
    expect(Object.keys(benches)).toEqual(expect.arrayContaining(Object.keys(smokes)))
  })

  for (const [name, smoke] of Object.entries(smokes)) {
    const { keys, needs } = smoke
    it.skipIf(needs !== undefined && !isThere[needs])(
      `${name} runs with a tiny input and answers by its keys`,
      async () => {
        const { code, err, json } = await run(name, smoke)
        expect({ code, err }).toMatchObject({ code: 0 })
        const { metrics } = JSON.parse(json)
        for (const key of keys) expect(metrics[key], key).toEqual(expect.any(Number))
      },
    )
  }
})
