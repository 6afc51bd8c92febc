import { CatchmentError } from '@shared/contract/errors'
import type { Ability, CatalogEntry, EndpointView, ModelStatus } from '@shared/contract/models'
import type { JobId } from '@shared/ids'
import { abilityStates, isMeasured, withOverride, withScores } from './abilities'
import { type CatalogModel, loadCatalog } from './catalog'
import { catalogEntries } from './catalog-view'
import { localChat, localEmbedder } from './current-models'
import { type DiscoveredEndpoint, discoverEndpoints } from './discover'
import { ensureModel, identifyFile, installFromFile, isInstalled } from './download'
import { endpointChat, endpointView, type NewEndpoint, withEndpoint, withoutEndpoint } from './endpoints'
import { HostClient } from './host-client'
import type { StartHost } from './host-process'
import { ChatObserver, failureOf } from './observed-chat'
import type { JobsPort, ModelSettingsPort, ModelsPersistence, SecretsPort } from './ports'
import { probeAbilities } from './probe/run'
import { parseStoredModels, type StoredModels } from './stored-models'
import type { ChatModel, Embedder } from './types'

export interface ModelServiceOptions {
  startHost: StartHost
  cacheDir: string
  settings: ModelSettingsPort
  secrets: SecretsPort
  persistence: ModelsPersistence
  jobs: JobsPort
  /** The window's status has changed. */
  onChange: (status: ModelStatus) => void
  /** Probe a chat model when it is selected for the first time. Off for the command line. */
  autoProbe?: boolean
  idleMs?: number
}

const NONE = 'none'

/** All models of the product: what is chosen, what can be had, what it can do. One per process. */
export class ModelService {
  readonly #options: ModelServiceOptions
  readonly #host: HostClient
  readonly #catalog: readonly CatalogModel[] = loadCatalog()
  readonly #downloads = new Map<string, JobId>()
  readonly #observer: ChatObserver
  #stored: StoredModels
  #saving: Promise<void> = Promise.resolve()
  #embedder: Embedder
  #embeddingFailure: string | null = null
  #loading = { chat: false, embedding: false }
  #chat: ChatModel | null
  #probe: { jobId: JobId; modelId: string } | null = null

