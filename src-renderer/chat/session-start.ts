import { type QueryClient, useQuery } from '@tanstack/react-query'
import { ask } from '../app/ask'
import { type Carried, carriedOver } from './context-sections'

/** Where the session that is under way began, and what the model was given of before. */
export interface SessionStart {
  startedAt: string
  carried: readonly Carried[]
}

interface View {
  sessionStartedAt: string | null
  sections: readonly { name: string }[]
}

const startOf = ({ sessionStartedAt, sections }: View): SessionStart | null =>
  sessionStartedAt === null ? null : { startedAt: sessionStartedAt, carried: carriedOver(sections) }

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
