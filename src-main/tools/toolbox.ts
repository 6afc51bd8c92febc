import { CatchmentError } from '@shared/contract/errors'
import type { Toolbox } from '../conversation/toolbox'
import { cutTokens } from '../language/tokens'
import { bucketSearch } from './bucket-search'
import { bucketStatus } from './bucket-status'
import { continuumSearch } from './continuum-search'
import { type Tool, type ToolPorts, ToolRefusal } from './types'

/** A tool that has not answered by then will not. */
const TIMEOUT_MS = 20_000

/**
 * The tools of a model with the `tools` ability (01-domain, Search). They read and change nothing. Whatever goes wrong
 * inside one is told to the model, logged if it is a fault of ours, and does not lose the turn; an abort ends it at once.
 */
export function createToolbox(ports: ToolPorts): Toolbox {
  const tools: readonly Tool[] = [bucketSearch(ports), continuumSearch(ports), bucketStatus(ports)]
  const named = (name: string): Tool | undefined => tools.find((tool) => tool.spec.name === name)
  return {
    specs: tools.map((tool) => tool.spec),
    queryOf: (call) => named(call.name)?.query(call.arguments) ?? null,
    async use(call, run) {
      const tool = named(call.name)
      if (!tool) return refusal(unknownTool(call.name, tools), run.maxTokens)
      const late = AbortSignal.timeout(TIMEOUT_MS)
      try {
        const signal = AbortSignal.any([run.signal, late])
        const text = await endingWith(signal, tool.run(call.arguments, run))
        return { ok: true, text: cutTokens(text, run.maxTokens) }
      } catch (error) {
        if (run.signal.aborted) throw new CatchmentError('cancelled', 'Cancelled.')
        if (error instanceof ToolRefusal) return refusal(error.message, run.maxTokens)
        ports.onFault(late.aborted ? new Error(`The tool ${call.name} did not answer in time.`) : error)
        const reason =
          error instanceof CatchmentError && error.code !== 'internal' && !late.aborted ? ` ${error.message}` : ''
        return refusal(`${call.name} failed.${reason} Answer without it.`, run.maxTokens)
      }
    },
  }
}

const refusal = (message: string, maxTokens: number) => ({ ok: false, text: cutTokens(`Error: ${message}`, maxTokens) })

function unknownTool(name: string, tools: readonly Tool[]): string {
  const known = tools.map((tool) => tool.spec.name).join(', ')
  return name === ''
    ? 'The call could not be read. Write one JSON object with name and arguments.'
    : `There is no tool of that name. There is: ${known}.`
}

/** The work, or a rejection as soon as the signal is aborted, whatever the work still does. */
function endingWith<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (): void => reject(new CatchmentError('cancelled', 'Cancelled.'))
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}
