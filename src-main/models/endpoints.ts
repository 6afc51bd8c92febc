import { randomUUID } from 'node:crypto'
import { CatchmentError } from '@shared/contract/errors'
import type { EndpointView } from '@shared/contract/models'
import { createEndpointChatModel } from './chat-endpoint'
import { readContextTokens } from './discover'
import { isLoopback } from './loopback'
import type { KeyFilePort, SecretsPort } from './ports'
import type { ProxyFor } from './proxy'
import type { StoredEndpoint, StoredModels } from './stored-models'
import type { ChatModel } from './types'

export interface NewEndpoint {
  name: string
  baseUrl: string
  model: string
  apiKey?: string | undefined
  confirmedRemote: boolean
  /** The person agreed that the key lies in a file, where the system has no keyring. */
  confirmedKeyFile?: boolean | undefined
}

/** Where keys can be kept. */
export interface KeyPlaces {
  secrets: SecretsPort
  keyFile: KeyFilePort
}

export interface EndpointPorts extends KeyPlaces {
  /** Where a server is reached through a proxy. Absent: straight there. */
  proxyFor?: ProxyFor | undefined
}

/** For a server that does not say how much it gives a model: what the most modest ones give. */
const UNKNOWN_CONTEXT_TOKENS = 4096

export function endpointView(endpoint: StoredEndpoint): EndpointView {
  const { id, name, baseUrl, model, keyCipher, keyInFile } = endpoint
  return { id, name, baseUrl, model, local: isLoopback(baseUrl), hasKey: keyCipher !== null || keyInFile, keyInFile }
}

/**
 * A new endpoint, asked how much it gives a model to read. 03-models: nothing leaves the machine before the person
 * confirmed the host, once; a remote one that is not confirmed is refused with `bad_request` and not even asked. So is a key
 * where the system has no keyring, until the person agreed that it lies in a file.
 */
export async function newEndpoint(
  input: NewEndpoint,
  confirmedHosts: readonly string[],
  { secrets, keyFile, proxyFor }: EndpointPorts,
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
  const keyInFile = apiKey !== null && !secrets.available()
  if (keyInFile && input.confirmedKeyFile !== true) {
    throw new CatchmentError(
      'bad_request',
      'This system has no keyring, so the key would lie readable in a file of the store. Confirm that, or add the server without a key.',
    )
  }
  const id = `endpoint-${randomUUID()}`
  const keyCipher = apiKey === null || keyInFile ? null : await encrypted(apiKey, secrets)
  const contextTokens = (await readContextTokens(baseUrl, input.model, { apiKey, proxyFor })) ?? UNKNOWN_CONTEXT_TOKENS
  if (apiKey !== null && keyInFile) await keyFile.write(id, apiKey)
  return { id, name: input.name, baseUrl, model: input.model, keyCipher, keyInFile, contextTokens }
}

async function encrypted(apiKey: string, secrets: SecretsPort): Promise<string> {
  try {
    return await secrets.encrypt(apiKey)
  } catch (cause) {
    throw new CatchmentError(
      'unavailable',
      'The keyring of this system did not take the key. Unlock it, then try again.',
      {
        cause,
      },
    )
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

export function endpointChat(endpoint: StoredEndpoint, { secrets, keyFile, proxyFor }: EndpointPorts): ChatModel {
  const { id, name, baseUrl, model, keyCipher, keyInFile, contextTokens } = endpoint
  const lost = (cause?: unknown): CatchmentError =>
    new CatchmentError(
      'model_failed',
      `The API key of ${name} cannot be read any more. Remove the endpoint and add it again with its key.`,
      { cause },
    )
  return createEndpointChatModel({
    id,
    title: `${model} (${name})`,
    baseUrl,
    model,
    contextTokens,
    proxyFor: proxyFor ?? null,
    apiKey: async () => {
      if (keyCipher === null && !keyInFile) return null
      const key = await (keyCipher === null ? keyFile.read(id) : secrets.decrypt(keyCipher)).catch((cause: unknown) => {
        throw lost(cause)
      })
      if (key === null) throw lost()
      return key
    },
  })
}
