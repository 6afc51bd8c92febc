import { bucketsRepository, preferencesRepository } from './buckets'
import { consolidationRepository } from './consolidation'
import { contextsRepository } from './contexts'
import { filing } from './filing'
import { heartbeatRepository } from './heartbeat'
import { hintsRepository } from './hints'
import { janitorRepository } from './janitor'
import { memoriesRepository } from './memories'
import { memoryWriting } from './memories-writing'
import { memoryFileRepository } from './memory-file'
import { messagesRepository } from './messages'
import { operations } from './operations'
import { restoration } from './restoration'
import { search } from './search'
import { segmentsRepository } from './segments'
import { summariesRepository } from './segments-summaries'
import { segmentUpkeep } from './segments-upkeep'
import { segmentViews } from './segments-view'
import { transfer } from './transfer'
import { sessionsRepository, turns } from './turns'
import { verification } from './verification'

/** Every unit of work the store offers: `store.<repository>.<method>(…)` is one transaction as the profile's role. */
export const repositories = {
  buckets: bucketsRepository,
  consolidation: consolidationRepository,
  contexts: contextsRepository,
  filing,
  heartbeat: heartbeatRepository,
  hints: hintsRepository,
  janitor: janitorRepository,
  memories: memoriesRepository,
  memoryFile: memoryFileRepository,
  memoryWriting,
  messages: messagesRepository,
  operations,
  preferences: preferencesRepository,
  restoration,
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
