/** What a person does with the branches of their conversation: look how far one goes, and show another. */
import { CatchmentError } from '@shared/contract/errors'
import type { MessageId, OperationId } from '@shared/ids'
import type { EventBus } from '../runtime/bus'
import type { Store } from '../store/protocol'
import type { NewOperation, OperationResult } from '../store/types'
import { toMessageView, withBranches } from '../store/views'
import { goesWith } from './versions'

export type Branches = ReturnType<typeof createBranches>

export function createBranches({
  store,
  bus,
  apply,
}: {
  store: Store
  bus: EventBus
  /** Logs and applies an operation; everybody follows it. */
  apply(
    draft: Pick<NewOperation, 'kind' | 'actor' | 'sentence' | 'buckets' | 'creates' | 'writes'>,
  ): Promise<OperationResult>
}) {
  return {
    /** How many messages leave with this one when it is edited or asked again. */
    async following(id: MessageId): Promise<number> {
      const all = await store.messages.byIds(await store.branches.leavingWith({ head: id, whole: true }))
      return goesWith(all, true) ? all.length - 1 : 0
    },

    /**
     * Shows another branch in the place of what is shown there.
     * @returns the receipt, and the message that stands there now
     * @throws CatchmentError `not_found`, also for a branch that goes on behind the conversation instead of beside it
     */
    async show(branch: string): Promise<{ operationId: OperationId; messageId: MessageId }> {
      const { writes, leaving } = await store.branches.choose(branch)
      if (writes.length === 0) throw new CatchmentError('not_found', 'There is no such branch.')
      const buckets = [...new Set((await store.messages.byIds(leaving)).flatMap((m) => m.bucketId ?? []))]
      const sentence = 'You chose another version of a conversation. What stood there is kept beside it.'
      const result = await apply({ kind: 'show_branch', actor: 'person', sentence, buckets, creates: [], writes })
      const [messageId] = result.branches?.shown ?? []
      if (!messageId) throw new CatchmentError('conflict', 'That version is shown already.')
      return { operationId: result.operationId, messageId }
    },

    /** The window hears what left and what came back. */
    async follow({ branches }: OperationResult): Promise<void> {
      if (!branches || branches.gone.length + branches.shown.length === 0) return
      const shown = (await store.messages.byIds(branches.shown)).map(toMessageView)
      const { gone } = branches
      bus.tell({
        type: 'branch.shown',
        gone,
        shown: withBranches(shown, await store.branches.countsAt(branches.shown)),
      })
      bus.tell({ type: 'manifest.changed' })
    },
  }
}
