import type { Store } from '../store/protocol'
import { snippetOf } from './snippet'
import type { SearchSource, Titles } from './types'

export interface BranchSourcePorts {
  store: Pick<Store, 'branches'>
  directory: Titles
}

/** Of the words that tell something so many have to be there. */
const MOST_OF_THEM = 2 / 3
/** What is not shown stands behind what answers as well and is. */
const AT_MOST = 0.6

/** Messages on other branches, by words: they are no part of the conversation, so nothing else is known of them. */
export function branchSource({ store, directory }: BranchSourcePorts): SearchSource {
  return {
    scope: 'messages',
    async find({ terms, grammar, filter }, limit) {
      const telling = terms.filter((term) => !grammar.has(term))
      const wanted = telling.length > 0 ? telling : [...terms]
      const found = await store.branches.find({ terms: wanted, most: limit, filter: filter ?? null })
      const marked = new Map(wanted.map((term): [string, number] => [term, 1]))
      return found.flatMap(({ message, bucketId, segmentId, holds }) => {
        const share = holds.length / wanted.length
        if (share < MOST_OF_THEM) return []
        return [
          {
            kind: 'message' as const,
            id: message.id,
            messageId: message.place,
            segmentId,
            bucketId,
            bucketTitle: directory.titleOf(bucketId),
            ts: message.ts,
            author: message.author,
            title: null,
            snippet: snippetOf(message.text, marked),
            place: null,
            onOtherBranch: true as const,
            score: AT_MOST * share,
          },
        ]
      })
    },
  }
}
