/** A merge: everything of `from` is found in `to`. `seq` orders merges in time. */
export interface Redirect {
  from: string
  to: string
  seq: number
}

/**
 * Follows merges to their end: bucket → the bucket that holds its messages. Buckets that lead nowhere are left out.
 * Undo and redo in any order can leave merges that contradict each other (A into B, B into A); then the earlier one
 * holds and the later one, which would close a circle, is without effect. Pure, and independent of the input's order.
 */
export function resolveRedirects(redirects: readonly Redirect[]): Map<string, string> {
  const next = new Map<string, string>()
  const end = (id: string): string => {
    let at = id
    for (let to = next.get(at); to !== undefined; to = next.get(at)) at = to
    return at
  }
  for (const { from, to } of [...redirects].sort((a, b) => a.seq - b.seq || (a.from < b.from ? -1 : 1))) {
    if (end(to) !== from) next.set(from, to)
  }
  return new Map([...next.keys()].map((id) => [id, end(id)]))
}
