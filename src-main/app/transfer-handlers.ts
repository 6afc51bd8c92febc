import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CatchmentError } from '@shared/contract/errors'
import type { ImportSummary, Portion } from '@shared/contract/transfer'
import type { JobId } from '@shared/ids'
import { profileFolder } from '../profiles/folder'
import type { JobControl } from '../runtime/jobs'
import { isSealedFile, sealFile } from '../sealing/files'
import { attachedDir } from '../store/attached'
import { archiveAt, readArchive } from '../transfer/archive/read-archive'
import { writeArchive } from '../transfer/archive/write-archive'
import { MarkdownWriter } from '../transfer/export-markdown'
import { exported } from '../transfer/export-service'
import { openSealed } from '../transfer/opened-files'
import { writeWhole } from '../transfer/write-whole'
import type { App } from './create-app'
import type { Desktop } from './desktop'
import type { Handlers } from './requests'

type TransferHandlers = Pick<Handlers, Extract<keyof Handlers, `transfer.${string}`>>

/** Histories in and out, in the window: chosen or dropped, looked through first, then taken in (issue: Transfer). */
export function createTransferHandlers(app: App, desktop: Desktop, written: WrittenFiles): TransferHandlers {
  const { store, jobs } = app
  const files = attachedDir(app.handle.storeDir, app.profileId)
  /** One history at a time: half of one that is being taken in looks like one whose import broke off. */
  let turn: Promise<void> = Promise.resolve()

  /** As a job, behind those before it; how it ended stays for the window to ask. */
  function startImport(path: string, me: readonly string[] | null) {
    const name = basename(path)
    const before = jobs.isUnderWay('import') ? turn : null
    let ended = (): void => undefined
    turn = new Promise((resolve) => {
      ended = resolve
    })
    /** What it failed by is said whatever becomes of keeping that. */
    const failed = async (jobId: JobId, error: unknown, summary: ImportSummary | null): Promise<void> => {
      const why = error instanceof Error ? error.message : String(error)
      await app.lastImport
        .ended({ jobId, name, summary, error: why })
        .catch((err: unknown) => app.log.error({ err }, 'how an import ended could not be kept'))
    }
    const jobId = jobs.start('import', `Importing ${name}`, async ({ id, signal, report }) => {
      app.imports.kept = null
      try {
        if (before) await waitFor(before, signal, report)
      } catch (error) {
        await failed(id, error, null)
        // What was called off while it waited does not let the next one pass the one before.
        void before?.then(ended)
        await desktop.chosen.done(path)
        throw error
      }
      try {
        await app.lastImport.begun({ jobId: id, name })
        if (await takeInArchive(path, { signal, report })) return undefined
        const summary = await app.imports.run(path, { format: 'auto', signal, report, ...(me === null ? {} : { me }) })
        await app.lastImport.ended({ jobId: id, name, summary, error: null })
        return `${summary.new} messages imported, ${summary.skipped} were there already, ${summary.failed} could not be read`
      } catch (error) {
        await failed(id, error, app.imports.kept)
        throw error
      } finally {
        ended()
        await desktop.chosen.done(path)
      }
    })
    return { jobId }
  }

  /** An archive of Catchment into an empty profile, which is opened anew on it; false if it is something else. */
  async function takeInArchive(
    path: string,
    options: Omit<Parameters<typeof readArchive>[2], 'files'>,
  ): Promise<boolean> {
    if (!(await archiveAt(path)) || !(await store.archive.isEmpty())) return false
    await readArchive(path, store, { ...options, files })
    // The job has to end first: closing the profile waits for its jobs.
    setImmediate(() => void desktop.openProfile({ id: app.profileId, name: app.profileName }))
    return true
  }

  return {
    'transfer.import': async () => {
      const file = await desktop.chooseFile('import')
      return file === null ? null : startImport(file, null)
    },
    'transfer.choose': async ({ what }) => {
      const path = await desktop.chooseFile(what === 'folder' ? 'import-folder' : 'import')
      return path === null ? null : desktop.chosen.add(path)
    },
    'transfer.open': async ({ token, passphrase }) => {
      const path = desktop.chosen.path(token)
      return desktop.chosen.addOpened(await openSealed(app.handle.storeDir, path, passphrase), basename(path))
    },
    'transfer.preview': async ({ token }) => {
      const path = desktop.chosen.path(token)
      if (await isSealedFile(path))
        throw new CatchmentError(
          'wrong_passphrase',
          'This file is behind a passphrase. Give the passphrase to open it.',
        )
      return app.imports.preview(path, { format: 'auto', signal: AbortSignal.any([]), report: () => undefined })
    },
    'transfer.start': async ({ token, me }) => startImport(desktop.chosen.path(token), me),
    'transfer.last': async () => {
      const last = await app.lastImport.get()
      return jobs.list().some(({ id, state }) => id === last?.jobId && state === 'running') ? null : last
    },
    'transfer.closeLast': async () => {
      await app.lastImport.close()
      return null
    },
    'transfer.archive': async ({ passphrase }) => {
      const profile = { id: app.profileId, name: app.profileName }
      const folder = join(profileFolder(app.handle.storeDir, profile), 'exports')
      const file = await desktop.chooseExportFile(folder, `${profile.name} ${dayOf(app)}.catchment.zip`)
      if (file === null) return null
      const jobId = jobs.start('export', `Archiving ${profile.name}`, async ({ signal, report }) => {
        const ports = { store, profile, files, now: () => app.clock.now() }
        const { messages } =
          passphrase === null
            ? await writeArchive(file, ports, { signal, report })
            : await sealedArchive(file, passphrase, ports, { signal, report })
        written.note(jobId, file)
        const how = passphrase === null ? '' : ', behind the passphrase'
        return `${messages} messages and everything around them archived${how}`
      })
      return { jobId }
    },
    'transfer.showInFolder': ({ jobId }) => {
      desktop.showInFolder(written.path(jobId))
      return null
    },
    'transfer.text': async (part) => ({ text: (await portion(app, part)).text }),
    'transfer.save': async (part) => {
      const { title, text } = await portion(app, part)
      const folder = join(profileFolder(app.handle.storeDir, { id: app.profileId, name: app.profileName }), 'exports')
      const file = await desktop.chooseExportFile(folder, `${title} ${dayOf(app)}.md`)
      if (file === null) return null
      const jobId = jobs.start('export', `Saving ${title}`, async () => {
        await writeWhole(file, async (draft) => {
          await pipeline(Readable.from([text]), createWriteStream(draft, { mode: 0o600, flush: true }))
          return true
        })
        written.note(jobId, file)
        return `${title} saved`
      })
      return { jobId }
    },
  }
}

