import type { HeartbeatList } from '@shared/contract/heartbeat'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { ask } from '../app/ask'

const PAGE = 100

/** The tasks page by page. Its key begins with the request's name, so that `heartbeat.changed` finds it. */
export const heartbeatQuery = infiniteQueryOptions({
  queryKey: ['heartbeat.list', 'pages'],
  queryFn: ({ pageParam }): Promise<HeartbeatList> => ask('heartbeat.list', { offset: pageParam, limit: PAGE }),
  initialPageParam: 0,
  getNextPageParam: (last: HeartbeatList, _all: HeartbeatList[], offset: number): number | null =>
    offset + last.personal.length < last.total && last.personal.length > 0 ? offset + last.personal.length : null,
})
