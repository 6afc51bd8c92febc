/** `bucket_search`: finds topics, archived ones too, and says how to load one (seed 001, Bucket Search Tool). */
import { escapeTags } from '@shared/tags/escape'
import { oneLine } from '../conversation/message-text'
import { cutGraphemes } from '../language/graphemes'
import { countTokens, cutTokens } from '../language/tokens'
import { queryIn, requiredQuery } from './arguments'
import type { FoundBucket, Tool, ToolPorts } from './types'

const LIMIT = 5
const MAX_DESCRIPTION = 160
const MAX_EXCERPT = 200
const MAX_SUMMARY_TOKENS = 120

export const bucketSearch = (ports: ToolPorts): Tool => ({
  spec: {
    name: 'bucket_search',
    description:
      'Finds topics (buckets) of earlier conversations by what they are about, archived ones included. Use it when the person refers to an earlier topic that is not shown.',
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'What the topic is about, in the words of the person' } },
      required: ['query'],
    },
  },
  query: (args) => queryIn(args) || null,
  async run(args, { maxTokens }) {
    const found = await ports.searchBuckets(requiredQuery(args), LIMIT)
    return renderFoundBuckets(found, { canPin: ports.canPin(), maxTokens })
  },
})

/** The seed's JSON. Foreign text is escaped; where it does not fit, the least relevant buckets go, the best one's summary last. */
export function renderFoundBuckets(
  found: readonly FoundBucket[],
  { canPin, maxTokens }: { canPin: boolean; maxTokens: number },
): string {
  const [best] = found
  if (!best) return JSON.stringify({ buckets_found: [], instruction: 'No topic like that was found.' })
  const instruction = canPin ? { instruction: `To load, output: <mira:bucket>pin ${best.bucket.id}</mira:bucket>` } : {}
  for (let kept = found.length; kept > 0; kept--) {
    for (const summaryTokens of [MAX_SUMMARY_TOKENS, MAX_SUMMARY_TOKENS / 3]) {
      const rows = found.slice(0, kept).map((f) => row(f, summaryTokens))
      const text = JSON.stringify({ buckets_found: rows, ...instruction })
      if (countTokens(text) <= maxTokens) return text
    }
  }
  return JSON.stringify({ buckets_found: [{ id: best.bucket.id }], ...instruction })
}

function row({ bucket, score, excerpt }: FoundBucket, summaryTokens: number) {
  const { id, title, description, summary, messages, lastActive, status } = bucket
  return {
    id,
    title: oneLine(cutGraphemes(title, MAX_DESCRIPTION)),
    ...(description === '' || description === title
      ? {}
      : { description: oneLine(cutGraphemes(description, MAX_DESCRIPTION)) }),
    summary: cutTokens(escapeTags(summary), summaryTokens),
    ...(excerpt === '' ? {} : { matching: oneLine(cutGraphemes(excerpt, MAX_EXCERPT)) }),
    message_count: messages,
    last_active: lastActive.slice(0, 10),
    ...(status === 'active' ? {} : { status }),
    relevance_score: Math.round(score * 100) / 100,
  }
}
