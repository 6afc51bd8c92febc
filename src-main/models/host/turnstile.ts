import type { Priority } from '../types'

const ORDER: readonly Priority[] = ['turn', 'normal', 'backlog']

/** Lets one through at a time; of those waiting, the highest priority first and within one priority in order of arrival. */
export class Turnstile {
  #busy = false
  readonly #waiting: Record<Priority, (() => void)[]> = { turn: [], normal: [], backlog: [] }

  /** Runs `work` when its turn has come. */
  async pass<T>(priority: Priority, work: () => Promise<T>): Promise<T> {
    if (this.#busy) await new Promise<void>((resolve) => this.#waiting[priority].push(resolve))
    this.#busy = true
    try {
      return await work()
    } finally {
      this.#next()
    }
  }

  #next(): void {
    for (const priority of ORDER) {
      const resolve = this.#waiting[priority].shift()
      if (resolve) {
        resolve()
        return
      }
    }
    this.#busy = false
  }
}
