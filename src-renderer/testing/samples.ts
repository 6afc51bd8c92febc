import type { AppState } from '@shared/contract/app'
import type { BucketView, MessageView, ReceiptView, SegmentView, SuggestionView } from '@shared/domain'
import { bucketId, messageId, operationId, segmentId, shortId, suggestionId } from '@shared/ids'

/** What a fake main answers, so that times read the same wherever the tests run. */
export const inUtc = {
  'app.state': (): AppState => ({
    version: '0.0.0',
    platform: 'test',
    storeFailure: null,
    restorable: null,
    profile: 'default',
    messages: 0,
    firstMessageAt: null,
    timeZone: 'UTC',
  }),
}

const uuid = (n: number): string => `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`

export const aMessageId = (n: number) => messageId.parse(uuid(n))
export const aSegmentId = (n: number) => segmentId.parse(uuid(n))
export const aBucketId = (text: string) => bucketId.parse(text)

/** The time of sample number `n`: one per minute from noon on. */
export const at = (n: number): string => new Date(Date.UTC(2026, 10, 27, 12, n)).toISOString()

export function aMessage(n: number, change: Partial<MessageView> = {}): MessageView {
  return {
    id: aMessageId(n),
    shortId: shortId.parse(n.toString(16).padStart(8, '0')),
    externalId: null,
    ts: at(n),
    role: n % 2 === 1 ? 'user' : 'assistant',
    author: n % 2 === 1 ? 'user' : 'assistant',
    text: `text ${n}`,
    status: 'complete',
    bucketId: null,
    segmentId: null,
    filedBy: null,
    confidence: null,
    relatedBuckets: [],
    topicChanged: false,
    modelId: null,
    recalled: [],
    tools: [],
    ...change,
  }
}

export function aBucket(id: string, change: Partial<BucketView> = {}): BucketView {
  return {
    id: aBucketId(id),
    title: id,
    description: '',
    status: 'active',
    priority: 'normal',
    pinned: false,
    starred: false,
    lifeChangeDetected: false,
    velocity: 0,
    parentBucketId: null,
    messages: 10,
    createdAt: at(0),
    lastActive: at(0),
    mergedInto: null,
    shapedBy: 'automation',
    summary: '',
    ...change,
  }
}

export function aSegment(n: number, change: Partial<SegmentView> = {}): SegmentView {
  return {
    id: aSegmentId(n),
    status: 'collapsed',
    title: `segment ${n}`,
    synopsis: '',
    summarisedBy: 'model',
    startedAt: at(n),
    endedAt: at(n + 1),
    messages: 2,
    buckets: [],
    toolsUsed: [],
    complexity: null,
    named: false,
    titleFromExport: false,
    ...change,
  }
}

export function aReceipt(n: number, change: Partial<ReceiptView> = {}): ReceiptView {
  return {
    id: operationId.parse(uuid(n)),
    ts: at(n),
    kind: 'consolidate',
    actor: 'janitor',
    sentence: `receipt ${n}`,
    undone: false,
    undoneAt: null,
    buckets: [],
    messagesMoved: 2,
    similarity: 0.93,
    ...change,
  }
}

export function aSuggestion(n: number, change: Partial<SuggestionView> = {}): SuggestionView {
  return {
    id: suggestionId.parse(uuid(n)),
    kind: 'merge',
    source: aBucketId(`topic_${n}`),
    sourceTitle: `suggestion ${n}`,
    target: aBucketId(`target_${n}`),
    targetTitle: `target ${n}`,
    similarity: 0.87,
    messagesMoved: 3,
    sentence: `Merge suggestion ${n} into target ${n}?`,
    parts: null,
    ...change,
  }
}
