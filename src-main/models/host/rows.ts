/** One input of the embedding model: a window of a text. */
export interface Row {
  text: string
  tokens: number
  /** What the model says of every token is wanted, not only the mean. */
  eachToken?: boolean
}

/** Rows of one call at most. */
const MAX_ROWS = 32
/**
 * Padded tokens of one call. The runtime blocks the process for the whole call and its speed is flat from about 100
 * tokens on (0.15–0.2 ms a token on two cores), so small calls cost next to nothing, and an abort or the turn being typed
 * waits some 25 ms for the call under way.
 */
const MAX_PADDED_TOKENS = 128

/** Indexes of `rows` in calls: sorted by length so that little is padded, each call within both limits or a single row. */
export function planCalls(rows: readonly Row[]): number[][] {
  const byLength = rows.map((row, index) => ({ index, tokens: row.tokens })).sort((a, b) => a.tokens - b.tokens)
  const calls: number[][] = []
  let call: number[] = []
  for (const { index, tokens } of byLength) {
    // Ascending order: the row at hand is the longest of its call so far.
    const full = call.length === MAX_ROWS || (call.length + 1) * tokens > MAX_PADDED_TOKENS
    if (call.length > 0 && full) {
      calls.push(call)
      call = []
    }
    call.push(index)
  }
  if (call.length > 0) calls.push(call)
  return calls
}
