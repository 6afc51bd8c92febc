/** `recall`: how well search finds the talk that answers a question (06-benchmarks), by the product's own import and search. */
import type { SearchMode } from '../src-main/search/types'
import { type Bench, inputOf } from './bench'
import { percentile } from './percentile'
import { rankOf, recallOf } from './recall-rank'
import { externalIds, readRecallTalks, withTalk } from './recall-talks'

const MODES: readonly SearchMode[] = ['text', 'vector', 'hybrid']
/** Hits that are asked for; enough to hold messages of more than five sessions. */
const HITS = 100

export const recall: Bench = {
  summary: 'how well search finds what answers a question: --input FILE of messages and questions',
  async run(options, say) {
    const ranks: Record<SearchMode, (number | null)[]> = { text: [], vector: [], hybrid: [] }
    const searching: number[] = []
    const embedding: number[] = []
    for (const talk of readRecallTalks(inputOf(options))) {
      say(`${talk.conv}: ${talk.lines.length} messages, ${talk.questions.length} questions`)
      await withTalk(talk, async (app) => {
        for (const question of talk.questions) {
          const asked = performance.now()
          const query = await app.search.prepare(question.text)
          embedding.push(performance.now() - asked)
          for (const mode of MODES) {
            const started = performance.now()
            const hits = query ? await app.search.find({ ...query, mode }, 'messages', HITS) : []
            if (mode === 'hybrid') searching.push(performance.now() - started)
            const sessions = (await externalIds(app, hits)).flatMap((id) => talk.sessionOf.get(id) ?? [])
            ranks[mode].push(rankOf(sessions, question.sessions))
          }
        }
      })
    }
    const metrics: Record<string, number> = { questions: ranks.hybrid.length }
    for (const mode of MODES) {
      const { r1, r5, mrr } = recallOf(ranks[mode])
      metrics[`session_r1_${mode}`] = r1
      metrics[`session_r5_${mode}`] = r5
      metrics[`mrr_${mode}`] = mrr
      say(`${mode.padEnd(8)} R@1 ${r1.toFixed(3)}  R@5 ${r5.toFixed(3)}  MRR ${mrr.toFixed(3)}`)
    }
    metrics.query_p50_ms = percentile(searching, 0.5)
    metrics.query_p95_ms = percentile(searching, 0.95)
    metrics.embed_p50_ms = percentile(embedding, 0.5)
    const ms = (key: string) => `${metrics[key]?.toFixed(1)} ms`
    say(`a search: p50 ${ms('query_p50_ms')}, p95 ${ms('query_p95_ms')}; embedding it first: p50 ${ms('embed_p50_ms')}`)
    return metrics
  },
}
