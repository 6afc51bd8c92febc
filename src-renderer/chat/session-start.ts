import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { asking } from '../app/ask'
import { carriedOver } from './context-sections'

/** Where the session that is under way began, and what the model was given of before. */
export interface SessionStart {
  startedAt: string
  /** Names of the parts of the prompt. */
  carried: readonly string[]
}

interface View {
  sessionStartedAt: string | null
  sections: readonly { name: string }[]
}

const startOf = ({ sessionStartedAt, sections }: View): SessionStart | null =>
  sessionStartedAt === null ? null : { startedAt: sessionStartedAt, carried: carriedOver(sections) }

/** Null before the first session, in a window that shows one bucket, and while nobody knows. */
export function useSessionStart(enabled: boolean): SessionStart | null {
  const { data } = useQuery({
    ...asking('conversation.context', undefined),
    enabled,
    placeholderData: keepPreviousData,
    select: startOf,
  })
  return enabled ? (data ?? null) : null
}
