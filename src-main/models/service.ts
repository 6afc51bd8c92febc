import { CatchmentError } from '@shared/contract/errors'
import type {
  Ability,
  CatalogEntry,
  ChatSpeed,
  EndpointView,
  FoundModelView,
  ModelFileView,
  ModelStatus,
  SentView,
} from '@shared/contract/models'
import type { JobId } from '@shared/ids'
import { type CatalogModel, loadCatalog, modelSizeBytes } from '../download/catalog'
import { isInstalled } from '../download/places'
import { abilityStates, isMeasured, withOverride } from './abilities'
import { catalogEntries } from './catalog-view'
import { localChat, localEmbedder } from './current-models'
import { type DiscoveredEndpoint, discoverEndpoints } from './discover'
import { Downloads } from './downloads'
import {
  type EndpointPorts,
  endpointChat,
  endpointView,
  type NewEndpoint,
  newEndpoint,
  withEndpoint,
  withoutEndpoint,
} from './endpoints'
import type { Surroundings } from './files/find-models'
import { ModelFiles } from './files/model-files'
import { HostClient } from './host-client'
import type { StartHost } from './host-process'
import { isLoopback } from './loopback'
import { chatStatus, embeddingStatus } from './model-status'
import { ChatObserver, failureOf } from './observed-chat'
import { measureMemory, paceShown } from './pace'
import type { JobsPort, ModelSettingsPort, ModelsPersistence } from './ports'
import { Probing } from './probing'
import type { StoredModels } from './stored-models'
import { StoredState } from './stored-state'
import type { ChatModel, Embedder } from './types'

export interface ModelServiceOptions extends EndpointPorts {
  startHost: StartHost
  cacheDir: string
  settings: ModelSettingsPort
  persistence: ModelsPersistence
  jobs: JobsPort
  /** The window's status has changed. */
  onChange: (status: ModelStatus) => void
  /** Probe a chat model when it is selected for the first time. Off for the command line. */
  autoProbe?: boolean
  idleMs?: number
  /** For tests: a home other than the person's, where other programs keep models. */
  surroundings?: Surroundings
}

const NONE = 'none'
/** A machine that is busy answers more slowly now and then: what is known of it is not written anew for that. */
const PACE_DIFFERS = 0.3

/** All models of the product: what is chosen, what can be had, what it can do. One per process. */
export class ModelService {
  readonly #options: ModelServiceOptions
  readonly #host: HostClient
  readonly #catalog: readonly CatalogModel[] = loadCatalog()
  readonly #stored: StoredState
  readonly #observer: ChatObserver
  readonly #downloads: Downloads
  readonly #probing: Probing
  readonly #files: ModelFiles
  /** Before any model answered here at length. */
  #memoryPace: number | null = null
  #embedder: Embedder
  #embeddingFailure: string | null = null
  #loading = { chat: false, embedding: false }
  #chat: ChatModel | null

