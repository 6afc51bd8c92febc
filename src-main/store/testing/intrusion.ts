/**
 * Every method of every repository, called by somebody with another person's ids: what the isolation test tries. A method
 * without an entry here does not compile, and fails the test.
 */
import {
  type BucketId,
  type ContextId,
  type MemoryId,
  type MessageId,
  type OperationId,
  type SegmentId,
  type SuggestionId,
  type TurnId,
  turnId,
} from '@shared/ids'
import { v7 as uuidv7 } from 'uuid'
import { contentHash } from '../content-hash'
import type { ContextSource } from '../context-types'
import type { Store } from '../protocol'
import type { NewBranchMessage, StoredMessage } from '../types'
import { bucket, filed, HOUR, newMemory, newMessage, newMessageId, newOperation, START, say } from './samples'

/** Every text, title, word, name and bucket of the victim holds it: where it turns up, something leaked. */
export const MARK = 'zanzibar'

export interface Victim {
  message: StoredMessage
  segment: SegmentId
  older: SegmentId
  live: SegmentId
  bucket: BucketId
  merged: BucketId
  operation: OperationId
  undone: OperationId
  suggestion: SuggestionId
  hint: string
  turn: TurnId
  session: string
  /** Three of them: one is removed, one is taken. */
  tasks: { id: string; removed: string; due: string }
  externalId: string
  /** A message at whose place something stands on another branch. */
  branchPlace: MessageId
  branchMessage: string
  memory: MemoryId
  /** A summary that stands for `hiddenMemory`. */
  summaryMemory: MemoryId
  hiddenMemory: MemoryId
  forgottenMemory: MemoryId
  /** The summary level of `memory`. */
  context: ContextId
}

const MODEL = `${MARK}-model`
export const vectorOf = (seed: number): Float32Array =>
  Float32Array.from({ length: 384 }, (_, i) => Math.sin(seed * (i + 1)) / 14)
const NOW = START + 300 * HOUR

