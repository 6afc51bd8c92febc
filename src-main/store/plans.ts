/**
 * When the plans of the database's functions are made anew. A plan is made for the tables as they are at a function's first call and
 * kept as long as the session lasts; on a server statistics that are gathered meanwhile end it, in PGlite nobody gathers any. What
 * was planned for an empty store reads whole tables for ever after: 1.3 s for a judgement of filing at 5,000 messages.
 */
const FIRST = 16

/** Says so once for each doubling of the requests that were answered: a session of a hundred thousand plans anew a dozen times. */
export class Plans {
  private requests = 0
  private next = FIRST

  /** To be asked before each request. */
  areOld(): boolean {
    this.requests += 1
    if (this.requests < this.next) return false
    this.next *= 2
    return true
  }
}
