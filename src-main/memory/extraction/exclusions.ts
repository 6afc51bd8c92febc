/** What the person ruled out of learning: topics, buckets, single messages. Pure. */
import type { BucketId, MessageId } from '@shared/ids'
import type { StoredMessage } from '../../store/types'
import { tellingTerms } from './telling'

export interface Exclusions {
  /** “Health”: by its words, and as the title of a bucket. */
  topics: readonly string[]
  buckets: ReadonlySet<BucketId>
  messages: ReadonlySet<MessageId>
}

/** Words of a ruled-out topic are in it. */
export function isAbout(text: string, topics: readonly string[]): boolean {
  if (topics.length === 0) return false
  const terms = tellingTerms(text)
  return topics.some((topic) => {
    const wanted = [...tellingTerms(topic)]
    return wanted.length > 0 && wanted.every((term) => terms.has(term))
  })
}

/**
 * Those of the messages from which something may be learned.
 * @param bucketOf the bucket a message is filed in; a topic that is a bucket's title rules the bucket out
 */
export function learnable(
  messages: readonly StoredMessage[],
  { topics, buckets, messages: apart }: Exclusions,
  bucketOf: (id: BucketId) => { id: BucketId; title: string } | null,
): StoredMessage[] {
  return messages.filter((message) => {
    if (apart.has(message.id) || isAbout(message.text, topics)) return false
    const bucket = message.bucketId === null ? null : bucketOf(message.bucketId)
    return bucket === null || !(buckets.has(bucket.id) || isAbout(bucket.title, topics))
  })
}
