import { linesOf } from '../source/lines'
import type { Source } from '../source/types'
import { nameOf, parsedFields } from './fields'

/** What stands on other branches, in an archive of our own. */
export const BRANCH_TABLE = 'tables/branch_messages.jsonl'

/**
 * The messages of an archive that other branches hang from: its rows name them by their own ids, an import by the names that
 * every export gives them. Only these are kept, so memory follows the branches and not the messages.
 */
export class ArchivedPlaces {
  /** By the message's own id; null until its row was read. */
  private readonly names = new Map<string, string | null>()

  /** Those that the archive's branches name; none for any other source. */
  static async of(source: Source): Promise<ArchivedPlaces> {
    const places = new ArchivedPlaces()
    const table = source.files.find(({ name }) => name === BRANCH_TABLE)
    if (!table) return places
    try {
      for await (const { text } of linesOf(table.bytes())) {
        const place = text === null ? null : nameOf(parsedFields(text)?.place)
        if (place !== null) places.names.set(place, null)
      }
    } catch {
      // A table that is damaged is told of where its rows are read.
    }
    return places
  }

  note(id: string, externalId: string): void {
    if (this.names.has(id)) this.names.set(id, externalId)
  }

  nameOf(id: string): string | null {
    return this.names.get(id) ?? null
  }
}
