/** Getting models onto this machine (03-models, Catalog and download). */
export { ensureModel } from './ensure'
export { type FetchDefaults, type FetchedModel, fetchDefaultModels } from './fetch-default'
export { identifyFile, installFromFile } from './from-file'
export { cacheDirectory, installedPath, isInstalled, modelFolder, modelsDirectory } from './places'
export type { DownloadPhase, DownloadProgress, EnsureOptions } from './types'
export { verifyInstalled } from './verify'
