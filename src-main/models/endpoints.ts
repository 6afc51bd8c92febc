import { randomUUID } from 'node:crypto'
import { CatchmentError } from '@shared/contract/errors'
import type { EndpointView } from '@shared/contract/models'
import { createEndpointChatModel } from './chat-endpoint'
import { readContextTokens } from './discover'
import { isLoopback } from './loopback'
import type { SecretsPort } from './ports'
import type { StoredEndpoint, StoredModels } from './stored-models'
import type { ChatModel } from './types'

export interface NewEndpoint {
  name: string
  baseUrl: string
  model: string
  apiKey?: string | undefined
  confirmedRemote: boolean
}

/** For a server that does not say how much it gives a model: what the most modest ones give. */
const UNKNOWN_CONTEXT_TOKENS = 4096

export function endpointView(endpoint: StoredEndpoint): EndpointView {
  const { id, name, baseUrl, model, keyCipher } = endpoint
  return { id, name, baseUrl, model, local: isLoopback(baseUrl), hasKey: keyCipher !== null }
}

/**
 * A new endpoint, asked how much it gives a model to read. 03-models: nothing leaves the machine before the person
 * confirmed the host, once; a remote one that is not confirmed is refused with `bad_request` and not even asked.
 */
export async function newEndpoint(
  input: NewEndpoint,
  confirmedHosts: readonly string[],
  secrets: SecretsPort,
): Promise<StoredEndpoint> {
  const url = new URL(input.baseUrl)
  if (url.username !== '' || url.password !== '') {
    throw new CatchmentError('bad_request', 'Put the key into its own field, not into the address.')
  }
  const baseUrl = url.href.replace(/\/+$/, '')
  if (!isLoopback(baseUrl) && !input.confirmedRemote && !confirmedHosts.includes(url.host)) {
    throw new CatchmentError('bad_request', `${url.host} is not on this computer. Confirm that messages may go there.`)
  }
  const apiKey = input.apiKey || null
  return {
    id: `endpoint-${randomUUID()}`,
    name: input.name,
    baseUrl,
    model: input.model,
    keyCipher: apiKey === null ? null : await secrets.encrypt(apiKey),
    contextTokens: (await readContextTokens(baseUrl, input.model, apiKey)) ?? UNKNOWN_CONTEXT_TOKENS,
  }
}

/** The stored data with one endpoint more, its host confirmed. The same model at the same address twice: `conflict`. */
export function withEndpoint(stored: StoredModels, endpoint: StoredEndpoint): StoredModels {
  const { host } = new URL(endpoint.baseUrl)
  if (stored.endpoints.some(({ baseUrl, model }) => baseUrl === endpoint.baseUrl && model === endpoint.model)) {
    throw new CatchmentError('conflict', `${endpoint.model} at ${host} is in the list already.`)
  }
  const confirmed = isLoopback(endpoint.baseUrl) ? [] : [host]
  return {
    ...stored,
    endpoints: [...stored.endpoints, endpoint],
    confirmedHosts: [...new Set([...stored.confirmedHosts, ...confirmed])],
  }
}

/** The stored data without an endpoint and what was measured of it. Throws `not_found`. */
export function withoutEndpoint(stored: StoredModels, id: string): StoredModels {
  if (!stored.endpoints.some((endpoint) => endpoint.id === id)) {
    throw new CatchmentError('not_found', 'There is no such endpoint.')
  }
  const { [id]: _, ...abilities } = stored.abilities
  return { ...stored, endpoints: stored.endpoints.filter((endpoint) => endpoint.id !== id), abilities }
}

export function endpointChat(endpoint: StoredEndpoint, secrets: SecretsPort): ChatModel {
  const { id, name, baseUrl, model, keyCipher, contextTokens } = endpoint
  return createEndpointChatModel({
    id,
    title: `${model} (${name})`,
    baseUrl,
    model,
    contextTokens,
    apiKey: async () => {
      if (keyCipher === null) return null
      try {
        return await secrets.decrypt(keyCipher)
      } catch (cause) {
        const message = `The API key of ${name} cannot be read any more. Remove the endpoint and add it again with its key.`
        throw new CatchmentError('model_failed', message, { cause })
      }
    },
  })
}
