import { type BucketId, bucketId } from '@shared/ids'
import { z } from 'zod'
import type { Clock } from '../runtime/clock'
import type { Store } from '../store/protocol'

const KEY = 'unnamed_imports'
const keptSchema = z.record(bucketId, z.literal(true)).catch({})

/**
 * Buckets that an import made. Until all of it is filed they are called after the first talk in them; then each is named after all that
 * it holds. Which they are is kept in the store: an import that is taken up after a kill names those of its first half as well.
 */
export class UnnamedImports {
  private readonly ids = new Set<BucketId>()

  constructor(private readonly ports: { store: Store; clock: Clock }) {}

  /** Reads what a program that ended left behind. */
  async load(): Promise<void> {
    const kept = keptSchema.parse(await this.ports.store.preferences.get(KEY))
    for (const id of Object.keys(kept)) this.ids.add(bucketId.parse(id))
  }

  has(id: BucketId): boolean {
    return this.ids.has(id)
  }

  all(): BucketId[] {
    return [...this.ids]
  }

  /** To be kept before they are made: one that is never made is named by nobody. */
  async add(made: readonly BucketId[]): Promise<void> {
    const added = made.filter((id) => !this.ids.has(id))
    if (added.length === 0) return
    const { store, clock } = this.ports
    await store.preferences.merge(KEY, Object.fromEntries(added.map((id) => [id, true])), clock.now())
    for (const id of added) this.ids.add(id)
  }

  /** They have their names. */
  async remove(named: readonly BucketId[]): Promise<void> {
    if (named.length === 0) return
    for (const id of named) this.ids.delete(id)
    const { store, clock } = this.ports
    await store.preferences.set(KEY, Object.fromEntries(this.all().map((id) => [id, true])), clock.now())
  }
}
