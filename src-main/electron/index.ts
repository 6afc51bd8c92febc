/** Entry of the desktop app. */

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppWideEvent } from '@shared/contract'
import { backupRequests, type RescueView } from '@shared/contract/backups'
import { EVENT_CHANNEL } from '@shared/contract/channels'
import type { DesktopWord } from '@shared/contract/desktop'
import { CatchmentError, type Failure } from '@shared/contract/errors'
import type { Settings } from '@shared/contract/settings'
import type { BucketId, ProfileId } from '@shared/ids'
import { app, type BrowserWindow, Notification, powerMonitor, session } from 'electron'
import { type App, createApp } from '../app/create-app'
import { endProfile } from '../app/ending'
import { ANSWERED_AT_ONCE, createFailureHandlers, createHandlers } from '../app/handlers'
import { defaultStoreDir } from '../app/profile-folder'
import { lastProfile, rememberProfile } from '../app/profile-memory'
import { readAhead } from '../app/read-ahead'
import { reembedIfNeeded } from '../app/reembed'
import { answer } from '../app/requests'
import { createUpkeep } from '../app/upkeep'
import { newestGood, replaceWith } from '../backups/service'
import { proxyFromRules } from '../models/proxy'
import { builtFile } from '../runtime/built-file'
import { forwardToWindow } from '../runtime/bus'
import { systemClock } from '../runtime/clock'
import { createLog } from '../runtime/log'
import { openStoreWorker, type StoreHandle } from '../store/client'
import { fileFailure } from '../store/file-failures'
import { createPrivately } from '../store/private-files'
import { ChosenFiles } from '../transfer/chosen-files'
import { forgetOpened } from '../transfer/opened-files'
import { tellAway } from './away'
import { bucketOfLink, bucketOfWords, LINK_SCHEME } from './deep-link'
import { desktop } from './desktop'
import { answerDrops, answerRequests } from './ipc'
import { createJot } from './jot'
import { installMenu } from './menu'
import { electronHost } from './model-host'
import { electronCheck, electronPdf, electronRescue } from './own-process'
import { registerScheme, serveWindow } from './protocol'
import { keyring } from './secrets'
import { lockDown } from './security'
import { createTray } from './tray'
import { createWindow } from './window'
import { WordBook } from './word-book'

interface Running {
  answer(name: unknown, input: unknown): ReturnType<typeof answer>
  wake(): void
  suspend(): void
  /** Ends the open profile in order; the store stays open. */
  leave(): Promise<void>
  close(): Promise<void>
}

/** Without a key or a movement for so long nobody is at the computer. */
const AWAY_AFTER_SECONDS = 10 * 60

let window: BrowserWindow | null = null
let quitting = false
/** A link that was followed before the window could go there. */
let linkWaiting: BucketId | null = bucketOfWords(process.argv)
const words = new WordBook()
const jot = createJot()
const tray = createTray(words, { open: showWindow, jot: jot.open, quit: () => app.quit() })
let running: Promise<Running> | null = null
/** The store of the first opening: its thread starts beside Electron, which takes as long to get ready. */
let ahead: Promise<StoreHandle> | null = null
/** What is attached to the messages of the open profile. */
let attachedIn: App['attachments'] | null = null
/** What is done to the store before it can be used: told again to a window that asks meanwhile. */
let updating: Extract<AppWideEvent, { type: 'store.updating' }> | null = null

createPrivately()
if (!app.requestSingleInstanceLock()) app.quit()
else start()

/** Lives longer than a profile: what was dropped before a switch is still there. */
const chosen = new ChosenFiles()

