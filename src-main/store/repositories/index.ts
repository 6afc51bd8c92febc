import { archive } from './archive/archive'
import { bucketsRepository, preferencesRepository } from './buckets/buckets'
import { hintsRepository } from './buckets/hints'
import { janitorRepository } from './buckets/janitor'
import { branches } from './conversation/branches'
import { finding } from './conversation/finding'
import { imported } from './conversation/imported'
import { messagesRepository } from './conversation/messages'
import { restoration } from './conversation/restoration'
import { transfer } from './conversation/transfer'
import { sessionsRepository, turns } from './conversation/turns'
import { erasing } from './erasing/erasing'
import { rewriting } from './erasing/rewriting'
import { filing } from './filing/filing'
import { healthRepository } from './health/health'
import { heartbeatRepository } from './heartbeat/heartbeat'
import { consolidationRepository } from './memories/consolidation'
import { contextsRepository } from './memories/contexts'
import { memoriesRepository } from './memories/memories'
import { memoryFileRepository } from './memories/memory-file'
import { memoryWriting } from './memories/writing'
import { operations } from './operations/operations'
import { search } from './search/search'
import { segmentsRepository } from './segments/segments'
import { summariesRepository } from './segments/summaries'
import { segmentUpkeep } from './segments/upkeep'
import { segmentViews } from './segments/view'
import { verification } from './verification'

/** Every unit of work the store offers: `store.<repository>.<method>(…)` is one transaction as the profile's role. */
export const repositories = {
  archive,
  branches,
  buckets: bucketsRepository,
  consolidation: consolidationRepository,
  contexts: contextsRepository,
  erasing,
  filing,
  health: healthRepository,
  finding,
  heartbeat: heartbeatRepository,
  hints: hintsRepository,
  imported,
  janitor: janitorRepository,
  memories: memoriesRepository,
  memoryFile: memoryFileRepository,
  memoryWriting,
  messages: messagesRepository,
  operations,
  preferences: preferencesRepository,
  restoration,
  rewriting,
  search,
  segments: segmentsRepository,
  segmentUpkeep,
  segmentViews,
  sessions: sessionsRepository,
  summaries: summariesRepository,
  transfer,
  turns,
  verification,
}
export type Repositories = typeof repositories
