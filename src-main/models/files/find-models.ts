/** Model files that other programs keep on this computer: found and offered where they lie. */
import type { Dirent } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { z } from 'zod'

export interface FoundFile {
  path: string
  /** As its program calls it; null where the file's own name has to do. */
  title: string | null
  /** Whose folder it lies in: “Ollama”, “LM Studio”; the folder's name where a person chose one. */
  source: string
  sizeBytes: number
}

export interface Surroundings {
  env: Readonly<Record<string, string | undefined>>
  home: string
  platform: NodeJS.Platform
}

const here = (): Surroundings => ({ env: process.env, home: homedir(), platform: process.platform })

const MAX_DEPTH = 6
const MAX_ENTRIES = 20_000
const MAX_FILES = 200
/** A model that can talk is larger; what is smaller is a test's, or a picture's part. */
const SMALLEST_BYTES = 20e6
const MAX_MANIFEST_BYTES = 1 << 20

/** Where the usual programs keep models, by their own documentation; the environment outranks the default. */
export function usualFolders({ env, home, platform }: Surroundings = here()): { source: string; folder: string }[] {
  const data =
    platform === 'win32'
      ? (env.APPDATA ?? join(home, 'AppData', 'Roaming'))
      : platform === 'darwin'
        ? join(home, 'Library', 'Application Support')
        : (env.XDG_CONFIG_HOME ?? join(home, '.config'))
  const cache = platform === 'darwin' ? join(home, 'Library', 'Caches') : (env.XDG_CACHE_HOME ?? join(home, '.cache'))
  const hub = env.HF_HUB_CACHE ?? join(env.HF_HOME ?? join(home, '.cache', 'huggingface'), 'hub')
  return [
    { source: 'Ollama', folder: env.OLLAMA_MODELS ?? join(home, '.ollama', 'models') },
    ...(platform === 'linux' ? [{ source: 'Ollama', folder: '/usr/share/ollama/.ollama/models' }] : []),
    { source: 'LM Studio', folder: join(home, '.lmstudio', 'models') },
    { source: 'LM Studio', folder: join(home, '.cache', 'lm-studio', 'models') },
    { source: 'Jan', folder: join(data, 'Jan', 'data', 'llamacpp', 'models') },
    { source: 'Jan', folder: join(data, 'Jan', 'data', 'models') },
    { source: 'Jan', folder: join(home, 'jan', 'models') },
    { source: 'GPT4All', folder: join(home, '.local', 'share', 'nomic.ai', 'GPT4All') },
    { source: 'llama.cpp', folder: env.LLAMA_CACHE ?? join(cache, 'llama.cpp') },
    { source: 'Hugging Face', folder: hub },
  ]
}

/** What lies in the folders of the usual programs, each file once, largest programs' order first. */
export async function findInUsualFolders(surroundings: Surroundings = here()): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  for (const { source, folder } of usualFolders(surroundings)) found.push(...(await findInFolder(folder, source)))
  return once(found)
}

/**
 * The model files below a folder: an Ollama store by its manifests, anything else by the names of its files. What cannot be
 * read is left out; a folder that is not there holds none. Looks at no more than some thousand entries.
 */
export async function findInFolder(folder: string, source: string = basename(folder)): Promise<FoundFile[]> {
  for (const root of [folder, join(folder, 'models')]) {
    if ((await isFolder(join(root, 'manifests'))) && (await isFolder(join(root, 'blobs')))) {
      return once(await ollamaModels(root, source))
    }
  }
  return once(await looseFiles(folder, source))
}

async function looseFiles(folder: string, source: string): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  for await (const path of filesBelow(folder)) {
    const name = basename(path)
    const further = /-(\d{5})-of-\d{5}\.gguf$/i.exec(name)
    if (!/\.gguf$/i.test(name) || /mmproj/i.test(name) || (further && further[1] !== '00001')) continue
    const sizeBytes = await sizeOf(path)
    if (sizeBytes !== null && sizeBytes >= SMALLEST_BYTES) found.push({ path, title: null, source, sizeBytes })
    if (found.length >= MAX_FILES) break
  }
  return found
}

const manifest = z.object({ layers: z.array(z.object({ mediaType: z.string(), digest: z.string() })) })
const MODEL_LAYER = 'application/vnd.ollama.image.model'

/** Its weights are blobs named by their checksum; a manifest below registry, owner, model and tag says which. */
async function ollamaModels(root: string, source: string): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  const manifests = join(root, 'manifests')
  for await (const path of filesBelow(manifests)) {
    const layers = await layersOf(path)
    const weights = layers.filter(({ mediaType }) => mediaType === MODEL_LAYER)
    const [layer] = weights
    // Several: the parts of a model that only its own program puts together.
    if (!layer || weights.length > 1 || !/^sha256[:-][0-9a-f]{64}$/.test(layer.digest)) continue
    const blob = join(root, 'blobs', layer.digest.replace(':', '-'))
    const sizeBytes = await sizeOf(blob)
    if (sizeBytes === null || sizeBytes < SMALLEST_BYTES) continue
    const [tag = '', model = '', owner = ''] = path
      .slice(manifests.length + 1)
      .split(/[\\/]/)
      .reverse()
    const title = `${owner === 'library' || owner === '' ? '' : `${owner}/`}${model}:${tag}`
    found.push({ path: blob, title, source, sizeBytes })
    if (found.length >= MAX_FILES) break
  }
  return found
}

async function layersOf(path: string): Promise<{ mediaType: string; digest: string }[]> {
  const size = await sizeOf(path)
  if (size === null || size > MAX_MANIFEST_BYTES) return []
  try {
    return manifest.parse(JSON.parse(await readFile(path, 'utf8'))).layers
  } catch {
    // Not a manifest, or not readable: this model is not offered.
    return []
  }
}

async function* filesBelow(folder: string): AsyncGenerator<string> {
  const open: { folder: string; depth: number }[] = [{ folder, depth: 0 }]
  let left = MAX_ENTRIES
  for (let next = open.shift(); next; next = open.shift()) {
    const entries = await readdir(next.folder, { withFileTypes: true }).catch((): Dirent[] => [])
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (left-- <= 0) return
      const path = join(next.folder, entry.name)
      if (entry.isDirectory()) {
        if (next.depth < MAX_DEPTH) open.push({ folder: path, depth: next.depth + 1 })
      } else yield path
    }
  }
}

async function once(found: readonly FoundFile[]): Promise<FoundFile[]> {
  const byPlace = new Map<string, FoundFile>()
  for (const file of found) {
    const place = await realpath(file.path).catch(() => file.path)
    if (!byPlace.has(place)) byPlace.set(place, file)
  }
  return [...byPlace.values()]
}

const isFolder = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Null for what is no readable file; links are followed. */
const sizeOf = async (path: string): Promise<number | null> =>
  stat(path).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  )
