/** A janitor on a real store, with topics whose likeness a test can see: points on a circle. */

import type { AppWideEvent } from '@shared/contract'
import { defaultSettings, type Settings } from '@shared/contract/settings'
import { type BucketId, bucketId, type MessageId, type OperationId, operationId, turnId } from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import type { BucketProfile } from '../../filing/types'
import { forwardToWindow } from '../../runtime/bus'
import { SimulatedClock } from '../../runtime/clock'
import { createTestBus } from '../../runtime/testing/bus'
import type { Store } from '../../store/protocol'
import { filed, newBucket, newMessage } from '../../store/testing/samples'
import type { OperationResult, StoredBucket, StoredMessage } from '../../store/types'
import { createJanitor, type Janitor } from '../service'
import type { JanitorPorts, TopicView } from '../types'
import { NOON } from './samples'

/** Degrees. Two topics are as alike as the cosine between them: cats and kittens 0.97, cats and pets 0.87, others 0. */
const TOPICS: Record<string, number> = {
  cats: 0,
  kittens: 15,
  pets: 30,
  boats: 60,
  music: 80,
  roads: 90,
  cars: 120,
  lorries: 130,
  tax: 170,
  bread: 220,
  rain: 280,
}

export interface World {
  store: Store
  clock: SimulatedClock
  janitor: Janitor
  events: AppWideEvent[]
  ports: JanitorPorts
  /** Says something about a topic into a bucket, which comes into being as `status` if there is none. */
  say(
    topic: string,
    into: string,
    options?: { at?: number; status?: 'ephemeral' | 'active'; role?: 'user' | 'assistant' },
  ): Promise<MessageId>
  undo(id: OperationId): Promise<void>
  redo(id: OperationId): Promise<void>
  bucket(id: string): Promise<StoredBucket | undefined>
  /** What a person sees: every message with its bucket, every bucket with its state. */
  picture(): Promise<{ messages: string[]; buckets: string[] }>
}

export function createWorld(
  store: Store,
  over: { settings?: Partial<Settings>; ports?: Partial<JanitorPorts> } = {},
): World {
  const clock = new SimulatedClock(NOON)
  const bus = createTestBus()
  const events: AppWideEvent[] = []
  forwardToWindow(bus, (event) => events.push(event))
  let said = 0
  const settle = async (result: OperationResult): Promise<OperationResult> => {
    await janitor.follow(result)
    return result
  }
  const ports: JanitorPorts = {
    store,
    clock,
    bus,
    settings: () => ({ ...defaultSettings, ...over.settings }),
    timeZone: () => 'Europe/Lisbon',
    topics: () => topicsOf(store),
    async apply(drafts, planned) {
      const list = drafts.map((draft) => ({ ...draft, id: operationId.parse(uuidv7()), ts: clock.now() }))
      const results = await store.operations.applyTogether(list, planned)
      for (const result of results) await settle(result)
      return results
    },
    prepare: async () => undefined,
    absorb: () => undefined,
    isBusy: () => false,
    newBucketId: async (title) => {
      const slug = title.toLowerCase()
      const taken = await store.buckets.takenIds(`${slug}_`)
      return bucketId.parse(`${slug}_${String(taken.length + 1).padStart(3, '0')}`)
    },
    titleFor: async (bucket) => {
      const [first] = await store.messages.ofBucket(bucket, { limit: 1, newest: false })
      return { title: topicIn(first?.text ?? ''), description: 'what was said' }
    },
    ...over.ports,
  }
  const janitor = createJanitor(ports)
  return {
    store,
    clock,
    janitor,
    events,
    ports,
    async say(topic, into, { at = clock.now(), status = 'active', role = 'user' } = {}) {
      const message = newMessage(`${topic} number ${said++}`, at, { role, author: role })
      const turn = { turnId: turnId.parse(uuidv7()), timeoutMs: 3_600_000 }
      await store.turns.begin({ ...turn, message, modelId: null })
      const filing = filed(message.id, into, at, { newBuckets: [newBucket(into, { at, status, title: topic })] })
      await store.turns.finish({ ...turn, reply: null, vectors: null, terms: [], filing })
      return message.id
    },
    undo: async (id) => void (await settle(await store.operations.undo(id, clock.now()))),
    redo: async (id) => void (await settle(await store.operations.redo(id))),
    bucket: async (id) => (await store.buckets.byIds([bucketId.parse(id)]))[0],
    async picture() {
      const { messages } = await store.messages.page({ anchor: { at: 'newest' }, limit: 500 })
      const buckets = await store.buckets.list({ merged: false })
      return {
        messages: messages.map((m) => `${m.text} in ${m.bucketId}`),
        buckets: buckets
          .map((b) => `${b.id} “${b.title}” ${b.status} ${b.priority} ${b.pinned ? 'pinned ' : ''}${b.messages}`)
          .sort(),
      }
    },
  }
}

const topicIn = (text: string): string => text.split(' ')[0] ?? ''

/** Filing's knowledge, made from the stored messages themselves. */
async function topicsOf(store: Store): Promise<TopicView> {
  const profiles: BucketProfile[] = []
  for (const bucket of await store.buckets.list({ merged: false })) {
    const messages = await store.messages.ofBucket(bucket.id, { limit: 500, newest: false })
    if (messages.length > 0 && bucket.status !== 'merged')
      profiles.push(profileOf({ ...bucket, status: bucket.status }, messages))
  }
  return {
    profiles,
    modelId: 'circle',
    background: new Float32Array(2),
    similarity: (a, b) => {
      const [x0 = 0, y0 = 0] = a.sum
      const [x1 = 0, y1 = 0] = b.sum
      return Math.max(0, (x0 * x1 + y0 * y1) / (Math.hypot(x0, y0) * Math.hypot(x1, y1) || 1))
    },
    sharedTerms: (a, b) => [...a.terms.keys()].filter((word) => b.terms.has(word)),
  }
}

function profileOf(
  bucket: { id: BucketId; title: string; status: BucketProfile['status'] },
  messages: readonly StoredMessage[],
): BucketProfile {
  const sum = new Float32Array(2)
  for (const { text } of messages) {
    const angle = ((TOPICS[topicIn(text)] ?? 300) * Math.PI) / 180
    sum[0] = (sum[0] ?? 0) + Math.cos(angle)
    sum[1] = (sum[1] ?? 0) + Math.sin(angle)
  }
  const times = messages.map((m) => Date.parse(m.ts))
  return {
    id: bucket.id,
    title: bucket.title,
    status: bucket.status,
    sum,
    weight: messages.length,
    messages: messages.length,
    firstAt: Math.min(...times),
    lastAt: Math.max(...times),
    terms: new Map(messages.map((m) => [topicIn(m.text), 1])),
  }
}
