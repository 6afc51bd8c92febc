import type { SegmentId } from '@shared/ids'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { asking } from '../app/ask'
import { useView } from '../app/view'
import { say } from '../ui/toast-store'

/** Jumps to the first message of a segment. */
export function useGoToSegment(): (segment: SegmentId) => void {
  const client = useQueryClient()
  const jumpTo = useView((view) => view.jumpTo)
  return useCallback(
    (segmentId) => {
      client.fetchQuery(asking('segments.messages', { segmentId })).then(
        ([first]) => first && jumpTo(first.id),
        (error: Error) => say(error.message, { tone: 'error' }),
      )
    },
    [client, jumpTo],
  )
}
