import type { Store } from '../store/protocol'
import type { FoundBranchMessage } from '../store/repositories/conversation/branches'
import { calibrationOf } from './calibrations'
import { askedVector, type EnginePorts } from './engine'
import { FLOOR, probability } from './score'
import { snippetOf } from './snippet'
import type { SearchSource, Titles } from './types'

export interface BranchSourcePorts extends Pick<EnginePorts, 'background' | 'calibration'> {
  store: Pick<Store, 'branches'>
  directory: Titles
}

/** Of the words that tell something so many have to be there. */
const MOST_OF_THEM = 2 / 3
/** What is not shown stands behind what answers as well and is. */
const AT_MOST = 0.6

/** Messages on other branches, by words and by meaning: they are no part of the conversation, so nothing else is known of them. */
export function branchSource(ports: BranchSourcePorts): SearchSource {
  const { store, directory } = ports
  return {
    scope: 'messages',
    async find(query, limit) {
      const { terms, grammar, filter } = query
      const telling = terms.filter((term) => !grammar.has(term))
      const wanted = query.mode === 'vector' ? [] : telling.length > 0 ? telling : [...terms]
      const vector = askedVector(ports, query)
      const found = await store.branches.find({ terms: wanted, most: limit, filter: filter ?? null, vector })
      const marked = new Map(wanted.map((term): [string, number] => [term, 1]))
      const weights = (ports.calibration ?? calibrationOf)(query.modelId).vector
      const scoreOf = (one: FoundBranchMessage): number => {
        const share = wanted.length === 0 ? 0 : one.holds.length / wanted.length
        const meant = one.likeness === null ? 0 : probability(alone(one.likeness, one.message.role), weights)
        return AT_MOST * Math.max(share < MOST_OF_THEM ? 0 : share, meant < FLOOR ? 0 : meant)
      }
      return found
        .map((one) => ({ ...one, score: scoreOf(one) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, limit)
        .map(({ message, bucketId, segmentId, score }) => ({
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
          score,
        }))
    },
  }
}

/** Nothing is known of what stands beside it: as in the search of messages, half of its own likeness stands for a neighbour’s. */
const alone = (likeness: number, role: 'user' | 'assistant') => ({
  ...{ own: 0, passage: 0, window: 0, speaker: 0, when: 0, synopsis: 0, takenUp: 0, repeats: 0 },
  ...{ likeness, next: likeness / 2, previous: likeness / 2 },
  person: role === 'user' ? 1 : 0,
})
