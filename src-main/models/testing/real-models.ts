/** The real models, where setup has fetched them: tests that need meaning use them and are skipped without. */
import { findCatalogModel } from '../../download/catalog'
import { cacheDirectory, installedPath, modelsDirectory } from '../../download/places'
import type { ChatSource, EmbeddingSource } from '../protocol'

const cache = cacheDirectory()

/** Null, said once on stderr, if the model is not installed. */
export const realEmbedding: EmbeddingSource | null = whenInstalled('multilingual-e5-small', () => ({
  root: modelsDirectory(cache),
  id: 'multilingual-e5-small',
  dtype: 'q4',
  maxTokens: 512,
}))

export const realStarter: ChatSource | null = whenInstalled('smollm2-135m-instruct', (path) => {
  const entry = findCatalogModel('smollm2-135m-instruct')
  if (entry?.purpose !== 'chat') throw new Error('The catalog has lost its starter model')
  return { path, profile: entry.promptProfile, contextTokens: 2048 }
})

function whenInstalled<T>(id: string, source: (path: string) => T): T | null {
  const entry = findCatalogModel(id)
  const path = entry ? installedPath(entry, cache) : null
  if (path !== null) return source(path)
  process.stderr.write(`${id} is not installed in ${cache}: tests that need it are skipped.\n`)
  return null
}
