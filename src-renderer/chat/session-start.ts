import { type QueryClient, useQuery } from '@tanstack/react-query'
import { ask } from '../app/ask'

/** Where the session that is under way began. */
export interface SessionStart {
  startedAt: string
}

const startOf = ({ sessionStartedAt }: { sessionStartedAt: string | null }): SessionStart | null =>
  sessionStartedAt === null ? null : { startedAt: sessionStartedAt }

/** Apart from the context itself, which every turn makes anew: a session begins once. */
const KEY = ['session.start'] as const

/** After a session began, or its context was loaded afresh. */
export const forgetSessionStart = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: KEY })

/** Null before the first session, in a window that shows one bucket, and while nobody knows. */
export function useSessionStart(enabled: boolean): SessionStart | null {
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async () => startOf(await ask('conversation.context', undefined)),
    enabled,
  })
  return enabled ? (data ?? null) : null
}
