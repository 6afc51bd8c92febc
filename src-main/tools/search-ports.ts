import { messageId } from '@shared/ids'
import { cutGraphemes } from '../language/graphemes'
import type { SearchService } from '../search/service'
import type { Store } from '../store/protocol'
import type { FoundPassage, ToolPorts } from './types'

/** A snippet is for a person's eye; a model is given the passage it is from, up to so much. */
const MAX_PASSAGE = 1_200

/** The product's one search engine, as the tools ask it. */
export function searchTools(ports: {
  search: SearchService
  store: Store
}): Pick<ToolPorts, 'searchBuckets' | 'searchTalk'> {
  const { search, store } = ports
  return {
    async searchBuckets(query, limit) {
      const found = await search.buckets({ query, limit })
      return found.map(({ bucket, score, snippet, messageId: from }) => ({
        bucket,
        score,
        // What is not from a message is from its summary or description, which are told anyway.
        excerpt: from === null ? '' : snippet.text,
      }))
    },
    async searchTalk(query, scope, limit) {
      const found = await search.continuum({ query, scope, limit })
      const ids = found.flatMap((hit) => (hit.kind === 'message' ? [messageId.parse(hit.id)] : []))
      const whole = new Map((await store.messages.byIds(ids)).map((m) => [String(m.id), m.text]))
      return found.map(
        (hit): FoundPassage => ({
          ts: hit.ts,
          author: hit.author,
          bucketTitle: hit.bucketTitle,
          text: passage(hit.title, whole.get(hit.id) ?? hit.snippet.text),
          score: hit.score,
        }),
      )
    },
  }
}

const passage = (title: string | null, text: string): string =>
  cutGraphemes(title === null ? text : `${title}: ${text}`, MAX_PASSAGE)
