import type { RequestInput, RequestName, RequestOutput } from '@shared/contract'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { ask } from './ask'

/** An act as a mutation; its failure is told by the query client, its success by `onDone`. */
export function useAct<N extends RequestName>(
  name: N,
  onDone?: (answer: RequestOutput<N>, input: RequestInput<N>) => void,
): UseMutationResult<RequestOutput<N>, Error, RequestInput<N>> {
  return useMutation({
    mutationFn: (input: RequestInput<N>) => ask(name, input),
    ...(onDone ? { onSuccess: onDone } : {}),
  })
}
