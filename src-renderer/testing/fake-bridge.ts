import type { AppWideEvent, Bridge, RequestInput, RequestName, RequestOutput } from '@shared/contract'
import { CatchmentError } from '@shared/contract/errors'

type Answers = { [N in RequestName]?: (input: RequestInput<N>) => RequestOutput<N> | Promise<RequestOutput<N>> }

export interface FakeMain {
  /** Every request in its order. */
  calls: { name: RequestName; input: unknown }[]
  inputsOf: (name: RequestName) => unknown[]
  emit: (event: AppWideEvent) => void
}

/**
 * Puts a bridge on the window whose main process is a table of answers. A `CatchmentError` comes back as a failure; a
 * request the table does not know never comes back, as if main were still at it.
 */
export function fakeMain(answers: Answers): FakeMain {
  const calls: FakeMain['calls'] = []
  const listeners = new Set<(event: AppWideEvent) => void>()
  const bridge: Bridge = {
    async request(name, input) {
      calls.push({ name, input })
      const answer = answers[name]
      if (!answer) return new Promise(() => undefined)
      try {
        return { ok: true, data: await answer(input) }
      } catch (error) {
        if (error instanceof CatchmentError) return { ok: false, error: { code: error.code, message: error.message } }
        throw error
      }
    },
    dropped: async (file) => ({ ok: true, data: { token: '00000000-0000-4000-8000-000000000000', name: file.name } }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  window.catchment = bridge
  return {
    calls,
    inputsOf: (name) => calls.filter((call) => call.name === name).map((call) => call.input),
    emit: (event) => {
      for (const listener of listeners) listener(event)
    },
  }
}
