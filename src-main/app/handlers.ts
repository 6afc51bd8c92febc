import type { BucketCommand } from '@shared/commands'
import type { RequestName } from '@shared/contract'
import type { AppState } from '@shared/contract/app'
import type { BackupView } from '@shared/contract/backups'
import { CatchmentError, type Failure, type Result } from '@shared/contract/errors'
import type { SessionReceipt } from '@shared/contract/receipts'
import type { ReceiptView, SuggestionView } from '@shared/domain'
import type { JobId } from '@shared/ids'
import { toView } from '../buckets/directory'
import { boundsOfMonth } from '../conversation/month'
import { occurrencesIn } from '../conversation/occurrences'
import { toSegmentView } from '../segments/manifest-service'
import { isSoonLookedThrough } from '../store/missing-rows'
import { toBranchViews, toMessageView, withBranches } from '../store/views'
import { createAttachmentHandlers } from './attachment-handlers'
import { createBackupHandlers } from './backup-handlers'
import type { App } from './create-app'
import type { Desktop } from './desktop'
import { eraseHistory, lookAtErasing } from './erasing'
import { createHealthHandlers } from './health-handlers'
import { createHeartbeatHandlers } from './heartbeat-handlers'
import { createMemoryFileHandlers } from './memory-file-handlers'
import { createMemoryHandlers } from './memory-handlers'
import { createProfileHandlers } from './profile-handlers'
import { reembedIfNeeded } from './reembed'
import type { Handlers } from './requests'
import { createSegmentHandlers } from './segment-handlers'
import { bucketStatusOf } from './status'
import { createTransferHandlers, WrittenFiles } from './transfer-handlers'
import { createUpdateHandlers } from './update-handlers'
import { explain } from './why'

export interface AppFacts {
  version: string
  platform: string
  profile: string
}

