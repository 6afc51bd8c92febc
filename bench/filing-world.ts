/**
 * A profile's filing on a simulated clock, without a store: what `judgeTalk` and the janitor's rules do to one stream.
 * For tuning only; the `filing` benchmark runs the product's own services.
 */
import type { BucketId, MessageId } from '@shared/ids'
import { judgedWithout, ownBackground } from '../src-main/filing/background'
import { type ReadTurn, readTurn } from '../src-main/filing/informativeness'
import { similarityAmong } from '../src-main/filing/joint'
import { judgeTalk } from '../src-main/filing/judge'
import type { FilingModel } from '../src-main/filing/model'
import { FILED_AWAY_MS } from '../src-main/filing/one-offs'
import { addReadTurns, emptyProfile, mergeProfiles } from '../src-main/filing/profile'
import { lyingStretches, planRefiling } from '../src-main/filing/refile'
import { oneOffsOf, planResuming } from '../src-main/filing/resuming'
import type { SimilarityCalibration } from '../src-main/filing/similarity'
import { WordCounts } from '../src-main/filing/statistics'
import type { BucketProfile, FilingTurn, StretchJudgement } from '../src-main/filing/types'
import { atOnce } from '../src-main/runtime/slices'
import type { Talk } from './fit/data'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const MISC = 'misc_conversations_2026_01_01' as BucketId

interface WorldBucket {
  id: BucketId
  status: 'ephemeral' | 'active' | 'archived'
  members: Set<FilingTurn>
  profile: BucketProfile
  /** A message came after one filed elsewhere and a session boundary. */
  returned: boolean
  sessions: Set<number>
}

export interface WorldResult {
  /** Cluster of each row of the talk, in order; a filed-away one-off keeps its own. */
  clusters: string[]
  /** Where each row ended. */
  ephemeral: boolean[]
  activeBuckets: number
  buckets: number
  merges: number
  judgeMs: number
}

export class FilingWorld {
  readonly statistics = new WordCounts()
  readonly buckets = new Map<BucketId, WorldBucket>()
  private readonly filedAway = new Map<MessageId, string>()
  /** Each one-off for itself: a talk may take it up again. */
  private readonly apart = new Map<BucketId, { profile: BucketProfile; turns: Set<FilingTurn> }>()
  private readonly oneOffs = new Set<FilingTurn>()
  private segment: FilingTurn[] = []
  private session = 0
  /** All one-offs together, as the days' buckets of the product. */
  private misc = emptyProfile({ id: MISC, title: '', status: 'archived' })
  private nextJanitor = 0
  private made = 0
  private readonly judgedPairs = new Map<string, string>()
  merges = 0
  refilings = 0
  resumed = 0
  private refiledAt = 0
  private readonly known = new Map<MessageId, ReadTurn>()
  judgeMs = 0
  calls = 0

  constructor(
    readonly model: FilingModel,
    private readonly calibration: SimilarityCalibration | null,
    private readonly live: boolean,
    private readonly refiling = true,
  ) {}

  say(turn: FilingTurn): void {
    this.passTime(turn.at)
    this.statistics.add([turn.text])
    this.segment.push(turn)
    if (this.live) this.judge('live')
  }

  /** Lets the clock run to `now`: collapse after an hour of silence, a janitor pass every six hours. */
  passTime(now: number): void {
    if (this.nextJanitor === 0) this.nextJanitor = now + 6 * HOUR_MS
    const last = this.segment.at(-1)
    const collapseAt = last === undefined ? Number.POSITIVE_INFINITY : last.at + HOUR_MS
    while (this.nextJanitor <= now && this.nextJanitor < collapseAt) this.janitor()
    if (collapseAt <= now) {
      this.judge('collapse')
      this.segment = []
      this.session += 1
    }
    while (this.nextJanitor <= now) this.janitor()
  }

