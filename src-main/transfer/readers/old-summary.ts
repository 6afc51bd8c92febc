/** Summaries of a program that kept topics without buckets (seed 001, appendix C: Migration from topic_changed). */
import { storableText } from '../storable'
import { timeOf } from '../times'
import { externalIdOf } from '../types'
import { type Fields, nameOf, stringsOf, wordsOf } from './fields'

export interface OldSummary {
  /** For reasons. */
  id: string | null
  title: string | null
  content: string
  /** External ids of what it sums up, in its order. */
  sources: string[]
  /** When it was written, milliseconds. */
  at: number | null
}

/**
 * A row of type `summary`, or what is wrong with it. The words stand in `content`, `summary` or `text`, the topic in `title`
 * or `topic`. Sources are ids within `conv`, or `conv/id` where the row names no conversation.
 */
export function summaryOf(row: Fields): OldSummary | string {
  const content = wordsOf(row.content) ?? wordsOf(row.summary) ?? wordsOf(row.text)
  if (content === null) return 'its summary has no “content”'
  const named = Array.isArray(row.source_message_ids) ? row.source_message_ids : []
  const ids = named.map(nameOf).filter((id) => id !== null)
  if (ids.length === 0) return 'its summary has no “source_message_ids”'
  const conv = nameOf(row.conv)
  return {
    id: nameOf(row.id),
    title: wordsOf(row.title) ?? wordsOf(row.topic) ?? stringsOf(row.topics)[0] ?? null,
    content: storableText(content.trim()),
    sources: ids.map((id) => sourceOf(conv, id)),
    at: timeOf(row.ts) ?? timeOf(row.created_at),
  }
}

function sourceOf(conv: string | null, id: string): string {
  if (conv !== null) return externalIdOf(conv, id)
  const slash = id.indexOf('/')
  return slash < 0 ? id : externalIdOf(id.slice(0, slash), id.slice(slash + 1))
}
