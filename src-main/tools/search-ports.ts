import type { SearchHit } from '@shared/contract/search'
import { type MemoryId, memoryId, messageId } from '@shared/ids'
import { cutGraphemes } from '../language/graphemes'
import type { SearchService } from '../search/service'
import type { Store } from '../store/protocol'
import type { StoredMemory } from '../store/types'
import type { FoundPassage, ToolPorts } from './types'

/** A snippet is for a person's eye; a model is given the passage it is from, up to so much. */
const MAX_PASSAGE = 1_200
/** From here on a memory counts as used (07-settled, Signals). */
const RELEVANT = 0.6

/** The product's one search engine, as the tools ask it. */
export function searchTools(ports: {
  search: SearchService
  store: Store
  memories: {
    /** May it be sent to the model that asks? */
    mayTravel(memory: StoredMemory): boolean
    /** They were shown to the model and have to do with what it asked. */
    shown(ids: readonly MemoryId[]): Promise<void>
  }
}): Pick<ToolPorts, 'searchBuckets' | 'searchTalk'> {
  const { search, store, memories } = ports

  /** Hits without memories that must not leave this machine; the others among them are used. */
  async function allowed(hits: readonly SearchHit[]): Promise<SearchHit[]> {
    const ids = hits.flatMap((hit) => (hit.kind === 'memory' ? [memoryId.parse(hit.id)] : []))
    if (ids.length === 0) return [...hits]
    const kept = new Set((await store.memories.byIds(ids)).filter(memories.mayTravel).map((m) => String(m.id)))
    const shown = hits.filter((hit) => hit.kind !== 'memory' || kept.has(hit.id))
    const used = shown.filter((hit) => hit.kind === 'memory' && hit.score >= RELEVANT)
    await memories.shown(used.map((hit) => memoryId.parse(hit.id)))
    return shown
  }

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
      const found = await allowed(await search.continuum({ query, scope, limit }))
      const ids = found.flatMap((hit) => (hit.kind === 'message' ? [messageId.parse(hit.id)] : []))
      const whole = new Map((await store.messages.byIds(ids)).map((m) => [String(m.id), m.text]))
      return found.map(
        (hit): FoundPassage => ({
          ts: hit.ts,
          author: hit.author,
          bucketTitle: hit.bucketTitle,
          text: passage(
            hit.onOtherBranch ? 'On a branch that was left' : hit.title,
            inPlace(whole.get(hit.id), hit) ?? hit.snippet.text,
          ),
          score: hit.score,
        }),
      )
    },
  }
}

const passage = (title: string | null, text: string): string =>
  cutGraphemes(title === null ? text : `${title}: ${text}`, MAX_PASSAGE)

/** Of a long message the passage that answers. */
const inPlace = (text: string | undefined, { place }: SearchHit): string | undefined =>
  place ? text?.slice(place.start, place.end) : text
