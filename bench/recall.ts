/** `recall`: how well search finds the talk that answers a question (06-benchmarks), by the product's own import and search. */
import type { App } from '../src-main/app/create-app'
import type { SearchMode } from '../src-main/search/types'
import type { RecalledNote } from '../src-shared/domain'
import { type Bench, inputOf } from './bench'
import { percentile } from './percentile'
import { rankOf, recallOf } from './recall-rank'
import { externalIds, type RecallQuestion, type RecallTalk, readRecallTalks, withTalk } from './recall-talks'

const MODES: readonly SearchMode[] = ['text', 'vector', 'hybrid']
/** Hits that are asked for; enough to hold messages of more than ten sessions. */
const HITS = 100

/** A question of somebody else's talks is as unrelated as a turn can be; so many are asked of each talk. */
const UNRELATED = 60

interface Answer {
  category: string
  rank: number | null
  messageHit: boolean
  allEvidence: boolean
}

export const recall: Bench = {
  summary:
    'how well search finds what answers a question: --input FILE of messages and questions, --stores FOLDER keeps the imported ones, --conv NAME asks of that one alone',
  async run(options, say) {
    const answers: Record<SearchMode, Answer[]> = { text: [], vector: [], hybrid: [] }
    const searching: number[] = []
    const embedding: number[] = []
    const noted: boolean[] = []
    const none: boolean[] = []
    const keepIn = options.extra.stores
    const talks = readRecallTalks(inputOf(options))
    const asked = options.extra.conv === undefined ? talks : talks.filter(({ conv }) => conv === options.extra.conv)
    for (const talk of asked) {
      const foreign = talks.filter((other) => other !== talk).flatMap((other) => other.questions)
      const step = Math.max(1, Math.floor(foreign.length / UNRELATED))
      say(`${talk.conv}: ${talk.lines.length} messages, ${talk.questions.length} questions`)
      const ask = async (app: App): Promise<void> => {
        for (const question of talk.questions) {
          const asked = performance.now()
          const query = await app.search.prepare(question.text)
          embedding.push(performance.now() - asked)
          noted.push(await isNoted(app, question))
          for (const mode of MODES) {
            const started = performance.now()
            const hits = query ? await app.search.find({ ...query, mode }, 'messages', HITS) : []
            if (mode === 'hybrid') searching.push(performance.now() - started)
            answers[mode].push(judge(talk, question, await externalIds(app, hits)))
          }
        }
        for (const { text } of foreign.filter((_, n) => n % step === 0))
          none.push((await notesOf(app, text)).length === 0)
      }
      await withTalk(talk, ask, keepIn)
    }
    const metrics: Record<string, number> = { questions: answers.hybrid.length }
    for (const mode of MODES) {
      const { r1, r5, mrr } = recallOf(answers[mode].map((a) => a.rank))
      metrics[`session_r1_${mode}`] = r1
      metrics[`session_r5_${mode}`] = r5
      metrics[`mrr_${mode}`] = mrr
      const hit = share(answers[mode], (a) => a.messageHit)
      say(
        `${mode.padEnd(8)} R@1 ${r1.toFixed(3)}  R@5 ${r5.toFixed(3)}  MRR ${mrr.toFixed(3)}  message in five ${hit.toFixed(3)}`,
      )
    }
    metrics.message_hit5 = share(answers.hybrid, (a) => a.messageHit)
    metrics.all_evidence10 = share(answers.hybrid, (a) => a.allEvidence)
    metrics.note_hit3 = noted.filter(Boolean).length / Math.max(1, noted.length)
    metrics.note_none_unrelated = none.filter(Boolean).length / Math.max(1, none.length)
    say(
      `attached notes: the right message among three for ${metrics.note_hit3.toFixed(3)} of the questions; none for ${metrics.note_none_unrelated.toFixed(3)} of ${none.length} questions of other talks`,
    )
    byCategory(answers, say)
    metrics.query_p50_ms = percentile(searching, 0.5)
    metrics.query_p95_ms = percentile(searching, 0.95)
    metrics.embed_p50_ms = percentile(embedding, 0.5)
    metrics.embed_p95_ms = percentile(embedding, 0.95)
    const ms = (key: string) => `${metrics[key]?.toFixed(1)} ms`
    say(`a search: p50 ${ms('query_p50_ms')}, p95 ${ms('query_p95_ms')}`)
    say(`embedding it first: p50 ${ms('embed_p50_ms')}, p95 ${ms('embed_p95_ms')}`)
    return metrics
  },
}

/** What would be attached to a turn that says this. */
async function notesOf(app: App, text: string): Promise<RecalledNote[]> {
  const query = await app.search.prepare(text)
  return query?.vector ? app.recall.notes(text, query.vector) : []
}

/** One of the three notes is of a message that answers, or of a memory that was learned from it. */
async function isNoted(app: App, question: RecallQuestion): Promise<boolean> {
  const found = await externalIds(app, await notesOf(app, question.text))
  return found.some((id) => question.messages.has(id))
}

function judge(talk: RecallTalk, { category, messages, sessions }: RecallQuestion, found: readonly string[]): Answer {
  const sessionsFound = found.flatMap((id) => talk.sessionOf.get(id) ?? [])
  const firstTen = new Set([...new Set(sessionsFound)].slice(0, 10))
  return {
    category,
    rank: rankOf(sessionsFound, sessions),
    messageHit: found.slice(0, 5).some((id) => messages.has(id)),
    allEvidence: [...sessions].every((session) => firstTen.has(session)),
  }
}

const share = (answers: readonly Answer[], holds: (answer: Answer) => boolean): number =>
  answers.filter(holds).length / Math.max(1, answers.length)

/** What each way of searching finds, by kind of question: words, passages by meaning, and both. */
function byCategory(answers: Readonly<Record<SearchMode, readonly Answer[]>>, say: (line: string) => void): void {
  const categories = [...new Set(answers.hybrid.map((a) => a.category))].sort()
  if (categories.length < 2) return
  say(
    '                              n  words R@1    R@5  meaning R@1    R@5  both R@1    R@5  message in five  all evidence in ten',
  )
  for (const category of categories) {
    const of = (mode: SearchMode) => answers[mode].filter((a) => a.category === category)
    const cells = MODES.map((mode) => {
      const { r1, r5 } = recallOf(of(mode).map((a) => a.rank))
      return `${r1.toFixed(3)}  ${r5.toFixed(3)}`
    })
    const hit = share(of('hybrid'), (a) => a.messageHit).toFixed(3)
    const all = share(of('hybrid'), (a) => a.allEvidence).toFixed(3)
    const n = String(of('hybrid').length).padStart(5)
    say(
      `${category.padEnd(26)}${n}      ${cells[0]}        ${cells[1]}     ${cells[2]}            ${hit}                ${all}`,
    )
  }
}
