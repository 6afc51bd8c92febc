import type { AppWideEvent, RequestOutput } from '@shared/contract'
import type { JobView } from '@shared/contract/models'
import type { BucketView } from '@shared/domain'
import type { BucketId, MessageId } from '@shared/ids'
import type { QueryClient } from '@tanstack/react-query'
import { useChosenBuckets } from '../buckets/chosen'
import { patchBuckets } from '../buckets/patch'
import { useSeen } from '../buckets/seen'
import { useBranchChoice } from '../chat/branch-choice'
import { placeMessage, placeSegments, refreshMessages, resetConversation, showBranch } from '../chat/conversation-query'
import { useEditing } from '../chat/editing'
import type { LiveTurns } from '../chat/live-turns'
import { usePassing } from '../chat/passing/passing'
import { useSelection } from '../chat/selecting/selection'
import { patchManifest } from '../manifest/tree'
import { placeMemories } from '../memory/query'
import { placeReceipts } from '../receipts/receipts-query'
import { say } from '../ui/toast-store'
import { ask, keyOf, patchAnswer, patchAnswers } from './ask'
import { runAction } from './desktop'
import { i18n } from './i18n'
import { upsertJob, wantedModels } from './jobs'
import { said } from './said/said'
import { useUpdating } from './updating'
import { useView } from './view'

/** Refiling sends its messages in bursts; one refresh shortly after the last of them answers for all. */
const GATHER_MS = 80
/** A pass of the janitor does hundreds of acts: what each of them makes old is asked for so often, and when it has ended. */
const TIDYING_MS = 1_000

/**
 * The one place where events of main meet the window's state. Each patches or invalidates exactly what it names, so
 * that nothing ever has to be polled. Returns the listener; the caller subscribes it.
 */