  private judge(mode: 'live' | 'collapse'): void {
    const begun = performance.now()
    const { stretches } = judgeTalk({
      turns: this.segment,
      buckets: [...this.profiles(), this.misc].filter(({ messages }) => messages > 0),
      oneOffs: this.oneOffsSince((this.segment.at(-1)?.at ?? 0) - FILED_AWAY_MS),
      statistics: this.statistics,
      mode,
      model: this.model,
    })
    this.judgeMs += performance.now() - begun
    this.calls += 1
    this.apply(stretches)
  }

  private apply(stretches: readonly StretchJudgement[]): void {
    const byId = new Map(this.segment.map((turn) => [turn.id, turn]))
    const founded = new Map<MessageId, BucketId>()
    const touched = new Set<WorldBucket>()
    for (const { turnIds, target, judged, resumes } of stretches) {
      if (!judged) continue
      let id: BucketId
      if (target.kind === 'existing') id = target.bucketId
      else {
        id = founded.get(target.key) ?? this.makeBucket(target.status)
        founded.set(target.key, id)
      }
      const bucket = this.buckets.get(id)
      if (bucket === undefined) throw new Error(`judged into an unknown bucket ${id}`)
      if (target.kind === 'existing' && target.promote) bucket.status = 'active'
      if (target.kind === 'existing' && bucket.status === 'archived') bucket.status = 'active'
      for (const turnId of turnIds) {
        const turn = byId.get(turnId)
        if (turn === undefined) throw new Error(`unknown turn ${turnId}`)
        turn.stretchId = turnIds[0] ?? null
        if (turn.bucketId === id) continue
        const old = turn.bucketId === null ? undefined : this.buckets.get(turn.bucketId)
        if (old !== undefined) {
          old.members.delete(turn)
          touched.add(old)
        }
        turn.bucketId = id
        bucket.members.add(turn)
        touched.add(bucket)
      }
      bucket.sessions.add(this.session)
      if (resumes !== null) this.resume(resumes, bucket)
    }
    for (const bucket of touched) this.refresh(bucket)
  }

  private oneOffsSince(at: number): BucketProfile[] {
    return [...this.apart.values()].flatMap(({ profile }) => (profile.lastAt >= at ? [profile] : []))
  }

  /** A talk takes a filed-away one-off up again. */
  private resume(oneOff: BucketId, bucket: WorldBucket): void {
    for (const turn of this.apart.get(oneOff)?.turns ?? []) {
      this.filedAway.delete(turn.id)
      this.oneOffs.delete(turn)
      turn.bucketId = bucket.id
      bucket.members.add(turn)
    }
    this.apart.delete(oneOff)
    bucket.sessions.add(-1)
    this.resumed += 1
  }

  private makeBucket(status: 'active' | 'ephemeral'): BucketId {
    this.made += 1
    const id = `bucket_${String(this.made).padStart(3, '0')}` as BucketId
    const profile = emptyProfile({ id, title: id, status })
    this.buckets.set(id, { id, status, members: new Set(), profile, returned: false, sessions: new Set() })
    return id
  }

  private refresh(bucket: WorldBucket): void {
    if (bucket.members.size === 0) {
      this.buckets.delete(bucket.id)
      return
    }
    const turns = [...bucket.members].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    const head = { id: bucket.id, title: bucket.id, status: bucket.status }
    bucket.profile = addReadTurns(
      emptyProfile(head),
      turns.map((turn) => this.read(turn)),
      this.statistics,
    )
  }

  private janitor(): void {
    const now = this.nextJanitor
    this.nextJanitor += 6 * HOUR_MS
    for (const bucket of this.buckets.values()) {
      if (bucket.status === 'ephemeral' && bucket.members.size > 5) bucket.status = 'active'
      if (bucket.members.size === 0) this.buckets.delete(bucket.id)
      bucket.profile = { ...bucket.profile, status: bucket.status }
    }
    if (this.refiling) this.refile(now)
    this.consolidate()
    for (const bucket of [...this.buckets.values()]) {
      const untouched = now - bucket.profile.lastAt
      if (bucket.status === 'ephemeral' && untouched > DAY_MS && bucket.sessions.size < 2) this.fileAway(bucket)
      else if (bucket.status === 'active' && untouched > 30 * DAY_MS && bucket.members.size < 3)
        bucket.status = 'archived'
    }
  }

