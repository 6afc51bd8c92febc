/** `bucket_status`: active buckets, their sizes, and what the janitor suggests (seed 000, Bucket Management Tools). */
import type { SuggestionView } from '@shared/domain'
import type { BucketId } from '@shared/ids'
import { countTokens } from '../language/tokens'
import type { StoredBucket } from '../store/types'
import type { Tool, ToolPorts } from './types'

export const bucketStatus = (ports: ToolPorts): Tool => ({
  spec: {
    name: 'bucket_status',
    description:
      'Lists the active topics (buckets) with their sizes, and what the upkeep suggests. Takes no arguments.',
    parameters: { type: 'object', properties: {} },
  },
  query: () => null,
  async run(_args, { maxTokens }) {
    const suggestions = await ports.suggestions()
    return statusText({ buckets: ports.buckets(), suggestions, now: ports.now(), maxTokens })
  },
})

export interface StatusInput {
  /** Every bucket, merged ones too. */
  buckets: readonly StoredBucket[]
  suggestions: readonly SuggestionView[]
  /** Milliseconds. */
  now: number
  /** Without it everything is listed. */
  maxTokens?: number
}

/** The ADR's listing, most recently active first. What does not fit is counted: buckets go first, then suggestions. */
export function statusText({ buckets, suggestions, now, maxTokens = Number.POSITIVE_INFINITY }: StatusInput): string {
  const active = buckets
    .filter((b) => b.status === 'active')
    .sort((a, b) => (a.lastActive < b.lastActive ? 1 : a.lastActive > b.lastActive ? -1 : a.id < b.id ? -1 : 1))
  const byId = new Map(buckets.map((b) => [b.id, b]))
  const asked = suggestions.map((s) => suggestionLine(s, byId, now))
  const lines = active.map((b) => bucketLine(b, now))
  let [shown, proposed] = [lines.length, asked.length]
  const text = (): string =>
    [
      `ACTIVE BUCKETS (${active.length}):`,
      ...some(lines, shown),
      '',
      'JANITOR SUGGESTIONS:',
      ...(asked.length === 0 ? ['- none'] : some(asked, proposed)),
    ].join('\n')
  while (shown > 0 && countOver(text(), maxTokens)) shown = Math.floor(shown * 0.8)
  while (proposed > 0 && countOver(text(), maxTokens)) proposed -= 1
  return text()
}

const countOver = (text: string, maxTokens: number): boolean =>
  maxTokens !== Number.POSITIVE_INFINITY && countTokens(text) > maxTokens

const some = (lines: readonly string[], n: number): string[] =>
  n >= lines.length ? [...lines] : [...lines.slice(0, n), `- and ${lines.length - n} more`]

const bucketLine = ({ id, messages, lastActive }: StoredBucket, now: number): string =>
  `- ${id}: ${counted(messages)}, last updated ${age(now, lastActive)} ago`

function suggestionLine(s: SuggestionView, byId: ReadonlyMap<BucketId, StoredBucket>, now: number): string {
  if (s.kind === 'merge' && s.target)
    return `- Merge '${s.source}' into '${s.target}'?${s.similarity === null ? '' : ` (similarity: ${hundredths(s.similarity)})`}`
  if (s.kind === 'divide' && s.parts) return `- Split '${s.source}' into '${s.parts[0]}' and '${s.parts[1]}'?`
  const source = byId.get(s.source)
  return `- Archive '${s.source}'?${source ? ` (${source.status}, ${age(now, source.lastActive)} old)` : ''}`
}

const counted = (n: number): string => `${n} ${n === 1 ? 'message' : 'messages'}`
/** Cut, not rounded, as everywhere. */
const hundredths = (similarity: number): string => (Math.floor(similarity * 100) / 100).toFixed(2)

const MINUTE = 60_000

/** `15m`, `2h`, `3d`, as the ADR writes it. */
function age(now: number, iso: string): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(iso)) / MINUTE))
  if (minutes < 60) return `${minutes}m`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours}h` : `${Math.floor(hours / 24)}d`
}