export function eventListener(client: QueryClient, turns: LiveTurns): (event: AppWideEvent) => void {
  const forget = (...names: string[]): void => {
    for (const name of names) void client.invalidateQueries({ queryKey: [name] })
  }
  const changed = new Set<MessageId>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const gather = (ids: readonly MessageId[]): void => {
    for (const id of ids) changed.add(id)
    clearTimeout(timer)
    timer = setTimeout(() => {
      const ids = new Set(changed)
      changed.clear()
      refreshMessages(client, ids).catch((error: Error) => say(error.message, { tone: 'error' }))
      forget('conversation.why', 'segments.messages')
    }, GATHER_MS)
  }

  // entries are learned and weighed in bursts, and each changes the file's figures
  let reading: ReturnType<typeof setTimeout> | undefined
  const readFile = (): void => {
    clearTimeout(reading)
    reading = setTimeout(() => forget('memoryFile.read'), GATHER_MS)
  }
  let noticed: string | null = null

  let filesImported = false
  let tidying = false
  const held = new Set<string>()
  let holding: ReturnType<typeof setTimeout> | undefined
  const release = (): void => {
    clearTimeout(holding)
    holding = undefined
    forget(...held)
    held.clear()
  }
  /** What every act makes old: at once, or gathered while a pass goes on. */
  const forgetByAct = (...names: string[]): void => {
    for (const name of names) held.add(name)
    if (tidying) holding ??= setTimeout(release, TIDYING_MS)
    else release()
  }

  return (event) => {
    switch (event.type) {
      case 'turn.started':
        return turns.start(event.turnId, event.userMessageId, event.modelId, event.replaces ?? null)
      case 'turn.delta':
        return turns.append(event.turnId, event.text)
      case 'turn.tool':
        return turns.lookUp(event.turnId, { tool: event.tool, query: event.query, state: event.state })
      case 'turn.finished': {
        const { userMessage, reply, card, remembered } = event
        placeMessage(client, userMessage)
        if (reply) placeMessage(client, reply)
        turns.finish(event.turnId, userMessage.id, reply, card, remembered)
        for (const message of [userMessage, reply])
          if (message?.bucketId) useSeen.getState().witnessed(message.bucketId)
        return forget('app.state', 'conversation.context', 'conversation.why')
      }
      case 'turn.failed':
        return turns.fail(event.turnId, said(event.message))
      case 'message.added':
        return placeMessage(client, event.message)
      case 'messages.arrived':
        for (const message of event.messages) placeMessage(client, message)
        return forget('app.state', 'conversation.context')
      case 'store.refreshed':
        // what is on screen stays until its answer is there
        void resetConversation(client)
        return void client.invalidateQueries()
      case 'passing.delta':
        return usePassing.getState().append(event.id, event.text)
      case 'passing.ended':
        return usePassing.getState().ended(event.id, event.failure === null ? null : said(event.failure))
      case 'branch.shown':
        showBranch(client, event.gone, event.shown)
        useBranchChoice.getState().forget()
        return forget('conversation.branches', 'conversation.why', 'segments.messages', 'app.state')
      case 'messages.changed':
        return gather(event.messageIds)
      case 'buckets.changed':
        noteSeen(client, filesImported, event.buckets, event.removed)
        patchAnswer(client, 'buckets.list', undefined, (list) => patchBuckets(list, event.buckets, event.removed))
        if (movesRedirects(client, event.buckets, event.removed)) forget('buckets.redirects')
        forgetByAct('summaries.list')
        // patched and not asked for again: asking counts as opening the bucket, which changes it
        return patchAnswers(client, 'buckets.show', (shown) => ({
          ...shown,
          bucket: event.buckets.find((bucket) => bucket.id === shown.bucket.id) ?? shown.bucket,
        }))
      case 'suggestions.changed':
        return forgetByAct('suggestions.list')
      case 'segments.changed':
        placeSegments(client, event.segments)
        forget('segments.offers', 'segments.related')
        // what two were merged into has its place already; the other's line has to go
        if (event.removed && event.removed.length > 0) forget('manifest.tree')
        return patchAnswers(client, 'manifest.tree', (tree) => patchManifest(tree, event.segments))
      case 'memories.changed':
        placeMemories(client, event)
        return readFile()
      case 'memoryFile.changed':
        if (event.notice !== null && event.notice !== noticed) say(said(event.notice))
        noticed = event.notice
        return readFile()
      case 'history.erased':
        void resetConversation(client)
        return forget(
          'segments.messages',
          'manifest.tree',
          'buckets.list',
          'receipts.list',
          'memories.list',
          'conversation.why',
        )
      case 'heartbeat.changed':
        return forget('heartbeat.list', 'heartbeat.open', 'heartbeat.metrics')
      case 'manifest.changed':
        return forget('manifest.tree')
      case 'receipts.changed':
        patchAnswers(client, 'memories.open', (shown) => ({
          ...shown,
          history: shown.history.map((one) => event.receipts.find((receipt) => receipt.id === one.id) ?? one),
        }))
        placeReceipts(client, event.receipts)
        // what share of its acts stood, and what gathered lines count
        if (event.receipts.some(({ actor }) => actor === 'janitor')) forgetByAct('janitor.state', 'receipts.session')
        return
      case 'janitor.changed':
        tidying = event.state.running
        if (!tidying) release()
        client.setQueryData(keyOf('janitor.state', undefined), event.state)
        return
      case 'models.changed':
        client.setQueryData(keyOf('models.status', undefined), event.status)
        return forget('models.catalog', 'models.endpoints')
      case 'job.changed':
        return onJob(client, event.job)
      case 'settings.changed':
        client.setQueryData(keyOf('settings.get', undefined), event.settings)
        return
      case 'profile.changed':
        turns.forget()
        usePassing.getState().end()
        useEditing.getState().end()
        useSelection.getState().end()
        useChosenBuckets.getState().end()
        useView.getState().leave()
        // whatever is on screen asks anew, and until it is answered shows nothing of the other profile
        void client.resetQueries()
        return
      case 'backups.changed':
        return forget('backups.state')
      case 'profiles.changed':
        return forget('profiles.list')
      case 'desktop.action':
        return runAction(event.action)
      case 'desktop.bucket':
        return useView.getState().openBucket(event.bucketId)
      case 'app.notice':
        return say(said(event.message), { tone: event.level })
      case 'import.filing':
        filesImported = event.active
        return
      case 'import.finished':
        return onImport(client, event)
      case 'store.updating':
        return useUpdating.setState({ step: event.step, share: event.share })
    }
  }
}