  /** Read once: to read thousands of turns again every six hours says nothing new. */
  private read(turn: FilingTurn): ReadTurn {
    const read = this.known.get(turn.id) ?? readTurn(turn, this.statistics, this.model)
    this.known.set(turn.id, read)
    return { ...read, turn }
  }

  /** The janitor's second look at what lies in active buckets and was said an hour ago or earlier. */
  private refile(now: number): void {
    if (this.statistics.documents === this.refiledAt) return
    this.refiledAt = this.statistics.documents
    const active = [...this.buckets.values()].filter(({ status }) => status === 'active')
    const stretches = active.flatMap(({ id, members }) => {
      const old = [...members]
        .filter(({ at }) => at < now - HOUR_MS)
        .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
      return lyingStretches(
        id,
        old.map((turn) => this.read(turn)),
      )
    })
    const moves = atOnce(
      planRefiling({
        stretches,
        profiles: active.map(({ profile }) => profile),
        background: judgedWithout([...this.profiles(), this.misc], this.model),
        statistics: this.statistics,
        model: this.model,
        barred: () => false,
      }),
    )
    const touched = new Set<WorldBucket>()
    for (const { stretch, to } of moves) {
      const [from, target] = [this.buckets.get(stretch.bucket), this.buckets.get(to)]
      if (from === undefined || target === undefined) continue
      for (const turn of [...from.members].filter(({ id }) => stretch.messageIds.includes(id))) {
        turn.bucketId = to
        from.members.delete(turn)
        target.members.add(turn)
      }
      touched.add(from).add(target)
    }
    this.refilings += moves.length
    for (const bucket of touched) this.refresh(bucket)
    this.takeAlong([...this.buckets.values()].filter(({ status }) => status !== 'archived'))
  }

  /** One-offs whose topic has got a bucket since. */
  private takeAlong(open: readonly WorldBucket[]): void {
    const old = [...this.oneOffs].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
    const moves = atOnce(
      planResuming({
        oneOffs: oneOffsOf(
          MISC,
          old.map((turn) => this.read(turn)),
          this.statistics,
        ),
        buckets: open.map(({ profile }) => profile),
        background: judgedWithout([...this.profiles(), this.misc], this.model),
        statistics: this.statistics,
        model: this.model,
        barred: () => false,
      }),
    )
    for (const { oneOff, to } of moves) {
      const target = this.buckets.get(to)
      if (target === undefined) continue
      for (const turn of old.filter(({ id }) => oneOff.messageIds.includes(id))) {
        this.oneOffs.delete(turn)
        this.filedAway.delete(turn.id)
        for (const { turns } of this.apart.values()) turns.delete(turn)
        turn.bucketId = to
        target.members.add(turn)
      }
      for (const [id, { turns }] of this.apart) if (turns.size === 0) this.apart.delete(id)
      // It came up again: one talk of it was filed away, another was not yet.
      target.sessions.add(-1)
      this.refresh(target)
    }
    this.resumed += moves.length
  }

  private profiles(): BucketProfile[] {
    return [...this.buckets.values()].map(({ profile }) => profile)
  }

  private fileAway(bucket: WorldBucket): void {
    for (const turn of bucket.members) {
      this.filedAway.set(turn.id, `misc ${bucket.id}`)
      this.oneOffs.add(turn)
    }
    this.misc = mergeProfiles(this.misc, bucket.profile, this.statistics)
    this.apart.set(bucket.id, { profile: bucket.profile, turns: new Set(bucket.members) })
    this.buckets.delete(bucket.id)
  }

