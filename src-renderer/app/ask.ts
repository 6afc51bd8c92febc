import type { RequestInput, RequestName, RequestOutput } from '@shared/contract'
import type { ErrorCode, Failure } from '@shared/contract/errors'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { bridge } from './bridge'
import { said } from './said/said'

/** An expected failure of a request; `message` is written for a person. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure'
  readonly code: ErrorCode

  constructor(failure: Failure) {
    super(said(failure.message))
    this.code = failure.code
  }
}

/** Asks main. Resolves with the answer's data, rejects with a `RequestFailure`. */
export async function ask<N extends RequestName>(name: N, input: RequestInput<N>): Promise<RequestOutput<N>> {
  const answer = await bridge().request(name, input)
  if (answer.ok) return answer.data
  throw new RequestFailure(answer.error)
}

/** The place of an answer in the cache: the request's name, then its input. */
export const keyOf = <N extends RequestName>(name: N, input: RequestInput<N>) => [name, input ?? null] as const

/** A request as React Query sees it: `useQuery(asking('buckets.list', undefined))`. */
export const asking = <N extends RequestName>(name: N, input: RequestInput<N>) =>
  queryOptions({ queryKey: keyOf(name, input), queryFn: () => ask(name, input) })

/** Changes a cached answer in place, if there is one. `change` returns the same object to leave it alone. */
export function patchAnswer<N extends RequestName>(
  client: QueryClient,
  name: N,
  input: RequestInput<N>,
  change: (old: RequestOutput<N>) => RequestOutput<N>,
): void {
  client.setQueryData<RequestOutput<N>>(keyOf(name, input), (old) => (old === undefined ? old : change(old)))
}

/** Changes every cached answer of a request, whatever its input was. */
export function patchAnswers<N extends RequestName>(
  client: QueryClient,
  name: N,
  change: (old: RequestOutput<N>) => RequestOutput<N>,
): void {
  client.setQueriesData<RequestOutput<N>>({ queryKey: [name] }, (old) => (old === undefined ? old : change(old)))
}
