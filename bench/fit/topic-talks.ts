/** Talks with known topic boundaries, from the development data, in groups that are held out together. */
import type { SpokenTurn } from '../../src-main/filing/boundary/talk-reading'
import { readDialogues, readTalks, type Talk, type TalkRow, withRequestsRelabelled } from './data'
import { seeded } from './random'
import type { Vectors } from './turn-model'

export interface TopicTalk {
  turns: Omit<SpokenTurn, 'vector'>[]
  boundaries: number[]
  /** Talks of one group have sentences in common. */
  group: string
}

/** Answers longer than this are the source's own sentences: talks that share one are about the same document. */
const SHARED_TEXT = 60
const PAUSE_MS = 20 * 60_000

/** Dialogues as they are labelled, boundaries at replies included. Those that share a sentence are one group. */
export function cutDialogues(path: string): TopicTalk[] {
  const dialogues = readDialogues(path, false)
  const leader = dialogues.map((_, i) => i)
  const find = (i: number): number => {
    const up = leader[i] ?? i
    return up === i ? i : find(up)
  }
  const saidIn = new Map<string, number>()
  dialogues.forEach(({ turns }, i) => {
    for (const { text } of turns) {
      if (text.length < SHARED_TEXT) continue
      const first = saidIn.get(text.toLowerCase())
      if (first === undefined) saidIn.set(text.toLowerCase(), i)
      else leader[find(i)] = find(first)
    }
  })
  return dialogues.map(({ turns, boundaries }, i) => ({
    turns,
    boundaries: boundaries.filter((at) => at > 0),
    group: `${path} ${find(i)}`,
  }))
}

/** Runs of one topic without a long pause. */
function runsOf(talk: Talk): TalkRow[][] {
  const runs: TalkRow[][] = []
  for (const row of withRequestsRelabelled(talk).rows) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run !== undefined && last?.topic === row.topic && row.at - last.at <= PAUSE_MS) run.push(row)
    else runs.push([row])
  }
  return runs
}

function joined(runs: readonly (readonly TalkRow[])[], group: string): TopicTalk {
  const turns: TopicTalk['turns'] = []
  const boundaries: number[] = []
  runs.forEach((run, i) => {
    if (i > 0 && run[0]?.topic !== runs[i - 1]?.[0]?.topic) boundaries.push(turns.length)
    turns.push(...run.map(({ role, text }) => ({ role, text })))
  })
  return { turns, boundaries, group }
}

const MOST_RUNS = 6
const LEAST_TURNS = 4

/** A filing stream cut into talks of one to six neighbouring runs, its times forgotten. */
export function talksOfStreams(path: string, seed: number): TopicTalk[] {
  const random = seeded(seed)
  return readTalks(path).flatMap((talk) => {
    const runs = runsOf(talk)
    const out: TopicTalk[] = []
    for (let i = 0; i < runs.length; ) {
      const n = 1 + Math.floor(random() * MOST_RUNS)
      const one = joined(runs.slice(i, i + n), `${path} ${talk.name}`)
      if (one.turns.length >= LEAST_TURNS) out.push(one)
      i += n
    }
    return out
  })
}

const MIXED_PER_STREAM = 40

/**
 * Talks put together from runs of one stream at random, some cut short: topics change without a word of farewell. None from
 * streams without replies: those change topics so all the time.
 */
export function mixedTalks(path: string, seed: number): TopicTalk[] {
  const random = seeded(seed)
  const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)]
  return readTalks(path).flatMap((talk) => {
    if (!talk.rows.some(({ role }) => role === 'assistant')) return []
    const runs = runsOf(talk).filter((run) => run.length >= LEAST_TURNS && run[0]?.role === 'user')
    if (new Set(runs.map((run) => run[0]?.topic)).size < 2) return []
    return Array.from({ length: MIXED_PER_STREAM }, () => {
      const chosen: TalkRow[][] = []
      const wanted = 3 + Math.floor(random() * 4)
      while (chosen.length < wanted) {
        const run = pick(runs)
        if (run === undefined || run[0]?.topic === chosen.at(-1)?.[0]?.topic) continue
        chosen.push(run.slice(0, pick([4, 6, 8, 10, 20])))
      }
      return joined(chosen, `${path} ${talk.name}`)
    })
  })
}

/** The talk with its vectors. @throws Error where one is missing */
export function spoken({ turns }: TopicTalk, vectors: Vectors): SpokenTurn[] {
  return turns.map((turn) => {
    const vector = vectors.get(turn.text)
    if (vector === undefined) throw new Error(`no vector for “${turn.text.slice(0, 60)}”`)
    return { ...turn, vector }
  })
}
