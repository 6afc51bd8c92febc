/** The one source of "now". Everything that decides by time is given a clock, so that tests and `--at` can set it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that stands still until it is moved: for tests, benchmarks and the command line's `--at`. */
export class SimulatedClock implements Clock {
  constructor(private ms: number) {}

  now(): number {
    return this.ms
  }

  set(ms: number): void {
    this.ms = ms
  }

  advance(ms: number): void {
    this.ms += ms
  }
}
