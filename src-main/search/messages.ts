import type { SearchHit } from '@shared/contract/search'
import type { MessageId } from '@shared/ids'
import type { Store } from '../store/protocol'
import type { FoundMessage } from '../store/repositories/search/reading'
import { type EnginePorts, findScored } from './engine'
import { isAnswer, type Scored } from './score'
import { snippetOf } from './snippet'
import type { Marked, SearchSource, Titles } from './types'

export interface MessageSourcePorts extends EnginePorts {
  store: Pick<Store, 'search' | 'messages'>
  directory: Titles
}

/** Messages, by words and vectors. */
export function messageSource(ports: MessageSourcePorts): SearchSource {
  return {
    scope: 'messages',
    async find(query, limit) {
      const { evidence, found, messages } = await findScored(ports, query, 'message', undefined, true)
      const best = found.filter((f) => query.loose || query.filter || isAnswer(f)).slice(0, limit)
      const byId = new Map(messages.map((m): [MessageId, FoundMessage] => [m.id, m]))
      const unread = best.map((f) => f.messageId).filter((id) => !byId.has(id))
      if (unread.length > 0)
        for (const message of await ports.store.messages.byIds(unread)) byId.set(message.id, message)
      const marked = markedTerms(evidence)
      return best.flatMap((scored) => {
        const message = byId.get(scored.messageId)
        return message ? [toHit(message, scored, marked, ports.directory)] : []
      })
    },
  }
}

/** A word in more of the documents than this share, of at least so many, says nothing of what was found. */
const COMMON = { share: 1 / 4, documents: 20 }

interface Wanted {
  forms: string[]
  documents: number
}

/** Terms to be marked in what was found, with how much each tells. “The” and “of” are marked only where nothing else was asked for. */
export function markedTerms({ wanted, documents }: { wanted: readonly Wanted[]; documents: number }): Marked {
  const rare = wanted.filter((w) => documents < COMMON.documents || w.documents <= documents * COMMON.share)
  return new Map(
    (rare.length > 0 ? rare : wanted).flatMap((w) =>
      w.forms.map((form): [string, number] => [form, Math.log(1 + (documents + 1) / (w.documents + 1))]),
    ),
  )
}

function toHit(message: FoundMessage, { score, place }: Scored, marked: Marked, titles: Titles): SearchHit {
  return {
    kind: 'message',
    id: message.id,
    messageId: message.id,
    segmentId: message.segmentId,
    bucketId: message.bucketId,
    bucketTitle: titles.titleOf(message.bucketId),
    ts: message.ts,
    author: message.author,
    title: null,
    snippet: snippetOf(place ? message.text.slice(place.start, place.end) : message.text, marked),
    place,
    score,
  }
}
