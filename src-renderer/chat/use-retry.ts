import type { MessageId } from '@shared/ids'
import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '../app/use-act'
import { placeMessage } from './conversation-query'
import { useRunningTurn } from './turns'

/** Asks again for a reply. Takes the id of the reply, or of the person's message that got none. */
export function useRetry(): { ask: (messageId: MessageId) => void; busy: boolean } {
  const client = useQueryClient()
  const running = useRunningTurn()
  const retry = useAct('conversation.retry', (answer) => placeMessage(client, answer.message))
  return { ask: (messageId) => retry.mutate({ messageId }), busy: running !== null || retry.isPending }
}
