import { loadCatalog } from '../download/catalog'

/**
 * What opening a profile needs of files of the program, and takes a tenth of a second of this thread: read while the thread waits
 * for the store and the window. What cannot be read is asked for again by whoever needs it, who says so.
 */
export function readAhead(): void {
  try {
    loadCatalog()
  } catch {
    // See above.
  }
}