/** Every request of the contract, answered by the services. */
export function createHandlers(app: App, desktop: Desktop, facts: AppFacts): Handlers {
  const {
    store,
    clock,
    buckets,
    conversation,
    directory,
    janitor,
    jobs,
    manifest,
    models,
    segments,
    session,
    settings,
  } = app
  const written = new WrittenFiles()
  return {
    ...createAttachmentHandlers(app, desktop),
    ...createBackupHandlers(app, desktop),
    ...createProfileHandlers(app, desktop, written),
    ...createTransferHandlers(app, desktop, written),
    ...createUpdateHandlers(app, desktop, { ...facts, arch: process.arch }),
    'app.state': () => appState(app, facts),
    'app.whole': async () => {
      const known = directory.all().reduce((sum, bucket) => sum + bucket.messages, 0)
      const isLookedThrough = app.handle.server === null && isSoonLookedThrough(known)
      const missing = isLookedThrough ? await app.store.verification.missing() : null
      if (missing !== null) throw new CatchmentError('store_damaged', missing)
      return null
    },
    'app.openLink': async ({ url }) => {
      await desktop.openLink(url)
      return null
    },
    'desktop.words': (words) => {
      desktop.words(words)
      return null
    },
    'desktop.closeJot': () => {
      desktop.closeJot()
      return null
    },
    'app.keepDrafts': () => {
      desktop.keepDrafts()
      return null
    },

    'conversation.page': async ({ bucketId, anchor, limit }) => {
      const page = await store.messages.page({ bucketId, anchor, limit })
      const ids = [...new Set(page.messages.flatMap((m) => (m.segmentId ? [m.segmentId] : [])))]
      const branches = await store.branches.countsAt(page.messages.map((m) => m.id))
      return {
        ...page,
        messages: withBranches(page.messages.map(toMessageView), branches),
        segments: (await store.segments.byIds(ids)).map(toSegmentView),
      }
    },
    'conversation.branches': async ({ messageId }) => toBranchViews(await store.branches.at([messageId])),
    'conversation.send': async (input) => acknowledged(await conversation.send(input)),
    'conversation.stop': ({ turnId }) => {
      conversation.stop(turnId)
      return null
    },
    'conversation.retry': async ({ messageId }) => acknowledged(await conversation.retry(messageId)),
    'conversation.edit': async (input) => acknowledged(await conversation.edit(input)),
    'conversation.following': async ({ messageId }) => ({ messages: await app.branches.following(messageId) }),
    'conversation.showBranch': ({ branch }) => app.branches.show(branch),
    'conversation.find': async ({ query, bucketId }) => {
      const found = await store.finding.containing(query, bucketId ?? null)
      return {
        hits: found.flatMap(({ id, text }) => occurrencesIn(text, query).map((at) => ({ messageId: id, ...at }))),
      }
    },
    'conversation.days': async ({ month, bucketId }) => {
      const { from, to } = boundsOfMonth(month, app.place().timeZone)
      return store.finding.days({ from, to, timeZone: app.place().timeZone, bucketId: bucketId ?? null })
    },
    'conversation.why': ({ messageId }) => explain(app, messageId),
    'conversation.context': async () => ({ ...(await session.view(clock.now())), speed: models.speed() }),
    'passing.ask': ({ id, turns }) => {
      app.passing.ask(id, turns)
      return null
    },
    'passing.stop': () => {
      app.passing.stop()
      return null
    },
    'session.restore': async () => {
      await session.restore(clock.now())
      return null
    },

    'buckets.list': () => directory.visible().map(toView),
    'buckets.redirects': () => directory.redirects(),
    'buckets.status': async () => ({ text: await bucketStatusOf(app) }),
    'buckets.show': ({ bucketId }) => {
      return buckets.show(bucketId)
    },
    'buckets.command': (command) => buckets.command(command),
    'buckets.line': ({ line }) => buckets.line(line),
    'buckets.preview': (command) => buckets.preview(command),
    'buckets.proposeSplit': ({ source }) => buckets.proposeSplit(source),
    'buckets.moveMessages': ({ messageIds, wholeTurns, target }) =>
      buckets.moveMessages(messageIds, target, wholeTurns),

    'suggestions.list': () => store.janitor.openSuggestions(),
    'suggestions.accept': ({ suggestionId }) => acceptSuggestion(app, suggestionId),
    'suggestions.dismiss': async ({ suggestionId }) => {
      await store.janitor.decideSuggestion(suggestionId, 'dismissed', clock.now())
      app.bus.tell({ type: 'suggestions.changed' })
      return null
    },

    'manifest.tree': (query) => manifest.tree(query),
    'segments.messages': async ({ segmentId }) => (await store.messages.ofSegment(segmentId)).map(toMessageView),
    'segments.close': async ({ segmentId }) => await segments.closeNow(segmentId),
    'segments.retry': async ({ segmentId }) => await segments.retry(segmentId),
    'erasing.look': ({ part }) => lookAtErasing(app, part),
    'erasing.erase': ({ part, dropBackups }) => eraseHistory(app, part, dropBackups),
    ...createSegmentHandlers(app),
    ...createMemoryHandlers(app),
    ...createMemoryFileHandlers(app),
    ...createHealthHandlers(app),
    ...createHeartbeatHandlers(app),

    'search.continuum': (input) => app.search.continuum(input),
    'search.buckets': (input) => app.search.buckets(input),
    'search.nearest': (input) => app.search.nearest(input),
    'search.authors': () => app.search.authors(),

    'receipts.list': ({ actors, bucketId, before, limit }) =>
      store.operations.list({
        limit,
        ...(actors ? { actors } : {}),
        ...(bucketId ? { bucketId } : {}),
        ...(before ? { before } : {}),
      }),
    'receipts.undo': ({ operationId }) => app.operations.undo(operationId),
    'receipts.redo': ({ operationId }) => app.operations.redo(operationId),
    'receipts.session': () => sessionCard(app),
    'receipts.undoSession': () => undoSession(app),
    'receipts.undoPass': async ({ passId }) => app.operations.undoAll(await ofPass(app, passId)),
    'receipts.redoPass': async ({ passId }) => app.operations.redoAll(await ofPass(app, passId)),
    'janitor.tidy': ({ dryRun }) => janitor.tidy({ dryRun }),
    'janitor.cancel': async () => {
      janitor.cancel()
      return null
    },
    'janitor.state': () => janitor.state(),

    'models.status': () => models.status(),
    'models.catalog': () => models.catalog(),
    'models.endpoints': () => models.endpoints(),
    'models.download': ({ id }) => models.download(id),
    'models.useFile': async () => {
      const file = await desktop.chooseFile('model')
      return file === null ? null : models.useFile(file)
    },
    'models.files': () => models.files(),
    'models.removeFile': async ({ id }) => {
      await models.removeFile(id)
      return null
    },
    'models.found': () => models.foundFiles(),
    'models.searchFolder': async () => {
      const folder = await desktop.chooseFile('model-folder')
      return folder === null ? null : models.foundFiles(folder)
    },
    'models.addFound': ({ id }) => models.addFound(id),
    'models.select': ({ id }) => selectModel(app, id),
    'models.addEndpoint': (input) => models.addEndpoint(input),
    'models.keyPlace': () => models.keyPlace(),
    'models.removeEndpoint': async ({ id }) => {
      await models.removeEndpoint(id)
      return null
    },
    'models.sent': () => models.sent(),
    'models.discover': () => models.discover(),
    'models.probe': () => models.probe(),
    'models.retellable': () => app.retelling.due(),
    'models.retell': () => retell(app),
    'models.override': ({ ability, enabled }) => models.override(ability, enabled),

    'jobs.list': () => jobs.list(),
    'jobs.cancel': ({ jobId }) => {
      jobs.cancel(jobId)
      return null
    },
    'settings.get': () => settings.get(),
    'settings.set': (patch) => settings.set(patch),
  }
}

