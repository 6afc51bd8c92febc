/** Aborts its signal when nothing is heard for too long: for the first sign of life, then between two signs. */
export class SilenceWatch {
  readonly #controller = new AbortController()
  #timer: NodeJS.Timeout | null = null
  #heard = false

  constructor(
    private readonly firstMs: number,
    private readonly betweenMs: number,
  ) {
    this.#arm(firstMs)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** What was waited for in vain; null while all is well. */
  get complaint(): string | null {
    if (!this.signal.aborted) return null
    const seconds = (ms: number): number => Math.round(ms / 100) / 10
    return this.#heard
      ? `fell silent for ${seconds(this.betweenMs)} seconds in the middle of its answer`
      : `did not begin to answer within ${seconds(this.firstMs)} seconds`
  }

  alive(): void {
    this.#heard = true
    this.#arm(this.betweenMs)
  }

  end(): void {
    if (this.#timer) clearTimeout(this.#timer)
  }

  #arm(ms: number): void {
    this.end()
    this.#timer = setTimeout(() => this.#controller.abort(), ms)
  }
}
