import { type BucketId, bucketId, memoryId, messageId, operationId, turnId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { Store } from '../protocol'
import type { FilingCommit, NewBucket, NewMemory, NewMessage, NewOperation, StoredMessage } from '../types'

export const HOUR = 3_600_000
/** A Monday morning in UTC. */
export const START = Date.UTC(2026, 0, 5, 8)

export const bucket = (id: string): BucketId => bucketId.parse(id)
export const newMessageId = () => messageId.parse(uuidv7())

export function newMessage(text: string, at: number, over: Partial<NewMessage> = {}): NewMessage {
  return { id: newMessageId(), ts: at, role: 'user', author: 'user', text, ...over }
}

export function newBucket(id: string, over: Partial<NewBucket> = {}): NewBucket {
  return { id: bucket(id), title: id, description: '', status: 'active', shapedBy: 'automation', at: START, ...over }
}

export function newOperation(over: Partial<NewOperation>): NewOperation {
  return {
    id: operationId.parse(uuidv7()),
    ts: START,
    kind: 'mv',
    actor: 'person',
    sentence: 'A test.',
    buckets: [],
    creates: [],
    writes: [],
    ...over,
  }
}

export function newMemory(over: Partial<NewMemory> & Pick<NewMemory, 'content'>): NewMemory {
  return {
    id: memoryId.parse(uuidv7()),
    category: 'fact',
    tokenCount: over.content.split(' ').length,
    piiKinds: [],
    sourceMessageIds: [],
    segmentId: null,
    source: 'pattern',
    confidence: 0.8,
    at: START,
    ...over,
  }
}

/** A message said at `at` and filed into a bucket, which comes into being if there is none. */
export async function say(
  store: Store,
  text: string,
  at: number,
  into: string | null,
  over: Partial<NewMessage> = {},
): Promise<StoredMessage> {
  const turn = turnId.parse(uuidv7())
  const { message } = await store.turns.begin({
    message: newMessage(text, at, over),
    turnId: turn,
    modelId: null,
    timeoutMs: HOUR,
  })
  await store.turns.finish({
    turnId: turn,
    reply: null,
    vectors: null,
    terms: [],
    timeoutMs: HOUR,
    filing: filed(message.id, into, at),
  })
  const [saved] = await store.messages.byIds([message.id])
  if (!saved) throw new Error('the message was not saved')
  return saved
}

export function filed(
  id: StoredMessage['id'],
  into: string | null,
  at: number,
  over: Partial<FilingCommit> = {},
): FilingCommit {
  return {
    at,
    filedBy: 'classifier',
    actor: 'classifier',
    newBuckets: into === null ? [] : [newBucket(into, { at })],
    assignments:
      into === null
        ? []
        : [{ messageId: id, bucketId: bucket(into), confidence: 0.9, candidates: [], stretchId: id, related: [] }],
    topicChanged: [],
    profiles: [],
    refileSentence: 'It fits better there.',
    ...over,
  }
}