function start(): void {
  registerScheme()
  ahead = openStore()
  // Whoever waits for it hears what went wrong.
  ahead.catch(() => undefined)
  setImmediate(readAhead)
  app.on('second-instance', (_event, argv) => {
    showWindow()
    followLink(bucketOfWords(argv))
  })
  app.on('open-url', (event, link) => {
    event.preventDefault()
    showWindow()
    followLink(bucketOfLink(link))
  })
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME)
  app.on('window-all-closed', () => app.quit())
  app.on('activate', showWindow)
  closeInOrder()
  void app.whenReady().then(() => {
    lockDown()
    showMenu('')
    serveWindow(join(import.meta.dirname, '../renderer'), async (name) => attachedIn?.pathOf(name) ?? null)
    answerRequests(
      () => [window, jot.window],
      async (name, input) => {
        const opened = open()
        if (updating) tellWindow(updating)
        return (await opened).answer(name, input)
      },
    )
    answerDrops(
      () => window,
      (path) => chosen.add(path),
    )
    openWindow()
    void open()
    powerMonitor.on('resume', () => void open().then((r) => r.wake()))
    powerMonitor.on('suspend', () => void open().then((r) => r.suspend()))
    powerMonitor.on('shutdown', () => app.quit())
  })
}

/** The store opens while the window paints; requests wait for it. */
function open(): Promise<Running> {
  running ??= openProduct()
  return running
}

function openStore(): Promise<StoreHandle> {
  return openStoreWorker({ storeDir: defaultStoreDir(), program: 'the Catchment app' }, undefined, (step) => {
    updating = { type: 'store.updating', ...step }
    tellWindow(updating)
  })
}

async function openProduct(): Promise<Running> {
  let opened: StoreHandle | null = null
  try {
    const first = ahead
    ahead = null
    opened = await (first ?? openStore())
    await forgetOpened(opened.storeDir)
    return await openProfile(opened, await lastProfile(opened))
  } catch (error) {
    await opened?.close()
    return failed(error, factsOf('default'))
  } finally {
    updating = null
  }
}

const factsOf = (profile: string) => ({ version: app.getVersion(), platform: process.platform, profile })

/** The product as one profile, on a store that is open. */
async function openProfile(handle: StoreHandle, profile: string): Promise<Running> {
  const log = createLog(handle.storeDir)
  const product = await createApp({
    handle,
    profile,
    clock: systemClock,
    log,
    startHost: electronHost(builtFile('model-host.js')),
    secrets: keyring,
    proxyFor: async (url) => proxyFromRules(await session.defaultSession.resolveProxy(url)),
    checkBackup: check,
    readPdf: electronPdf(builtFile('pdf-reader.js')),
    autoProbe: true,
    filingLater: true,
    isWatched: () => window?.isFocused() === true && powerMonitor.getSystemIdleTime() < AWAY_AFTER_SECONDS,
  })
  attachedIn = product.attachments
  await rememberProfile(handle, product.profileName).catch((error: unknown) =>
    log.warn({ err: error }, 'profile not noted'),
  )
  const ui = desktop(() => window, {
    chosen,
    openProfile: (next) => switchProfile(handle, next),
    restoreBackup: (id, keepBefore) => restoreBackup(product, id, keepBefore),
    rescueStore: () => rescueOpen(product),
    tell: tellWindow,
    words(told) {
      words.told(told)
      onDesktop(product.settings.get())
      followLink(linkWaiting)
    },
    closeJot: jot.close,
    book: words,
  })
  return run(product, createHandlers(product, ui, factsOf(product.profileName)))
}

/** One profile ends in order, the next opens on the same store; requests that come meanwhile wait for it. */
async function switchProfile(handle: StoreHandle, next: { id: ProfileId; name: string }): Promise<void> {
  const before = running
  running = (async () => {
    await (await before)?.leave()
    return openProfile(handle, next.name)
  })().catch(async (error: unknown) => {
    // Neither profile is open now: “Try again” opens the store anew.
    await handle.close()
    return failed(error, factsOf(next.name))
  })
  await running
  tellWindow({ type: 'profile.changed', profile: next })
}

const check = electronCheck(builtFile('backup-check.js'))
const rescue = electronRescue(builtFile('store-rescue.js'))

/** The product ends in order, a backup takes the store's place, the product opens on it; requests wait meanwhile. */
async function restoreBackup(product: App, id: string, keepBefore: boolean): Promise<void> {
  const { storeDir } = product.handle
  const profile = { id: product.profileId, name: product.profileName }
  const before = running
  running = (async () => {
    await endAnyhow(product, before)
    const aside = await replaceWith(storeDir, id, check)
    const opened = await openProduct()
    if (aside !== null && !keepBefore) await rm(aside, { recursive: true, force: true })
    return opened
  })().catch((error: unknown) => failed(error, factsOf(profile.name)))
  await running
  tellWindow({ type: 'profile.changed', profile })
}