  private constructor(options: ModelServiceOptions, stored: StoredState) {
    this.#options = options
    this.#stored = stored
    this.#host = new HostClient({
      start: options.startHost,
      ...(options.idleMs === undefined ? {} : { idleMs: options.idleMs }),
    })
    const { jobs, cacheDir, surroundings } = options
    this.#files = new ModelFiles({ stored, catalog: this.#catalog, ...(surroundings ? { surroundings } : {}) })
    this.#observer = new ChatObserver(
      () => this.#changed(),
      (isUnderWay) => {
        this.#host.giveWay(isUnderWay)
        if (!isUnderWay) this.#notePace()
      },
    )
    this.#downloads = new Downloads({ cacheDir, jobs, onChange: (arrived) => this.#arrived(arrived) })
    this.#probing = new Probing({ jobs, stored, observer: this.#observer, onChange: () => this.#changed() })
    this.#embedder = this.#makeEmbedder()
    this.#chat = this.#makeChat()
  }

  /** Throws a ZodError if what was saved is not readable: it is not overwritten. */
  static async open(options: ModelServiceOptions): Promise<ModelService> {
    return new ModelService(options, await StoredState.open(options.persistence))
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
      probing: this.#probing.isRunning,
    }
  }

  /** How fast the current chat model answered last; null if it did not since the program began. */
  speed(): ChatSpeed | null {
    const { speed } = this.#observer
    return speed?.modelId === this.#chat?.id ? speed : null
  }

  /** Resolves when no turn of the conversation is being answered: background work asks then. */
  quiet(): Promise<void> {
    return this.#observer.quiet()
  }

  /** A person has sent something: until the returned function is called, what is asked in the background gives way at its next step. */
  goFirst(): () => void {
    return this.#observer.goFirst()
  }

  catalog(): CatalogEntry[] {
    this.#memoryPace ??= measureMemory()
    const { abilities, bytesPerSecond } = this.#stored.value
    return catalogEntries(this.#catalog, this.#options.cacheDir, this.#downloads.running, {
      bytesPerSecond: bytesPerSecond ?? this.#memoryPace,
      proved: (model) => {
        const stored = abilities[`${model.id}@${model.revision}`]
        if (!isMeasured(stored)) return null
        return abilityStates(stored, true).flatMap(({ ability, enabled }) => (enabled ? [ability] : []))
      },
    })
  }

  endpoints(): EndpointView[] {
    return this.#stored.value.endpoints.map(endpointView)
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
      if (id !== NONE && !entry && !this.#endpoint(id) && !this.#files.get(id))
        throw new CatchmentError('not_found', `No model “${id}”.`)
      await this.#files.refresh(id)
      await this.#options.settings.write({ chatModel: id })
      this.#observer.settle(null)
      this.#chat = this.#makeChat()
      this.#probing.cancel(this.#abilityKey())
    }
    this.#probeOnce()
    return this.#changed()
  }

  /** Loads what is chosen before it is needed, so that the first turn does not wait. Failures show in the status. */
  async warmUp(): Promise<void> {
    await Promise.all([
      this.#whileLoading('embedding', () => this.#embedder.embed([''], { kind: 'query', priority: 'turn' })),
      this.#whileLoading('chat', async () => this.#chat?.load?.()),
    ])
  }

  /** Where the key of a server would lie: in the system's keyring, or in a file of the store. */
  keyPlace(): 'keyring' | 'file' {
    return this.#options.secrets.available() ? 'keyring' : 'file'
  }

  /** Throws `bad_request` for a remote host or a key file that is not confirmed, `conflict` for one that is in the list. */
  async addEndpoint(input: NewEndpoint): Promise<EndpointView> {
    const endpoint = await newEndpoint(input, this.#stored.value.confirmedHosts, this.#options)
    try {
      await this.#stored.update((stored) => withEndpoint(stored, endpoint))
    } catch (error) {
      if (endpoint.keyInFile) await this.#options.keyFile.remove(endpoint.id)
      throw error
    }
    this.#changed()
    return endpointView(endpoint)
  }

  /** To which hosts that are not this machine anything was sent, when last and how often; newest first. */
  sent(): SentView[] {
    return Object.entries(this.#stored.value.sent)
      .map(([host, { lastAt, times }]) => ({ host, lastAt, times }))
      .sort((a, b) => (a.lastAt < b.lastAt ? 1 : -1))
  }

  /** The same model; every question to it is noted before it leaves. */
  #noted(chat: ChatModel, host: string): ChatModel {
    const note = (stored: StoredModels): StoredModels => ({
      ...stored,
      sent: {
        ...stored.sent,
        [host]: { lastAt: new Date().toISOString(), times: (stored.sent[host]?.times ?? 0) + 1 },
      },
    })
    const { stream } = chat
    const update = (): Promise<void> => this.#stored.update(note)
    return {
      ...chat,
      async *stream(request) {
        await update()
        yield* stream.call(chat, request)
      },
    }
  }

  /** If it is the current model, none is afterwards. Throws `not_found`. */
  async removeEndpoint(id: string): Promise<void> {
    if (this.#endpoint(id) && this.#options.settings.read().chatModel === id) await this.select(NONE)
    const keyInFile = this.#endpoint(id)?.keyInFile === true
    await this.#stored.update((stored) => withoutEndpoint(stored, id))
    if (keyInFile) await this.#options.keyFile.remove(id)
    this.#changed()
  }

  /** Starts fetching a model, or returns the job that does so already. Throws `not_found`. */
  download(id: string): { jobId: JobId } {
    const entry = this.#entry(id)
    if (!entry) throw new CatchmentError('not_found', `No model “${id}” in the catalog.`)
    return { jobId: this.#downloads.start(entry) }
  }

  /**
   * “Use a file I have”: a GGUF file is used from where it lies, the package of a catalog model is unpacked. Returns what to
   * select. Throws `not_found`, or `bad_request` with a sentence why it cannot be used.
   */
  async useFile(path: string): Promise<{ id: string }> {
    const { id } = await (isPackage(path) ? this.#downloads.useFile(path, this.#catalog) : this.#files.add(path))
    this.#changed()
    return { id }
  }

  files(): ModelFileView[] {
    return this.#files.views()
  }

  /** Models that other programs keep here, or those below `folder`. */
  foundFiles(folder: string | null = null): Promise<FoundModelView[]> {
    return this.#files.find(folder)
  }

  /** Throws `not_found` for what was not offered, `bad_request` for what cannot be used. */
  async addFound(id: string): Promise<{ id: string }> {
    const file = await this.#files.addFound(id)
    this.#changed()
    return { id: file.id }
  }

  /** If it is the current model, none is afterwards; the file itself stays. Throws `not_found`. */
  async removeFile(id: string): Promise<void> {
    if (this.#files.get(id) && this.#options.settings.read().chatModel === id) await this.select(NONE)
    await this.#files.remove(id)
    this.#changed()
  }

  /** Measures what the current chat model can do, or returns the job that does so already. Throws `not_found`. */
  probe(): { jobId: JobId } {
    return { jobId: this.#probing.start(this.#currentChat(), this.#abilityKey()) }
  }

  /** A person's word on an ability of the current chat model; null takes it back. Throws `not_found`. */
  async override(ability: Ability, enabled: boolean | null): Promise<ModelStatus> {
    this.#currentChat()
    const key = this.#abilityKey()
    await this.#stored.update((stored) => ({
      ...stored,
      abilities: { ...stored.abilities, [key]: withOverride(stored.abilities[key], ability, enabled) },
    }))
    return this.#changed()
  }

  /** Ends the model process and what runs in it. */
  async dispose(): Promise<void> {
    this.#probing.cancel()
    this.#downloads.cancelAll()
    await this.#host.dispose()
    await this.#stored.settled()
  }

  /** What the answer that ended just now showed of this machine is kept, where it differs from what is known. */
  #notePace(): void {
    const speed = this.speed()
    const shown = speed && this.#chat?.local ? paceShown(this.#weightBytes(this.#chat.id), speed) : null
    const known = this.#stored.value.bytesPerSecond
    if (shown === null || (known !== null && Math.abs(shown - known) < known * PACE_DIFFERS)) return
    void this.#stored.update((stored) => ({ ...stored, bytesPerSecond: shown })).catch(() => undefined)
  }

  #weightBytes(id: string): number | null {
    const entry = this.#entry(id)
    return entry ? modelSizeBytes(entry) : (this.#files.get(id)?.weightBytes ?? null)
  }

  #currentChat(): ChatModel {
    if (!this.#chat) throw new CatchmentError('not_found', 'No chat model is selected.')
    return this.#chat
  }

  #makeChat(): ChatModel | null {
    const { chatModel } = this.#options.settings.read()
    const entry = this.#entry(chatModel)
    const endpoint = this.#endpoint(chatModel)
    // The host pauses what it is asked beside a turn, and loses nothing of it.
    const inHost = { restarts: false }
    if (entry?.purpose === 'chat')
      return this.#observer.watch(localChat(entry, this.#options.cacheDir, this.#host), inHost)
    const file = this.#files.chat(chatModel, this.#host)
    if (file) return this.#observer.watch(file, inHost)
    if (!endpoint) return null
    const chat = endpointChat(endpoint, this.#options)
    if (isLoopback(endpoint.baseUrl)) return this.#observer.watch(chat, { restarts: true })
    return this.#observer.watch(this.#noted(chat, new URL(endpoint.baseUrl).host), { restarts: false })
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
      passages: (text) => embedder.passages(text),
    }
  }

  #noteEmbedding(failure: string | null): void {
    if (failure === this.#embeddingFailure) return
    this.#embeddingFailure = failure
    this.#changed()
  }

  #chatStatus(): ModelStatus['chat'] {
    const id = this.#chat?.id ?? NONE
    const failure = this.#observer.failure
    const facts = { installed: this.#isInstalled(id), loading: this.#loading.chat, failure }
    return chatStatus(this.#chat, this.#endpoint(id), facts)
  }

  #embeddingStatus(): ModelStatus['embedding'] {
    const id = this.#options.settings.read().embeddingModel
    const failure = this.#embeddingFailure
    const facts = { installed: this.#isInstalled(id), loading: this.#loading.embedding, failure }
    return embeddingStatus(id, this.#entry(id), facts)
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
  #arrived(id: string | null): void {
    if (id !== null && this.#chat?.id === id) {
      this.#observer.settle(null)
      this.#probeOnce()
    }
    if (this.#options.settings.read().embeddingModel === id) this.#embeddingFailure = null
    this.#changed()
  }

  /** 03-models: after a model is added, the probe runs once, in the background. */
  #probeOnce(): void {
    if (!this.#options.autoProbe || !this.#chat || isMeasured(this.#stored.value.abilities[this.#abilityKey()])) return
    if (this.#endpoint(this.#chat.id) || this.#isInstalled(this.#chat.id)) this.probe()
  }

  #abilities(): ModelStatus['abilities'] {
    return abilityStates(this.#stored.value.abilities[this.#abilityKey()], this.#chat !== null)
  }

  #abilityKey(): string {
    const id = this.#chat?.id ?? NONE
    const entry = this.#entry(id)
    return entry ? `${id}@${entry.revision}` : (this.#files.abilityKey(id) ?? id)
  }

  #changed(): ModelStatus {
    const status = this.status()
    this.#options.onChange(status)
    return status
  }

  #entry(id: string): CatalogModel | undefined {
    return this.#catalog.find((model) => model.id === id)
  }

  #isInstalled(id: string): boolean {
    const entry = this.#entry(id)
    return entry ? isInstalled(entry, this.#options.cacheDir) : this.#files.isThere(id)
  }

  #endpoint(id: string): StoredModels['endpoints'][number] | undefined {
    return this.#stored.value.endpoints.find((endpoint) => endpoint.id === id)
  }
}

/** What a package registry hands out; anything else is taken for the model itself. */
const isPackage = (path: string): boolean => /\.(whl|tgz|tar\.gz|zip)$/i.test(path)
