/** Child processes: captured, limited in time, or handed this terminal. */
import { spawn, spawnSync } from 'node:child_process'

const isWindows = process.platform === 'win32'

/**
 * Runs a program to its end and captures what it says (the last 200,000 characters). Never throws for a failing program:
 * `{ ok, code, output, reason }`, where `reason` is one line, null if all went well. `timeoutMs` ends it; so does
 * `stalled()` returning true, asked every two seconds.
 */
export function run(program, words, { cwd, env, timeoutMs, stalled, onOutput } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: isWindows,
    })
    let output = ''
    let ended = null
    const end = (why) => {
      ended ??= why
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), 3000).unref()
    }
    const keep = (data) => {
      output = `${output}${data}`.slice(-200_000)
      onOutput?.(String(data))
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const limit = timeoutMs && setTimeout(() => end(`no end after ${Math.round(timeoutMs / 1000)} s`), timeoutMs)
    const watch = stalled && setInterval(() => stalled() && end('it stalled'), 2000)
    const done = (code, problem) => {
      clearTimeout(limit)
      clearInterval(watch)
      const ok = code === 0 && ended === null
      resolve({ ok, code, output, reason: ok ? null : (ended ?? problem ?? lastLine(output) ?? `exit code ${code}`) })
    }
    child.on('error', (error) => done(null, error.code === 'ENOENT' ? `${program} is not installed` : error.message))
    child.on('close', (code) => done(code))
  })
}

/** Captured standard output of a quick program, or null if it is missing or fails. */
export function ask(program, words) {
  const { status, stdout } = spawnSync(program, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: isWindows,
  })
  return status === 0 ? stdout.trim() : null
}

export const isInstalled = (program) => ask(isWindows ? 'where' : 'which', [program]) !== null

/** Whether a process lives, whoever it belongs to. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Gives this terminal to a program, passes signals on to it, and resolves to its exit code (128 + n after a signal). */
export function runInForeground(program, words, { cwd, env, timeoutMs } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
    const pass = (signal) => child.kill(signal)
    for (const signal of FORWARDED) process.on(signal, pass)
    const limit = timeoutMs && setTimeout(() => child.kill('SIGTERM'), timeoutMs)
    const release = () => {
      clearTimeout(limit)
      for (const signal of FORWARDED) process.off(signal, pass)
    }
    child.on('error', (error) => {
      release()
      reject(error)
    })
    child.on('close', (code, signal) => {
      release()
      resolve(code ?? 128 + (SIGNAL_NUMBERS[signal] ?? 0))
    })
  })
}

const SIGNAL_NUMBERS = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15, SIGABRT: 6 }

const lastLine = (output) => output.trim().split('\n').at(-1)?.trim() || null
