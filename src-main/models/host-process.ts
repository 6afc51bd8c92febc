import { fork } from 'node:child_process'
import type { HostMessage, HostRequest } from './protocol'

/** One running model host, whichever kind of process it is. */
export interface HostTransport {
  /** Never throws; what is posted to a process that has gone is lost (`onExit` tells). */
  post(request: HostRequest): void
  onMessage(listener: (message: HostMessage) => void): void
  /** Called once, however the process ended or if it could not be started. */
  onExit(listener: (exit: HostExit) => void): void
  /** At once and for sure. */
  kill(): void
}

export interface HostExit {
  /** Exit code, null if a signal ended it. */
  code: number | null
  /** For the log and the error message: the signal, or the last words on stderr. */
  detail: string
}

/** Starts a host; may throw if it cannot be started. */
export type StartHost = () => HostTransport

const STDERR_TAIL = 2000

/** The host as a Node child process: command line, benchmarks, tests. `entry` is the built `model-host.js`. */
export function nodeHost(entry: string): StartHost {
  return () => {
    const child = fork(entry, [], {
      serialization: 'advanced',
      // The parent's own flags (a debugger's port, a test runner's loader) are not the host's.
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let stderr = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-STDERR_TAIL)
    })
    let exited = false
    const exitListeners: ((exit: HostExit) => void)[] = []
    const exit = (code: number | null, detail: string): void => {
      if (exited) return
      exited = true
      for (const listener of exitListeners) listener({ code, detail: detail.trim() })
    }
    // `close` comes after the last of stderr, `exit` before it.
    child.on('close', (code, signal) => exit(code, signal ?? stderr))
    child.on('error', (error) => {
      if (child.pid === undefined) exit(null, error.message)
    })
    return {
      post: (request) => {
        if (child.connected) child.send(request, () => undefined)
      },
      onMessage: (listener) => {
        child.on('message', (message) => listener(message as HostMessage))
      },
      onExit: (listener) => {
        exitListeners.push(listener)
      },
      kill: () => {
        child.kill('SIGKILL')
      },
    }
  }
}