/** Its store is closed after that. What is damaged may keep it from ending in order, and must not keep it from being replaced. */
async function endAnyhow(product: App, before: typeof running): Promise<void> {
  try {
    await (await before)?.close()
  } catch (error) {
    product.log.error({ err: error }, 'the profile did not end in order')
  }
}

/** The product ends in order, what can be read of its store takes its place, the product opens on it. */
async function rescueOpen(product: App): Promise<RescueView> {
  const { storeDir } = product.handle
  const profile = { id: product.profileId, name: product.profileName }
  const before = running
  const rescued = (async () => {
    await endAnyhow(product, before)
    return rescue(storeDir)
  })()
  // Whatever came of it, the store is opened again: the one that was read out, or the one that is as it was.
  running = rescued.catch(() => undefined).then(openProduct)
  await running
  tellWindow({ type: 'profile.changed', profile })
  return rescued
}

/** Whether the window asks for it or not, what a start sets going begins after so long. */
const BEGIN_AFTER_MS = 3_000
/** The window is drawn first: what it shows beside its first page is asked for at once, and would have to be computed beside it. */
const DRAWN_AFTER_MS = 150

/** What a start sets going (filing's memory, recovery, models, upkeep) waits until the window has its first page. */
function run(product: App, handlers: ReturnType<typeof createHandlers>): Running {
  const upkeep = createUpkeep(product)
  let leaving = false
  let recovered: Promise<void> = Promise.resolve()
  const heard = tellAway({
    now: Date.now,
    isAway: () => window?.isFocused() !== true,
    wanted: () => product.settings.get().notifyWhenAway,
    notify: notifyAway,
  })
  const silence = forwardToWindow(product.bus, (event) => {
    tellWindow(event)
    heard(event)
    if (event.type === 'settings.changed') onDesktop(event.settings)
  })
  let beginning: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    beginning = resolve
  })
  const began = once(() => {
    clearTimeout(timer)
    beginning()
    if (leaving) return
    recovered = product
      .recover()
      .catch((error: unknown) => product.log.error({ err: error }, 'recovery failed'))
      .then(async () => {
        if (leaving) return
        upkeep.start()
        void product.memoryFile
          .start()
          .catch((error: unknown) => product.log.error({ err: error }, 'memory file not read'))
        await reembedIfNeeded(product)
      })
    void product.models.warmUp().catch((error: unknown) => product.log.warn({ err: error }, 'models did not warm up'))
  })
  const timer = setTimeout(began, BEGIN_AFTER_MS)
  const end = (): Promise<void> => {
    leaving = true
    clearTimeout(timer)
    beginning()
    return endProfile(product, upkeep, recovered)
  }
  return {
    async answer(name, input) {
      if (!ANSWERED_AT_ONCE.has(name)) {
        await begun
        try {
          await product.ready()
        } catch (error) {
          product.log.error({ err: error }, 'filing was not read')
          return { ok: false, error: NOT_READY }
        }
      }
      const answered = await answer(handlers, name, input, (error, request) =>
        product.log.error({ err: error, request }, 'request failed'),
      )
      if (name === 'conversation.page') setTimeout(began, DRAWN_AFTER_MS)
      return answered
    },
    wake: () => void upkeep.wake(),
    suspend: () => void product.handle.flush(),
    async leave() {
      await end()
      silence()
    },
    async close() {
      try {
        await end()
      } finally {
        // Whatever did not end well: the store is synced and unlocked.
        await product.handle.close()
      }
    },
  }
}

const NOT_READY: Failure = {
  code: 'internal',
  message:
    'What filing knows could not be read. Nothing you saved is lost; the details are in the log. Start Catchment again.',
}

function once(work: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    work()
  }
}

