import { totalmem } from 'node:os'
import type { Ability, CatalogEntry } from '@shared/contract/models'
import type { JobId } from '@shared/ids'
import { type CatalogModel, isFromThirdParty, modelSizeBytes, recommendChatModel } from '../download/catalog'
import { isInstalled } from '../download/places'
import { LEAST_TOKENS_PER_SECOND, paceOf } from './pace'

/** The catalog as a person sees it, in the order in which to offer it. */
export function catalogEntries(
  models: readonly CatalogModel[],
  cacheDir: string,
  downloads: ReadonlyMap<string, JobId>,
  here: {
    /** How many bytes of weights this machine reads in a second. */
    bytesPerSecond: number
    /** What a model was measured to be able to do here; null if it was not. */
    proved(model: CatalogModel): Ability[] | null
    totalMemoryBytes?: number
  },
): CatalogEntry[] {
  const { bytesPerSecond, totalMemoryBytes = totalmem() } = here
  const paceHere = (model: CatalogModel): number => paceOf(modelSizeBytes(model), bytesPerSecond)
  const isQuick = (model: CatalogModel): boolean => paceHere(model) >= LEAST_TOKENS_PER_SECOND
  const recommended = recommendChatModel(models, totalMemoryBytes, isQuick)
  return models.map((model) => ({
    id: model.id,
    purpose: model.purpose,
    title: model.title,
    blurb: model.blurb,
    sizeBytes: modelSizeBytes(model),
    licence: model.licence,
    contextTokens: model.contextTokens,
    languages: model.languages,
    installed: isInstalled(model, cacheDir),
    recommended: model.purpose === 'chat' ? model.id === recommended?.id : model.default,
    tokensPerSecond: model.purpose === 'chat' ? paceHere(model) : null,
    proved: here.proved(model),
    thirdParty: isFromThirdParty(model),
    downloadJob: downloads.get(model.id) ?? null,
  }))
}
