import { z } from 'zod'
import { type JobId, jobId } from '../ids'
import { nothing, request } from './request'

export const ABILITIES = ['chat', 'title', 'assign', 'judge', 'extract', 'tags', 'tools', 'see'] as const
/** What a model was measured to be able to do (03-models). */
export type Ability = (typeof ABILITIES)[number]

export interface AbilityState {
  ability: Ability
  /** Share of the probe's items answered rightly, null if not probed yet. */
  score: number | null
  bar: number
  /** How sure the score is: the items, and the interval that holds the true share in nine of ten cases. Null if not probed. */
  measured: { right: number; asked: number; low: number; high: number } | null
  /** What guessing would score: the interval has to lie above it. */
  chance: number
  /** A person's own word, which outranks the score. */
  override: boolean | null
  enabled: boolean
}

export interface CatalogEntry {
  id: string
  purpose: 'chat' | 'embedding'
  title: string
  /** One sentence a person can choose by. */
  blurb: string
  sizeBytes: number
  licence: string
  contextTokens: number
  languages: string
  installed: boolean
  recommended: boolean
  /** About how fast it would write here; null for what does not write. */
  tokensPerSecond: number | null
  /** What it was measured to be able to do on this computer; null before it was. */
  proved: Ability[] | null
  /** It comes from somebody who did not make it, and has to match the checksum that is known of it. */
  thirdParty: boolean
  /** Set while it is being fetched. */
  downloadJob: JobId | null
}

/** A model in a file of the person's own, used from where it lies. */
export interface ModelFileView {
  id: string
  title: string
  path: string
  architecture: string
  /** “Q4_K_M”; null if the file does not say. */
  quantisation: string | null
  sizeBytes: number
  /** Of the process that runs it, about. */
  memoryBytes: number
  /** What it is given here; the file may allow more. */
  contextTokens: number
  /** False once it was moved or deleted. */
  there: boolean
  /** What to know before choosing it. */
  notes: ('noTemplate' | 'muchMemory' | 'tiny')[]
}

/** A model file that another program keeps on this computer. */
export interface FoundModelView {
  id: string
  title: string
  path: string
  /** “Ollama”, “LM Studio”, or the folder's name. */
  source: string
  sizeBytes: number
  memoryBytes: number
  contextTokens: number
  /** Why the runtime cannot use it; null if it can. */
  refusal: string | null
}

export interface EndpointView {
  id: string
  name: string
  baseUrl: string
  model: string
  /** On this computer (loopback). */
  local: boolean
  hasKey: boolean
  /** The key lies readable in a file of the store: the system had no keyring. */
  keyInFile: boolean
}

export interface ModelStatus {
  chat:
    | { kind: 'none' }
    | {
        kind: 'local'
        id: string
        title: string
        state: 'ready' | 'loading' | 'missing' | 'failed'
        message: string | null
      }
    | {
        kind: 'endpoint'
        id: string
        title: string
        local: boolean
        host: string
        state: 'ready' | 'failed'
        message: string | null
      }
  embedding: {
    id: string
    title: string
    state: 'ready' | 'loading' | 'missing' | 'failed'
    message: string | null
    multilingual: boolean
  }
  abilities: AbilityState[]
  probing: boolean
}

/** How fast a model answered. */
export interface ChatSpeed {
  modelId: string
  firstTokenMs: number
  /** Null where the runtime does not count. */
  tokensPerSecond: number | null
  /** Tokens of the prompt that had to be read; the rest was in the cache. Null where the runtime does not say. */
  evaluatedTokens: number | null
  generatedTokens: number | null
}

/** That something went to a host that is not this machine. */
export interface SentView {
  host: string
  /** ISO 8601 in UTC. */
  lastAt: string
  times: number
}

export const modelRequests = {
  'models.status': request<ModelStatus>()(nothing),
  'models.catalog': request<CatalogEntry[]>()(nothing),
  'models.endpoints': request<EndpointView[]>()(nothing),
  'models.download': request<{ jobId: JobId }>()(z.object({ id: z.string() })),
  /** Opens a file dialog in the main process: “use a file I have”. Null if the person cancelled, else what to select. */
  'models.useFile': request<{ id: string } | null>()(nothing),
  'models.files': request<ModelFileView[]>()(nothing),
  /** Out of the list; the file itself stays. */
  'models.removeFile': request<null>()(z.object({ id: z.string() })),
  /** What LM Studio, Jan, Ollama and others keep on this computer. */
  'models.found': request<FoundModelView[]>()(nothing),
  /** Opens a folder dialog in the main process and looks below the folder. Null if the person cancelled. */
  'models.searchFolder': request<FoundModelView[] | null>()(nothing),
  /** Takes a found model into the list. */
  'models.addFound': request<{ id: string }>()(z.object({ id: z.string() })),
  'models.select': request<ModelStatus>()(z.object({ id: z.string() })),
  'models.addEndpoint': request<EndpointView>()(
    z.object({
      name: z.string().trim().min(1).max(80),
      baseUrl: z.url({ protocol: /^https?$/ }),
      model: z.string().trim().min(1).max(200),
      apiKey: z.string().max(500).optional(),
      /** A host that is not this computer needs this once (03-models). */
      confirmedRemote: z.boolean(),
      /** A key on a system without a keyring needs this: it lies in a file then. */
      confirmedKeyFile: z.boolean().optional(),
    }),
  ),
  /** Where the key of a server would lie. */
  'models.keyPlace': request<'keyring' | 'file'>()(nothing),
  'models.removeEndpoint': request<null>()(z.object({ id: z.string() })),
  /** Looks for Ollama, LM Studio, llama.cpp and vLLM on loopback. */
  /** To which hosts elsewhere anything was sent, newest first. */
  'models.sent': request<SentView[]>()(nothing),
  'models.discover': request<{ name: string; baseUrl: string; models: string[] }[]>()(nothing),
  /** How many segments and bucket summaries the chosen model could tell anew; none if it was not proved to be able to. */
  'models.retellable': request<{ segments: number; buckets: number }>()(nothing),
  /** Tells them anew in the background; the receipt takes the segments' new words back. */
  'models.retell': request<{ jobId: JobId }>()(nothing),
  'models.probe': request<{ jobId: JobId }>()(nothing),
  'models.override': request<ModelStatus>()(z.object({ ability: z.enum(ABILITIES), enabled: z.boolean().nullable() })),
}

export type JobStage = 'reading' | 'filing'

export interface JobView {
  id: JobId
  kind: 'backup' | 'download' | 'export' | 'import' | 'probe' | 'reembed' | 'retell' | 'tidy'
  title: string
  state: 'running' | 'done' | 'failed' | 'cancelled'
  /** 0 to 1, null if it cannot be known. */
  progress: number | null
  /** Of an import: how fast a file is read says nothing of how long filing takes; while it is filed, all of it can be read. */
  stage?: JobStage | undefined
  detail: string
  error: string | null
}

export const jobRequests = {
  'jobs.list': request<JobView[]>()(nothing),
  'jobs.cancel': request<null>()(z.object({ jobId })),
}

export type ModelEvent = { type: 'models.changed'; status: ModelStatus } | { type: 'job.changed'; job: JobView }