/** A profile in which every method finds something. */
export async function furnish(store: Store): Promise<Victim> {
  const id = bucket(`${MARK}_001`)
  const merged = bucket(`${MARK}_trips_002`)
  const externalId = `${MARK}/1`
  const imported = {
    ...newMessage(`An old ${MARK} talk`, START - 900 * HOUR),
    externalId,
    conv: MARK,
    author: MARK,
    ...WITH_FILE,
  }
  const { segmentId: older } = await store.turns.importSegment({
    conv: MARK,
    conversationTitle: `A ${MARK} trip`,
    oneTalk: true,
    messages: [imported],
    vectors: { modelId: MODEL, vectors: [{ id: imported.id, vector: vectorOf(1) }] },
    terms: [[MARK, 1]],
  })
  await store.filing.commit(filed(imported.id, merged, START - 900 * HOUR))
  await store.branches.keep({ messages: [aBranchMessage(externalId, `Before it said ${MARK}`)], shown: [] })
  const [beside] = await store.branches.at([imported.id])
  if (!beside) throw new Error('The sample has nothing on another branch.')
  await store.branches.saveVectors(MODEL, [{ id: beside.id, vector: vectorOf(8) }])
  await collapse(store, older, 1, [merged])
  await store.segments.markDrained(older)
  const recalled = [{ messageId: null, bucketId: null, text: `Before: ${MARK}` }]
  const first = await say(store, `The ${MARK} recipe`, START, id, { recalled })
  // Long enough to be searched by passages.
  const message = await say(store, `More of the ${MARK} recipe. ${'And so it goes on. '.repeat(60)}`, START + 1000, id)
  await store.messages.saveVectors(MODEL, [
    { id: first.id, vector: vectorOf(2) },
    { id: message.id, vector: vectorOf(3) },
  ])
  const [segment] = (await store.segments.newest(5)).filter((s) => s.conv === null)
  if (!segment) throw new Error('the sample has no segment')
  await collapse(store, segment.id, 2, [id])
  await say(store, `And a ${MARK} question`, START + 100 * HOUR, id)
  const aside = bucket(`${MARK}_aside_003`)
  await say(store, `And a ${MARK} aside`, START + 100 * HOUR + 1, aside)
  const live = await store.segments.active()
  if (!live) throw new Error('the sample has no live segment')
  const judged = filed(message.id, id, START)
  await store.filing.commit({ ...judged, assignments: judged.assignments.map((a) => ({ ...a, related: [aside] })) })

  const operation = newOperation({
    buckets: [merged, id],
    sentence: `Merged ${MARK}.`,
    actor: 'janitor',
    kind: 'consolidate',
    writes: [{ entity: 'bucket', entityId: merged, field: 'own_merged_into', after: id }],
  })
  await store.operations.apply(operation)
  const moved = newOperation({
    sentence: `Moved ${MARK}.`,
    writes: [{ entity: 'message', entityId: message.id, field: 'home_bucket_id', after: merged }],
  })
  await store.operations.apply(moved)
  const undone = newOperation({
    sentence: `Merged ${MARK} the other way.`,
    kind: 'merge',
    writes: [{ entity: 'bucket', entityId: id, field: 'own_merged_into', after: merged }],
  })
  await store.operations.apply(undone)
  await store.operations.undo(undone.id, START)
  const cards = [
    { kind: 'divide', source: id, target: null, similarity: null, sentence: `Split ${MARK}?`, parts: ['One', 'Two'] },
    { kind: 'merge', source: merged, target: id, similarity: 0.87, sentence: `Merge ${MARK}?` },
  ] as const
  await store.janitor.addSuggestions(cards, START)
  const [suggestion] = await store.janitor.openSuggestions()
  if (!suggestion) throw new Error('the sample has no suggestion')
  const no = { kind: 'merge', source: aside, target: id, similarity: 0.86, sentence: `Merge ${MARK} too?` } as const
  await store.janitor.addSuggestions([no], START)
  const refused = (await store.janitor.openSuggestions()).find((s) => s.source === aside)
  if (refused) await store.janitor.decideSuggestion(refused.id, 'dismissed', START)
  await store.health.add([{ kind: 'search', day: '2026-01-04', count: 1, total: 2, last: 2, bins: [1] }], '2025-01-05')
  const hint = await store.hints.add(
    { bucket: merged, existing: id, similarity: 0.9, suggestion: suggestion.id },
    START,
  )
  await store.janitor.saveState({
    lastRun: START,
    nextRun: START,
    consolidated: 1,
    archived: 1,
    lastChanges: 1,
    judgedSeq: 1,
    judgedWith: MARK,
  })
  await store.filing.saveProfiles([profileOf(id)])
  await store.filing.addTerms([[`${MARK}s`, 1]])
  await store.preferences.set(MARK, MARK, START)
  await store.summaries.save({ id, summary: `All about ${MARK}`, madeBy: 'person', at: START, read: null })
  await store.summaries.save({ id: merged, summary: `Trips to ${MARK}`, madeBy: 'person', at: START, read: null })
  await store.buckets.takeSummary(id, `All about ${MARK}`)
  const session = uuidv7()
  await store.sessions.open({ id: uuidv7(), at: START, afterSeq: 0, opening: { note: MARK } })
  await store.sessions.open({ id: session, at: START + 1, afterSeq: 0, opening: { note: MARK } })
  const turn = turnId.parse(uuidv7())
  await store.turns.openReply({ turnId: turn, userMessageId: message.id, modelId: MODEL, at: START })
  await store.segmentViews.keepApart(segment.id, older)
  const tasks = { id: uuidv7(), removed: uuidv7(), due: uuidv7() }
  await store.heartbeat.add(Object.values(tasks).map(taskOf), START)
  await store.heartbeat.keepBuiltins([{ id: `${MARK}-upkeep`, name: MARK, schedule: 'every 5 minutes' }], START)
  const memories = await rememberFor(store, message, segment.id)
  await store.memoryFile.saveManifest(manifestOf(memories.memory, 1))
  return {
    ...memories,
    message,
    segment: segment.id,
    older,
    live: live.id,
    bucket: id,
    merged,
    operation: operation.id,
    undone: undone.id,
    suggestion: suggestion.id,
    hint: hint.id,
    turn,
    session,
    tasks,
    externalId,
    branchPlace: imported.id,
    branchMessage: beside.id,
  }
}

