/**
 * Who decides the bucket of a turn when no person and no proved model has said so: stretches are judged, not single turns
 * (01-domain, Filing; 07-settled, "Who decides, finally"). Pure: the same input gives the same answer.
 */
import type { MessageId } from '@shared/ids'
import type { TermStatistics } from '../language/term-statistics'
import { namesWhatItIsAbout } from './about'
import { judgedWithout } from './background'
import { type Choice, choose, type Flow } from './candidates'
import { judgedTurn, readTurn } from './informativeness'
import type { FilingModel } from './model'
import { addReadTurns, emptyProfile } from './profile'
import { Shelf, type ShelfId } from './shelf'
import { type Cutter, continueStretches, cutSegment, type Stretch } from './stretches'
import { sharedTerms } from './terms'
import type { BucketProfile, FilingTarget, FilingTurn, StretchJudgement } from './types'

/** A stretch that has a bucket leaves it only for one that is clearly more probable: no flicker while it grows. */
const SWITCH_MARGIN = 0.2
/**
 * A single request may be a one-off; who asks twice in one stretch will ask again, and where the assistant answers, who asks three
 * times: one question more about an answer is what a one-off often brings with it. A one-off that nobody comes back to is filed away
 * after a day (02, ephemeral archival), a topic must not be. Among people a remark and what is said to it are one exchange and no two
 * requests: there it takes more than a one-off's messages.
 */
const TOPIC_REQUESTS = { unanswered: 2, answered: 3 }
/** With more messages it is no one-off (02, ephemeral promotion). */
export const MOST_IN_A_ONE_OFF = 5
/** How long after the part before an imported conversation is taken to go on. */
const SHORT_PAUSE_MS = 60_000
/** Other buckets at least this probable are named as related. */
const RELATED = 0.15

export interface TalkToJudge {
  /** The open segment's user and assistant messages in order, the new one included. */
  turns: readonly FilingTurn[]
  /** The profile's buckets in any order, merged ones left out. They hold all filed messages, those of this segment too. */
  buckets: readonly BucketProfile[]
  /** Filed-away one-offs of the last weeks, by their own homes: a talk may take one up again (07-settled). */
  oneOffs?: readonly BucketProfile[]
  statistics: TermStatistics
  /** `live`: the stretch under way, after each turn. `collapse`: the whole segment, for good. */
  mode: 'live' | 'collapse'
  model: FilingModel
  /** Set for what was said in one conversation of an export. */
  conversation?: Conversation | undefined
}

/** What is known of an imported conversation beside what was said in it. */
export interface Conversation {
  /** What the export calls it. */
  title: string | null
  /** Its title and the name of what it was part of, as if the person had said them first; null: it has neither. */
  heading: FilingTurn | null
  /** The last turns of the part before this segment, filed; empty: it begins here. */
  lead: readonly FilingTurn[]
}

export interface TalkJudgement {
  /** Every turn of the segment is in exactly one, in order. */
  stretches: StretchJudgement[]
  /** First turns of the stretches that leave the bucket of the stretch before (seed 001, flow 4). The raw window starts at one of them. */
  topicChanged: MessageId[]
}

interface Placed {
  stretch: Stretch
  bucket: ShelfId
  judged: boolean
  /** Most probable first; empty for what stands as it was. */
  choices: Choice[]
}

/** Judges the open segment as it grows, or the whole of it at collapse. A locked turn always keeps its bucket. */
export function judgeTalk(talk: TalkToJudge): TalkJudgement {
  const { statistics, model, mode } = talk
  // Sums of floating point numbers depend on their order; the judgement must not.
  const buckets = inOrder(talk.buckets)
  const { turns, background } = readTalk(talk, buckets)
  const oneOffs = inOrder(talk.oneOffs ?? [])
  const shelf = new Shelf(buckets, oneOffs, statistics, background, model)
  const isJudged = (stretch: Stretch): boolean => stretch.said === null && (mode === 'collapse' || !stretch.settled)

  if (mode === 'collapse') shelf.takeOut(turns.filter(({ turn }) => !turn.locked))
  const cutter = { turns, buckets: shelf.all(), statistics, model }
  const { stretches, goesOnIn } = cutTalk(talk, cutter, background)
  if (mode === 'live') for (const stretch of stretches.filter(isJudged)) shelf.takeOut(stretch.turns)

  const placed: Placed[] = []
  for (const stretch of stretches) {
    const before = placed.at(-1)
    const stays = before === undefined && goesOnIn !== null && shelf.profile(goesOnIn) ? goesOnIn : null
    const next = isJudged(stretch) ? place(stretch, placed, shelf, background, talk, stays) : keep(stretch, shelf)
    if (before?.judged && next.judged && before.bucket === next.bucket) {
      before.stretch = { ...before.stretch, turns: [...before.stretch.turns, ...stretch.turns] }
      before.choices = weightier(before, next).choices
    } else placed.push(next)
  }
  const moved = placed.filter((each, i) => i > 0 && each.bucket !== placed[i - 1]?.bucket)
  const changed = new Set(moved.map((each) => idOf(each.stretch)))
  return {
    stretches: placed.map((each) => judgement(each, shelf, statistics, mode)),
    topicChanged: talk.turns.flatMap(({ id }) => (changed.has(id) ? [id] : [])),
  }
}

