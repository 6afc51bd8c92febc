import { statSync } from 'node:fs'
import { totalmem } from 'node:os'
import { CatchmentError } from '@shared/contract/errors'
import type { FoundModelView, ModelFileView } from '@shared/contract/models'
import type { CatalogModel, ChatCatalogModel } from '../../download/catalog'
import { identifyFile } from '../../download/from-file'
import { createLocalChatModel } from '../chat-local'
import type { HostClient } from '../host-client'
import type { StoredState } from '../stored-state'
import type { ChatModel } from '../types'
import { type FoundFile, findInFolder, findInUsualFolders, type Surroundings } from './find-models'
import { isTiny } from './gguf-facts'
import { profileOf, readModelFile, type StoredModelFile } from './model-file'

export interface ModelFilesOptions {
  stored: StoredState
  catalog: readonly CatalogModel[]
  totalMemoryBytes?: number
  /** For tests: another home. */
  surroundings?: Surroundings
}

/** The models in files of the person's own, and those that other programs keep here. */
export class ModelFiles {
  readonly #options: Required<Omit<ModelFilesOptions, 'surroundings'>> & Pick<ModelFilesOptions, 'surroundings'>
  /** What was found and offered last, by the id a window may ask with: it never names a path itself. */
  readonly #offered = new Map<string, FoundFile>()

  constructor(options: ModelFilesOptions) {
    this.#options = { totalMemoryBytes: totalmem(), ...options }
  }

  get(id: string): StoredModelFile | undefined {
    return this.#options.stored.value.files.find((file) => file.id === id)
  }

  views(): ModelFileView[] {
    return this.#options.stored.value.files.map((file) => this.#view(file))
  }

  /** True if the file lies there, as it was or changed. */
  isThere(id: string): boolean {
    const file = this.get(id)
    return file !== undefined && statSync(file.path, { throwIfNoEntry: false })?.isFile() === true
  }

  /** What its measured abilities are stored under: another file at the same place is measured anew. */
  abilityKey(id: string): string | null {
    const file = this.get(id)
    return file ? `${id}@${file.sizeBytes}-${Math.round(file.mtimeMs)}` : null
  }

  /**
   * Takes a file into the list; one that is in it is read again.
   * @throws CatchmentError `not_found`, or `bad_request` with a sentence why it cannot be used
   */
  async add(path: string, title?: string): Promise<StoredModelFile> {
    const { catalog, totalMemoryBytes, stored } = this.#options
    // First the cheap look: a checksum of gigabytes is only computed for what can be used.
    const seen = await readModelFile(path, { title, totalMemoryBytes })
    const known = await identifyFile(path, catalog)
    const catalogModel = known?.purpose === 'chat' ? known : null
    const file = catalogModel ? await readModelFile(path, { title, totalMemoryBytes, catalogModel }) : seen
    await stored.update((value) => ({
      ...value,
      files: [...value.files.filter(({ id }) => id !== file.id), file],
    }))
    return file
  }

  /** Takes it out of the list; the file stays where it lies. @throws CatchmentError `not_found` */
  async remove(id: string): Promise<void> {
    if (!this.get(id)) throw new CatchmentError('not_found', `There is no model file “${id}” in the list.`)
    const key = this.abilityKey(id) ?? id
    await this.#options.stored.update(({ files, abilities: { [key]: _, ...abilities }, ...value }) => ({
      ...value,
      abilities,
      files: files.filter((file) => file.id !== id),
    }))
  }

  /** Models of LM Studio, Jan, Ollama and others; with `folder` those below it. Those in the list already are left out. */
  async find(folder: string | null = null): Promise<FoundModelView[]> {
    const { surroundings } = this.#options
    const found = folder === null ? await findInUsualFolders(surroundings) : await findInFolder(folder)
    const listed = new Set(this.#options.stored.value.files.map(({ path }) => path))
    const views = await Promise.all(found.filter(({ path }) => !listed.has(path)).map((file) => this.#offer(file)))
    return views.filter((view) => view !== null)
  }

  /** @throws CatchmentError `not_found` for an id that was not offered, else as `add` */
  addFound(id: string): Promise<StoredModelFile> {
    const file = this.#offered.get(id)
    if (!file) throw new CatchmentError('not_found', 'This model was not found here. Look for models again.')
    return this.add(file.path, file.title ?? undefined)
  }

  /** The chat model in a file of the list; one that is gone answers `model_missing`. */
  chat(id: string, host: HostClient): ChatModel | null {
    const file = this.get(id)
    if (!file) return null
    const { path, title, contextTokens } = file
    const profile = profileOf(file, this.#catalogModel(file))
    return createLocalChatModel({ host, id, title, source: { path, profile, contextTokens } })
  }

  /** Reads a file that changed on the disk again; one that cannot be read stays as it was known. */
  async refresh(id: string): Promise<void> {
    const file = this.get(id)
    if (!file) return
    const now = statSync(file.path, { throwIfNoEntry: false })
    if (!now || (now.size === file.sizeBytes && now.mtimeMs === file.mtimeMs)) return
    await this.add(file.path, file.title)
  }

  #catalogModel({ catalogId }: StoredModelFile): ChatCatalogModel | null {
    const model = this.#options.catalog.find(({ id }) => id === catalogId)
    return model?.purpose === 'chat' ? model : null
  }

  #view(file: StoredModelFile): ModelFileView {
    const { id, title, path, architecture, quantisation, contextTokens, memoryBytes, weightBytes, hasTemplate } = file
    const notes: ModelFileView['notes'] = []
    if (!hasTemplate && !file.catalogId) notes.push('noTemplate')
    if (memoryBytes > this.#options.totalMemoryBytes * 0.75) notes.push('muchMemory')
    if (this.#catalogModel(file)?.default || isTiny(file)) notes.push('tiny')
    return {
      ...{ id, title, path, architecture, quantisation, contextTokens, memoryBytes, sizeBytes: weightBytes, notes },
      there: this.isThere(id),
    }
  }

  async #offer(file: FoundFile): Promise<FoundModelView | null> {
    const { path, source, sizeBytes } = file
    try {
      const read = await readModelFile(path, {
        title: file.title ?? undefined,
        totalMemoryBytes: this.#options.totalMemoryBytes,
      })
      this.#offered.set(read.id, file)
      const { id, title, memoryBytes, contextTokens } = read
      return { id, title, path, source, sizeBytes, memoryBytes, contextTokens, refusal: null }
    } catch (error) {
      if (!(error instanceof CatchmentError)) throw error
      if (error.code === 'not_found') return null
      const title = file.title ?? path.split(/[\\/]/).at(-1) ?? path
      return { id: path, title, path, source, sizeBytes, memoryBytes: 0, contextTokens: 0, refusal: error.message }
    }
  }
}