  private constructor(options: ModelServiceOptions, stored: StoredModels) {
    this.#options = options
    this.#stored = stored
    this.#host = new HostClient({
      start: options.startHost,
      ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
    })
    this.#observer = new ChatObserver(() => this.#changed())
    this.#embedder = this.#makeEmbedder()
    this.#chat = this.#makeChat()
  }

  /** Throws a ZodError if what was saved is not readable: it is not overwritten. */
  static async open(options: ModelServiceOptions): Promise<ModelService> {
    return new ModelService(options, parseStoredModels(await options.persistence.load()))
  }

  /** The embedder in use. Selecting another embedding model makes another one, with another `modelId`. */
  get embedder(): Embedder {
    return this.#embedder
  }

  /** The chat model in use; null in the no-model mode (03-models, Chat). */
  get chat(): ChatModel | null {
    return this.#chat
  }

  /** May the current chat model be asked for this? */
  can(ability: Ability): boolean {
    return this.#abilities().some((state) => state.ability === ability && state.enabled)
  }

  status(): ModelStatus {
    return {
      chat: this.#chatStatus(),
      embedding: this.#embeddingStatus(),
      abilities: this.#abilities(),
      probing: this.#probe !== null,
    }
  }

  catalog(): CatalogEntry[] {
    return catalogEntries(this.#catalog, this.#options.cacheDir, this.#downloads)
  }

  endpoints(): EndpointView[] {
    return this.#stored.endpoints.map(endpointView)
  }

  discover(): Promise<DiscoveredEndpoint[]> {
    return discoverEndpoints()
  }

  /** Makes a chat model, `none` or an embedding model the current one. Throws `not_found`. */
  async select(id: string): Promise<ModelStatus> {
    const entry = this.#entry(id)
    if (entry?.purpose === 'embedding') {
      await this.#options.settings.write({ embeddingModel: id })
      this.#embeddingFailure = null
      this.#embedder = this.#makeEmbedder()
    } else {
      if (id !== NONE && !entry && !this.#endpoint(id)) throw new CatchmentError('not_found', `No model “${id}”.`)
      if (this.#probe && this.#probe.modelId !== id) this.#options.jobs.cancel(this.#probe.jobId)
      await this.#options.settings.write({ chatModel: id })
      this.#observer.settle(null)
      this.#chat = this.#makeChat()
    }
    this.#probeOnce()
    return this.#changed()
  }

  /** Loads what is chosen before it is needed, so that the first turn does not wait. Failures show in the status. */
  async warmUp(): Promise<void> {
    await Promise.all([
      this.#whileLoading('embedding', () => this.#embedder.embed([''], { kind: 'query', priority: 'turn' })),
      this.#whileLoading('chat', async () => {
        if (this.#chat?.local && this.#entry(this.#chat.id)) await this.#chat.countTokens('')
      }),
    ])
  }

  async addEndpoint(input: NewEndpoint): Promise<EndpointView> {
    const { stored, endpoint } = await withEndpoint(this.#stored, input, this.#options.secrets)
    await this.#save(stored)
    this.#changed()
    return endpointView(endpoint)
  }

  /** If it is the current model, none is afterwards. Throws `not_found`. */
  async removeEndpoint(id: string): Promise<void> {
    const stored = withoutEndpoint(this.#stored, id)
    if (this.#options.settings.read().chatModel === id) await this.select(NONE)
    await this.#save(stored)
    this.#changed()
  }

  /** Starts fetching a model, or returns the job that does so already. Throws `not_found`. */
  download(id: string): { jobId: JobId } {
    const entry = this.#entry(id)
    if (!entry) throw new CatchmentError('not_found', `No model “${id}” in the catalog.`)
    const running = this.#downloads.get(id)
    if (running) return { jobId: running }
    const { cacheDir, jobs } = this.#options
    const jobId = jobs.start('download', entry.title, async ({ signal, report }) => {
      try {
        await ensureModel(entry, {
          cacheDir,
          signal,
          onProgress: ({ doneBytes, totalBytes, phase, from }) =>
            report(totalBytes > 0 ? doneBytes / totalBytes : null, `${phase}, from ${from}`),
        })
        this.#arrived(id)
      } finally {
        this.#downloads.delete(id)
        this.#changed()
      }
    })
    this.#downloads.set(id, jobId)
    this.#changed()
    return { jobId }
  }

  /** “Use a file I have.” Throws `bad_request` if it is no model of the catalog. */
  async useFile(path: string): Promise<CatalogEntry> {
    const entry = await identifyFile(path, this.#catalog)
    if (!entry) throw new CatchmentError('bad_request', `${path} is none of the models in the catalog.`)
    await installFromFile(entry, path, { cacheDir: this.#options.cacheDir })
    this.#arrived(entry.id)
    this.#changed()
    const view = this.catalog().find(({ id }) => id === entry.id)
    if (!view) throw new CatchmentError('internal', `The catalog lost ${entry.id}.`)
    return view
  }

  /** Measures what the current chat model can do, or returns the job that does so already. Throws `not_found`. */
  probe(): { jobId: JobId } {
    const chat = this.#chat
    if (!chat) throw new CatchmentError('not_found', 'There is no chat model to try.')
    if (this.#probe?.modelId === chat.id) return { jobId: this.#probe.jobId }
    const key = this.#abilityKey()
    const jobId = this.#options.jobs.start('probe', `What ${chat.title} can do`, async ({ signal, report }) => {
      try {
        const scores = await probeAbilities(chat, {
          signal,
          ready: () => this.#observer.quiet(),
          onProgress: (done, total, { ability }) => report(done / total, ability),
        })
        await this.#saveAbilities(key, withScores(this.#stored.abilities[key], scores))
      } finally {
        if (this.#probe?.jobId === jobId) this.#probe = null
        this.#changed()
      }
    })
    this.#probe = { jobId, modelId: chat.id }
    this.#changed()
    return { jobId }
  }

  /** A person's word on an ability of the current chat model; null takes it back. Throws `not_found`. */
  async override(ability: Ability, enabled: boolean | null): Promise<ModelStatus> {
    if (!this.#chat) throw new CatchmentError('not_found', 'There is no chat model.')
    const key = this.#abilityKey()
    await this.#saveAbilities(key, withOverride(this.#stored.abilities[key], ability, enabled))
    return this.#changed()
  }

  /** Ends the model process and what runs in it. */
  async dispose(): Promise<void> {
    if (this.#probe) this.#options.jobs.cancel(this.#probe.jobId)
    for (const jobId of this.#downloads.values()) this.#options.jobs.cancel(jobId)
    await this.#host.dispose()
    await this.#saving
  }

  #makeChat(): ChatModel | null {
    const { chatModel } = this.#options.settings.read()
    const entry = this.#entry(chatModel)
    const endpoint = this.#endpoint(chatModel)
    if (entry?.purpose === 'chat') return this.#observer.watch(localChat(entry, this.#options.cacheDir, this.#host))
    return endpoint ? this.#observer.watch(endpointChat(endpoint, this.#options.secrets)) : null
  }

  #makeEmbedder(): Embedder {
    const { embeddingModel } = this.#options.settings.read()
    const embedder = localEmbedder(embeddingModel, this.#entry(embeddingModel), this.#options.cacheDir, this.#host)
    return {
      modelId: embedder.modelId,
      embed: async (texts, options) => {
        try {
          const vectors = await embedder.embed(texts, options)
          this.#noteEmbedding(null)
          return vectors
        } catch (error) {
          this.#noteEmbedding(failureOf(error))
          throw error
        }
      },
    }
  }

  #noteEmbedding(failure: string | null): void {
    if (failure === this.#embeddingFailure) return
    this.#embeddingFailure = failure
    this.#changed()
  }

  #chatStatus(): ModelStatus['chat'] {
    const chat = this.#chat
    if (!chat) return { kind: 'none' }
    const message = this.#observer.failure
    const endpoint = this.#endpoint(chat.id)
    const { id, title, local } = chat
    if (endpoint) {
      const { host } = new URL(endpoint.baseUrl)
      return { kind: 'endpoint', id, title, local, host, state: message === null ? 'ready' : 'failed', message }
    }
    return { kind: 'local', id, title, ...this.#localState(this.#entry(id), this.#loading.chat, message) }
  }

  #embeddingStatus(): ModelStatus['embedding'] {
    const id = this.#options.settings.read().embeddingModel
    const entry = this.#entry(id)
    const state = this.#localState(entry, this.#loading.embedding, this.#embeddingFailure)
    return { id, title: entry?.title ?? id, ...state, multilingual: entry?.languages !== 'English' }
  }

  #localState(
    entry: CatalogModel | undefined,
    loading: boolean,
    failure: string | null,
  ): Pick<ModelStatus['embedding'], 'state' | 'message'> {
    if (!entry || !isInstalled(entry, this.#options.cacheDir)) {
      return { state: 'missing', message: 'Its files are not on this computer. Download it again.' }
    }
    if (failure !== null) return { state: 'failed', message: failure }
    return { state: loading ? 'loading' : 'ready', message: null }
  }

  async #whileLoading(which: 'chat' | 'embedding', load: () => Promise<unknown>): Promise<void> {
    this.#loading[which] = true
    this.#changed()
    try {
      await load()
    } catch (error) {
      if (which === 'chat') this.#observer.settle(failureOf(error))
      else this.#noteEmbedding(failureOf(error))
    } finally {
      this.#loading[which] = false
      this.#changed()
    }
  }

  /** What failed for want of this model's files has another chance. */
  #arrived(id: string): void {
    if (this.#chat?.id === id) {
      this.#observer.settle(null)
      this.#probeOnce()
    }
    if (this.#options.settings.read().embeddingModel === id) this.#noteEmbedding(null)
  }

  /** 03-models: after a model is added, the probe runs once, in the background. */
  #probeOnce(): void {
    if (!this.#options.autoProbe || !this.#chat || isMeasured(this.#stored.abilities[this.#abilityKey()])) return
    const entry = this.#entry(this.#chat.id)
    if (entry && !isInstalled(entry, this.#options.cacheDir)) return
    this.probe()
  }

  #abilities(): ModelStatus['abilities'] {
    return abilityStates(this.#stored.abilities[this.#abilityKey()], this.#chat !== null)
  }

  #abilityKey(): string {
    const id = this.#chat?.id ?? NONE
    const entry = this.#entry(id)
    return entry ? `${id}@${entry.revision}` : id
  }

  #saveAbilities(key: string, abilities: StoredModels['abilities'][string]): Promise<void> {
    return this.#save({ ...this.#stored, abilities: { ...this.#stored.abilities, [key]: abilities } })
  }

  /** One save after the other; the newest state is what counts. */
  #save(stored: StoredModels): Promise<void> {
    this.#stored = stored
    const saving = this.#saving.catch(() => undefined).then(() => this.#options.persistence.save(this.#stored))
    this.#saving = saving
    return saving
  }

  #changed(): ModelStatus {
    const status = this.status()
    this.#options.onChange(status)
    return status
  }

  #entry(id: string): CatalogModel | undefined {
    return this.#catalog.find((model) => model.id === id)
  }

  #endpoint(id: string): StoredModels['endpoints'][number] | undefined {
    return this.#stored.endpoints.find((endpoint) => endpoint.id === id)
  }
}
