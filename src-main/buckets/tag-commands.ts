import { CatchmentError } from '@shared/contract/errors'
import type { BucketId, MessageId, ShortId } from '@shared/ids'
import type { Tag } from '@shared/tags/tag'
import type { Clock } from '../app/clock'
import type { Store } from '../store/protocol'
import type { NewBucket, StoredBucket } from '../store/types'
import type { BucketDirectory } from './directory'
import type { BucketIds } from './ids'
import { titleFromReference } from './plan'
import { findBucket } from './references'
import type { BucketService } from './service'

export interface TagCommandPorts {
  store: Store
  clock: Clock
  directory: BucketDirectory
  ids: BucketIds
  buckets: BucketService
  /** A model's `pin` loads the bucket into the running session; it protects nothing (07-settled, Pin). */
  load(bucket: StoredBucket): void
  /** What a model asked for and did not get: logged and skipped, the turn is not lost. */
  skipped(what: string, why: string): void
}

/** The third door of the bucket commands: what a proved model writes into its tags. */
export function createTagCommands(ports: TagCommandPorts) {
  async function run(tag: Extract<Tag, { kind: 'command' }>): Promise<void> {
    if (!tag.parsed.ok) return ports.skipped(tag.line, tag.parsed.message)
    const { command } = tag.parsed
    try {
      if (command.kind !== 'pin') return void (await ports.buckets.command(command, 'model'))
      const found = findBucket(command.bucket, ports.directory.all())
      if (found.kind !== 'found') return ports.skipped(tag.line, `There is no bucket “${command.bucket}”.`)
      ports.load(found.bucket)
      ports.directory.absorb({
        buckets: await ports.store.buckets.touch(found.bucket.id, ports.clock.now()),
        removed: [],
      })
    } catch (error) {
      if (!(error instanceof CatchmentError) || error.code === 'internal') throw error
      ports.skipped(tag.line, error.message)
    }
  }

  return {
    /**
     * Which bucket a tag means. An id that exists is meant even with `new_bucket="true"`; a name nobody knows becomes a new
     * bucket, with a suffix from the system (01-domain, Identifiers). Filed-away one-offs are never meant.
     */
    async meant(tag: { id: string; isNew: boolean }): Promise<{ id: BucketId } | { make: NewBucket } | null> {
      const found = findBucket(tag.id, ports.directory.all())
      if (found.kind === 'found')
        return found.bucket.id.startsWith('misc_conversations_') ? null : { id: found.bucket.id }
      if (found.kind === 'ambiguous') {
        const [newest] = [...found.among].sort((a, b) => (a.lastActive < b.lastActive ? 1 : -1))
        return newest ? { id: newest.id } : null
      }
      const title = titleFromReference(tag.id)
      if (!/[\p{L}\p{N}]/u.test(title)) return null
      const status = /^ephemeral\b/i.test(tag.id) ? 'ephemeral' : 'active'
      return {
        make: {
          id: await ports.ids.next(title),
          title,
          description: '',
          status,
          shapedBy: 'automation',
          at: ports.clock.now(),
        },
      }
    },

    /** Carries out commands and boundary markers, one after another. */
    async obey(tags: readonly Tag[], _reply: MessageId): Promise<void> {
      const boundaries: ShortId[] = []
      for (const tag of tags) {
        if (tag.kind === 'command') await run(tag)
        else if (tag.kind === 'boundary') boundaries.push(tag.shortId)
        else if (tag.kind === 'unknown') ports.skipped(`mira:${tag.name}`, 'There is no such tag.')
      }
      if (boundaries.length === 0) return
      const marked = await ports.store.messages.markBoundaries(boundaries)
      if (marked.length < boundaries.length)
        ports.skipped('topic_boundary_marker', 'Unknown, or older than the newest 25 messages.')
    },
  }
}
