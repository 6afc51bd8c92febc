import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { RequestFailure } from './ask'

/**
 * Answers stay until an event changes them, so nothing is ever stale by age; requests go to another process of this computer, so
 * being offline is no reason to wait. A failed act is reported once, here (but for one with
 * `meta: { quiet: true }`, whose failure stands where it was asked for); a failed question where its answer would be.
 * @param onDamage a part of the store cannot be read: said once for the whole window
 */
export function makeQueryClient(
  onActFailed: (error: Error) => void,
  onDamage: (failure: RequestFailure) => void = onActFailed,
): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError(error) {
        if (isDamage(error)) onDamage(error)
      },
    }),
    mutationCache: new MutationCache({
      onError(error, _input, _context, mutation) {
        if (isDamage(error)) onDamage(error)
        else if (mutation.meta?.quiet !== true) onActFailed(error)
      },
    }),
  })
}

const isDamage = (error: Error): error is RequestFailure =>
  error instanceof RequestFailure && error.code === 'store_damaged'
