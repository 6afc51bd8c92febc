import { type BucketId, bucketId } from '@shared/ids'
import { slugFor } from '../language/slug'
import type { Store } from '../store/protocol'

/**
 * Gives bucket ids: a slug of the title and a three-digit suffix, unique in the profile for ever, also among buckets that
 * were merged away or whose making was undone (01-domain, Identifiers), and among all programs that have the profile open.
 */
export class BucketIds {
  constructor(private readonly store: Pick<Store, 'buckets'>) {}

  /** Gives the next free id of a title; no two calls get the same one, wherever they come from. */
  async next(title: string): Promise<BucketId> {
    const slug = slugFor(title)
    return idOf(slug, await this.store.buckets.giveNumber(slug))
  }

  /** An id a title could get now, without giving it: for a preview. */
  async free(title: string): Promise<BucketId> {
    const slug = slugFor(title)
    let number = 1
    for (const id of await this.store.buckets.takenIds(`${slug}_`)) {
      const suffix = /^\d{3,}$/.exec(id.slice(slug.length + 1))
      if (suffix) number = Math.max(number, Number(suffix[0]) + 1)
    }
    return idOf(slug, number)
  }
}

const idOf = (slug: string, number: number): BucketId => bucketId.parse(`${slug}_${String(number).padStart(3, '0')}`)