/** It came with a picture. */
const WITH_FILE = {
  brought: { attachments: [{ kind: 'image' as const, name: `${MARK}.png`, file: `${'ab'.repeat(32)}.png`, bytes: 1 }] },
}

const aBranchMessage = (place: string, text: string): NewBranchMessage => ({
  externalId: `${MARK}/other`,
  place,
  follows: false,
  branch: MARK,
  position: 0,
  ts: START - 900 * HOUR,
  role: 'user',
  author: 'user',
  text,
  status: 'complete',
  modelId: null,
  tools: [],
  brought: {},
})

/** A memory, a summary with the entry it stands for, and one that was forgotten. */
async function rememberFor(store: Store, message: StoredMessage, segment: SegmentId) {
  const vector = { modelId: MODEL, vector: vectorOf(6) }
  const [memory, hidden, forgotten] = [
    newMemory({ content: `I like ${MARK} (2027-01-04)`, sourceMessageIds: [message.id], segmentId: segment, vector }),
    newMemory({ content: `I went to ${MARK}`, vector }),
    newMemory({
      content: `I dislike ${MARK}`,
      sourceMessageIds: [message.id],
      segmentId: segment,
      piiKinds: ['name'],
      vector,
    }),
  ]
  await store.memoryWriting.add([memory, hidden, forgotten])
  const summary = newMemory({ content: `All of ${MARK}`, source: 'consolidation' })
  await store.operations.apply(
    newOperation({
      kind: 'consolidate_memories',
      sentence: `Put ${MARK} together.`,
      createsMemories: [summary],
      writes: [{ entity: 'memory', entityId: hidden.id, field: 'superseded_by', after: summary.id }],
    }),
  )
  const at = new Date(START).toISOString()
  await store.operations.apply(
    newOperation({
      kind: 'forget_memory',
      sentence: `Forgot ${MARK}.`,
      writes: [{ entity: 'memory', entityId: forgotten.id, field: 'forgotten_at', after: at }],
    }),
  )
  await store.memoryWriting.saveValues([{ id: memory.id, value: valueWith(0.9) }])
  await store.memoryWriting.markAccessed([memory.id], START)
  const source: ContextSource = { ...contextSource, owner: { type: 'memory', id: memory.id } }
  const [, level] = await store.contexts.save(source, levelsOf(`I like ${MARK}`), START)
  if (!level) throw new Error('the sample has no level')
  return {
    context: level.id,
    memory: memory.id,
    summaryMemory: summary.id,
    hiddenMemory: hidden.id,
    forgottenMemory: forgotten.id,
  }
}

const manifestOf = (memory: MemoryId, version: number) => ({
  maxTokens: 2_000,
  currentTokens: 100,
  lastCompacted: START,
  preferences: [memory],
  tasks: [],
  insights: [],
  recent: [],
  version,
  generatedAt: START,
})

const valueWith = (score: number) => ({
  signals: { retention: 0.9, uniqueness: 1, confidence: 0.8, frequency: null, recency: 1 },
  score,
  tier: 'KEEP' as const,
  scoredAt: new Date(START).toISOString(),
})

async function collapse(store: Store, segmentId: SegmentId, expectedMessages: number, buckets: BucketId[]) {
  await store.segments.claim({ segmentId, now: START, claimMs: HOUR })
  await store.segments.saveCollapse(collapseOf(segmentId, expectedMessages, buckets))
}

const collapseOf = (segmentId: SegmentId, expectedMessages: number, buckets: BucketId[]) => ({
  segmentId,
  title: `About ${MARK}`,
  synopsis: `They spoke of ${MARK}.`,
  summarisedBy: 'extractive' as const,
  embedding: vectorOf(4),
  embeddingModel: MODEL,
  buckets,
  toolsUsed: [],
  complexity: 1,
  expectedMessages,
  inactiveMinutes: 60,
})

const contextSource = {
  madeFrom: MARK,
  contentType: 'preference',
  containsPii: false,
  accessTier: 'PUBLIC',
} as const
const levelsOf = (content: string) => [
  { level: 'full', content, tokens: 3, expiresAt: null } as const,
  { level: 'summary', content, tokens: 3, expiresAt: NOW } as const,
  { level: 'bullets', content, tokens: 3, expiresAt: null } as const,
]

