import { join } from 'node:path'
import { _electron, type ElectronApplication, expect, type Page } from '@playwright/test'
import type { Bridge, RequestInput, RequestName, RequestOutput } from '@shared/contract'
import type { Result } from '@shared/contract/errors'
import type { BucketId } from '@shared/ids'
import type Electron from 'electron'
import { appRoot, electronPath } from './places'

declare global {
  interface Window {
    catchment?: Bridge
  }
}

const isRoot = process.getuid?.() === 0
/** Chromium refuses to sandbox for root; for everybody else the sandbox stays on. */
export const sandboxWords: readonly string[] = isRoot ? ['--no-sandbox'] : []

/**
 * The display of this worker, where `npm test` started one for each: a window that another worker opens on the same display takes
 * the pointer away from this one's.
 */
function ownDisplay(): NodeJS.ProcessEnv {
  const displays = process.env.CATCHMENT_TEST_DISPLAYS?.split(',') ?? []
  const own = displays[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]
  return own ? { DISPLAY: own } : {}
}

export interface LaunchOptions {
  store: string
  /** Electron's own data folder: with its own, two apps do not take each other for a second instance. */
  userData: string
  env?: NodeJS.ProcessEnv
  /** Stands for Electron: a program that becomes another user before it runs it. With it the sandbox is on. */
  asAnother?: { executable: string; appRoot: string; cwd: string }
}

/** Lines on the page's console that are no fault of the window: what the tests themselves provoke. */
const EXPECTED_REFUSAL = /Refused to|Content Security Policy|Not allowed to/

type InMain<Answer, Given> = (electron: typeof Electron, given: Given) => Answer | Promise<Answer>

export class RunningApp {
  /** What went wrong in the page by itself; empty at the end of a good test. */
  readonly faults: string[] = []

  private constructor(
    readonly electron: ElectronApplication,
    readonly page: Page,
  ) {}

  /** Starts the app; resolves when its window is there, which is before the store is open. */
  static async launch({ store, userData, env = {}, asAnother }: LaunchOptions): Promise<RunningApp> {
    const electron = await _electron.launch({
      executablePath: asAnother?.executable ?? electronPath(),
      args: [`--user-data-dir=${userData}`, asAnother?.appRoot ?? appRoot],
      // otherwise Playwright turns it off
      chromiumSandbox: asAnother !== undefined || !isRoot,
      ...(asAnother ? { cwd: asAnother.cwd } : {}),
      env: { ...definedOnly(process.env), ...ownDisplay(), ...definedOnly(env), CATCHMENT_STORE: store },
    })
    const page = await electron.firstWindow()
    const app = new RunningApp(electron, page)
    page.on('pageerror', (error) => app.faults.push(error.message))
    page.on('console', (line) => {
      if (line.type() === 'error' && !EXPECTED_REFUSAL.test(line.text())) app.faults.push(line.text())
    })
    return app
  }

  /** Waits until the window shows the conversation. */
  async opened(): Promise<this> {
    await expect(this.composer).toBeVisible({ timeout: 30_000 })
    return this
  }

  get composer() {
    return this.page.getByRole('textbox', { name: 'Message', exact: true })
  }

  get sidebar() {
    return this.page.getByRole('complementary', { name: 'Buckets' })
  }

  get details() {
    return this.page.getByRole('complementary', { name: 'Details' })
  }

  get conversation() {
    return this.page.getByRole('region', { name: 'Conversation' })
  }

  /** By the label and not by the role: an open dialog takes everything outside of it out of the accessible tree. */
  get notices() {
    return this.page.locator('[aria-label^="Notices"]')
  }

  /** A message of the person, by its text. */
  said(text: string | RegExp) {
    return this.conversation.getByRole('article', { name: /^You, / }).filter({ hasText: text })
  }

  /** Writes into the composer and presses Enter; does not wait for an answer. */
  async send(text: string): Promise<void> {
    await this.composer.fill(text)
    await this.composer.press('Enter')
  }