/** By id; what is in order is left as it is, so that what was made of this list before is found again (`judgedFrom`). */
function inOrder(buckets: readonly BucketProfile[]): readonly BucketProfile[] {
  const isInOrder = buckets.every((bucket, i) => i === 0 || (buckets[i - 1]?.id ?? '') < bucket.id)
  return isInOrder ? buckets : [...buckets].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** The segment's turns, centred without what all of the person's texts have in common; what is said now does not count among these. */
function readTalk(talk: TalkToJudge, buckets: readonly BucketProfile[]) {
  const { statistics, model } = talk
  const read = talk.turns.map((turn) => readTurn(turn, statistics, model))
  const filed = read.filter(({ turn }) => turn.bucketId !== null)
  const background = judgedWithout(buckets, model, filed)
  return { background, turns: read.map((each) => judgedTurn(each, background, model)) }
}

interface CutTalk {
  stretches: Stretch[]
  /** Where an imported conversation that was taken up again and does not turn goes on. */
  goesOnIn: ShelfId | null
}

/** In a conversation that an export keeps as one, silence parts nothing: it is read as if the part before had just been said. */
function cutTalk(
  { mode, conversation, statistics, model }: TalkToJudge,
  cutter: Cutter,
  background: Float32Array,
): CutTalk {
  if (mode === 'live') return { stretches: continueStretches(cutter), goesOnIn: null }
  if (conversation === undefined) return { stretches: cutSegment(cutter), goesOnIn: null }
  const [first] = cutter.turns
  const last = conversation.lead.at(-1)
  const shift = first && last ? first.turn.at - last.at - SHORT_PAUSE_MS : 0
  const lead = conversation.lead.map((turn) =>
    judgedTurn(readTurn({ ...turn, at: turn.at + shift, locked: false }, statistics, model), background, model),
  )
  const before = new Set(lead.map(({ turn }) => turn.id))
  const cut = cutSegment({ ...cutter, turns: [...lead, ...cutter.turns], oneTalk: true })
  const stretches = cut
    .map((stretch) => ({ ...stretch, turns: stretch.turns.filter(({ turn }) => !before.has(turn.id)) }))
    .filter(({ turns }) => turns.length > 0)
  const goesOn = cut.some(
    ({ turns }) => turns.some(({ turn }) => turn.id === last?.id) && turns.at(-1)?.turn.id !== last?.id,
  )
  return { stretches, goesOnIn: goesOn ? (last?.bucketId ?? null) : null }
}

const idOf = (stretch: Stretch): MessageId => {
  const first = stretch.turns[0]
  if (first === undefined) throw new RangeError('a stretch has at least one turn')
  return first.turn.id
}

/** Of two neighbouring stretches that came out alike, the longer one explains both. */
const weightier = (a: Placed, b: Placed): Placed => (b.stretch.turns.length > a.stretch.turns.length ? b : a)

/** What a person said, or what was judged before and has not grown since. */
function keep(stretch: Stretch, shelf: Shelf): Placed {
  const bucket = stretch.said ?? stretch.turns.find(({ turn }) => turn.bucketId !== null)?.turn.bucketId ?? null
  if (bucket === null) return { stretch, bucket: shelf.found(idOf(stretch), stretch.turns), judged: true, choices: [] }
  shelf.add(
    bucket,
    stretch.turns.filter(({ turn }) => turn.bucketId !== bucket),
  )
  return { stretch, bucket, judged: false, choices: [] }
}

function place(
  stretch: Stretch,
  placed: readonly Placed[],
  shelf: Shelf,
  background: Float32Array,
  talk: TalkToJudge,
  stays: ShelfId | null,
): Placed {
  const { statistics, model, conversation } = talk
  // A conversation is named after what it began with, so only its first stretch is read under its title.
  const heading = placed.length === 0 ? (conversation?.heading ?? null) : null
  const profile = addReadTurns(
    emptyProfile({ id: `?${idOf(stretch)}` as ShelfId, title: '', status: 'ephemeral' }, model.background.length),
    heading === null ? stretch.turns : [readTurn(heading, statistics, model), ...stretch.turns],
    statistics,
  )
  const flow: Flow = {
    previous: placed.at(-1)?.bucket ?? stays,
    earlier: new Set(placed.map(({ bucket }) => bucket)),
    boundaryLogit: stretch.boundaryLogit,
  }
  const choices = choose(profile, shelf.options(), flow, background, statistics, model)
  const likeliest = bestOf(choices, profile, statistics)
  // At collapse the talk is judged for good: what was thought of its beginning counts no more.
  const best = talk.mode === 'collapse' ? likeliest : settle(likeliest, choices, stretch, shelf)
  const bucket = stays ?? best?.bucket?.profile.id ?? null
  if (bucket === null) return { stretch, bucket: shelf.found(idOf(stretch), stretch.turns), judged: true, choices }
  if (shelf.isOneOff(bucket))
    return { stretch, bucket: shelf.resume(bucket, idOf(stretch), stretch.turns), judged: true, choices }
  shelf.add(bucket, stretch.turns)
  return { stretch, bucket, judged: true, choices }
}

/**
 * The most probable choice. Only a new bucket gives way to one that is there if the stretch names what that one is about: neither
 * its size nor its age may repel that.
 */
function bestOf(choices: readonly Choice[], profile: BucketProfile, statistics: TermStatistics): Choice | undefined {
  const [best] = choices
  if (best?.bucket !== null) return best
  const named = choices.find(
    ({ bucket }) => bucket !== null && namesWhatItIsAbout(profile.terms, bucket.profile, statistics),
  )
  return named ?? best
}

/** The best choice, unless the bucket the stretch lies in already is nearly as good. */
function settle(
  best: Choice | undefined,
  choices: readonly Choice[],
  stretch: Stretch,
  shelf: Shelf,
): Choice | undefined {
  const now = stretch.turns[0]?.turn.bucketId ?? null
  if (best === undefined || now === null) return best
  const emptied = shelf.profile(now)?.messages === 0
  const current = choices.find(({ bucket }) => (bucket === null ? emptied : bucket.profile.id === now))
  return current !== undefined && current.probability >= best.probability - SWITCH_MARGIN ? current : best
}

function judgement(
  placed: Placed,
  shelf: Shelf,
  statistics: TermStatistics,
  mode: TalkToJudge['mode'],
): StretchJudgement {
  const { stretch, bucket, choices } = placed
  const key = shelf.foundedBy(bucket)
  const existing = choices.filter(
    (choice) =>
      choice.bucket !== null &&
      !shelf.isOneOff(choice.bucket.profile.id) &&
      shelf.foundedBy(choice.bucket.profile.id) === undefined,
  )
  const resumed = shelf.resumedIn(bucket)
  const went = resumed ?? (key === undefined ? bucket : null)
  const chosen = choices.find((choice) => (choice.bucket?.profile.id ?? null) === went)
  const terms = new Map<string, number>()
  for (const read of stretch.turns) for (const word of read.terms) terms.set(word, (terms.get(word) ?? 0) + 1)
  const before = chosen?.bucket?.profile.terms ?? new Map<string, number>()
  return {
    turnIds: stretch.turns.map(({ turn }) => turn.id),
    target: target(stretch, bucket, shelf, mode === 'collapse' && resumed !== null),
    resumes: mode === 'collapse' ? resumed : null,
    judged: placed.judged,
    confidence: chosen?.probability ?? choices.find((choice) => choice.bucket === null)?.probability ?? 1,
    candidates: existing
      .slice(0, 2)
      .flatMap(({ bucket: each, probability }) =>
        each === null ? [] : [{ bucketId: each.profile.id, score: probability }],
      ),
    related: existing.flatMap(({ bucket: each, probability }) =>
      each !== null && each.profile.id !== bucket && probability >= RELATED ? [each.profile.id] : [],
    ),
    sharedTerms: sharedTerms(terms, before, statistics, 6),
  }
}

/** What is asked often enough in one go is a topic, and so is what came up again and has become more than a one-off. */
function target(stretch: Stretch, bucket: ShelfId, shelf: Shelf, cameUpAgain: boolean): FilingTarget {
  const said = stretch.turns.filter(({ turn }) => turn.role === 'user').map(({ turn }) => turn.author)
  const isAmongPeople = new Set(said).size > 1
  const isAnswered = said.length < stretch.turns.length
  const profile = shelf.profile(bucket)
  const isTopic =
    said.length >= (isAmongPeople ? MOST_IN_A_ONE_OFF + 1 : TOPIC_REQUESTS[isAnswered ? 'answered' : 'unanswered']) ||
    ((cameUpAgain || isAmongPeople) && (profile?.messages ?? 0) > MOST_IN_A_ONE_OFF)
  const key = shelf.foundedBy(bucket)
  if (key !== undefined) return { kind: 'new', status: isTopic ? 'active' : 'ephemeral', key }
  return { kind: 'existing', bucketId: bucket, promote: profile?.status === 'ephemeral' && isTopic }
}
