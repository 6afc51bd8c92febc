export interface ImportCounts {
  /** Messages handed out. */
  read: number
  /** Left out on purpose: tool and system messages, rows of other types, repeated ids. */
  skipped: number
  /** Rows, messages or conversations that could not be understood. */
  failed: number
  /** Why, for the first of them. */
  reasons: string[]
}

const MAX_REASONS = 20

/** Counts what a reader met. */
export class Tally {
  private readonly counts: ImportCounts = { read: 0, skipped: 0, failed: 0, reasons: [] }

  read(messages: number): void {
    this.counts.read += messages
  }

  skip(): void {
    this.counts.skipped += 1
  }

  fail(reason: string): void {
    this.counts.failed += 1
    if (this.counts.reasons.length < MAX_REASONS) this.counts.reasons.push(reason)
  }

  now(): ImportCounts {
    return { ...this.counts, reasons: [...this.counts.reasons] }
  }
}
