/** A store in a process of its own: the real worker, driven over standard input, one request a line. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { StoreRequest, StoreResponse, StoreWorkerData } from '../protocol'

/** Starts the worker, hands lines of requests to it and its answers back. */
const PROGRAM = `
import { Worker } from 'node:worker_threads'
import { createInterface } from 'node:readline'
const worker = new Worker(process.argv[1], { workerData: JSON.parse(process.argv[2]), execArgv: [] })
worker.on('message', (response) => process.stdout.write(JSON.stringify(response) + '\\n'))
createInterface({ input: process.stdin }).on('line', (line) => worker.postMessage(JSON.parse(line)))
`

export interface StoreProcess {
  ask(
    request: StoreRequest extends infer R ? (R extends { id: number } ? Omit<R, 'id'> : never) : never,
  ): Promise<unknown>
  /** As a crash ends it. */
  kill(): Promise<void>
}

/** @param entry the bundled worker. Rejects with the worker's own error if the store does not open. */
export async function startStoreProcess(entry: string, data: StoreWorkerData): Promise<StoreProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, entry, JSON.stringify(data)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting = new Map<number, { resolve(data: unknown): void; reject(error: Error): void }>()
  let next = 1
  createInterface({ input: child.stdout }).on('line', (line) => {
    const response: StoreResponse = JSON.parse(line)
    const job = waiting.get(response.id)
    waiting.delete(response.id)
    if (response.ok) job?.resolve(response.data)
    else job?.reject(Object.assign(new Error(response.error.message), { code: response.error.code }))
  })
  child.once('exit', () => {
    for (const job of waiting.values()) job.reject(new Error('the process of the store ended'))
  })
  const answer = (id: number) => new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }))
  await answer(0)
  return {
    ask(request) {
      const id = next++
      const answered = answer(id)
      child.stdin.write(`${JSON.stringify({ ...request, id })}\n`)
      return answered
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
    },
  }
}
