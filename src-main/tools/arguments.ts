/** What a model wrote as a tool's arguments, read with patience: small models wrap, rename and forget. */
import { z } from 'zod'
import { cutGraphemes } from '../language/graphemes'
import { SEARCH_SCOPES, type SearchScope, ToolRefusal } from './types'

const MAX_QUERY = 300

const given = z.object({ query: z.unknown(), scope: z.unknown() }).partial()

/** The query, on one line and not too long; '' if there is none. Arguments that came as JSON in a string are read too. */
export function queryIn(args: unknown): string {
  const { query } = read(args)
  const text = typeof query === 'string' ? query : Array.isArray(query) ? query.join(' ') : ''
  return cutGraphemes(text.replace(/\s+/gu, ' ').trim(), MAX_QUERY)
}

/** @throws ToolRefusal if there is nothing to look for */
export function requiredQuery(args: unknown): string {
  const query = queryIn(args)
  if (query === '') throw new ToolRefusal('There is nothing to search for: give a query.')
  return query
}

/** `messages` where nothing else is said; singular and plural both count. @throws ToolRefusal for an unknown scope */
export function scopeIn(args: unknown): SearchScope {
  const { scope } = read(args)
  if (scope === undefined || scope === null || scope === '') return 'messages'
  const written = String(scope).trim().toLowerCase()
  const found = SEARCH_SCOPES.find((s) => s === written || s === `${written}s` || s === written.replace(/y$/, 'ies'))
  if (!found) throw new ToolRefusal(`There is no such scope. There is: ${SEARCH_SCOPES.join(', ')}.`)
  return found
}

function read(args: unknown): z.infer<typeof given> {
  if (typeof args === 'string') {
    try {
      return given.safeParse(JSON.parse(args)).data ?? {}
    } catch {
      // JSON that was cut off says nothing; a bare string is the query.
      return args.trimStart().startsWith('{') ? {} : { query: args }
    }
  }
  return given.safeParse(args).data ?? {}
}
