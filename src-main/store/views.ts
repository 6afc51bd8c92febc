import type { BranchView } from '@shared/contract/conversation'
import type { MessageView } from '@shared/domain'
import type { MessageId } from '@shared/ids'
import type { BranchMessage, StoredMessage } from './types'

/** What of a message crosses the bridge. */
export function toMessageView(m: StoredMessage): MessageView {
  const {
    id,
    shortId,
    externalId,
    ts,
    role,
    author,
    text,
    status,
    bucketId,
    segmentId,
    filedBy,
    confidence,
    relatedBuckets,
    topicChanged,
    modelId,
    recalled,
    tools,
    thinking,
    files,
  } = m
  return {
    id,
    shortId,
    externalId,
    ts,
    role,
    author,
    text,
    status,
    bucketId,
    segmentId,
    filedBy,
    confidence,
    relatedBuckets,
    topicChanged,
    modelId,
    recalled,
    tools,
    ...(thinking === undefined ? {} : { thinking }),
    ...(files === undefined ? {} : { files }),
  }
}

/** Messages with the number of other branches that begin at each. */
export function withBranches(
  messages: readonly MessageView[],
  counts: readonly { id: MessageId; branches: number; before: number }[],
): MessageView[] {
  const branchesAt = new Map(counts.map((count) => [count.id, count]))
  return messages.map((message) => {
    const at = branchesAt.get(message.id)
    return at === undefined ? message : { ...message, branches: at.branches, branchesBefore: at.before }
  })
}

/** Messages of other branches as they come from the store, branch by branch. */
export function toBranchViews(messages: readonly BranchMessage[]): BranchView[] {
  const views = new Map<string, BranchView>()
  for (const { id, branch, follows, ts, role, author, text, brought } of messages) {
    const view = views.get(branch) ?? { branch, follows, messages: [] }
    views.set(branch, view)
    const thinking = brought.thinking === undefined ? {} : { thinking: brought.thinking }
    view.messages.push({ id, ts, role, author, text, ...thinking })
  }
  return [...views.values()]
}
