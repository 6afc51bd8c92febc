/** The elements of a JSON array of any size, one by one: a 300 MB export is never in memory as a whole. */

import { CatchmentError } from '@shared/contract/errors'
import { JSONParser } from '@streamparser/json'

/**
 * Yields the values at `path` (`$.*`: the elements of a list; `$`: the whole) in order, as soon as each is complete. Where
 * the JSON breaks off or stops being JSON, everything before is yielded first; then it throws `import_broken`, saying where.
 */
export async function* jsonValues(chunks: AsyncIterable<Uint8Array>, path: string): AsyncGenerator<unknown> {
  const parser = new JSONParser({ paths: [path], keepStack: false })
  let ready: unknown[] = []
  let read = 0
  let count = 0
  parser.onValue = ({ value }) => {
    ready.push(value)
    count += 1
  }
  const broken = (cause: unknown) => {
    const where = `after ${count} ${count === 1 ? 'conversation' : 'conversations'}, near byte ${read}`
    return new CatchmentError('import_broken', `The file breaks ${where}: ${reason(cause)}.`, { cause })
  }
  for await (const chunk of chunks) {
    const failure = attempt(() => parser.write(chunk))
    yield* ready
    ready = []
    if (failure) throw broken(failure.cause)
    read += chunk.length
  }
  const failure = parser.isEnded ? null : attempt(() => parser.end())
  if (failure) throw broken(failure.cause)
}

function attempt(step: () => void): { cause: unknown } | null {
  try {
    step()
    return null
  } catch (cause) {
    return { cause }
  }
}

function reason(cause: unknown): string {
  return cause instanceof Error && /ended/i.test(cause.message) ? 'it ends in the middle' : 'it is not valid JSON there'
}
