import { totalmem } from 'node:os'
import type { CatalogEntry } from '@shared/contract/models'
import type { JobId } from '@shared/ids'
import { type CatalogModel, isFromThirdParty, modelSizeBytes, recommendChatModel } from '../download/catalog'
import { isInstalled } from '../download/places'

/** The catalog as a person sees it, in the order in which to offer it. */
export function catalogEntries(
  models: readonly CatalogModel[],
  cacheDir: string,
  downloads: ReadonlyMap<string, JobId>,
  totalMemoryBytes: number = totalmem(),
): CatalogEntry[] {
  const recommended = recommendChatModel(models, totalMemoryBytes)
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
    thirdParty: isFromThirdParty(model),
    downloadJob: downloads.get(model.id) ?? null,
  }))
}