const profileOf = (id: BucketId) => ({
  bucketId: id,
  modelId: MODEL,
  sum: vectorOf(1),
  weight: 1,
  messages: 1,
  firstAt: START,
  lastAt: START,
  terms: { [MARK]: 1 },
})

const taskOf = (id: string) => ({
  id,
  name: `The ${MARK} task`,
  schedule: '0 8 * * *',
  bucketId: null,
  prompt: `What about ${MARK}?`,
  definitionHash: MARK,
  definitionTokens: 5,
  nextDue: START,
  isActive: true,
  pausedBy: null,
  pauseReason: null,
})

const searchOf = (kind: 'message' | 'segment') => ({
  kind,
  terms: [MARK],
  vector: { modelId: MODEL, query: vectorOf(2), centre: new Float32Array(384) },
})

/** The values of a call, with the victim's ids wherever an id belongs. */
type Values<R extends keyof Store> = {
  [M in keyof Store[R]]: Store[R][M] extends (...values: infer A) => unknown ? (v: Victim) => A : never
}

export const intrusions: { [R in keyof Store]: Values<R> } = {
  rewriting: {
    rewrite: (v) => [[{ id: v.message.id, text: 'Mine now' }], { gone: [[MARK, 1]], added: [] }],
    memoriesFrom: (v) => [v.message.id],
  },
  branches: {
    keep: (v) => [{ messages: [aBranchMessage(v.externalId, 'Mine now')], shown: [`${MARK}/other`] }],
    move: (v) => [[{ from: v.branchPlace, to: v.message.externalId ?? `${MARK}/1` }]],
    standing: () => [{ convs: [MARK], externalIds: [`${MARK}/other`] }],
    at: (v) => [[v.branchPlace]],
    countsAt: (v) => [[v.branchPlace]],
    find: () => [
      { terms: [MARK], most: 10, filter: null, vector: { modelId: MODEL, query: vectorOf(8), centre: vectorOf(9) } },
    ],
    withoutVector: () => ['another-model', 10],
    saveVectors: (v) => [`${MODEL}-2`, [{ id: v.branchMessage, vector: vectorOf(5) }]],
    choose: () => [MARK],
    leavingWith: (v) => [{ head: v.message.id, whole: true }],
  },
  finding: {
    containing: () => [MARK, null],
    days: () => [{ from: 0, to: NOW, timeZone: 'UTC', bucketId: null }],
  },
  imported: {
    byExternalIds: (v) => [[v.externalId]],
    keepOldSummary: (v) => [{ segment: v.live, title: 'stolen', content: 'stolen' }],
  },
  archive: {
    tables: () => [],
    page: () => [{ table: 'messages', after: null, limit: 100 }],
    stamp: () => [],
    migrations: () => [],
    isEmpty: () => [],
    begin: () => [],
    insert: () => [
      {
        table: 'preferences',
        rows: [JSON.stringify({ key: 'stolen', value: 1, updated_at: new Date(NOW).toISOString() })],
      },
    ],
    finish: () => [],
  },
  buckets: {
    list: () => [{ merged: true }],
    byIds: (v) => [[v.bucket, v.merged]],
    resolve: (v) => [v.bucket],
    formerIds: (v) => [v.bucket],
    formerOf: (v) => [v.bucket],
    giveNumber: () => [MARK],
    takenIds: () => [MARK],
    touch: (v) => [v.bucket, NOW],
    loadedByModel: (v) => [{ id: v.bucket, at: NOW, sessionStart: NOW - HOUR }],
    setSummary: (v) => [{ id: v.bucket, summary: 'stolen', lastMessageId: null, count: 0 }],
    takeSummary: (v) => [v.bucket, 'stolen'],
    nameFirst: (v) => [v.bucket, 'stolen'],
    toRebuild: () => [10],
    relatedOf: (v) => [v.bucket, 10],
    refreshRelated: (v) => [v.bucket],
    refreshStarred: () => [3],
  },
  consolidation: {
    past: () => [],
    outdated: (v) => [[v.hiddenMemory]],
    madeOf: (v) => [v.hiddenMemory],
    partsOf: (v) => [v.summaryMemory],
  },
  contexts: {
    ofOwner: (v) => [{ type: 'memory', id: v.memory }],
    byId: (v) => [v.context],
    edges: (v) => [v.context],
    cooling: () => [{ now: NOW, limit: 10 }],
    save: (v) => [{ ...contextSource, owner: { type: 'memory', id: v.memory } }, levelsOf('stolen'), NOW],
    touch: (v) => [v.context, NOW, NOW + HOUR],
    settleAt: (v) => [{ type: 'memory', id: v.memory }, 'keywords', NOW],
    relate: () => [NOW],
    expire: () => [NOW + HOUR],
    drop: (v) => [{ type: 'memory', id: v.memory }],
  },
  filing: {
    commit: (v) => [filed(v.message.id, 'stolen_001', NOW)],
    saveProfiles: (v) => [[{ ...profileOf(v.bucket), weight: 9 }]],
    saveRead: (v) => [
      {
        modelId: MODEL,
        vectors: [{ id: v.message.id, vector: vectorOf(9) }],
        profiles: [{ ...profileOf(v.bucket), weight: 10 }],
      },
    ],
    homesWithoutProfile: () => [`${MODEL}-2`],
    loadProfiles: () => [MODEL],
    conversationOf: (v) => [v.older],
    conversationTitlesIn: (v) => [v.bucket],
    loadTerms: () => [],
    addTerms: () => [[[MARK, 1]]],
  },
  heartbeat: {
    atStart: () => [{ horizon: NOW, quickTokens: 100, limit: 10 }],
    registry: () => [],
    nextDue: () => [],
    list: () => [{ offset: 0, limit: 10 }],
    byId: (v) => [v.tasks.id],
    due: () => [{ now: NOW, limit: 10 }],
    waiting: () => [{ after: START - 1 }],
    loadDefinition: (v) => [v.tasks.id, NOW],
    claim: (v) => [{ id: v.tasks.due, due: START, next: NOW, at: NOW }],
    add: () => [[taskOf(uuidv7())], NOW],
    edit: (v) => [{ ...taskOf(v.tasks.id), name: 'stolen' }, NOW],
    remove: (v) => [v.tasks.removed],
    settle: (v) => [v.tasks.id, { isActive: false, pauseReason: 'stolen' }],
    reschedule: (v) => [[{ id: v.tasks.id, nextDue: NOW }]],
    keepBuiltins: () => [[{ id: 'other-upkeep', name: 'stolen', schedule: 'every 5 minutes' }], NOW],
    markSynced: () => [NOW],
    recordLook: () => [{ at: NOW, timeZone: 'UTC' }],
    recordCall: () => ['2026-01-01'],
    lazyLoading: () => [],
  },
  health: {
    add: () => [[{ kind: 'search', day: '2026-01-05', count: 1, total: 3, last: 3, bins: [1] }], '2025-01-05'],
    measures: () => ['2000-01-01'],
    counts: () => [0, 'UTC'],
  },
  hints: {
    add: (v) => [{ bucket: v.bucket, existing: v.merged, similarity: 0.9, suggestion: v.suggestion }, NOW],
    newest: () => [10],
    markShown: (v) => [[v.hint], NOW],
    decide: (v) => [[v.hint], { status: 'ignored', by: 'person' }, NOW],
    counts: () => [],
  },
  janitor: {
    recentActivity: () => [START - HOUR],
    saveVelocities: (v) => [[{ id: v.bucket, velocity: 3 }]],
    state: () => [],
    saveState: () => [
      { lastRun: NOW, nextRun: NOW, consolidated: 0, archived: 0, lastChanges: 0, judgedSeq: 0, judgedWith: '' },
    ],
    openSuggestions: () => [],
    addSuggestions: (v) => [
      [{ kind: 'merge', source: v.bucket, target: v.merged, similarity: 0.86, sentence: 'stolen' }],
      NOW,
    ],
    decideSuggestion: (v) => [v.suggestion, 'dismissed', NOW],
    dismissedPairs: () => [],
  },
  memories: {
    byIds: (v) => [[v.memory, v.forgottenMemory]],
    held: (v) => [[v.memory, v.forgottenMemory]],
    list: () => [{ filter: MARK, limit: 10 }],
    dated: () => [],
    standing: () => [],
    bestForFile: () => [{ preference: 5, task: 5, insight: 5, fact: 5, chitchat: 5 }],
    standingWithVectors: () => [MODEL],
    settledFrom: (v) => [MODEL, [v.message.id]],
    contentsWithNames: () => [],
    withVectors: (v) => [MODEL, [v.memory]],
    nearest: () => [MODEL, vectorOf(6), 10],
    ofSegment: (v) => [v.segment],
    segmentsForgottenFrom: (v) => [[v.segment]],
    ofHash: () => [contentHash(`I like ${MARK} (2027-01-04)`)],
    withoutVector: () => ['another-model', 10],
    unscored: () => [10],
    standsFor: (v) => [v.summaryMemory],
    history: (v) => [v.forgottenMemory],
    levels: (v) => [v.memory],
    notesOf: (v) => [v.segment],
    metrics: () => [],
  },
  memoryFile: { manifest: () => [], saveManifest: (v) => [manifestOf(v.memory, 9)] },
  memoryWriting: {
    add: () => [[newMemory({ content: 'mine' })]],
    confirm: (v) => [{ id: v.memory, sourceMessageIds: [newMessageId()], explicit: true }],
    markAccessed: (v) => [[v.memory], NOW],
    saveVectors: (v) => [`${MODEL}-2`, [{ id: v.memory, vector: vectorOf(7) }]],
    saveValues: (v) => [[{ id: v.memory, value: valueWith(0.1) }]],
    moveHeat: () => [NOW],
    erase: (v) => [v.memory, NOW],
  },
  messages: {
    page: (v) => [{ anchor: { at: 'around', messageId: v.message.id }, limit: 10 }],
    byIds: (v) => [[v.message.id]],
    knownExternalIds: (v) => [[v.externalId, 'catchment-x/1'], [{ externalId: 'catchment-x/1', id: v.message.id }]],
    newest: () => [10],
    since: () => [0, new Date(0).toISOString(), 10],
    ofSegment: (v) => [v.segment],
    ofSegmentWithVectors: (v) => [v.segment, MODEL],
    newestIn: (v) => [[v.bucket]],
    ofBucket: (v) => [v.bucket, { limit: 10, newest: true }],
    ofBucketWithVectors: (v) => [v.bucket, MODEL, 10],
    ofHomeWithVectors: (v) => [v.bucket, MODEL],
    saveVectors: (v) => [`${MODEL}-2`, [{ id: v.message.id, vector: vectorOf(5) }]],
    withoutVector: () => ['another-model', 10],
    withVectorsAfter: () => [MODEL, 0, 60],
    overview: () => [],
    markBoundaries: (v) => [[v.message.shortId], 25],
    setVerbatim: (v) => [v.message.id, 'stolen'],
    before: (v) => [v.message.seq + 1, 10],
  },
  operations: {
    apply: (v) => [
      newOperation({ writes: [{ entity: 'bucket', entityId: v.bucket, field: 'title', after: 'stolen' }] }),
    ],
    applyTogether: (v) => [
      [newOperation({ writes: [{ entity: 'bucket', entityId: v.bucket, field: 'title', after: 'stolen too' }] })],
    ],
    undo: (v) => [v.operation, NOW],
    redo: (v) => [v.undone],
    byId: (v) => [v.operation],
    list: () => [{ limit: 10 }],
    historyOf: (v) => [v.message.id],
    changed: (v) => [[v.operation]],
    refusedPairs: () => [],
    counts: () => [],
  },
  preferences: {
    get: () => [MARK],
    merge: () => [MARK, { stolen: true }, NOW],
    set: () => [MARK, 'stolen', NOW],
  },
  restoration: { read: () => [{ newest: 10, times: 10, summaries: 3, silentSince: START }] },
  search: {
    evidence: () => [searchOf('message')],
    recallEvidence: () => [searchOf('message')],
    firstMessages: (v) => [[v.segment]],
    warm: () => [MODEL, 10],
    authors: () => [10],
    catchUp: () => [10],
    countWords: () => [100],
    countManyWords: () => [100],
    awaitingPassages: () => [MODEL, 10],
    readMessages: (v) => [{ numbers: [v.message.seq], forms: [[MARK]], vector: searchOf('message').vector }],
    savePassages: (v) => [
      MODEL,
      [
        {
          number: v.message.seq,
          passages: {
            passages: [
              { start: 0, end: 9 },
              { start: 9, end: 20 },
            ],
            vectors: new Int8Array(768).fill(1),
          },
        },
      ],
    ],
  },
  segments: {
    byId: (v) => [v.segment],
    byIds: (v) => [[v.segment]],
    active: () => [],
    newest: () => [10, MARK],
    newestCollapsed: () => [10],
    count: () => [],
    due: () => [{ now: NOW, timeoutMs: 1, claimMs: 1 }],
    endClaims: () => [{ but: [] }],
    claim: (v) => [{ segmentId: v.live, now: NOW, claimMs: 1 }],
    saveCollapse: (v) => [collapseOf(v.segment, 2, [])],
    release: (v) => [{ segmentId: v.segment, failed: true }],
    closeNow: (v) => [v.segment],
    undrained: () => [10],
    markDrained: (v) => [v.segment],
    markExtracted: (v) => [v.segment],
    prepareRetelling: (v) => [{ segmentId: v.segment, embedding: new Float32Array(384) }],
  },
  segmentUpkeep: { archive: () => [{ closedBefore: Date.now() + HOUR, memories: false }] },
  segmentViews: {
    page: () => [{ limit: 10, archived: true }],
    bucketsOf: (v) => [[v.segment]],
    previousOf: (v) => [v.live],
    parts: (v) => [v.segment],
    goingOn: (v) => [v.segment],
    related: (v) => [v.segment, 10, new Float32Array(384)],
    keptApart: () => [],
    keepApart: (v) => [v.older, v.segment],
  },
  sessions: {
    current: () => [],
    newest: () => [],
    previous: () => [],
    open: () => [{ id: uuidv7(), at: NOW, afterSeq: 0, opening: {} }],
    end: () => [NOW],
  },
  summaries: {
    save: (v) => [{ id: v.bucket, summary: 'stolen', madeBy: 'person', at: NOW, read: null }],
    list: (v) => [v.bucket],
  },
  transfer: {
    page: () => [{ after: null, limit: 10 }],
    segments: () => [],
    importSegments: () => [
      {
        segments: [{ conv: 'mine', messages: [{ ...newMessage('mine too', NOW), id: newMessageId() }] }],
        vectors: null,
        terms: [],
      },
    ],
  },
  turns: {
    begin: () => [{ message: newMessage('mine', NOW), turnId: turnId.parse(uuidv7()), modelId: null, timeoutMs: HOUR }],
    openReply: (v) => [{ turnId: turnId.parse(uuidv7()), userMessageId: v.message.id, modelId: null, at: NOW }],
    edit: (v) => [
      {
        message: newMessage('Mine now', NOW),
        inPlace: true,
        version: { head: v.branchPlace, whole: true, act: newOperation({ kind: 'edit_message', writes: [] }) },
        turnId: turnId.parse(uuidv7()),
        modelId: null,
        replyAt: null,
        timeoutMs: HOUR,
      },
    ],
    savePartial: (v) => [{ turnId: v.turn, text: 'stolen', raw: 'stolen', at: NOW }],
    finish: (v) => [
      {
        turnId: v.turn,
        reply: null,
        vectors: null,
        terms: [],
        timeoutMs: HOUR,
        filing: filed(v.message.id, 'stolen_002', NOW),
      },
    ],
    pending: () => [],
    importSegment: () => [
      { conv: 'mine', messages: [{ ...newMessage('mine', NOW), id: newMessageId() }], vectors: null, terms: [] },
    ],
  },
  verification: { run: () => [], rederived: () => [], missing: () => [], unfinishedTalks: () => [] },
  // last: it leaves nothing for the others to find
  erasing: {
    memoriesOf: (v) => [[v.message.id]],
    messagesIn: (v) => [v.bucket],
    filesOf: (v) => [[v.branchPlace]],
    textsOf: (v) => [[v.message.id]],
    messages: (v) => [[v.message.id], [[MARK, 1]], NOW],
    rename: (v) => [v.bucket, { title: 'Mine now', description: '' }],
    bucket: (v) => [v.bucket],
  },
}