/** The window opens all the same and says what happened, what was kept and what to do. */
function failed(error: unknown, facts: { version: string; platform: string; profile: string }): Running {
  const failure: Failure =
    error instanceof CatchmentError
      ? { code: error.code, message: error.message }
      : {
          code: 'internal',
          message: `Catchment could not start: ${error instanceof Error ? error.message : String(error)}`,
        }
  const storeDir = defaultStoreDir()
  const handlers = createFailureHandlers(failure, facts, isDamage(failure.code) ? newestGood(storeDir) : null)
  return {
    async answer(name, input) {
      if (name === 'backups.restore') return fromFirstScreen(() => restoreDamaged(storeDir, input))
      if (name === 'backups.rescue') return fromFirstScreen(() => rescue(storeDir))
      // Told once; “Try again” in the window is the next question, and opens anew.
      if (name === 'app.state') running = null
      return handlers(name)
    },
    wake: () => undefined,
    suspend: () => undefined,
    leave: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

const isDamage = (code: Failure['code']): boolean => code === 'store_corrupt' || code === 'store_damaged'

/** What is damaged is set aside and kept. */
async function restoreDamaged(storeDir: string, input: unknown): Promise<null> {
  const asked = backupRequests['backups.restore'].input.safeParse(input)
  if (!asked.success) throw new CatchmentError('bad_request', 'That is no backup.')
  await replaceWith(storeDir, asked.data.id, check)
  return null
}

/** What the first screen of a damaged store may ask for. Afterwards the store is opened anew. */
async function fromFirstScreen(work: () => Promise<unknown>): ReturnType<typeof answer> {
  try {
    const data = await work()
    running = null
    return { ok: true, data }
  } catch (error) {
    const failure = error instanceof CatchmentError ? error : fileFailure(error)
    if (!failure) console.error(error)
    return {
      ok: false,
      error: failure
        ? { code: failure.code, message: failure.message }
        : { code: 'internal', message: 'The store could not be brought back. Nothing was deleted.' },
    }
  }
}

function tellWindow(event: AppWideEvent): void {
  if (window && !window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, event)
}

function openWindow(): void {
  const made = createWindow(join(app.getPath('userData'), 'window.json'))
  made.on('close', (event) => {
    if (quitting || !hidesInTray) return
    event.preventDefault()
    made.hide()
  })
  made.on('closed', () => {
    if (window === made) window = null
    jot.close()
  })
  window = made
}

/** Closing the window only hides it: a person wants that, and there is a way back. */
let hidesInTray = false

/** What the settings say of the world outside of the window. */
function onDesktop({ tray: wanted, closeToTray, jotShortcut }: Settings): void {
  tray.show(wanted)
  hidesInTray = wanted && closeToTray && tray.isThere
  const key = jot.listen(jotShortcut) ? jotShortcut : ''
  showMenu(key)
}

function showMenu(jotKey: string): void {
  installMenu(app.isPackaged, words, {
    act(action) {
      showWindow()
      tellWindow({ type: 'desktop.action', action })
    },
    jot: jot.open,
    jotKey,
    quit: () => app.quit(),
  })
}

function followLink(bucketId: BucketId | null): void {
  if (bucketId === null) return
  // the window tells its words once it listens
  linkWaiting = words.isTold ? null : bucketId
  if (words.isTold) tellWindow({ type: 'desktop.bucket', bucketId })
}

function notifyAway(word: DesktopWord, work: DesktopWord | null): void {
  if (!Notification.isSupported()) return
  const notification = new Notification({ title: words.say(word), body: work === null ? '' : words.say(work) })
  notification.on('click', showWindow)
  notification.show()
}

function showWindow(): void {
  if (!window) openWindow()
  if (window?.isMinimized()) window.restore()
  window?.show()
  window?.focus()
}

/** Quitting waits until what streams is kept and the store is synced, closed and unlocked. */
function closeInOrder(): void {
  let closed = false
  app.on('before-quit', (event) => {
    quitting = true
    if (closed || !running) return
    event.preventDefault()
    void running
      .then((r) => r.close())
      .catch((error: unknown) => console.error(error))
      .finally(() => {
        closed = true
        app.quit()
      })
  })
}
