import type { Tally } from '../tally'

/** What a reader is told besides the value it is to read. */
export interface ReadContext {
  /** For reasons: “Conversation 3”, with its title once that is known. */
  place: string
  tally: Tally
  /** A time for conversations that have none at all: that of the one before, else the file's own. Null: there is none. */
  nearbyAt: number | null
  /** Names of projects and folders by their ids, from files beside the conversations. */
  collections: ReadonlyMap<string, string>
}

/** `Conversation 3 (“Dough”)`. */
export const titledPlace = (place: string, title: string | null): string =>
  title === null ? place : `${place} (“${title.length > 60 ? `${title.slice(0, 59)}…` : title}”)`

export const WITHOUT_TIME = 'conversations without any time, put beside the one before them'
