import type { Repositories } from './repositories'

/**
 * What only reads. On a server such a request is a read-only snapshot and waits for nobody; every other one holds its profile's
 * row (`lock_profile`) until its commit, so that what two programs of one person read and then write never interleaves. A method
 * that is missing here is safe, and slower. The isolation test runs all of them, and the database refuses one that writes.
 */
const READING: { readonly [R in keyof Repositories]?: readonly (keyof Repositories[R])[] } = {
  rewriting: ['memoriesFrom'],
  branches: ['standing', 'at', 'countsAt', 'find', 'withoutVector', 'leavingWith'],
  finding: ['containing', 'days'],
  imported: ['byExternalIds'],
  archive: ['tables', 'page', 'stamp', 'migrations', 'isEmpty'],
  buckets: ['list', 'byIds', 'resolve', 'formerIds', 'formerOf', 'takenIds', 'toRebuild', 'relatedOf'],
  consolidation: ['past', 'outdated', 'madeOf', 'partsOf'],
  contexts: ['ofOwner', 'byId', 'edges', 'cooling'],
  filing: ['homesWithoutProfile', 'loadProfiles', 'conversationOf', 'conversationTitlesIn'],
  heartbeat: ['registry', 'nextDue', 'list', 'byId', 'due', 'waiting', 'lazyLoading'],
  health: ['measures', 'counts'],
  hints: ['newest', 'counts'],
  janitor: ['recentActivity', 'state', 'openSuggestions', 'dismissedPairs'],
  memories: [
    ...(['byIds', 'held', 'list', 'dated', 'standing', 'bestForFile', 'standingWithVectors', 'settledFrom'] as const),
    ...(['contentsWithNames', 'withVectors', 'nearest', 'ofSegment', 'segmentsForgottenFrom', 'ofHash'] as const),
    ...(['withoutVector', 'unscored', 'standsFor', 'history', 'levels', 'notesOf', 'metrics'] as const),
  ],
  memoryFile: ['manifest'],
  messages: [
    ...(['page', 'byIds', 'knownExternalIds', 'newest', 'since', 'ofSegment', 'ofSegmentWithVectors'] as const),
    ...(['ofBucket', 'ofBucketWithVectors', 'ofHomeWithVectors', 'withoutVector', 'withVectorsAfter'] as const),
    ...(['overview', 'before', 'newestIn'] as const),
  ],
  operations: ['byId', 'list', 'historyOf', 'changed', 'refusedPairs', 'counts'],
  restoration: ['read'],
  search: ['firstMessages', 'authors', 'awaitingPassages', 'readMessages'],
  segments: ['byId', 'byIds', 'active', 'newest', 'newestCollapsed', 'count', 'undrained'],
  segmentViews: ['page', 'bucketsOf', 'previousOf', 'parts', 'goingOn', 'related', 'keptApart'],
  sessions: ['current', 'newest', 'previous'],
  summaries: ['list'],
  transfer: ['page', 'segments'],
  turns: ['pending'],
  verification: ['run', 'missing', 'unfinishedTalks'],
  erasing: ['memoriesOf', 'messagesIn', 'textsOf'],
}

const names: ReadonlySet<string> = new Set(
  Object.entries(READING).flatMap(([repository, methods]) => methods.map((method) => `${repository}.${method}`)),
)

export const onlyReads = (repository: string, method: string): boolean => names.has(`${repository}.${method}`)
