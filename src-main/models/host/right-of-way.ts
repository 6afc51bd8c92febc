/**
 * A person's turn goes first: what the model is asked beside it waits at its next step until the turn is over. Nothing that was
 * begun is lost.
 */
export class RightOfWay {
  #turns = 0
  /** Taken from outside, for a turn that has begun and has not asked anything yet. */
  #kept = false
  #waiting: (() => void)[] = []

  get isTaken(): boolean {
    return this.#kept || this.#turns > 0
  }

  /** Whether a turn is under way, whatever of it is running here. */
  keep(kept: boolean): void {
    this.#kept = kept
    this.#letGo()
  }

  /** Work of a turn: it has the way as long as it takes. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.#turns += 1
    try {
      return await work()
    } finally {
      this.#turns -= 1
      this.#letGo()
    }
  }

  /** Resolves when the way is free, or as soon as `signal` is aborted: it never rejects. */
  async free(signal: AbortSignal): Promise<void> {
    while (this.isTaken && !signal.aborted)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
  }

  #letGo(): void {
    if (this.isTaken) return
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}
