/**
 * What the answers say about a cut before a turn. A follow-up (“shorter, please”) is like nothing said before, but its answer is like
 * the answers before it, in any language; and who asks something new gets an answer about something new.
 */
import type { TermStatistics } from '../language/term-statistics'
import type { CentredTurn } from './informativeness'
import { rarity } from './terms'
import { addInPlace, cosine } from './vectors'

/** The last questions and the last answers are looked for among so many turns before, and so many of each are heard. */
const AMONG = 12
const HEARD = 3
/** The most telling words that an answer shares with what was said before. */
const TOP_WORDS = 5
const MINUTE_MS = 60_000

const wordsOf = (turns: readonly CentredTurn[]): Set<string> => new Set(turns.flatMap(({ terms }) => [...terms]))
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
const most = (values: readonly number[]): number => (values.length === 0 ? 0 : Math.max(...values))
const likenesses = (to: CentredTurn, turns: readonly CentredTurn[]): number[] =>
  turns.map(({ centred }) => cosine(centred, to.centred))

/** How much of the rarity of `of` lies in words that `within` has too, and the rarities of these, the rarest first. */
function shared(of: ReadonlySet<string>, within: ReadonlySet<string>, statistics: TermStatistics) {
  let total = 0
  let both = 0
  const rarities: number[] = []
  for (const word of of) {
    const rare = rarity(word, statistics)
    total += rare
    if (!within.has(word)) continue
    both += rare
    rarities.push(rare)
  }
  rarities.sort((a, b) => b - a)
  return { share: total === 0 ? 0 : both / total, rarities }
}

/**
 * @param before the vector of what was said last, nearer turns counting more
 * @param stretch the vector of the stretch under way
 * @param end the first turn that may not be looked at
 */
export function answerFeatures(
  turns: readonly CentredTurn[],
  at: number,
  end: number,
  { before, stretch, later }: { before: Float32Array; stretch: Float32Array; later: Float32Array },
  words: ReadonlySet<string>,
  statistics: TermStatistics,
): Record<string, number> {
  const own = turns[at]
  const previous = turns[at - 1]
  if (own === undefined || previous === undefined) throw new RangeError(`no cut before turn ${at}`)
  const heard = turns.slice(Math.max(0, at - AMONG), at)
  const asked = heard.filter(({ turn }) => turn.role === 'user').slice(-HEARD)
  const answers = heard.filter(({ turn }) => turn.role === 'assistant').slice(-HEARD)
  const follower = at + 1 < end ? turns[at + 1] : undefined
  const reply = follower?.turn.role === 'assistant' ? follower : null
  const next = turns.slice(at + 1, Math.min(end, at + 7)).find(({ turn }) => turn.role === 'user') ?? null
  const pair = new Float32Array(own.centred.length)
  addInPlace(pair, own.centred, own.weight)
  if (reply) addInPlace(pair, reply.centred, reply.weight)
  const toAsked = likenesses(own, asked)
  const toAnswers = likenesses(own, answers)
  const replyToAnswers = reply ? likenesses(reply, answers) : []
  const ownShared = shared(own.terms, words, statistics)
  const replyShared = reply ? shared(reply.terms, words, statistics) : { share: 0, rarities: [] }
  const gap = own.turn.at - previous.turn.at
  return {
    pairBefore: cosine(pair, before),
    pairStretch: cosine(pair, stretch),
    pairLater: cosine(pair, later),
    askedMost: most(toAsked),
    askedMean: mean(toAsked),
    answersMost: most(toAnswers),
    answersMean: mean(toAnswers),
    replyMost: most(replyToAnswers),
    replyMean: mean(replyToAnswers),
    replyAsked: reply ? most(likenesses(reply, asked)) : 0,
    replied: reply ? 1 : 0,
    replyAway: reply ? reply.weight * (1 - cosine(reply.centred, before)) : 0,
    nextOwn: next ? cosine(next.centred, own.centred) : 0,
    nextBefore: next ? cosine(next.centred, before) : 0,
    sharedMost: ownShared.rarities[0] ?? 0,
    sharedAnswers: shared(own.terms, wordsOf(answers), statistics).share,
    sharedReply: replyShared.share,
    sharedReplyMost: mean(replyShared.rarities.slice(0, TOP_WORDS)),
    logWords: Math.log1p(own.terms.size),
    logReplyWords: reply ? Math.log1p(reply.terms.size) : 0,
    pause: gap > 10 * MINUTE_MS ? 1 : 0,
    weightGap: own.weight * Math.log1p(Math.max(0, gap) / MINUTE_MS),
  }
}
