import { CatchmentError } from '@shared/contract/errors'
import type { HostExit, HostTransport, StartHost } from './host-process'
import type { AnswerOf, HostCommand, HostMessage } from './protocol'
import { decideRestart, recentCrashes } from './restart-policy'

export interface HostRequestOptions {
  /** Aborted, the request rejects with `cancelled` at once; the host stops as soon as it can. */
  signal?: AbortSignal | undefined
  onDelta?: ((text: string) => void) | undefined
  /** A person is waiting for this one: it ends a crash loop's standstill and starts the host again. */
  explicit?: boolean | undefined
}

export type HostState = { kind: 'stopped' | 'starting' | 'running' } | { kind: 'failed'; message: string }

export interface HostClientOptions {
  start: StartHost
  /** The process is ended after this long without work: nothing else gives its memory back. */
  idleMs?: number
  /** A job of which nothing was heard for so long means a host that hangs: it is killed like one that crashed. */
  stallMs?: number
  startMs?: number
  /** So long it may take to end by itself before it is killed, while nobody waits. */
  closeMs?: number
}

interface Job {
  command: HostCommand
  resolve: (value: never) => void
  reject: (error: Error) => void
  options: HostRequestOptions
  sent: boolean
  /** Crashes it was in flight for. */
  crashes: number
  /** Text has reached the caller: asking again would repeat it. */
  delivered: boolean
  stallTimer: NodeJS.Timeout | null
  forget: () => void
}

const MAX_JOB_CRASHES = 3
/** At a shutdown somebody waits, and a host that is reading a model hears nothing meanwhile. It holds nothing to be kept. */
const DISPOSE_MS = 400

/**
 * The only client of the model host. Starts it at the first request, starts it again after a crash, asks again what was in
 * flight (an answer that had begun to arrive fails with `model_failed` instead), ends it when idle. Every request ends:
 * with its answer, `cancelled`, `model_failed` or the host's own failure code.
 */
export class HostClient {
  readonly #options: Required<HostClientOptions>
  readonly #jobs = new Map<number, Job>()
  #nextId = 1
  #transport: HostTransport | null = null
  #ready = false
  /** Set while the process is asked to end or is being killed by us. */
  #closing: { reason: string | null; done: Promise<void>; resolve: () => void } | null = null
  #crashes: number[] = []
  #failure: string | null = null
  #restartTimer: NodeJS.Timeout | null = null
  #startTimer: NodeJS.Timeout | null = null
  #idleTimer: NodeJS.Timeout | null = null
  #disposed = false
  /** A person's turn is under way. */
  #wayTaken = false
  readonly #listeners = new Set<(state: HostState) => void>()

  constructor(options: HostClientOptions) {
    this.#options = { idleMs: 10 * 60_000, stallMs: 180_000, startMs: 60_000, closeMs: 5000, ...options }
  }

