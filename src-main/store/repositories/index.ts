import { bucketsRepository, janitorRepository, preferencesRepository } from './buckets'
import { filing } from './filing'
import { messagesRepository } from './messages'
import { operations } from './operations'
import { search, verification } from './search'
import { segmentsRepository } from './segments'
import { sessionsRepository, turns } from './turns'

/** Every unit of work the store offers: `store.<repository>.<method>(…)` is one transaction as the profile's role. */
export const repositories = {
  buckets: bucketsRepository,
  filing,
  janitor: janitorRepository,
  messages: messagesRepository,
  operations,
  preferences: preferencesRepository,
  search,
  segments: segmentsRepository,
  sessions: sessionsRepository,
  turns,
  verification,
}
export type Repositories = typeof repositories
