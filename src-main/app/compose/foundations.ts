/** What every capability stands on: bus, settings, jobs, models, the bucket directory, and the models of the moment. */
import { join } from 'node:path'
import { CatchmentError } from '@shared/contract/errors'
import type { ModelStatus } from '@shared/contract/models'
import type { Settings } from '@shared/contract/settings'
import type { ProfileId } from '@shared/ids'
import { nodePdf } from '../../attachments/reading'
import { type Attachments, createAttachments } from '../../attachments/service'
import { nodeCheck } from '../../backups/checking'
import { type Backups, createBackups } from '../../backups/service'
import { BucketDirectory } from '../../buckets/directory'
import { cacheDirectory } from '../../download/places'
import { calibrationFor, filingModelFor } from '../../filing/fitted'
import { createMeasures, type Measures } from '../../health/measures'
import { keyFile } from '../../models/key-file'
import { proxyFromEnvironment } from '../../models/proxy'
import { ModelService } from '../../models/service'
import type { ChatModel, Embedder } from '../../models/types'
import { builtFile } from '../../runtime/built-file'
import { EventBus } from '../../runtime/bus'
import { Jobs } from '../../runtime/jobs'
import { jsonFile } from '../../runtime/json-file'
import { thresholdMinutes } from '../../segments/threshold'
import type { Store } from '../../store/protocol'
import type { AppOptions } from '../options'
import { SettingsService } from '../settings'

export interface Foundations {
  options: AppOptions
  store: Store
  profileId: ProfileId
  bus: EventBus
  settings: SettingsService
  jobs: Jobs
  models: ModelService
  backups: Backups
  /** Images and PDF that travel with messages. */
  attachments: Attachments
  /** What the health page shows and no other table holds. */
  measures: Measures
  directory: BucketDirectory
  /** The embedder of the moment: choosing another model replaces it, and nobody keeps the old one. */
  embedder: Embedder
  /** The chat model of the moment; null without one. */
  chat(): ChatModel | null
  place(): { timeZone: string; locale: string }
  /** The settings with the silence threshold of the hour. */
  timed(): Settings
  /** Region of the person's locale (`DE`), '' if it names none. */
  region(): string
  /** Logs what nobody expected; the work around it goes on. */
  onFault(error: unknown): void
}

/** Opens settings, models and the directory. What was opened is closed again if a later step throws. */
export async function openFoundations(options: AppOptions): Promise<Foundations> {
  const { handle, clock, log } = options
  const profileId = await handle.ensureProfile(options.profile)
  const store = handle.forProfile(profileId)
  const onFault = (error: unknown): void => log.error({ err: error }, 'fault')
  const bus = new EventBus(onFault)
  const place = options.place ?? systemPlace
  const settings = new SettingsService({ store, bus, clock }, options.overrides)
  await settings.load()
  const jobs = new Jobs(bus, onFault)
  const backups = createBackups({
    handle,
    check: options.checkBackup ?? ((dataDir, signal) => nodeCheck(builtFile('backup-check.js'))(dataDir, signal)),
    now: () => clock.now(),
    timeZone: () => place().timeZone,
    changed: () => bus.tell({ type: 'backups.changed' }),
  })
  const attachments = createAttachments({
    storeDir: handle.storeDir,
    profileId,
    readPdf: options.readPdf ?? ((path, signal) => nodePdf(builtFile('pdf-reader.js'))(path, signal)),
    now: () => clock.now(),
  })
  const measures = createMeasures({ store, clock, timeZone: () => place().timeZone, onFault })
  const directory = new BucketDirectory(store, bus)
  await directory.load()
  const models = await openModels(options, settings, jobs, bus)
  return {
    options,
    store,
    profileId,
    bus,
    settings,
    jobs,
    models,
    backups,
    attachments,
    measures,
    directory,
    embedder: currentEmbedder(models),
    chat: () => options.chat ?? models.chat,
    place,
    timed() {
      const all = settings.get()
      return { ...all, segmentTimeoutMinutes: thresholdMinutes(all, clock.now(), place().timeZone) }
    },
    region: () => new Intl.Locale(place().locale).maximize().region ?? '',
    onFault,
  }
}

function currentEmbedder(models: ModelService): Embedder {
  return {
    get modelId() {
      return models.embedder.modelId
    },
    embed: (texts, options) => models.embedder.embed(texts, options),
    passages: (text) => models.embedder.passages(text),
  }
}

/** What filing was fitted for this embedding model. @throws CatchmentError `model_missing` for one nobody fitted. */
export function fittedFor(modelId: string) {
  const model = filingModelFor(modelId)
  const calibration = calibrationFor(modelId)
  if (!model || !calibration) {
    throw new CatchmentError(
      'model_missing',
      `Filing knows no numbers for the embedding model ${modelId}. Choose another one in Settings.`,
    )
  }
  return { model, calibration }
}

function openModels(options: AppOptions, settings: SettingsService, jobs: Jobs, bus: EventBus): Promise<ModelService> {
  return ModelService.open({
    startHost: options.startHost,
    cacheDir: cacheDirectory(),
    settings: { read: () => settings.get(), write: async (patch) => void (await settings.set(patch)) },
    secrets: options.secrets,
    proxyFor: options.proxyFor ?? proxyFromEnvironment(),
    keyFile: keyFile(join(options.handle.storeDir, 'keys.json')),
    persistence: jsonFile(join(options.handle.storeDir, 'models.json')),
    jobs: {
      start: (kind, title, work) => jobs.start(kind, title, async (control) => void (await work(control))),
      cancel: (id) => jobs.cancel(id),
    },
    onChange: (status: ModelStatus) => bus.tell({ type: 'models.changed', status }),
    autoProbe: options.autoProbe,
  })
}

function systemPlace(): { timeZone: string; locale: string } {
  const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions()
  return { timeZone, locale }
}
