import type { Database } from './connection'

const singles = new WeakSet<object>()

/**
 * Marks a method of a repository that runs exactly one statement: it needs no transaction around it, which spares two round
 * trips. A test runs every marked method and counts.
 */
export function single<A extends unknown[], T>(
  method: (db: Database, ...args: A) => Promise<T>,
): (db: Database, ...args: A) => Promise<T> {
  singles.add(method)
  return method
}

export const isSingle = (method: object): boolean => singles.has(method)
