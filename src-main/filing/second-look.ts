import type { BucketId, MessageId } from '@shared/ids'
import type { TermStatistics } from '../language/term-statistics'
import type { Embedder } from '../models/types'
import { inSlices } from '../runtime/slices'
import type { Store } from '../store/protocol'
import type { StoredMessage } from '../store/types'
import { judgedWithout } from './background'
import { type ReadTurn, readTurn } from './informativeness'
import type { FilingModel } from './model'
import { type LyingStretch, lyingStretches, planRefiling } from './refile'
import { type OneOff, oneOffsOf, planResuming } from './resuming'
import { sharedTerms } from './terms'
import type { TurnReader } from './turn-reader'
import type { BucketProfile, FilingTurn } from './types'

/** A bucket's newest so many messages are looked at again; what is older has been seen often. */
const NEWEST = 500
/** Messages read before everything else has its turn. */
const READ_AT_ONCE = 20

export interface SecondLookPorts {
  store: Store
  embedder: Embedder
  fitted(): { model: FilingModel }
  statistics: TermStatistics
  reader: TurnReader
  profiles(): readonly BucketProfile[]
}

export interface LookAgain {
  /** Buckets whose stretches may be moved. */
  from: readonly BucketId[]
  /** Buckets of filed-away one-offs that may be taken along. */
  oneOffs: readonly BucketId[]
  /** Buckets they may be moved among; `from` lies within. */
  among: ReadonlySet<BucketId>
  /** Messages said after this (milliseconds) are still being talked about. */
  before: number
  /** True for two buckets a person holds apart. */
  barred(from: BucketId, to: BucketId): boolean
  /** Lets everything else have its turn; throws to stop. */
  breathe(): Promise<void>
}

/** Stretches that a second look files elsewhere, as the janitor is told of them. */
export interface SeenElsewhere {
  messageIds: readonly MessageId[]
  from: BucketId
  to: BucketId
  /** Words it shares with where it goes, most telling first; none that stand in most buckets. */
  terms: readonly string[]
}

/** Looks again at what lies in buckets (07-settled, Who decides, finally). Messages without a vector are left where they are. */
export async function lookAgain(ports: SecondLookPorts, look: LookAgain): Promise<SeenElsewhere[]> {
  const { store, embedder, reader } = ports
  const all = ports.profiles()
  const { model } = ports.fitted()
  const background = judgedWithout(all, model)
  const readBucket = async (bucket: BucketId): Promise<ReadTurn[]> => {
    await look.breathe()
    const stored = await store.messages.ofBucketWithVectors(bucket, embedder.modelId, 100_000)
    const there = stored
      .slice(-NEWEST)
      .flatMap(({ message, vector }) => (vector ? [unlessAPersons(message, reader.turn(message, vector))] : []))
    const read: ReadTurn[] = []
    for (const turn of there) {
      if (turn.at >= look.before || turn.bucketId !== bucket) continue
      read.push(readTurn(turn, ports.statistics, model))
      if (read.length % READ_AT_ONCE === 0) await look.breathe()
    }
    return read
  }
  const stretches: LyingStretch[] = []
  for (const bucket of look.from) stretches.push(...lyingStretches(bucket, await readBucket(bucket)))
  const oneOffs: OneOff[] = []
  for (const bucket of look.oneOffs) oneOffs.push(...oneOffsOf(bucket, await readBucket(bucket), ports.statistics))
  const profiles = all.filter(({ id }) => look.among.has(id))
  const seen = { background, statistics: ports.statistics, model, barred: look.barred }
  const moved = await inSlices(planRefiling({ ...seen, stretches, profiles }), look.breathe)
  const resumed = await inSlices(planResuming({ ...seen, oneOffs, buckets: profiles }), look.breathe)
  const byId = new Map(profiles.map((profile) => [profile.id, profile]))
  const evidence = (terms: ReadonlyMap<string, number>, to: BucketId): string[] => {
    const shared = sharedTerms(terms, byId.get(to)?.terms ?? new Map(), ports.statistics, 10)
    return shared.filter((word) => !reader.isSpeaker(word)).slice(0, 5)
  }
  return [
    ...moved.map(({ stretch, to }) => ({
      messageIds: stretch.messageIds,
      from: stretch.bucket,
      to,
      terms: evidence(stretch.terms, to),
    })),
    ...resumed.map(({ oneOff, to }) => ({
      messageIds: oneOff.messageIds,
      from: oneOff.bucket,
      to,
      terms: evidence(oneOff.profile.terms, to),
    })),
  ]
}

/** A proved model's tag is looked at again as well; a person's word never (07-settled, Who decides, finally). */
const unlessAPersons = ({ filedBy }: StoredMessage, turn: FilingTurn): FilingTurn => ({
  ...turn,
  locked: filedBy === 'person',
})
