import type { BucketId } from '@shared/ids'
import { useQueryClient } from '@tanstack/react-query'
import { useView } from '../app/view'
import { conversationQuery } from './conversation-query'
import { useEditing } from './editing'
import { allMessages, type Pages } from './pages'

/** Begins to edit the last thing the person said, in the conversation or the thread. Answers false if they said nothing yet. */
export function useEditLast(thread: BucketId | null): () => boolean {
  const client = useQueryClient()
  const toEnd = useView((view) => view.toEnd)
  const begin = useEditing((editing) => editing.begin)
  return () => {
    const data = client.getQueryData<Pages>(conversationQuery(thread, null).queryKey)
    const last = data ? allMessages(data).findLast(({ role }) => role === 'user') : undefined
    if (!last) return false
    toEnd()
    begin(last)
    return true
  }
}
