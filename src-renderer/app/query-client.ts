import { MutationCache, QueryClient } from '@tanstack/react-query'

/**
 * Answers stay until an event changes them, so nothing is ever stale by age; requests go to another process of this computer, so
 * being offline is no reason to wait. A failed act is reported once, here; a failed question where its answer would be.
 */
export function makeQueryClient(onActFailed: (error: Error) => void): QueryClient {
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
    mutationCache: new MutationCache({ onError: onActFailed }),
  })
}
