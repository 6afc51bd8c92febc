import { bucketsRepository, preferencesRepository } from './buckets'
import { filing } from './filing'
import { hintsRepository } from './hints'
import { janitorRepository } from './janitor'
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
  filing,
  hints: hintsRepository,
  janitor: janitorRepository,
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
