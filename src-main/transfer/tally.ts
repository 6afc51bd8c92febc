import type { ImportCounts, LeftOut } from '@shared/contract/transfer'

const MAX_REASONS = 20

/**
 * Counts what a reader met. Whatever does not come along is counted here with a reason that a person can read: a message
 * left out on purpose (`skip`), something that could not be understood (`fail`), or something that is no message at all
 * (`leave`: a picture's file, a list of settings).
 */
export class Tally {
  private handedOut = 0
  private skipped = 0
  private failed = 0
  private besides = 0
  foreign = 0
  private readonly failures: string[] = []
  private readonly left = new Map<string, number>()

  read(messages: number): void {
    this.handedOut += messages
  }

  /** Messages on other branches are kept beside those that are shown. */
  beside(messages: number): void {
    this.besides += messages
  }

  skip(what: string, count = 1): void {
    if (count === 0) return
    this.skipped += count
    this.leave(what, count)
  }

  leave(what: string, count = 1): void {
    this.left.set(what, (this.left.get(what) ?? 0) + count)
  }

  /** `foreign`: it is nothing of the program it was taken for. */
  fail(reason: string, foreign = false): void {
    this.failed += 1
    if (foreign) this.foreign += 1
    if (this.failures.length < MAX_REASONS) this.failures.push(reason)
  }

  now(): ImportCounts {
    const leftOut: LeftOut[] = [...this.left].map(([what, count]) => ({ what, count }))
    return {
      read: this.handedOut,
      beside: this.besides,
      skipped: this.skipped,
      failed: this.failed,
      reasons: [...this.failures],
      leftOut,
    }
  }
}
