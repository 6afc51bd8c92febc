import { type BucketId, bucketId } from '@shared/ids'
import { slugFor } from '../language/slug'
import type { Store } from '../store/protocol'

/**
 * Gives bucket ids: a slug of the title and a three-digit suffix, unique in the profile for ever, also among buckets that
 * were merged away or whose making was undone (01-domain, Identifiers).
 */
export class BucketIds {
  /** Given in this run, though perhaps not stored yet. */
  private readonly given = new Set<string>()

  constructor(private readonly store: Store) {}

  /** Gives the next free id of a title; no two calls get the same one. */
  async next(title: string): Promise<BucketId> {
    const slug = slugFor(title)
    const taken = await this.store.buckets.takenIds(`${slug}_`)
    // No waiting between looking and giving.
    const id = this.lowestFree(slug, taken)
    this.given.add(id)
    return id
  }

  /** The id a title would get now, without giving it: for a preview. */
  async free(title: string): Promise<BucketId> {
    const slug = slugFor(title)
    return this.lowestFree(slug, await this.store.buckets.takenIds(`${slug}_`))
  }

  private lowestFree(slug: string, taken: readonly BucketId[]): BucketId {
    let number = 1
    for (const id of [...taken, ...this.given]) {
      const suffix = id.startsWith(`${slug}_`) ? /^\d{3,}$/.exec(id.slice(slug.length + 1)) : null
      if (suffix) number = Math.max(number, Number(suffix[0]) + 1)
    }
    return bucketId.parse(`${slug}_${String(number).padStart(3, '0')}`)
  }
}