/** Whether a bucket was merged away, or one that was came back. */
function movesRedirects(client: QueryClient, buckets: readonly BucketView[], removed: readonly BucketId[]): boolean {
  if (removed.length > 0) return true
  const known = client.getQueryData<RequestOutput<'buckets.redirects'>>(keyOf('buckets.redirects', undefined)) ?? []
  const gone = new Set(known.map(([from]) => from))
  return buckets.some((bucket) => gone.has(bucket.id))
}

/**
 * What of the changed buckets is news to the person; to be noted before the list has them.
 * @param filesImported upkeep files what an import before this start left
 */
function noteSeen(
  client: QueryClient,
  filesImported: boolean,
  buckets: readonly BucketView[],
  removed: readonly BucketId[],
): void {
  const jobs = client.getQueryData<JobView[]>(keyOf('jobs.list', undefined)) ?? []
  const before = client.getQueryData<BucketView[]>(keyOf('buckets.list', undefined)) ?? []
  if (filesImported || jobs.some(({ kind, state }) => kind === 'import' && state === 'running'))
    useSeen.getState().imported(before, buckets, removed)
  else useSeen.getState().changed(buckets, removed)
}

function onJob(client: QueryClient, job: JobView): void {
  patchAnswer(client, 'jobs.list', undefined, (jobs) => upsertJob(jobs, job))
  if (job.state === 'running') return
  if (job.state === 'failed')
    say(job.error === null ? i18n.t('jobs.failed', { title: said(job.title) }) : said(job.error), {
      tone: 'error',
      stays: true,
    })
  if (job.state === 'done' && job.kind === 'export')
    say(said(job.detail), {
      act: { label: i18n.t('archive.showInFolder'), run: () => showInFolder(job) },
      stays: true,
    })
  if (job.kind === 'import') {
    void client.invalidateQueries({ queryKey: ['transfer.last'] })
    if (job.state === 'cancelled' && useView.getState().dialog?.kind !== 'import') sayStopped(job)
  }
  if (job.kind !== 'download') return
  void client.invalidateQueries({ queryKey: ['models.catalog'] })
  const wanted = wantedModels.take(job.id)
  if (wanted === null || job.state !== 'done') return
  ask('models.select', { id: wanted }).then(
    (status) => client.setQueryData(keyOf('models.status', undefined), status),
    (error: Error) => say(error.message, { tone: 'error' }),
  )
}

/** Somebody stopped an import without looking on: what is here of it, and what becomes of the rest. */
function sayStopped({ id }: JobView): void {
  ask('transfer.last', undefined).then(
    (last) => {
      if (last?.jobId !== id || last.error === null) return
      say(`${said(last.error)} ${i18n.t('import.came', { count: last.summary?.new ?? 0 })}`)
    },
    (error: Error) => say(error.message, { tone: 'error' }),
  )
}

function showInFolder({ id }: JobView): void {
  ask('transfer.showInFolder', { jobId: id }).catch((error: Error) => say(error.message, { tone: 'error' }))
}

function onImport(client: QueryClient, { summary, whole }: Extract<AppWideEvent, { type: 'import.finished' }>): void {
  void resetConversation(client)
  for (const name of [
    'app.state',
    'buckets.redirects',
    'manifest.tree',
    'receipts.list',
    'suggestions.list',
    'conversation.context',
  ])
    void client.invalidateQueries({ queryKey: [name] })
  // what a person imported themselves is no news to them
  void client
    .fetchQuery({
      queryKey: keyOf('buckets.list', undefined),
      queryFn: () => ask('buckets.list', undefined),
      staleTime: 0,
    })
    .then(
      (buckets) => useSeen.getState().baseline(buckets),
      (error: Error) => say(error.message, { tone: 'error' }),
    )
  // The dialog says it at more length; of one that did not come to its end, the end of its job says how far it came.
  if (!whole || useView.getState().dialog?.kind === 'import') return
  const [reason] = summary.reasons
  const counts = i18n.t('import.done', { added: summary.new, skipped: summary.skipped, count: summary.new })
  say(
    summary.failed === 0
      ? counts
      : `${counts} ${i18n.t('import.failedCount', { count: summary.failed })}${reason ? ` ${said(reason)}` : ''}`,
    { tone: summary.failed === 0 ? 'info' : 'error' },
  )
}
