import { type ChildProcess, spawn } from 'node:child_process'
import { commandLine } from './places'

export interface Answer {
  code: number | null
  stdout: string
  stderr: string
}

export interface CommandLine {
  /** Runs a command on the test's store, whatever comes of it. */
  run(...words: string[]): Promise<Answer>
  /** The same for a command that has to succeed; answers its JSON value. */
  json<T = unknown>(...words: string[]): Promise<T>
  /** Starts a command and does not wait for it. */
  start(...words: string[]): { child: ChildProcess; done: Promise<Answer> }
}

/** The product's own command line on one store, as a person would call it. */
export function commandLineOn(store: string, env: NodeJS.ProcessEnv = {}): CommandLine {
  const start = (...words: string[]): ReturnType<CommandLine['start']> => {
    const child = spawn(process.execPath, [commandLine, ...words, '--store', store], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const answer: Answer = { code: null, stdout: '', stderr: '' }
    child.stdout.on('data', (data) => {
      answer.stdout += data
    })
    child.stderr.on('data', (data) => {
      answer.stderr += data
    })
    const done = new Promise<Answer>((resolve, reject) => {
      child.on('error', reject)
      child.on('close', (code) => resolve({ ...answer, code }))
    })
    return { child, done }
  }
  const run = (...words: string[]): Promise<Answer> => start(...words).done
  return {
    start,
    run,
    async json<T>(...words: string[]): Promise<T> {
      const { code, stdout, stderr } = await run(...words, '--json')
      if (code !== 0)
        throw new Error(`catchment ${words.join(' ')} ended with ${code}: ${stderr}${stdout.slice(0, 2_000)}`)
      return JSON.parse(stdout) as T
    },
  }
}
