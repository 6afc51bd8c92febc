import type { MessageView } from '@shared/domain'
import type { StoredMessage } from './types'

/** What of a message crosses the bridge. */
export function toMessageView(m: StoredMessage): MessageView {
  const {
    id,
    shortId,
    externalId,
    ts,
    role,
    author,
    text,
    status,
    bucketId,
    segmentId,
    filedBy,
    confidence,
    relatedBuckets,
    topicChanged,
    modelId,
    recalled,
    tools,
    thinking,
  } = m
  return {
    id,
    shortId,
    externalId,
    ts,
    role,
    author,
    text,
    status,
    bucketId,
    segmentId,
    filedBy,
    confidence,
    relatedBuckets,
    topicChanged,
    modelId,
    recalled,
    tools,
    ...(thinking === undefined ? {} : { thinking }),
  }
}
