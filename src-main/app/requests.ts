import { contract, type ParsedInput, type RequestName, type RequestOutput } from '@shared/contract'
import { CatchmentError, type Result } from '@shared/contract/errors'

/** One function per request of the contract; the compiler says if one is missing. */
export type Handlers = { [N in RequestName]: (input: ParsedInput<N>) => Promise<RequestOutput<N>> | RequestOutput<N> }

const isRequestName = (name: unknown): name is RequestName => typeof name === 'string' && Object.hasOwn(contract, name)

/**
 * Answers one request from the window: the name must be in the contract, the input must parse, and whatever goes wrong
 * comes back as a value with a code and a sentence. Faults are handed to `onFault` once; the window never sees a stack.
 */
export async function answer(
  handlers: Handlers,
  name: unknown,
  input: unknown,
  onFault: (error: unknown, name: string) => void,
): Promise<Result<unknown>> {
  if (!isRequestName(name))
    return {
      ok: false,
      error: { code: 'bad_request', message: 'The window asked for something this version does not know.' },
    }
  return handle(handlers, name, input, onFault)
}

async function handle<N extends RequestName>(
  handlers: Handlers,
  name: N,
  input: unknown,
  onFault: (error: unknown, name: string) => void,
): Promise<Result<unknown>> {
  const parsed = contract[name].input.safeParse(input ?? undefined)
  if (!parsed.success) {
    const where = parsed.error.issues[0]
    return {
      ok: false,
      error: {
        code: 'bad_request',
        message: `That request was not understood: ${where ? `${where.path.join('.')}: ${where.message}` : 'malformed'}.`,
      },
    }
  }
  try {
    // zod gave exactly what ParsedInput<N> names; TypeScript cannot follow the index through the map.
    return { ok: true, data: await handlers[name](parsed.data as ParsedInput<N>) }
  } catch (error) {
    if (error instanceof CatchmentError && error.code !== 'internal')
      return { ok: false, error: { code: error.code, message: error.message } }
    onFault(error, name)
    return {
      ok: false,
      error: {
        code: 'internal',
        message: 'Something went wrong on our side. Nothing you saved is lost; the details are in the log.',
      },
    }
  }
}
