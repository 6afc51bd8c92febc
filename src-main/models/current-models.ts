/** From what is chosen in the settings to the models behind the ports. */
import { join } from 'node:path'
import type { CatalogModel, ChatCatalogModel } from '../download/catalog'
import { modelFolder, modelsDirectory } from '../download/places'
import { createLocalChatModel } from './chat-local'
import { createEmbedder } from './embeddings'
import type { HostClient } from './host-client'
import type { ChatModel, Embedder } from './types'

/**
 * Context of a model on this machine at most. Catalog models could hold 32,768 tokens and more, but each token costs
 * memory for as long as the model is loaded, and a laptop takes minutes to read so many.
 */
const LOCAL_CONTEXT_TOKENS = 8192

/** The chat model of a catalog entry; one that is not installed answers `model_missing`. */
export function localChat(entry: ChatCatalogModel, cacheDir: string, host: HostClient): ChatModel {
  const [file] = entry.files
  return createLocalChatModel({
    host,
    id: entry.id,
    title: entry.title,
    source: {
      path: join(modelFolder(entry, cacheDir), file?.path ?? ''),
      profile: entry.promptProfile,
      contextTokens: Math.min(entry.contextTokens, LOCAL_CONTEXT_TOKENS),
    },
  })
}

/** The embedder of a catalog entry, or of an id the catalog no longer knows: that one answers `model_missing`. */
export function localEmbedder(
  id: string,
  entry: CatalogModel | undefined,
  cacheDir: string,
  host: HostClient,
): Embedder {
  const known = entry?.purpose === 'embedding' ? entry : null
  return createEmbedder({
    host,
    modelId: `${id}@${known?.revision ?? 'unknown'}`,
    source: {
      root: modelsDirectory(cacheDir),
      id,
      dtype: known?.dtype ?? 'q4',
      maxTokens: known?.contextTokens ?? 512,
    },
    prefixes: known?.promptProfile ?? { passage: '', query: '' },
  })
}
