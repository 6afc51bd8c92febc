import { z } from 'zod'
import { httpFetch } from './http-fetch'
import type { ProxyFor } from './proxy'

export interface DiscoveredEndpoint {
  name: string
  baseUrl: string
  models: string[]
}

/** Where the usual local servers listen (03-models, Chat). */
const USUAL_PLACES: readonly Omit<DiscoveredEndpoint, 'models'>[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
  { name: 'vLLM', baseUrl: 'http://127.0.0.1:8000/v1' },
]

const ANSWER_MS = 800
const modelList = z.object({ data: z.array(z.object({ id: z.string() })) })

/** The servers of `places` that answer with a list of models within a second; embedding models are left out. */
export async function discoverEndpoints(places = USUAL_PLACES, answerMs = ANSWER_MS): Promise<DiscoveredEndpoint[]> {
  const found = await Promise.all(
    places.map(async (place) => {
      const list = modelList.safeParse(await getJson(`${place.baseUrl}/models`, { answerMs }))
      const models = list.data?.data.map(({ id }) => id).filter((id) => !/embed/i.test(id)) ?? []
      return models.length > 0 ? [{ ...place, models }] : []
    }),
  )
  return found.flat()
}

const contextFields = z.object({
  /** vLLM */
  max_model_len: z.number().optional(),
  /** LM Studio */
  loaded_context_length: z.number().optional(),
  /** Several remote ones */
  context_length: z.number().optional(),
  context_window: z.number().optional(),
})
const describedModels = z.object({ data: z.array(contextFields.extend({ id: z.string() })) })
/** llama.cpp */
const props = z.object({ default_generation_settings: z.object({ n_ctx: z.number() }) })

/**
 * How much a server really gives `model` to read and write, where it says so; null where it does not. What a model was
 * trained on is not asked for: servers give less.
 */
export async function readContextTokens(
  baseUrl: string,
  model: string,
  { apiKey, proxyFor, answerMs = 3000 }: { apiKey: string | null; proxyFor?: ProxyFor | undefined; answerMs?: number },
): Promise<number | null> {
  const base = baseUrl.replace(/\/+$/, '')
  const root = base.replace(/\/v1$/, '')
  const [listed, detailed, own] = await Promise.all(
    [`${base}/models`, `${root}/api/v0/models`, `${root}/props`].map((url) =>
      getJson(url, { answerMs, apiKey, proxyFor }),
    ),
  )
  const fromProps = props.safeParse(own)
  const described = [listed, detailed]
    .map((list) => describedModels.safeParse(list).data?.data.find(({ id }) => id === model))
    .map(
      (entry) => entry?.loaded_context_length ?? entry?.max_model_len ?? entry?.context_length ?? entry?.context_window,
    )
    .find((tokens) => tokens !== undefined)
  return described ?? fromProps.data?.default_generation_settings.n_ctx ?? null
}

/** Undefined for whatever is not an answer in JSON: nobody there, an error, something else on that port. */
async function getJson(
  url: string,
  { answerMs, apiKey = null, proxyFor }: { answerMs: number; apiKey?: string | null; proxyFor?: ProxyFor | undefined },
): Promise<unknown> {
  try {
    const response = await httpFetch(proxyFor ?? null)(url, {
      signal: AbortSignal.timeout(answerMs),
      ...(apiKey ? { headers: { authorization: `Bearer ${apiKey}` } } : {}),
    })
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
