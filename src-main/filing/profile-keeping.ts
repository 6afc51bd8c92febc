import type { BucketId } from '@shared/ids'
import type { TermStatistics } from '../language/term-statistics'
import type { Embedder } from '../models/types'
import type { Store } from '../store/protocol'
import type { Assignment, StoredProfile } from '../store/types'
import { readTurn } from './informativeness'
import type { FilingModel } from './model'
import { addToProfile, profileFrom, withoutReadTurns } from './profile'
import { type ProfileShelf, toStored } from './profiles'
import type { TurnReader } from './turn-reader'
import type { BucketProfile, FilingTurn } from './types'
import { cosine } from './vectors'

export interface KeepingPorts {
  store: Store
  embedder: Embedder
  fitted(): { model: FilingModel }
}

const SAME_DIRECTION = 0.9

/** Keeps the profiles of all homes true to the messages that lie in them. */
export class ProfileKeeper {
  constructor(
    private readonly ports: KeepingPorts,
    private readonly shelf: ProfileShelf,
    private readonly statistics: TermStatistics,
    private readonly reader: TurnReader,
  ) {}

  /**
   * The profiles of all homes that gain or lose turns by these assignments, as they will be. A turn whose own vector is not
   * made yet comes later (`takeIn`).
   */
  after(turns: readonly FilingTurn[], assignments: readonly Assignment[]): StoredProfile[] {
    const { model } = this.ports.fitted()
    const changed = new Map<BucketId, BucketProfile>()
    const get = (id: BucketId) => changed.get(id) ?? this.shelf.home(id)
    const target = new Map(assignments.map((a) => [a.messageId, a.bucketId]))
    for (const turn of turns) {
      const to = target.get(turn.id)
      if (turn.standsIn || to === undefined || to === turn.bucketId) continue
      const from = this.reader.homeOf(turn)
      if (from !== null) changed.set(from, withoutReadTurns(get(from), [readTurn(turn, this.statistics, model)]))
      changed.set(to, addToProfile(get(to), turn, this.statistics, model))
    }
    return [...changed.values()].map((p) => toStored(p, this.ports.embedder.modelId))
  }

  /**
   * Turns whose vectors were made after they were stored: the vectors are stored, and in the same transaction the profiles of
   * the homes that the turns were filed under without them. Who stores such a vector in another way leaves a profile that
   * counts one turn too few for good.
   */
  async takeIn(turns: readonly FilingTurn[], homeOf = (turn: FilingTurn) => this.reader.homeOf(turn)): Promise<void> {
    const { store, embedder, fitted } = this.ports
    const { modelId } = embedder
    const changed = new Map<BucketId, BucketProfile>()
    for (const turn of turns) {
      const home = homeOf(turn)
      if (home === null) continue
      changed.set(home, addToProfile(changed.get(home) ?? this.shelf.home(home), turn, this.statistics, fitted().model))
    }
    await store.filing.saveRead({
      modelId,
      vectors: turns.map(({ id, vector }) => ({ id, vector })),
      profiles: [...changed.values()].map((profile) => toStored(profile, modelId)),
    })
    for (const [home, profile] of changed) this.shelf.put(home, profile)
  }

  /**
   * How many profiles are not what the messages of their homes make today: another number of them, or a direction that is
   * not the same. Words weigh a little otherwise as more is said, so directions may differ a little.
   */
  async differing(homes: readonly BucketId[]): Promise<number> {
    const { store, embedder, fitted } = this.ports
    let wrong = 0
    for (const home of homes) {
      const turns = await this.reader.readWhatIsThere(await store.messages.ofHomeWithVectors(home, embedder.modelId))
      const kept = this.shelf.home(home)
      const made = profileFrom({ id: home, title: '', status: 'active' }, turns, this.statistics, fitted().model)
      if (made.messages !== kept.messages || (made.weight > 0 && !(cosine(made.sum, kept.sum) >= SAME_DIRECTION)))
        wrong += 1
    }
    return wrong
  }

  /** Makes the profiles of these homes anew from the store; what has no vector and can get none now is left out. */
  async rebuild(homes: readonly BucketId[]): Promise<void> {
    const { store, embedder, fitted } = this.ports
    const rebuilt: BucketProfile[] = []
    for (const home of homes) {
      const turns = await this.reader.readWhatIsThere(await store.messages.ofHomeWithVectors(home, embedder.modelId))
      const profile = profileFrom({ id: home, title: '', status: 'active' }, turns, this.statistics, fitted().model)
      this.shelf.put(home, profile)
      rebuilt.push(profile)
    }
    if (rebuilt.length > 0) await store.filing.saveProfiles(rebuilt.map((p) => toStored(p, embedder.modelId)))
    this.shelf.invalidate()
  }
}