  /** Sends in the no-model mode and waits until it is filed and the card says where. */
  async file(text: string): Promise<void> {
    await this.throughTurn(() => this.send(text))
    await expect(this.said(text)).toBeVisible()
    await expect(this.conversation.getByRole('region', { name: 'Filed' }).last()).toBeVisible()
  }

  /** The same straight into a bucket, without the composer: for a test that needs many. */
  async fileInto(bucketId: BucketId, text: string): Promise<void> {
    await this.throughTurn(async () => void (await this.ask('conversation.send', { text, bucketId })))
  }

  /** Waits for the end of the turn that `act` begins. */
  private async throughTurn(act: () => Promise<void>): Promise<void> {
    const ended = this.page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          const stop = window.catchment?.subscribe((event) => {
            if (event.type !== 'turn.finished' && event.type !== 'turn.failed') return
            stop?.()
            resolve(event.type)
          })
        }),
    )
    await act()
    expect(await ended).toBe('turn.finished')
  }

  /** Waits until nothing is under way: no turn, no long work, no pass of the janitor. */
  async idle(): Promise<void> {
    await expect(this.conversation.locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 60_000 })
    await expect
      .poll(async () => (await this.ask('jobs.list', undefined)).filter((job) => job.state === 'running').length, {
        timeout: 60_000,
      })
      .toBe(0)
    await expect.poll(async () => (await this.ask('janitor.state', undefined)).running).toBe(false)
  }

  /** A request through the window's own bridge, for what a test needs to know or to prepare. */
  async ask<N extends RequestName>(name: N, input: RequestInput<N>): Promise<RequestOutput<N>> {
    const answer = await this.page.evaluate(
      ({ asked, given }): Promise<Result<unknown>> => {
        if (!window.catchment) throw new Error('The bridge is missing.')
        // Playwright hands the arguments over untyped; main parses them anyway
        return Reflect.apply(window.catchment.request, undefined, [asked, given])
      },
      { asked: name, given: input as unknown },
    )
    if (answer.ok) return answer.data as RequestOutput<N>
    throw new Error(`${name}: ${answer.error.code}, ${answer.error.message}`)
  }

  /**
   * Runs a function in the main process. Its debugger now and then loses the promise it waits for to the garbage collector, whether
   * or not the function came to its end; then it is run again, so it must bear to be run twice.
   */
  async inMain<Answer, Given>(work: InMain<Answer, Given>, given: Given): Promise<Answer>
  async inMain<Answer>(work: InMain<Answer, void>): Promise<Answer>
  async inMain<Answer, Given>(work: InMain<Answer, Given>, given?: Given): Promise<Answer> {
    const run = () => this.electron.evaluate<Answer, Given>(work as never, given as Given)
    try {
      return await run()
    } catch (error) {
      if (!String(error).includes('garbage collected')) throw error
      return run()
    }
  }

  /** The next file dialog answers with this path, or as if the person had cancelled it. */
  async chooseInDialog(path: string | null): Promise<void> {
    await this.inMain(({ dialog }, chosen) => {
      const canceled = chosen === null
      dialog.showOpenDialog = () => Promise.resolve({ canceled, filePaths: canceled ? [] : [chosen] })
      dialog.showSaveDialog = () => Promise.resolve({ canceled, filePath: chosen ?? '' })
    }, path)
  }

  /** Opens a tab of the details, whether or not they are shown. */
  async showTab(name: 'Manifest' | 'Receipts' | 'Memory' | 'Heartbeat'): Promise<void> {
    const show = this.page.getByRole('button', { name: 'Show details' })
    await expect(this.details.or(show)).toBeVisible()
    if (!(await this.details.isVisible())) await show.click()
    await this.details.getByRole('tab', { name }).click()
  }

  picture(path: string): Promise<Buffer> {
    return this.page.screenshot({ path: join(path), animations: 'disabled' })
  }

  /** Ends it as a person would: orderly. */
  async close(): Promise<void> {
    await this.electron.close()
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    const process = this.electron.process()
    const gone = new Promise<void>((resolve) => process.once('exit', () => resolve()))
    process.kill('SIGKILL')
    await gone
  }
}

const definedOnly = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined))
