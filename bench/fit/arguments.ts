/** What all fitting scripts are told on the command line: where the data, the embedding model and the cached vectors lie. */
import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { openEmbedder, openVectorCache, type VectorCache } from './vector-cache'

export interface FitArguments {
  streams: string[]
  segments: string[]
  labelled: string[]
  out: string | undefined
  embeddingModelId: string
  cache: VectorCache
}

/**
 * `--model FOLDER` (transformers.js files) `--cache FILE` `--talks FILE…` (filing rows) `--segments FILE…` `--labelled FILE…`
 * `--out FOLDER` (write the fitted JSON there). Throws if model or cache is missing.
 */
export function readFitArguments(args: readonly string[]): FitArguments {
  const { values } = parseArgs({
    args: [...args],
    options: {
      model: { type: 'string' },
      cache: { type: 'string' },
      talks: { type: 'string', multiple: true },
      segments: { type: 'string', multiple: true },
      labelled: { type: 'string', multiple: true },
      out: { type: 'string' },
    },
  })
  const { model, cache } = values
  if (model === undefined || cache === undefined) throw new Error('--model FOLDER and --cache FILE are needed')
  const embeddingModelId = basename(model)
  let embedder: ReturnType<typeof openEmbedder> | undefined
  const embed = async (texts: string[]) => {
    embedder ??= openEmbedder(model)
    return (await embedder)(texts)
  }
  return {
    streams: values.talks ?? [],
    segments: values.segments ?? [],
    labelled: values.labelled ?? [],
    out: values.out,
    embeddingModelId,
    cache: openVectorCache(cache, embeddingModelId, embed),
  }
}
