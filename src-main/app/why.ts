import type { WhyView } from '@shared/contract/conversation'
import { CatchmentError } from '@shared/contract/errors'
import type { MessageId } from '@shared/ids'
import { titled } from '../buckets/directory'
import { whySentence } from '../conversation/why'
import type { App } from './create-app'

/** Why a message is where it is: who filed it, on what grounds, and what moved it since. @throws CatchmentError `not_found` */
export async function explain(app: App, id: MessageId): Promise<WhyView> {
  const [message] = await app.store.messages.byIds([id])
  if (!message) throw new CatchmentError('not_found', 'There is no such message.')
  const history = await app.store.operations.historyOf(id)
  const bucketTitle = app.directory.titleOf(message.bucketId)
  const candidates = message.candidates.map((c) => ({ ...c, title: app.directory.titleOf(c.bucketId) ?? c.title }))
  const founded = !message.candidates.some(
    (c) => (app.directory.resolve(c.bucketId)?.id ?? c.bucketId) === message.bucketId,
  )
  const movedBy = history.find((h) => !h.undone) ?? null
  const { filedBy, confidence, bucketId } = message
  return {
    messageId: id,
    bucketId,
    bucketTitle,
    filedBy,
    confidence,
    candidates,
    related: titled(app.directory, message.relatedBuckets).filter((r) => r.bucketId !== bucketId),
    history,
    sentence: whySentence({ bucketTitle, filedBy, confidence, candidates, founded, movedBy }),
  }
}