  /** Groups of which every pair passes 0.90 are merged into their largest, oldest member. */
  private consolidate(): void {
    const map = this.calibration
    if (map === null) return
    const open = new Set(this.segment.map((turn) => turn.bucketId))
    const buckets = [...this.buckets.values()].filter((bucket) => !open.has(bucket.id))
    const profiles = [...this.profiles(), this.misc]
    const similarityOf = similarityAmong({
      profiles,
      background: ownBackground(this.profiles(), this.model.background),
      calibration: map,
      statistics: this.statistics,
      model: this.model,
    })
    const pairs: { a: WorldBucket; b: WorldBucket; similarity: number }[] = []
    buckets.forEach((a, i) => {
      for (const b of buckets.slice(i + 1)) {
        const sizes = `${a.members.size}/${b.members.size}`
        if (this.judgedPairs.get(`${a.id} ${b.id}`) === sizes) continue
        this.judgedPairs.set(`${a.id} ${b.id}`, sizes)
        const similarity = similarityOf(a.profile, b.profile)
        if (similarity >= 0.9) pairs.push({ a, b, similarity })
      }
    })
    pairs.sort((x, y) => y.similarity - x.similarity || (x.a.id + x.b.id < y.a.id + y.b.id ? -1 : 1))
    const done = new Set<WorldBucket>()
    for (const { a, b } of pairs) {
      if (done.has(a) || done.has(b)) continue
      const [into, from] =
        b.members.size > a.members.size || (b.members.size === a.members.size && b.profile.firstAt < a.profile.firstAt)
          ? [b, a]
          : [a, b]
      done.add(a).add(b)
      this.merge(into, from)
    }
  }

  private merge(into: WorldBucket, from: WorldBucket): void {
    for (const turn of from.members) {
      turn.bucketId = into.id
      into.members.add(turn)
    }
    for (const session of from.sessions) into.sessions.add(session)
    if (from.status === 'active') into.status = 'active'
    into.profile = mergeProfiles(into.profile, from.profile, this.statistics)
    this.buckets.delete(from.id)
    this.merges += 1
  }

  result(turns: readonly FilingTurn[]): WorldResult {
    const status = (turn: FilingTurn) => (turn.bucketId === null ? undefined : this.buckets.get(turn.bucketId)?.status)
    return {
      clusters: turns.map((turn) => this.filedAway.get(turn.id) ?? turn.bucketId ?? 'nowhere'),
      ephemeral: turns.map((turn) => this.filedAway.has(turn.id) || status(turn) === 'ephemeral'),
      activeBuckets: [...this.buckets.values()].filter((bucket) => bucket.status === 'active').length,
      buckets: this.buckets.size,
      merges: this.merges,
      judgeMs: this.judgeMs,
    }
  }
}

/** The talk's rows as filing sees them. */
export function turnsOf(talk: Talk, vectors: ReadonlyMap<string, Float32Array>): FilingTurn[] {
  return talk.rows.map((row) => {
    const vector = vectors.get(row.text)
    if (vector === undefined) throw new Error(`no vector for ${row.id}`)
    return {
      id: row.id as MessageId,
      role: row.role,
      text: row.text,
      at: row.at,
      vector,
      bucketId: null,
      stretchId: null,
      locked: false,
    }
  })
}

/** Streams a whole talk through filing; six quiet hours at the end close the last segment and let the janitor pass once. */
export function runWorld(
  talk: Talk,
  vectors: ReadonlyMap<string, Float32Array>,
  model: FilingModel,
  calibration: SimilarityCalibration | null,
  live = true,
): WorldResult {
  const world = new FilingWorld(model, calibration, live)
  const turns = turnsOf(talk, vectors)
  for (const turn of turns) world.say(turn)
  const last = turns.at(-1)
  if (last !== undefined) world.passTime(last.at + 7 * HOUR_MS)
  return world.result(turns)
}
