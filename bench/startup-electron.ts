/** Starts the built app in Electron, as a person would, and looks at it from outside. */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright'
import { z } from 'zod'
import { builtFile } from '../src-main/runtime/built-file'

/** The mark the window sets when the conversation stands and can be written into. */
const MARK = 'catchment:interactive'
const GIVE_UP_MS = 60_000
const MEGABYTE = 2 ** 20

export const hasScreen = (): boolean =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY ?? process.env.WAYLAND_DISPLAY)

const root = (): string => resolve(dirname(builtFile('index.js')), '../..')

/** `CATCHMENT_ELECTRON`, else the one of the packages. @throws Error if there is none */
function electronPath(): string {
  const named = process.env.CATCHMENT_ELECTRON
  if (named && existsSync(named)) return named
  const installed: unknown = createRequire(join(root(), 'package.json'))('electron')
  if (typeof installed === 'string' && existsSync(installed)) return installed
  throw new Error('there is no Electron: let CATCHMENT_ELECTRON name one')
}

export interface StartOptions {
  /** How long the app is left alone before it is looked at. */
  settleMs: number
  /** How long its CPU time is watched; 0: not at all. */
  idleMs: number
  /** Where the window keeps what it keeps from start to start; new and deleted afterwards where none is given. */
  userData?: string
}

/**
 * One start. `interactiveMs` runs from just before the process is made until the window's own mark; `rssMb` is the main
 * process's resident memory, `idlePercent` the CPU time of all the app's processes while nothing is done, of one core.
 */
export async function startCatchment(store: string, { settleMs, idleMs, userData }: StartOptions) {
  return withCatchment(
    store,
    async ({ page, pid, begun }) => {
      const at = await interactiveAt(page)
      await pause(settleMs)
      const rssMb = residentMb(pid)
      const before = cpuSeconds(pid)
      if (idleMs > 0) await pause(idleMs)
      const used = cpuSeconds(pid) - before
      return { interactiveMs: at - begun, rssMb, idlePercent: idleMs === 0 ? Number.NaN : (100_000 * used) / idleMs }
    },
    userData,
  )
}

export interface RunningCatchment {
  page: Page
  pid: number
  /** When the process was made, milliseconds since the epoch. */
  begun: number
}

/** Runs the app on a store for as long as `work` takes, and ends it as a person would. */
export async function withCatchment<T>(
  store: string,
  work: (running: RunningCatchment) => Promise<T>,
  kept?: string,
): Promise<T> {
  const userData = kept ?? mkdtempSync(join(tmpdir(), 'catchment-electron-'))
  // Of a start before: Chromium writes it anew.
  await rm(join(userData, 'DevToolsActivePort'), { force: true })
  const words = [`--user-data-dir=${userData}`, '--remote-debugging-port=0', root()]
  if (process.getuid?.() === 0) words.unshift('--no-sandbox')
  const begun = Date.now()
  const child = spawn(electronPath(), words, {
    stdio: 'ignore',
    env: { ...process.env, CATCHMENT_STORE: store },
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  try {
    if (child.pid === undefined) throw new Error('Electron could not be started')
    const { chromium }: typeof import('playwright') = createRequire(join(root(), 'package.json'))('playwright')
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${await debuggingPort(userData)}`)
    const page = await firstPage(() => browser.contexts().flatMap((context) => context.pages()))
    const result = await work({ page, pid: child.pid, begun })
    await browser.close().catch(() => undefined)
    return result
  } finally {
    child.kill('SIGTERM')
    const orderly = await Promise.race([ended.then(() => true), pause(GIVE_UP_MS, false)])
    if (!orderly) child.kill('SIGKILL')
    if (kept === undefined) await rm(userData, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** Chromium writes where it listens into its data folder. */
async function debuggingPort(userData: string): Promise<number> {
  return until(async () => {
    const [line] = (await readFile(join(userData, 'DevToolsActivePort'), 'utf8').catch(() => '')).split('\n')
    return line ? Number(line) : null
  })
}

const firstPage = (pages: () => Page[]): Promise<Page> =>
  until(() => Promise.resolve(pages().find((page) => page.url().startsWith('app:')) ?? null))

/** Milliseconds since the epoch at which the window set its mark. */
const interactiveAt = (page: Page): Promise<number> =>
  until(async () =>
    z
      .number()
      .nullable()
      .parse(
        await page.evaluate((mark) => {
          const [entry] = performance.getEntriesByName(mark)
          return entry ? performance.timeOrigin + entry.startTime : null
        }, MARK),
      ),
  )

async function until<T>(look: () => Promise<T | null>): Promise<T> {
  const begun = performance.now()
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (performance.now() - begun > GIVE_UP_MS) throw new Error('the window did not come up')
    await pause(20)
  }
}

function residentMb(pid: number): number {
  const pages = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(pages) * 1024) / MEGABYTE
}

/** CPU time of a process and all it started, in seconds. The kernel counts hundredths. */
function cpuSeconds(pid: number): number {
  const parents = new Map<number, { parent: number; ticks: number }>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      parents.set(Number(name), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) })
    } catch {
      // It ended while it was looked at.
    }
  }
  const isOurs = (id: number): boolean => id === pid || (parents.has(id) && isOurs(parents.get(id)?.parent ?? 0))
  let ticks = 0
  for (const [id, process] of parents) if (isOurs(id)) ticks += process.ticks
  return ticks / 100
}
