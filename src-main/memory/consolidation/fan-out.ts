/**
 * Runs `work` for all items at once and answers in their order. The first error in time aborts the others (their `signal`),
 * is thrown when the last of them has ended, and is the real one: neither an `AggregateError` around it nor what the abort
 * made the others throw.
 */
export async function fanOut<T, R>(
  items: readonly T[],
  outer: AbortSignal,
  work: (item: T, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  const siblings = new AbortController()
  const signal = AbortSignal.any([outer, siblings.signal])
  const failed: unknown[] = []
  const results = await Promise.all(
    items.map(async (item): Promise<{ value: R } | null> => {
      try {
        return { value: await work(item, signal) }
      } catch (error) {
        failed.push(error)
        siblings.abort(error)
        return null
      }
    }),
  )
  if (failed.length > 0) throw unwrapped(failed[0])
  return results.flatMap((result) => (result ? [result.value] : []))
}

function unwrapped(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? unwrapped(error.errors[0]) : error
}
