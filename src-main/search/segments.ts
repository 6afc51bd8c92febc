import type { Store } from '../store/protocol'
import { type EnginePorts, findScored } from './engine'
import { markedTerms } from './messages'
import { isAnswer } from './score'
import { snippetOf } from './snippet'
import type { SearchSource, Titles } from './types'

export interface SegmentSourcePorts extends EnginePorts {
  store: Pick<Store, 'search' | 'segments' | 'messages'>
  directory: Titles
}

/** Collapsed segments, by title and synopsis. */
export function segmentSource(ports: SegmentSourcePorts): SearchSource {
  return {
    scope: 'segments',
    async find(query, limit) {
      const { evidence, found } = await findScored(ports, query, 'segment')
      const best = found.filter((f) => query.loose || isAnswer(f)).slice(0, limit)
      const ids = best.flatMap((f) => (f.row.segmentId ? [f.row.segmentId] : []))
      const segments = new Map((await ports.store.segments.byIds(ids)).map((s) => [s.id, s]))
      const firsts = await ports.store.search.firstMessages(ids)
      const firstOf = new Map(firsts.map((f) => [f.segmentId, f.messageId]))
      const marked = markedTerms(evidence)
      return best.flatMap(({ row, score }) => {
        const segment = row.segmentId ? segments.get(row.segmentId) : undefined
        if (!segment) return []
        const bucketId = segment.buckets[0] ?? null
        return [
          {
            kind: 'segment' as const,
            id: segment.id,
            messageId: firstOf.get(segment.id) ?? null,
            segmentId: segment.id,
            bucketId,
            bucketTitle: ports.directory.titleOf(bucketId),
            ts: segment.startedAt,
            author: null,
            title: segment.title,
            snippet: snippetOf(segment.synopsis, marked),
            place: null,
            score,
          },
        ]
      })
    },
  }
}
