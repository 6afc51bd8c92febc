import { termCounts } from '../store/search-terms'
import type { Query } from './types'

/** A pasted page is searched by its beginning. */
const READ = 2000

/** Reads what was typed; null if there is nothing to search for. */
export function readQuery(text: string): Pick<Query, 'text' | 'terms'> | null {
  const read = text
    .slice(0, READ)
    .replace(/[\ud800-\udbff]$/u, '')
    .trim()
  if (read === '') return null
  return { text: read, terms: [...termCounts(read).keys()] }
}