  get state(): HostState {
    if (this.#failure !== null) return { kind: 'failed', message: this.#failure }
    if (this.#transport === null) return { kind: this.#restartTimer ? 'starting' : 'stopped' }
    return { kind: this.#ready ? 'running' : 'starting' }
  }

  /** Returns the function that ends the subscription. */
  onState(listener: (state: HostState) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  request<C extends HostCommand>(command: C, options: HostRequestOptions = {}): Promise<AnswerOf<C>> {
    return new Promise((resolve, reject) => {
      const refusal = this.#refusal(options)
      if (refusal) {
        reject(refusal)
        return
      }
      const id = this.#nextId++
      const onAbort = (): void => this.#cancel(id)
      options.signal?.addEventListener('abort', onAbort, { once: true })
      this.#jobs.set(id, {
        command,
        resolve,
        reject,
        options,
        sent: false,
        crashes: 0,
        delivered: false,
        stallTimer: null,
        forget: () => options.signal?.removeEventListener('abort', onAbort),
      })
      this.#clear('idle')
      this.#pump()
    })
  }

  /** What runs in the lane `aside` pauses while `taken`; nothing is started for it. */
  giveWay(taken: boolean): void {
    this.#wayTaken = taken
    if (this.#ready) this.#transport?.post({ kind: 'way', taken })
  }

  #refusal(options: HostRequestOptions): CatchmentError | null {
    if (this.#disposed) return new CatchmentError('unavailable', 'The models were shut down.')
    if (options.signal?.aborted) return cancelled()
    if (this.#failure === null) return null
    if (!options.explicit) return new CatchmentError('model_failed', this.#failure)
    this.#failure = null
    this.#crashes = []
    return null
  }

  /** Ends the process if it runs, orderly if it answers; the next request starts a new one. */
  async stop(): Promise<void> {
    this.#close(null)
    await this.#closing?.done
  }

  /** Every open request rejects with `cancelled`; the process has ended when this resolves. */
  async dispose(): Promise<void> {
    this.#disposed = true
    this.#clear('restart')
    for (const [id] of this.#jobs) this.#settle(id, (job) => job.reject(cancelled()))
    this.#clear('idle')
    const force = setTimeout(() => this.#transport?.kill(), DISPOSE_MS)
    await this.stop()
    clearTimeout(force)
  }

  #pump(): void {
    if (this.#closing || this.#restartTimer) return
    if (this.#transport === null) this.#start()
    else if (this.#ready) for (const [id, job] of this.#jobs) if (!job.sent) this.#send(this.#transport, id, job)
  }

  #start(): void {
    let transport: HostTransport
    try {
      transport = this.#options.start()
    } catch (error) {
      this.#crashed({ code: null, detail: error instanceof Error ? error.message : String(error) })
      return
    }
    this.#transport = transport
    this.#ready = false
    transport.onMessage((message) => {
      if (transport === this.#transport) this.#receive(message)
    })
    transport.onExit((exit) => {
      if (transport === this.#transport) this.#exited(exit)
    })
    this.#startTimer = setTimeout(() => this.#close('it did not start in time'), this.#options.startMs)
    this.#announce()
  }

  #send(transport: HostTransport, id: number, job: Job): void {
    job.sent = true
    this.#watch(id, job)
    transport.post({ kind: 'command', id, command: job.command })
  }

  #watch(id: number, job: Job): void {
    if (job.stallTimer) clearTimeout(job.stallTimer)
    job.stallTimer = setTimeout(() => {
      // Not asked again: it would hang the next process as well. What else was in flight is.
      this.#settle(id, () => job.reject(new CatchmentError('model_failed', 'The model stopped answering.')))
      this.#close('it stopped answering')
    }, this.#options.stallMs)
  }

  #receive(message: HostMessage): void {
    if (message.kind === 'ready') {
      this.#ready = true
      this.#clear('start')
      if (this.#wayTaken) this.#transport?.post({ kind: 'way', taken: true })
      this.#announce()
      this.#pump()
      return
    }
    const job = this.#jobs.get(message.id)
    // Cancelled meanwhile.
    if (!job) return
    this.#watch(message.id, job)
    switch (message.kind) {
      case 'progress':
        break
      case 'delta':
        job.delivered = true
        job.options.onDelta?.(message.text)
        break
      case 'result':
        // The host answers each command with the answer of its type (host/server.ts).
        this.#settle(message.id, () => job.resolve(message.value as never))
        break
      case 'failure':
        this.#settle(message.id, () => job.reject(new CatchmentError(message.code, message.message)))
    }
  }

  #cancel(id: number): void {
    const wasSent = this.#jobs.get(id)?.sent === true
    this.#settle(id, (job) => job.reject(cancelled()))
    if (wasSent) this.#transport?.post({ kind: 'abort', id })
  }

  #settle(id: number, end: (job: Job) => void): void {
    const job = this.#jobs.get(id)
    if (!job) return
    this.#jobs.delete(id)
    if (job.stallTimer) clearTimeout(job.stallTimer)
    job.forget()
    end(job)
    if (this.#jobs.size > 0 || this.#disposed) return
    this.#clear('idle')
    this.#idleTimer = setTimeout(() => this.#close(null), this.#options.idleMs)
  }

  /** Without a reason: an orderly end. With one: a kill, which then counts as a crash. */
  #close(reason: string | null): void {
    const transport = this.#transport
    if (!transport || this.#closing) return
    let resolve = (): void => undefined
    const done = new Promise<void>((settle) => {
      resolve = settle
    })
    const force = setTimeout(() => transport.kill(), this.#options.closeMs)
    this.#closing = {
      reason,
      done,
      resolve: () => {
        clearTimeout(force)
        resolve()
      },
    }
    if (reason === null) transport.post({ kind: 'shutdown' })
    else transport.kill()
  }

  #exited(exit: HostExit): void {
    const closing = this.#closing
    this.#transport = null
    this.#ready = false
    this.#closing = null
    this.#clear('start')
    if (closing?.reason === null) this.#resend()
    else this.#crashed(closing ? { code: exit.code, detail: closing.reason ?? '' } : exit)
    closing?.resolve()
    this.#announce()
  }

  /** After an orderly end: whoever asked meanwhile gets a new process. */
  #resend(): void {
    for (const job of this.#jobs.values()) job.sent = false
    if (this.#jobs.size > 0) this.#pump()
  }

  #crashed(exit: HostExit): void {
    if (this.#disposed) return
    const now = performance.now()
    this.#crashes = [...recentCrashes(this.#crashes, now), now]
    const what = `The model process ended unexpectedly (${exit.detail || `code ${exit.code}`})`
    for (const [id, job] of this.#jobs) {
      if (job.sent) job.crashes += 1
      job.sent = false
      if (job.stallTimer) clearTimeout(job.stallTimer)
      if (job.delivered || job.crashes >= MAX_JOB_CRASHES) {
        this.#settle(id, () => job.reject(new CatchmentError('model_failed', `${what} during this request.`)))
      }
    }
    const decision = decideRestart(this.#crashes, now)
    if (decision.kind === 'give-up') {
      this.#failure = `${what}, three times within a minute. It is started again when you next use the model.`
      for (const [id] of this.#jobs) {
        this.#settle(id, (job) => job.reject(new CatchmentError('model_failed', this.#failure ?? what)))
      }
    } else {
      this.#restartTimer = setTimeout(() => {
        this.#restartTimer = null
        if (this.#jobs.size > 0) this.#pump()
      }, decision.afterMs)
    }
    this.#announce()
  }

  #clear(which: 'restart' | 'start' | 'idle'): void {
    const timer = { restart: this.#restartTimer, start: this.#startTimer, idle: this.#idleTimer }[which]
    if (timer) clearTimeout(timer)
    if (which === 'restart') this.#restartTimer = null
    else if (which === 'start') this.#startTimer = null
    else this.#idleTimer = null
  }

  #announce(): void {
    const { state } = this
    for (const listener of this.#listeners) listener(state)
  }
}

const cancelled = (): CatchmentError => new CatchmentError('cancelled', 'Cancelled.')