/** @throws CatchmentError `cancelled` */
async function waitFor(work: Promise<void>, signal: AbortSignal, report: JobControl['report']): Promise<void> {
  report(null, 'Waiting for the import before it')
  const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  if (!signal.aborted) await Promise.race([work, aborted])
  if (signal.aborted) throw new CatchmentError('cancelled', 'Cancelled. Nothing was changed.')
  report(null, '')
}

/** While it is made its plain form lies beside it, for its owner alone; it goes whatever happens. */
async function sealedArchive(
  file: string,
  passphrase: string,
  ...rest: [Parameters<typeof writeArchive>[1], Parameters<typeof writeArchive>[2]]
): ReturnType<typeof writeArchive> {
  const plain = `${file}.${process.pid}.plain`
  try {
    const written = await writeArchive(plain, ...rest)
    await writeWhole(file, async (draft) => {
      await sealFile(plain, draft, passphrase)
      return true
    })
    return written
  } finally {
    await rm(plain, { force: true })
  }
}

/** Where the exports of this run were written: the window names them by their jobs. */
export class WrittenFiles {
  private readonly files = new Map<JobId, string>()

  note(job: JobId, path: string): void {
    this.files.set(job, path)
  }

  /** @throws CatchmentError `not_found` */
  path(job: JobId): string {
    const path = this.files.get(job)
    if (path === undefined) throw new CatchmentError('not_found', 'There is no file of this export.')
    return path
  }
}

/** @throws CatchmentError `not_found` */
async function portion(app: App, part: Portion): Promise<{ title: string; text: string }> {
  const { store } = app
  if ('memoryId' in part) {
    const memory = (await store.memories.byIds([part.memoryId]))[0]
    if (!memory) throw nothingLeft()
    return { title: 'Memory', text: `${memory.content}\n` }
  }
  if ('bucketIds' in part) {
    const texts: string[] = []
    for (const bucketId of part.bucketIds) texts.push((await portion(app, { bucketId })).text)
    return { title: 'Buckets', text: texts.join('\n') }
  }
  if ('messageIds' in part) {
    const messages = await store.messages.byIds(part.messageIds)
    if (messages.length === 0) throw nothingLeft()
    const named = new Map(app.directory.visible().map((b) => [b.id, b.title]))
    const writer = new MarkdownWriter({
      ...app.place(),
      title: 'Messages',
      bucketTitle: ({ bucketId }) => (bucketId === null ? null : (named.get(bucketId) ?? null)),
    })
    return { title: 'Messages', text: writer.opening() + messages.map((m) => writer.message(m)).join('') }
  }
  if ('messageId' in part) {
    const [message] = await store.messages.byIds([part.messageId])
    if (!message) throw nothingLeft()
    const bucket = message.bucketId === null ? null : await store.buckets.resolve(message.bucketId)
    const title = bucket?.title ?? 'Message'
    const writer = new MarkdownWriter({ ...app.place(), title, bucketTitle: () => bucket?.title ?? null })
    if (!('onBranch' in part)) return { title, text: writer.opening() + writer.message(message) }
    const others = await store.branches.at([message.id])
    const on = others.find(({ id }) => id === part.onBranch)?.branch
    if (on === undefined) throw nothingLeft()
    return { title, text: writer.opening() + writer.branch(others.filter(({ branch }) => branch === on)) }
  }
  const ports = { store, profile: { id: app.profileId, name: app.profileName }, place: app.place() }
  const options = { format: 'markdown' as const, part, signal: AbortSignal.any([]), report: () => undefined }
  const pieces = exported(ports, options)
  let text = ''
  for (;;) {
    const { done, value } = await pieces.next()
    if (done) {
      if (value.messages === 0) throw nothingLeft()
      return { title: /^# (.*)$/m.exec(text)?.[1] ?? 'Segment', text }
    }
    text += value
  }
}

const nothingLeft = (): CatchmentError => new CatchmentError('not_found', 'There is nothing of it any more.')

const dayOf = (app: App): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: app.place().timeZone, dateStyle: 'short' }).format(app.clock.now())
