/** What the window says of the models in use. Pure. */
import type { ModelStatus } from '@shared/contract/models'
import type { CatalogModel } from '../download/catalog'
import type { StoredEndpoint } from './stored-models'
import type { ChatModel } from './types'

export interface LocalFacts {
  installed: boolean
  loading: boolean
  /** Why it failed last; null if it did not. */
  failure: string | null
}

function localState({ installed, loading, failure }: LocalFacts): Pick<ModelStatus['embedding'], 'state' | 'message'> {
  if (!installed) return { state: 'missing', message: 'Its file is not on this computer any more, or not yet.' }
  if (failure !== null) return { state: 'failed', message: failure }
  return { state: loading ? 'loading' : 'ready', message: null }
}

export function chatStatus(
  chat: ChatModel | null,
  endpoint: StoredEndpoint | undefined,
  facts: LocalFacts,
): ModelStatus['chat'] {
  if (!chat) return { kind: 'none' }
  const { id, title, local } = chat
  if (!endpoint) return { kind: 'local', id, title, ...localState(facts) }
  const { failure } = facts
  const { host } = new URL(endpoint.baseUrl)
  return { kind: 'endpoint', id, title, local, host, state: failure === null ? 'ready' : 'failed', message: failure }
}

export function embeddingStatus(
  id: string,
  entry: CatalogModel | undefined,
  facts: LocalFacts,
): ModelStatus['embedding'] {
  return { id, title: entry?.title ?? id, ...localState(facts), multilingual: entry?.languages !== 'English' }
}