/** What the window asks before it can be used, and what asks nothing of filing: answered before `App.ready`. */
export const ANSWERED_AT_ONCE: ReadonlySet<unknown> = new Set<RequestName>([
  'app.state',
  'app.openLink',
  'app.keepDrafts',
  'desktop.words',
  'desktop.closeJot',
  'settings.get',
  'conversation.page',
  'buckets.list',
  'buckets.redirects',
  'suggestions.list',
  'jobs.list',
  'models.status',
  'profiles.list',
  'receipts.list',
  // the ways out of a store that cannot be read: what filing knows may be what is damaged
  'backups.state',
  'backups.preview',
  'backups.restore',
  'backups.rescue',
])

/** While the store does not open, the window can only say so: every other request answers why. */
export function createFailureHandlers(
  failure: Failure,
  facts: AppFacts,
  restorable: BackupView | null = null,
): (name: unknown) => Result<unknown> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const state: AppState = { ...facts, storeFailure: failure, restorable, messages: 0, firstMessageAt: null, timeZone }
  return (name) => (name === 'app.state' ? { ok: true, data: state } : { ok: false, error: failure })
}

/** The promise of the outcome stays on this side of the bridge. */
function acknowledged<T extends { done: Promise<unknown> }>(answer: T): Omit<T, 'done'> {
  const { done, ...rest } = answer
  void done
  return rest
}

async function appState(app: App, facts: AppFacts): Promise<AppState> {
  const { messages, firstAt } = await app.store.messages.overview()
  return {
    ...facts,
    storeFailure: null,
    restorable: null,
    messages,
    firstMessageAt: firstAt === null ? null : new Date(firstAt).toISOString(),
    timeZone: app.place().timeZone,
  }
}

/** One run at a time; what came of it is the job's last word. */
function retell(app: App): { jobId: JobId } {
  const running = app.jobs.list().find((job) => job.kind === 'retell' && job.state === 'running')
  if (running) return { jobId: running.id }
  const jobId = app.jobs.start('retell', 'New titles and synopses', async ({ signal, report }) => {
    const { segments, summaries, titles } = await app.retelling.run({ signal, report, ready: () => app.models.quiet() })
    return `${segments} segments, ${summaries} summaries, ${titles} bucket titles`
  })
  return { jobId }
}

/** Another embedding model knows nothing of the buckets yet: their profiles are loaded, or made in the background. */
async function selectModel(app: App, id: string) {
  const before = app.models.embedder.modelId
  const status = await app.models.select(id)
  if (app.models.embedder.modelId !== before) {
    await app.desk.load()
    await reembedIfNeeded(app)
    app.memories.keepUp()
  }
  return status
}

/** What the janitor did since the last session's card, up to the beginning of this session: milliseconds. */
async function sessionWindow(app: App) {
  const [previous, session] = await Promise.all([app.store.sessions.previous(), app.store.sessions.newest()])
  return {
    endedAt: previous ? Date.parse(previous.endedAt ?? previous.startedAt) : null,
    after: previous ? Date.parse(previous.startedAt) : null,
    ...(session ? { until: Date.parse(session.startedAt) } : {}),
  }
}

async function sessionCard(app: App): Promise<SessionReceipt | null> {
  const { endedAt, ...window } = await sessionWindow(app)
  return app.janitor.sessionReceipt(endedAt, window)
}

/** “Undo this tidying”: every act of the card that stands, newest first, so that each finds what it left. */
async function undoSession(app: App): Promise<ReceiptView[]> {
  const { endedAt: _, ...window } = await sessionWindow(app)
  return app.operations.undoAll(await app.janitor.actsBetween(window))
}

/** More than any pass does. */
const MOST_OF_A_PASS = 100_000

/** The acts of one pass of the janitor, newest first. */
const ofPass = (app: App, passId: string): Promise<ReceiptView[]> =>
  app.store.operations.list({ passId, limit: MOST_OF_A_PASS })

async function commandOf(app: App, { source, target, parts }: SuggestionView): Promise<BucketCommand> {
  if (target) return { kind: 'mv', source, target }
  if (!parts) return { kind: 'archive', bucket: source }
  const { division, refused } = await app.buckets.proposeSplit(source)
  if (refused !== null) throw new CatchmentError('conflict', refused)
  const sides = Object.fromEntries(division.map(({ messageId, side }) => [messageId, side]))
  return { kind: 'split', source, targets: parts, division: sides }
}

/** The same command as by hand, with a receipt (02-janitor-memory, Suggestions). */
async function acceptSuggestion(app: App, id: Parameters<App['store']['janitor']['decideSuggestion']>[0]) {
  const suggestion = (await app.store.janitor.openSuggestions()).find((s) => s.id === id)
  if (!suggestion) throw new CatchmentError('not_found', 'That suggestion is no longer open.')
  const answer = await app.buckets.command(await commandOf(app, suggestion))
  await app.store.janitor.decideSuggestion(id, 'accepted', app.clock.now())
  app.bus.tell({ type: 'suggestions.changed' })
  return answer
}
